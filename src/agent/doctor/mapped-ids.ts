import { readFile, stat } from 'node:fs/promises';
import { nameOf } from './node-users.ts';
import { readSubordinates, type SubordinateFiles, subordinateFiles } from './subordinate-ids.ts';

/** The ids of the containers of a rootless engine, which count from 1 to these. */
export interface MappedIds {
  /** The name of the engine’s user. */
  user: string;
  users: number;
  groups: number;
  /** The first id that no range has. */
  nextFrom: number;
}

interface Places extends SubordinateFiles {
  /** Names the sources of accounts (nsswitch.conf(5)). */
  sources: string;
}

/** Reads how many ids the user of a rootless engine’s socket may give to containers; null if a directory knows them. */
export async function gatherMappedIds(
  socket: string,
  { users, groups, sources }: Places = { ...subordinateFiles, sources: '/etc/nsswitch.conf' },
): Promise<MappedIds | null> {
  const text = await readFile(sources, 'utf8').catch(() => '');
  if (/^subid:(?!\s*files\s*$)/m.test(text)) return null;
  const { uid } = await stat(socket);
  const user = (await nameOf('passwd', uid)) ?? String(uid);
  const ranges = await Promise.all([users, groups].map(readSubordinates));
  const [ofUsers = 0, ofGroups = 0] = ranges.map((all) =>
    all.filter(({ owner }) => owner === user || owner === String(uid)).reduce((sum, { count }) => sum + count, 0),
  );
  const nextFrom = Math.max(100_000, ...ranges.flat().map(({ from, count }) => from + count));
  return { user, users: ofUsers, groups: ofGroups, nextFrom };
}
