import { workloadConfig } from '../../../bitcoin/workload-config.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import { isAppliedConfig, isSameConfig } from './configurations.ts';

/** A daemon that has answered for so long has read its configuration and its data, and works. */
const worksAfterMs = 10_000;

/** Returns the change of the record once a daemon has answered for `answeredMs`. `now`: milliseconds since the epoch. */
export function trackWorked(
  runs: DesiredNode,
  record: Pick<NodeRecord, 'applied' | 'worked' | 'takenBack'>,
  answeredMs: number,
  now: number,
): Partial<NodeRecord> {
  const config = workloadConfig(runs);
  if (answeredMs < worksAfterMs || !isAppliedConfig(record, config)) return {};
  const { worked, takenBack } = record;
  const { revision } = runs;
  if (worked && isSameConfig(worked.config, config)) return { worked: { ...worked, revision } };
  const hasWorkedAfterAll = takenBack && isSameConfig(takenBack.asked, config);
  return {
    worked: { config, revision, since: new Date(now).toISOString() },
    formerlyWorked: worked,
    ...(hasWorkedAfterAll ? { takenBack: null } : {}),
  };
}
