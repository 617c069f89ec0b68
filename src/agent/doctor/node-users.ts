import { runProgram } from '../upgrade/run-program.ts';
import { readSubordinates, type SubordinateFiles, subordinateFiles } from './subordinate-ids.ts';

/** A user of daemons, and what else has its ids on this host. */
export interface NodeUserFacts {
  /** As `UID:GID`. */
  user: string;
  isSetting: boolean;
  /** The names of the nodes that run as it. */
  nodes: readonly string[];
  /** Such as “user postgres”. */
  owners: readonly string[];
}

/** Finds out which accounts of this host have the ids of the setting and of the nodes. */
export async function gatherNodeUsers(
  setting: string,
  nodes: readonly { name: string; user: string | undefined }[],
  files: SubordinateFiles = subordinateFiles,
): Promise<NodeUserFacts[]> {
  const users = new Set([setting, ...nodes.flatMap(({ user }) => user ?? [])]);
  return Promise.all(
    [...users].map(async (user) => ({
      user,
      isSetting: user === setting,
      nodes: nodes.filter((node) => node.user === user).map(({ name }) => name),
      owners: await ownersOf(user, files),
    })),
  );
}

async function ownersOf(user: string, files: SubordinateFiles): Promise<string[]> {
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  const found = await Promise.all([
    nameOf('passwd', uid).then((name) => (name === null ? [] : [`user ${name}`])),
    nameOf('group', gid).then((name) => (name === null ? [] : [`group ${name}`])),
    subordinatesOf(files.users, uid).then((names) => names.map((name) => `containers of user ${name}`)),
    subordinatesOf(files.groups, gid).then((names) => names.map((name) => `containers of user ${name}`)),
    isDynamic(uid) || isDynamic(gid) ? ['services with DynamicUser'] : [],
  ]);
  return [...new Set(found.flat())];
}

/** Looks in every source of accounts, such as LDAP. Null without an account. */
export async function nameOf(database: 'passwd' | 'group', id: number): Promise<string | null> {
  const { code, stdout } = await runProgram('getent', [database, String(id)], { env: process.env, timeoutMs: 5000 });
  return code === 0 ? (stdout.split(':')[0] ?? null) : null;
}

async function subordinatesOf(path: string, id: number): Promise<string[]> {
  const ranges = await readSubordinates(path);
  return ranges.filter(({ from, count }) => id >= from && id < from + count).map(({ owner }) => owner);
}

/** The range from which systemd gives ids to services (systemd.io/UIDS-GIDS). */
const isDynamic = (id: number): boolean => id >= 61_184 && id <= 65_519;
