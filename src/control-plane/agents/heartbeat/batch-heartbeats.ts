import DataLoader from 'dataloader';
import { BatchTurns } from '../../platform/database/batch-turns.ts';
import { type Database, databaseErrorOf } from '../../platform/database/database.ts';
import type { RecordedHeartbeat, RepeatedHeartbeat, RepeatHeartbeat, RepeatHeartbeats } from './record-heartbeat.ts';

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
