/** A permanent failure of an upgrade request. The message says why, and what to do. */
export class UpgradeFailed extends Error {
  override name = 'UpgradeFailed';
}

export const becameFull = (folder: string, what: string): UpgradeFailed =>
  new UpgradeFailed(`the disk of ${folder} became full while ${what}; free disk space, then request the upgrade again`);

/** SQLite's codes of a full disk: SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE. */
const fullCodes: readonly unknown[] = [13, 778, 4874];

/** Returns whether a write failed because the disk, or the user's quota, is full. */
export function isNoRoom(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || fullCodes.includes(errcode);
}
