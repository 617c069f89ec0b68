import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';

/** Returns the texts of all files below a folder, through no link. */
export function textsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'buffer' as BufferEncoding, withFileTypes: false }).flatMap(
    (name) => {
      const path = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats?.isFile() === true && stats.size < 1e6 ? [readFileSync(path, 'utf8')] : [];
    },
  );
}
