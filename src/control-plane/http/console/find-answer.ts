import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../../package-root.ts';

export interface ConsoleRequest {
  path: string;
  accept: string;
  acceptEncoding: string;
  ifNoneMatch: string;
}

export type ConsoleAnswer =
  | { kind: 'page' }
  | { kind: 'nothing' }
  | { kind: 'unchanged'; etag: string; isImmutable: boolean }
  | {
      kind: 'file';
      file: string;
      /** Content-Encoding; null for the file as it is. */
      encoding: string | null;
      bytes: number;
      type: string;
      etag: string;
      /** The name contains a hash of the content. */
      isImmutable: boolean;
    };

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const encodings = [
  { name: 'br', ending: 'br' },
  { name: 'gzip', ending: 'gz' },
] as const;

export function findAnswer(request: ConsoleRequest, files: BuiltFiles): ConsoleAnswer {
  const name = request.path.slice(1);
  const type = types[name.split('.').at(-1) ?? ''];
  // Own properties only, never those of the prototype.
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  const isImmutable = name.startsWith('assets/');
  if (file === undefined || type === undefined) {
    // A browser that opens a page accepts HTML; a program that requests a removed file must not get a page.
    const isPage = request.path === '/' || (!isImmutable && /\btext\/html\b/.test(request.accept));
    return { kind: isPage ? 'page' : 'nothing' };
  }
  const encoding = encodings.find((each) => file.bytes[each.name] !== undefined && takes(request, each.name));
  const etag = `"${file.hash}${encoding === undefined ? '' : `-${encoding.name}`}"`;
  if (request.ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))
    return { kind: 'unchanged', etag, isImmutable };
  return {
    kind: 'file',
    file: encoding === undefined ? name : `${name}.${encoding.ending}`,
    encoding: encoding?.name ?? null,
    bytes: file.bytes[encoding?.name ?? 'identity'] ?? 0,
    ...{ type, etag, isImmutable },
  };
}

const takes = ({ acceptEncoding }: ConsoleRequest, encoding: string): boolean =>
  acceptEncoding.split(',').some((part) => {
    const [name, quality] = part.split(';').map((each) => each.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(quality ?? '');
  });

const builtConsoleFolder = join(packageRoot(), 'build/console');

const builtFiles = z.record(
  z.string(),
  z.object({
    hash: z.string(),
    bytes: z.record(z.string(), z.number()),
  }),
);

export type BuiltFiles = z.infer<typeof builtFiles>;

export interface BuiltConsole {
  folder: string;
  files: BuiltFiles;
  page: string;
}

export function readBuiltConsole(folder = builtConsoleFolder): BuiltConsole | null {
  try {
    const files = builtFiles.parse(JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')));
    return { folder, files, page: readFileSync(join(folder, 'index.html'), 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
