import { statSync } from 'node:fs';

/** Whose files something is done with, such as the agent's user. */
export interface FileOwner {
  uid: number;
  gid: number;
}

/** The owner of a folder, such as the agent's data directory. */
export function userOf(folder: string): FileOwner {
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

/**
 * Does something with files of a user as that user, and returns what it returns: a link that the user puts there leads root nowhere that
 * the user could not go. `work` must be synchronous: it is this whole process that is the user meanwhile. Without root, it is done as it is.
 */
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
