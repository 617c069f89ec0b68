import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { asUser, type FileOwner } from '../../../../storage/as-user.ts';
import { syncFolder } from '../../../../storage/private-file.ts';
import { ControlPlaneSetupError } from '../../../settings.ts';
import { commandAs, type Programs, preparePrograms, workFolder } from './programs.ts';
import { chooseServerUser, ownUser } from './server-user.ts';

/** initdb refuses a user without an entry in /etc/passwd; every system has nobody. */
const nobodyUid = 65_534;
const quotedLines = 3;

export interface Cluster {
  path: string;
  user: FileOwner;
  programs: Programs;
}

export async function ensureCluster(cluster: Cluster, initdbArgs: readonly string[] = ['--auth=trust']): Promise<void> {
  const versionFile = join(cluster.path, 'PG_VERSION');
  if (!existsSync(versionFile)) return makeCluster(cluster, initdbArgs);
  const fault = versionFault(cluster.path, readFileSync(versionFile, 'utf8').trim(), cluster.programs.majorVersion);
  if (fault !== undefined) throw new ControlPlaneSetupError(fault);
}

export function versionFault(path: string, found: string, own: number): string | undefined {
  if (Number(found) === own) return undefined;
  const made = `the database in ${path} was created by PostgreSQL ${found}, but this release of Satrap includes PostgreSQL ${own}`;
  return Number(found) > own
    ? `${made}; start the later release that created it, or restore a backup into another folder`
    : `${made}; with the release that created it, run “satrap control-plane backup FILE”, and with this one “satrap control-plane restore FILE --data” with another folder`;
}

/** Creates it under another name first, so that an interrupted one is no cluster. */
async function makeCluster({ path, user, programs }: Cluster, initdbArgs: readonly string[]): Promise<void> {
  const parent = dirname(path);
  const draft = join(parent, 'new');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const isRoot = ownUser().uid === 0;
  const maker = isRoot ? { uid: nobodyUid, gid: user.gid } : user;
  if (isRoot) giveTo(draft, maker);
  await runInitdb(programs, { user: maker, cwd: draft, initdbArgs });
  if (isRoot) giveTo(draft, user);
  renameSync(draft, path);
  syncFolder(parent);
}

async function runInitdb(
  programs: Programs,
  { user, cwd, initdbArgs }: { user: FileOwner; cwd: string; initdbArgs: readonly string[] },
): Promise<void> {
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const place = ['--pgdata', workFolder, '--username=satrap', '--no-instructions'];
  const run = { name: 'initdb', args: [...place, ...encoding, ...initdbArgs], user, cwd } as const;
  const { file, args, ...options } = commandAs(programs, run);
  // Once in the life of a database.
  const { ExecaError, execa } = await import('execa');
  try {
    await execa(file, args, { ...options, extendEnv: false, stdin: 'ignore', all: true });
  } catch (error) {
    if (!(error instanceof ExecaError)) throw error;
    const output = String(error.all || error.shortMessage)
      .trim()
      .split('\n')
      .slice(-quotedLines)
      .join('; ');
    if (/could not look up effective user ID/.test(output)) throw new ControlPlaneSetupError(unknownUser(user));
    throw new ControlPlaneSetupError(`PostgreSQL’s initdb could not create a database in ${cwd}: ${output}`, {
      cause: error,
    });
  }
}

/** Advice for a container whose user id has no name in its image. */
const unknownUser = ({ uid, gid }: FileOwner): string =>
  `user ${uid} has no entry in /etc/passwd, which PostgreSQL needs to create a database; add one as root (echo satrap:x:${uid}:${gid}::/:/usr/sbin/nologin >> /etc/passwd), start as another user or as root, which gives the database its own user, or name a PostgreSQL server in DATABASE_URL`;

function giveTo(path: string, user: FileOwner): void {
  const isFolder = lstatSync(path).isDirectory();
  if (isFolder) for (const name of readdirSync(path)) giveTo(join(path, name), user);
  if (!lstatSync(path).isSymbolicLink()) chownSync(path, user.uid, user.gid);
}

export const clusterPath = (dataDir: string): string => join(resolve(dataDir), 'postgresql', 'cluster');

/** Prepares the folder, user and programs of the embedded database. Throws ControlPlaneSetupError. */
export function prepareCluster(dataDir: string): Cluster {
  const path = clusterPath(dataDir);
  const folder = join(resolve(dataDir), 'postgresql');
  const own = ownUser();
  const folderOwner = statSync(dataDir);
  const databaseOwner = lstatSync(folder, { throwIfNoEntry: false });
  const user = chooseServerUser({ own, folderOwner, databaseOwner });
  // In the folder of a service, root works as the service's user, who may have put a link there.
  const keeper = own.uid === 0 ? folderOwner : own;
  if (databaseOwner !== undefined && keeper.uid !== 0 && databaseOwner.uid !== keeper.uid)
    throw new ControlPlaneSetupError(
      `${folder} belongs to user ${databaseOwner.uid}, but this control plane runs as user ${keeper.uid}; run it as that user or as root, or run: chown -R ${keeper.uid}:${keeper.gid} ${folder}`,
    );
  asUser(keeper, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (own.uid !== 0) return;
    chownSync(folder, user.uid, user.gid);
    // initdb runs as another user of this group.
    chmodSync(folder, 0o710);
  });
  return { path, user, programs: preparePrograms(folder, { user, keeper }) };
}
