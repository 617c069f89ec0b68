import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { NoRoom } from './upgrade-error.ts';

const mebibyte = 1024 * 1024;
/** Programs are compressed to a third or a quarter of their size. */
const unpackedFactor = 5;
/** Growth of the agent's store meanwhile. */
const spareBytes = 32 * mebibyte;

export interface RoomNeeds {
  archive: number;
  /** How much of it is downloaded. */
  fetched: number;
  store: number;
}

/** Returns the bytes that an upgrade needs on the disk of the data directory, and on that of the installed versions. */
function roomFor({ archive, fetched, store }: RoomNeeds): { dataDir: number; versions: number } {
  const unpacked = archive * unpackedFactor;
  // A copy of the store for the rehearsal, and one for the switch; the previous one is kept.
  return { dataDir: archive - fetched + unpacked + 2 * store + spareBytes, versions: unpacked + spareBytes };
}

/** Throws NoRoom if a disk has less than that. If both folders are on one disk, it needs the sum. */
export async function requireSpace(needs: RoomNeeds, folders: { dataDir: string; versions: string }): Promise<void> {
  const need = roomFor(needs);
  const isOneDisk = statSync(folders.dataDir).dev === statSync(folders.versions).dev;
  await requireFree(folders.dataDir, isOneDisk ? need.dataDir + need.versions : need.dataDir);
  if (!isOneDisk) await requireFree(folders.versions, need.versions);
}

async function requireFree(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes) throw noRoom(folder, { needs: bytes, free });
}

const noRoom = (folder: string, { needs, free }: { needs: number; free: number }): NoRoom =>
  new NoRoom(
    `the disk of ${folder} has ${Math.floor(free / mebibyte)} MiB free, but the upgrade needs ${Math.ceil(needs / mebibyte)} MiB; free disk space, then request the upgrade again`,
  );

export const becameFull = (folder: string, what: string): NoRoom =>
  new NoRoom(`the disk of ${folder} became full while ${what}; free disk space, then request the upgrade again`);
