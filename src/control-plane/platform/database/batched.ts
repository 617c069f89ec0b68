import { loadInTurns } from './batch-turns.ts';

interface Batched<Sent, Result> {
  maxBatchSize: number;
  /** One statement for all of them. Returns undefined for each that it skipped. */
  together(sent: readonly Sent[]): Promise<(Result | undefined)[]>;
  singly(sent: Sent): Promise<Result>;
  /** Whether one of them may have failed all. */
  isOfOne(error: unknown): boolean;
}

/**
 * Does simultaneous work in one statement, which costs PostgreSQL little more than one alone. What is skipped, or
 * fails all, is done singly, on its caller's connection.
 */
export function batched<Sent, Result>({ maxBatchSize, together, singly, isOfOne }: Batched<Sent, Result>) {
  const work = async (sent: readonly Sent[]): Promise<({ result: Result } | 'skipped')[]> => {
    try {
      return (await together(sent)).map((result) => (result === undefined ? 'skipped' : { result }));
    } catch (error) {
      if (!isOfOne(error)) throw error;
      return sent.map(() => 'skipped');
    }
  };
  const load = loadInTurns(maxBatchSize, work);
  return async (sent: Sent): Promise<Result> => {
    const outcome = await load(sent);
    return outcome === 'skipped' ? singly(sent) : outcome.result;
  };
}
