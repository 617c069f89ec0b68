import DataLoader from 'dataloader';
import { type Database, databaseErrorOf } from '../../platform/database/database.ts';
import type { RecordedHeartbeat, RepeatedHeartbeat, RepeatHeartbeat, RepeatHeartbeats } from './record-heartbeat.ts';

/** A batch waits no longer than this for the previous one, so that a hung connection does not block later batches. */
const maxWaitMs = 25;

/** Runs batches one after another: requests that arrive during one join the next, so batches grow with the load. */
class BatchTurns {
  readonly #waiting = new Set<() => void>();
  #underWay = 0;

  readonly schedule = (begin: () => void): void => {
    const take = () => {
      clearTimeout(timer);
      if (this.#waiting.delete(take)) begin();
    };
    const timer = setTimeout(take, maxWaitMs);
    this.#waiting.add(take);
    // Requests that arrive in one turn of the event loop form a batch.
    if (this.#underWay === 0) setImmediate(take);
  };

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay++;
    try {
      return await work();
    } finally {
      this.#underWay--;
      const [next] = this.#waiting;
      next?.();
    }
  }
}

const maxBatchSize = 100;
/** PostgreSQL's data exceptions. */
const dataFault = /^22/;

interface Sent {
  database: Database;
  heartbeat: RepeatedHeartbeat;
}

type Outcome = { before: RecordedHeartbeat | undefined } | 'skipped';

/**
 * Records simultaneous heartbeats in one statement, which costs PostgreSQL little more than one heartbeat. Skipped
 * heartbeats are recorded singly, on their caller's connections: that waits for row locks and reports the reason.
 */
export function batchHeartbeats(
  batched: RepeatHeartbeats,
  single: (database: Database) => RepeatHeartbeat,
): (database: Database) => RepeatHeartbeat {
  const turns = new BatchTurns();
  const recordSingly = ({ database, heartbeat }: Sent) => single(database)(heartbeat);
  const record = async (sent: readonly Sent[]): Promise<Outcome[]> => {
    const [only, ...others] = sent;
    if (only !== undefined && others.length === 0) return [{ before: await recordSingly(only) }];
    try {
      return (await batched(sent.map(({ heartbeat }) => heartbeat))).map((before) =>
        before === undefined ? 'skipped' : { before },
      );
    } catch (error) {
      if (!dataFault.test(databaseErrorOf(error).code ?? '')) throw error;
      return sent.map(() => 'skipped');
    }
  };
  const loader = new DataLoader<Sent, Outcome>((sent) => turns.run(() => record(sent)), {
    cache: false,
    maxBatchSize,
    batchScheduleFn: turns.schedule,
  });
  return (database) => async (heartbeat) => {
    const sent = { database, heartbeat };
    const outcome = await loader.load(sent);
    return outcome === 'skipped' ? recordSingly(sent) : outcome.before;
  };
}
