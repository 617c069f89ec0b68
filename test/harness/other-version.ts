import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One version of the programs. */
export interface Version {
  /** The script that runs all of its commands. */
  satrap: string;
}

const repository = join(import.meta.dirname, '../..');

export const presentVersion: Version = { satrap: join(repository, 'scripts/satrap') };

/** Copies this checkout to a temporary folder under another version number. */
export function otherVersion(version: string): Version & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-version-'));
  for (const part of ['src', 'schema', 'templates', 'scripts'])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const program = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...program, version }));
  return {
    satrap: join(folder, 'scripts/satrap'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
