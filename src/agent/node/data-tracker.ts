import type { NodeRecord } from '../runtime/node-record.ts';
import type { Observation } from '../runtime/runtime.ts';

type DataRecord = Pick<NodeRecord, 'volumeMade' | 'volumeLostAt'>;

/** Notices chain data that was here and is gone, and chain data that came back. */
export function trackData(record: DataRecord, data: Observation['data'], restartCounter: number): DataRecord {
  if (data === 'present') return { volumeMade: true, volumeLostAt: null };
  if (data === 'absent' && record.volumeMade && record.volumeLostAt === null) {
    return { volumeMade: true, volumeLostAt: restartCounter };
  }
  return { volumeMade: record.volumeMade, volumeLostAt: record.volumeLostAt };
}
