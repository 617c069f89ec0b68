import { closeSync, openSync, statSync } from 'node:fs';

export interface FileOwner {
  uid: number;
  gid: number;
}

export function userOf(folder: string): FileOwner {
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

/** Runs synchronous `work` with a user's permissions: their links cannot mislead root. The process switches. */
export function asUser<T>({ uid, gid }: FileOwner, work: () => T): T {
  if (process.getuid?.() !== 0 || uid === 0) return work();
  const groups = process.getgroups?.() ?? [];
  process.setgroups?.([gid]);
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
    process.setgroups?.(groups);
  }
}

/** Tries, because access(2) would check the real user, which is still root. */
export function isReadableBy(user: FileOwner, path: string): boolean {
  try {
    asUser(user, () => closeSync(openSync(path, 'r')));
    return true;
  } catch {
    return false;
  }
}
