import pRetry from 'p-retry';
import { type Database, faultOf } from './database.ts';

/** Deadlock and failed serialization: the database gave the way to another transaction, and the same work may succeed now. */
const gaveWay = /^40(P01|001)$/;

/**
 * Does work in one transaction, and anew when the database broke it off for another's sake. Whoever locks several rows locks an executor
 * before its nodes; two orders would be a deadlock.
 */
export const transact = <T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  pRetry(() => database.transaction((transaction) => work(transaction as unknown as Database)), {
    retries: 2,
    minTimeout: 20,
    randomize: true,
    shouldRetry: ({ error }) => gaveWay.test(faultOf(error).code ?? ''),
  });
