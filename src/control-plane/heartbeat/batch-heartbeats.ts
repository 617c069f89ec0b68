import DataLoader from 'dataloader';
import { databaseErrorOf } from '../database/database.ts';
import { BatchTurns } from './batch-turns.ts';
import type { RecordedHeartbeat, RepeatedHeartbeat, RepeatHeartbeat } from './record-heartbeat.ts';
import type { RepeatHeartbeats } from './repeat-heartbeats.ts';

const maxBatchSize = 100;
/** Something of one heartbeat that the database cannot take. */
const dataFault = /^22/;

type Outcome = { before: RecordedHeartbeat | undefined } | 'passed-over';

/**
 * Records heartbeats that arrive at the same time together: PostgreSQL takes for ten in one statement little more than for one. What is
 * passed over there is recorded by itself, which waits for the lock of its row and says why it does not fit. When the database fails, each
 * is told so.
 */
export function batchHeartbeats(together: RepeatHeartbeats, alone: RepeatHeartbeat): RepeatHeartbeat {
  const turns = new BatchTurns();
  const record = async (heartbeats: readonly RepeatedHeartbeat[]): Promise<Outcome[]> => {
    const [only, ...others] = heartbeats;
    if (only !== undefined && others.length === 0) return [{ before: await alone(only) }];
    try {
      return (await together(heartbeats)).map((before) => (before === undefined ? 'passed-over' : { before }));
    } catch (error) {
      if (!dataFault.test(databaseErrorOf(error).code ?? '')) throw error;
      return heartbeats.map(() => 'passed-over');
    }
  };
  const loader = new DataLoader<RepeatedHeartbeat, Outcome>((heartbeats) => turns.run(() => record(heartbeats)), {
    // Each heartbeat counts.
    cache: false,
    maxBatchSize,
    batchScheduleFn: turns.schedule,
  });
  return async (heartbeat) => {
    const outcome = await loader.load(heartbeat);
    return outcome === 'passed-over' ? alone(heartbeat) : outcome.before;
  };
}
