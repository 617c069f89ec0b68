import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { NoRoom } from './upgrade-error.ts';

const mebibyte = 1024 * 1024;
/** Programs are packed to a third or a quarter of their size. */
const unpackedFactor = 5;
/** What the agent's own store may grow by meanwhile. */
const spareBytes = 32 * mebibyte;

export interface RoomNeeds {
  archive: number;
  /** How much of it is there. */
  fetched: number;
  store: number;
}

/** Returns how many bytes an upgrade takes on the disk of the data directory, and on that of the installed versions. */
function roomFor({ archive, fetched, store }: RoomNeeds): { dataDir: number; versions: number } {
  const unpacked = archive * unpackedFactor;
  // A copy of the store for the rehearsal, and one for the switch; the previous one is kept.
  return { dataDir: archive - fetched + unpacked + 2 * store + spareBytes, versions: unpacked + spareBytes };
}

/** Throws NoRoom where a disk has less than that. Where both folders are on one disk, it must have both. */
export async function requireRoom(needs: RoomNeeds, folders: { dataDir: string; versions: string }): Promise<void> {
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
    `the disk of ${folder} has ${Math.floor(free / mebibyte)} MiB free, and the upgrade needs ${Math.ceil(needs / mebibyte)} MiB; make room there, then ask for the upgrade again`,
  );

export const becameFull = (folder: string, what: string): NoRoom =>
  new NoRoom(
    `the disk of ${folder} became full while ${what}, and what was written of the upgrade is removed; make room there, then ask for the upgrade again`,
  );
