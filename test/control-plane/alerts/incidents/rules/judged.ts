import { shippedTable } from '../../../../../src/bitcoin/clients/lifecycle.ts';
import type { AlertCode, UpgradeState } from '../../../../../src/contract/types.generated.ts';
import type {
  ExecutorFacts,
  Facts,
  ReleaseFacts,
} from '../../../../../src/control-plane/alerts/incidents/rules/facts.ts';
import { judge } from '../../../../../src/control-plane/alerts/incidents/rules/judge.ts';
import { thresholdsOf } from '../../../../../src/control-plane/tables/notifications.ts';
import { ago, executorFacts, facts, now } from '../../../../harness/facts.ts';

const dayMs = 86_400_000;

const judged = (change: Partial<Facts>, set = {}) =>
  judge(facts(change), now, () => thresholdsOf(set), shippedTable).judged.flatMap(({ subject, judgements }) =>
    (Object.entries(judgements) as [AlertCode, (typeof judgements)[AlertCode]][]).map(([code, found]) => ({
      code,
      id: subject.id,
      found,
    })),
  );
/** The conditions that hold, as `CODE SUBJECT`. */
export const conditions = (change: Partial<Facts>, set = {}) =>
  judged(change, set)
    .filter(({ found }) => typeof found === 'object' && found !== null)
    .map(({ code, id }) => `${code} ${id}`);
/** The rules that cannot be judged. */
export const unknown = (change: Partial<Facts>) =>
  judged(change)
    .filter(({ found }) => found === 'unknown')
    .map(({ code }) => code);

/** A release that was published some days ago. */
export const published = (version: string, daysAgo: number, change: Partial<ReleaseFacts> = {}): ReleaseFacts => ({
  ...{ version, channel: 'stable', createdAt: new Date(now.getTime() - daysAgo * dayMs), withdrawnReason: null },
  ...change,
});

/** An executor whose last upgrade is in a state. */
export const upgraded = (state: UpgradeState, change: Partial<ExecutorFacts> = {}): Partial<Facts> => {
  const endedAt = state === 'fetching' ? null : ago(60);
  const lastUpgrade = { fromVersion: '1.0.0', targetVersion: '1.1.0', state, reason: 'it crashed', endedAt };
  return { executors: [executorFacts({ lastUpgrade, ...change })] };
};
