import pRetry from 'p-retry';
import { type Database, databaseErrorOf } from './database.ts';

/** Deadlock and serialization failure: the database gave way to another transaction, and a second try may succeed. */
const retryable = /^40(P01|001)$/;

/**
 * Works in one transaction, and tries again when the database aborted it in favour of another. Work that locks several rows must lock an
 * executor before its nodes; two orders would deadlock.
 */
export const transact = <T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  pRetry(() => database.transaction(work), {
    retries: 2,
    minTimeout: 20,
    randomize: true,
    shouldRetry: ({ error }) => retryable.test(databaseErrorOf(error).code ?? ''),
  });
