import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../../package-root.ts';

/** Where `npm run build:console` puts the console. */
const builtConsoleFolder = join(packageRoot(), 'build/console');

const builtFiles = z.record(
  z.string(),
  z.object({
    /** Of the content. */
    hash: z.string(),
    /** The size for each encoding that it is there in; `identity` among them. */
    bytes: z.record(z.string(), z.number()),
  }),
);

/** The files of the console by their path, with what a server says of them. */
export type BuiltFiles = z.infer<typeof builtFiles>;

export interface BuiltConsole {
  folder: string;
  files: BuiltFiles;
  /** The page that all addresses of the console are answered with. */
  page: string;
}

/** Reads what was built; null where nothing was. */
export function readBuiltConsole(folder = builtConsoleFolder): BuiltConsole | null {
  try {
    const files = builtFiles.parse(JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')));
    return { folder, files, page: readFileSync(join(folder, 'index.html'), 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
