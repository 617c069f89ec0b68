import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The user that PostgreSQL runs as. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/** The facts that the choice of the user depends on. */
export interface UserFacts {
  /** The user of this process. */
  own: ServerUser;
  /** The owner of the data folder. */
  folderOwner: ServerUser;
  /** The owner of the database in it; undefined before it exists. */
  databaseOwner: ServerUser | undefined;
}

/** A number that no distribution and no systemd gives to anybody (https://systemd.io/UIDS-GIDS). */
export const dedicatedUser: ServerUser = { uid: 60_704, gid: 60_704 };

/** Chooses the user: this process’s own, except for root, whom PostgreSQL refuses. Pure. */
export function chooseServerUser({ own, folderOwner, databaseOwner }: UserFacts): ServerUser {
  if (own.uid !== 0) return own;
  const owner = [databaseOwner, folderOwner].find((user) => user !== undefined && user.uid !== 0);
  return owner ?? dedicatedUser;
}

export const ownUser = (): ServerUser => ({ uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 });

/** Returns the first folder on the way to `path`, and `path` itself, that the user may not pass through; undefined when there is none. */
export function firstObstacle(path: string, user: ServerUser): string | undefined {
  return pathsTo(resolve(path)).find((folder) => !mayPassThrough(statSync(folder), user));
}

/** Returns whether a user other than root may pass through a folder of this owner and mode. Pure. */
export function mayPassThrough({ mode, uid, gid }: ServerUser & { mode: number }, user: ServerUser): boolean {
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0;
}

const pathsTo = (path: string): string[] => (path === '/' ? ['/'] : [...pathsTo(dirname(path)), join(path)]);
