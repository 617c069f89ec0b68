import { hasEnded, type RehearsalRecord } from '../../runtime/node-record.ts';
import type { TrackedOperation } from './tracked-operation.ts';

/** Whether a rehearsal has begun here and not ended. */
export const isRehearsing = (rehearsal: RehearsalRecord | undefined): rehearsal is RehearsalRecord =>
  rehearsal !== undefined && !hasEnded(rehearsal);

export const trackedRehearsal: TrackedOperation = {
  kind: 'rehearse',
  stages: {
    copying: { step: 'copying the data', cancellable: true },
    copied: { step: 'running the version on the copy', cancellable: true },
    judged: { step: 'removing the copy', cancellable: true },
  },
  // Its steps alone change it.
  track: () => undefined,
};

const noFindings = { indexes: [], ignoredOptions: [], warnings: [], notes: [] };

/** Returns the end of a rehearsal with its verdict. `why`: why it ends, for one without a verdict. */
export function endedRehearsal(record: RehearsalRecord, why: string): RehearsalRecord {
  const { verdict = 'not_possible' as const, ...found } = record.report;
  return {
    ...record,
    stage: verdict === 'passed' ? 'succeeded' : 'failed',
    reason: record.report.verdict === undefined ? why : record.reason,
    result: { rehearse: { ...noFindings, ...found, verdict } },
  };
}
