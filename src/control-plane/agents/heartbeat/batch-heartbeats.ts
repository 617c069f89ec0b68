import DataLoader from 'dataloader';
import { type Database, databaseErrorOf } from '../../platform/database/database.ts';
import type { RecordedHeartbeat, RepeatedHeartbeat, RepeatHeartbeat, RepeatHeartbeats } from './record-heartbeat.ts';

/** What waits no longer than this for the batch before it: a connection that hangs must not hold up all that come later. */
const patienceMs = 25;

/**
 * Lets batches follow one another: whatever arrives while one is under way joins the next one. So a batch grows with the load, and what
 * arrives alone waits for nothing.
 */
export class BatchTurns {
  /** Begins the batches that wait. */
  readonly #waiting = new Set<() => void>();
  #underWay = 0;

  /** Calls `begin` when it is its turn. */
  readonly schedule = (begin: () => void): void => {
    const take = () => {
      clearTimeout(timer);
      if (this.#waiting.delete(take)) begin();
    };
    const timer = setTimeout(take, patienceMs);
    this.#waiting.add(take);
    // What arrives in this turn of the event loop belongs together.
    if (this.#underWay === 0) setImmediate(take);
  };

  /** Does the work of a batch, then begins the next one. */
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
/** Something of one heartbeat that the database cannot take. */
const dataFault = /^22/;

interface Sent {
  database: Database;
  heartbeat: RepeatedHeartbeat;
}

type Outcome = { before: RecordedHeartbeat | undefined } | 'passed-over';

/**
 * Records heartbeats that arrive at the same time together: PostgreSQL takes for ten in one statement little more than for one. What is
 * passed over there is recorded by itself, which waits for the lock of its row, on the connections of its own caller, and says why it does
 * not fit. When the database fails, each is told so.
 */
export function batchHeartbeats(
  together: RepeatHeartbeats,
  alone: (database: Database) => RepeatHeartbeat,
): (database: Database) => RepeatHeartbeat {
  const turns = new BatchTurns();
  const recordAlone = ({ database, heartbeat }: Sent) => alone(database)(heartbeat);
  const record = async (sent: readonly Sent[]): Promise<Outcome[]> => {
    const [only, ...others] = sent;
    if (only !== undefined && others.length === 0) return [{ before: await recordAlone(only) }];
    try {
      return (await together(sent.map(({ heartbeat }) => heartbeat))).map((before) =>
        before === undefined ? 'passed-over' : { before },
      );
    } catch (error) {
      if (!dataFault.test(databaseErrorOf(error).code ?? '')) throw error;
      return sent.map(() => 'passed-over');
    }
  };
  const loader = new DataLoader<Sent, Outcome>((sent) => turns.run(() => record(sent)), {
    // Each heartbeat counts.
    cache: false,
    maxBatchSize,
    batchScheduleFn: turns.schedule,
  });
  return (database) => async (heartbeat) => {
    const sent = { database, heartbeat };
    const outcome = await loader.load(sent);
    return outcome === 'passed-over' ? recordAlone(sent) : outcome.before;
  };
}
