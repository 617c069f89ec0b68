import type { Logger } from 'pino';
import { TokenBuckets } from '../../../timing/token-buckets.ts';
import type { Measures } from './measures.ts';

/** Log lines: one request can leave thousands of rejected promises behind. */
const logRate = { burst: 20, perSecond: 1, maxOwners: 1 };

/** What the process cannot be trusted after: an assertion within Node failed, or memory could not be had. */
const fatalCodes: ReadonlySet<unknown> = new Set(['ERR_INTERNAL_ASSERTION', 'ERR_WORKER_OUT_OF_MEMORY', 'ENOMEM']);

/**
 * Logs and counts unhandled errors and keeps serving: a bug in one request must not stop everybody's control plane. Consistent state is in the
 * database. Exits with code 1 for errors that `isFatal` accepts. Returns a function that restores Node's default.
 */
export function surviveFaults({ log, measures }: { log: Logger; measures: Measures }): () => void {
  const lines = new TokenBuckets(logRate);
  let unlogged = 0;
  const note = (kind: 'rejection' | 'exception', error: unknown): void => {
    if (isFatal(error)) {
      log.fatal({ err: error, kind }, 'an error that leaves the process in an unknown state; exiting');
      process.exit(1);
    }
    measures.unhandledError(kind);
    if (lines.take('all') > 0) {
      unlogged++;
      return;
    }
    log.error({ err: error, kind, ...(unlogged === 0 ? {} : { unlogged }) }, 'unhandled error; serving on');
    unlogged = 0;
  };
  const onRejection = (error: unknown) => note('rejection', error);
  const onException = (error: unknown) => note('exception', error);
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}

/** Returns whether the process cannot be trusted after an error. Pure. */
export const isFatal = (error: unknown): boolean =>
  error instanceof Error && ('code' in error ? fatalCodes.has(error.code) : /allocation failed/i.test(error.message));
