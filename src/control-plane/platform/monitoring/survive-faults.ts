import type { Logger } from 'pino';
import { sampled } from '../../../timing/sampled.ts';
import type { Measures } from './measures.ts';

/** Log lines: one request can leave thousands of rejected promises behind. */
const logRate = { burst: 20, perSecond: 1, maxOwners: 1 };

/** Errors after which the process cannot be trusted: a failed assertion within Node, or out of memory. */
const fatalCodes: ReadonlySet<unknown> = new Set(['ERR_INTERNAL_ASSERTION', 'ERR_WORKER_OUT_OF_MEMORY', 'ENOMEM']);

/**
 * Logs and counts unhandled errors and keeps serving: a bug in one request must not stop the control plane for
 * everyone. Consistent state is in the database. Exits with code 1 for errors that `isFatal` accepts. Returns a
 * function that restores Node's default.
 */
export function surviveFaults({ log, measures }: { log: Logger; measures: Measures }): () => void {
  const lines = sampled(logRate);
  const note = (kind: 'rejection' | 'exception', error: unknown): void => {
    if (isFatal(error)) {
      log.fatal({ err: error, kind }, 'unrecoverable error; exiting');
      process.exit(1);
    }
    measures.unhandledError(kind);
    const unlogged = lines.sample('all');
    if (unlogged === undefined) return;
    log.error({ err: error, kind, ...(unlogged > 0 && { unlogged }) }, 'unhandled error; continuing to serve');
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

/** Returns whether an error leaves the process untrustworthy. */
export const isFatal = (error: unknown): boolean =>
  error instanceof Error && ('code' in error ? fatalCodes.has(error.code) : /allocation failed/i.test(error.message));
