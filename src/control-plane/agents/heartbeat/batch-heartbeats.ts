import DataLoader from 'dataloader';
import { type Database, databaseErrorOf } from '../../platform/database/database.ts';
import { BatchTurns } from './batch-turns.ts';
import type { RecordedHeartbeat, RepeatedHeartbeat, RepeatHeartbeat } from './record-heartbeat.ts';
import type { RepeatHeartbeats } from './repeat-heartbeats.ts';

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
