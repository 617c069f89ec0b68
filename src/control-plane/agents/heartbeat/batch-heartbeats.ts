import { batched } from '../../platform/database/batched.ts';
import { isDataFault } from '../../platform/database/connection-fault.ts';
import type { Database } from '../../platform/database/database.ts';
import type { RecordedHeartbeat, RepeatedHeartbeat, RepeatHeartbeat, RepeatHeartbeats } from './record-heartbeat.ts';

interface Sent {
  database: Database;
  heartbeat: RepeatedHeartbeat;
}

/** Records simultaneous heartbeats in one statement. A skipped one is recorded singly, which waits for row locks and reports the reason. */
export function batchHeartbeats(
  together: RepeatHeartbeats,
  single: (database: Database) => RepeatHeartbeat,
): (database: Database) => RepeatHeartbeat {
  const record = batched<Sent, RecordedHeartbeat | undefined>({
    maxBatchSize: 100,
    together: (sent) => together(sent.map(({ heartbeat }) => heartbeat)),
    singly: ({ database, heartbeat }) => single(database)(heartbeat),
    isOfOne: isDataFault,
  });
  return (database) => (heartbeat) => record({ database, heartbeat });
}
