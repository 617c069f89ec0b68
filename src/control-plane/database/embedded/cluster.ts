import { chownSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ExecaError, execa } from 'execa';
import { syncFolder } from '../../../storage/sync-folder.ts';
import { ControlPlaneSetupError } from '../../settings.ts';
import type { Programs } from './programs.ts';
import { commandAs } from './run-as.ts';
import { ownUser, type ServerUser } from './server-user.ts';

/** initdb refuses a user without an entry in /etc/passwd; nobody is in each. */
const nobodyUid = 65_534;

export interface Cluster {
  /** PostgreSQL’s data directory. */
  path: string;
  user: ServerUser;
  programs: Programs;
}

/** Makes a cluster where there is none. Throws ControlPlaneSetupError for one of another major version, and when it cannot be made. */
export async function ensureCluster(cluster: Cluster, initdbArgs: readonly string[] = ['--auth=trust']): Promise<void> {
  const versionFile = join(cluster.path, 'PG_VERSION');
  if (!existsSync(versionFile)) return makeCluster(cluster, initdbArgs);
  const fault = versionFault(cluster.path, readFileSync(versionFile, 'utf8').trim(), cluster.programs.majorVersion);
  if (fault !== undefined) throw new ControlPlaneSetupError(fault);
}

/** Says why this release cannot open a cluster, and what to do; undefined when it can. Pure. */
export function versionFault(path: string, found: string, own: number): string | undefined {
  if (Number(found) === own) return undefined;
  const made = `the database in ${path} was made by PostgreSQL ${found}, and this release of Satrap brings PostgreSQL ${own}`;
  return Number(found) > own
    ? `${made}; start the later release that made it, or restore a backup into another folder`
    : `${made}; with the release that made it, run “satrap control-plane backup FILE”, and with this one “satrap control-plane restore FILE --data” with another folder`;
}

/** Makes it under another name first, so that an interrupted one is no cluster. */
async function makeCluster({ path, user, programs }: Cluster, initdbArgs: readonly string[]): Promise<void> {
  const draft = `${path}.new`;
  const parent = dirname(path);
  rmSync(draft, { recursive: true, force: true });
  const isRoot = ownUser().uid === 0;
  const maker = isRoot ? { uid: nobodyUid, gid: user.gid } : user;
  // Nobody else of that name gets in: the folder around belongs to the group, and for this moment only.
  if (isRoot) chownSync(parent, maker.uid, maker.gid);
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['--pgdata', draft, '--username=satrap', ...encoding, '--no-instructions', ...initdbArgs];
  const { file, args: words, env } = commandAs(programs, { name: 'initdb', args, user: maker });
  try {
    await execa(file, words, { env, extendEnv: false, stdin: 'ignore', all: true, cwd: '/' });
  } catch (error) {
    if (!(error instanceof ExecaError)) throw error;
    const output = String(error.all || error.shortMessage)
      .trim()
      .split('\n')
      .slice(-3)
      .join('; ');
    throw new ControlPlaneSetupError(`PostgreSQL’s initdb could not make a database in ${path}: ${output}`, {
      cause: error,
    });
  } finally {
    if (isRoot) giveTo(parent, user);
  }
  renameSync(draft, path);
  syncFolder(parent);
}

function giveTo(path: string, user: ServerUser): void {
  const isFolder = lstatSync(path).isDirectory();
  if (isFolder) for (const name of readdirSync(path)) giveTo(join(path, name), user);
  if (!lstatSync(path).isSymbolicLink()) chownSync(path, user.uid, user.gid);
}
