import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FileOwner } from '../../../../storage/as-user.ts';

export interface UserFacts {
  own: FileOwner;
  folderOwner: FileOwner;
  databaseOwner: FileOwner | undefined;
}

/** An id that no distribution and no part of systemd assigns (https://systemd.io/UIDS-GIDS). */
export const dedicatedUser: FileOwner = { uid: 60_704, gid: 60_704 };

export function chooseServerUser({ own, folderOwner, databaseOwner }: UserFacts): FileOwner {
  if (own.uid !== 0) return own;
  const owner = [databaseOwner, folderOwner].find((user) => user !== undefined && user.uid !== 0);
  return owner ?? dedicatedUser;
}

export const ownUser = (): FileOwner => ({ uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 });

export const firstObstacle = (path: string, user: FileOwner): string | undefined =>
  pathsTo(resolve(path)).find((folder) => !mayPassThrough(statSync(folder), user));

export function mayPassThrough({ mode, uid, gid }: FileOwner & { mode: number }, user: FileOwner): boolean {
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0;
}

const pathsTo = (path: string): string[] => (path === '/' ? ['/'] : [...pathsTo(dirname(path)), join(path)]);
