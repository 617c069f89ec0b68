import { readFile } from 'node:fs/promises';

/** Where subordinate ids are (subuid(5), subgid(5)). */
export interface SubordinateFiles {
  users: string;
  groups: string;
}

export const subordinateFiles: SubordinateFiles = { users: '/etc/subuid', groups: '/etc/subgid' };

/** Ids on the host that containers of a user can have. */
interface SubordinateRange {
  /** The name or id of the user. */
  owner: string;
  from: number;
  count: number;
}

/** Reads the ranges of all users. Without the file, no user has any. */
export async function readSubordinates(path: string): Promise<SubordinateRange[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [owner = '', from, count] = line.split(':');
    return owner === '' ? [] : [{ owner, from: Number(from), count: Number(count) }];
  });
}
