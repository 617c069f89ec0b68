import DataLoader from 'dataloader';

/** A batch waits no longer than this for the previous one, so that a hung connection does not block later batches. */
const maxWaitMs = 25;

/** Runs batches one after another: requests that arrive during one join the next, so batches grow with the load. */
export function loadInTurns<Sent, Result>(
  maxBatchSize: number,
  together: (sent: readonly Sent[]) => Promise<Result[]>,
): (sent: Sent) => Promise<Result> {
  const waiting = new Set<() => void>();
  let underWay = 0;
  const batchScheduleFn = (begin: () => void): void => {
    const take = () => {
      clearTimeout(timer);
      if (waiting.delete(take)) begin();
    };
    const timer = setTimeout(take, maxWaitMs);
    waiting.add(take);
    // Requests that arrive in one turn of the event loop form a batch.
    if (underWay === 0) setImmediate(take);
  };
  const run = async (sent: readonly Sent[]): Promise<Result[]> => {
    underWay++;
    try {
      return await together(sent);
    } finally {
      underWay--;
      const [next] = waiting;
      next?.();
    }
  };
  const loader = new DataLoader(run, { cache: false, maxBatchSize, batchScheduleFn });
  return (sent) => loader.load(sent);
}
