import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export interface ServerUser {
  uid: number;
  gid: number;
}

export interface UserFacts {
  own: ServerUser;
  folderOwner: ServerUser;
  databaseOwner: ServerUser | undefined;
}

/** An id that no distribution and no part of systemd assigns (https://systemd.io/UIDS-GIDS). */
export const dedicatedUser: ServerUser = { uid: 60_704, gid: 60_704 };

export function chooseServerUser({ own, folderOwner, databaseOwner }: UserFacts): ServerUser {
  if (own.uid !== 0) return own;
  const owner = [databaseOwner, folderOwner].find((user) => user !== undefined && user.uid !== 0);
  return owner ?? dedicatedUser;
}

export const ownUser = (): ServerUser => ({ uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 });

export function firstObstacle(path: string, user: ServerUser): string | undefined {
  return pathsTo(resolve(path)).find((folder) => !mayPassThrough(statSync(folder), user));
}

export function mayPassThrough({ mode, uid, gid }: ServerUser & { mode: number }, user: ServerUser): boolean {
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0;
}

const pathsTo = (path: string): string[] => (path === '/' ? ['/'] : [...pathsTo(dirname(path)), join(path)]);
