import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE for the index of its log (https://sqlite.org/rescode.html). */
const fullCodes: readonly unknown[] = [13, 4874];

/** SQLite's codes for an invalid database: SQLITE_ERROR for a wrong table, SQLITE_CORRUPT and SQLITE_NOTADB. */
const contentCodes: readonly unknown[] = [1, 11, 26];
/** Lost data: SQLITE_IOERR_READ, _SHORT_READ, _DATA and _CORRUPTFS, and the system's own errors. */
const lossCodes: readonly unknown[] = [266, 522, 8202, 8458, 'EIO', 'EUCLEAN', 'EBADMSG'];

export class StoreFull extends Error {
  override name = 'StoreFull';
}

export function isDiskFull(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && 'errcode' in cause && fullCodes.includes(cause.errcode);
}

/** Returns whether a store's content on disk is unreadable, rather than for a transient reason such as a lock. */
export function isStoreDamaged(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (lossCodes.includes(errcode) || lossCodes.includes(code)) return true;
  // The lowest byte of a code is its primary code.
  return typeof errcode === 'number' && contentCodes.includes(errcode & 0xff);
}

/** Returns the error of a full disk as a StoreFull, which says where to free space, and every other error unchanged. */
export function toStoreError(error: unknown, database: DatabaseSync): unknown {
  if (!isDiskFull(error)) return error;
  const folder = dirname(database.location() ?? '');
  return new StoreFull(`the disk of the agent’s store in ${folder} is full; free disk space, and the agent continues`, {
    cause: error,
  });
}

/** Logs a failed write to the store; a full disk without a stack, because it is no bug. */
export function logStoreError(log: Logger, what: string, error: unknown, database: DatabaseSync): void {
  const known = toStoreError(error, database);
  if (known instanceof StoreFull) log.error(`${what}: ${known.message}`);
  else log.error({ err: error }, what);
}
