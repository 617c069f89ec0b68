import type { LifecycleTable } from '../../../../bitcoin/clients/lifecycle.ts';
import type { AlertCode } from '../../../../contract/types.generated.ts';
import type { Thresholds } from '../../../tables/thresholds.ts';
import { ruleCatalog } from './catalog.ts';
import { compareChains } from './compare-chains.ts';
import type { EndpointFacts, Facts, KeyFacts, RolloutFacts } from './facts.ts';
import { summarize } from './judge-agent.ts';
import { ClientLives } from './judge-client.ts';
import { judgeExecutor } from './judge-executor.ts';
import { judgeNode } from './judge-node.ts';
import type { Judgement, Judgements, Subject, SubjectJudgements } from './judgement.ts';

const dayMs = 24 * 3_600_000;

export interface JudgeOptions {
  now: Date;
  /** The thresholds in force for an organization, and for one of its nodes. */
  thresholdsFor(organizationId: string, nodeId?: string): Thresholds;
  /** What is known of client versions. */
  lifecycle: LifecycleTable;
}

/** Judges everything by every rule, and leaves unjudged what something else explains. Pure. */
export function judge(
  { executors, nodes, keys, endpoints, releases, stoppedRollouts }: Facts,
  options: JudgeOptions,
): SubjectJudgements[] {
  const { now, thresholdsFor, lifecycle } = options;
  const lives = new ClientLives(lifecycle, executors, now);
  const catchingUp = new Set(nodes.filter(({ sample }) => sample?.catchesUp).map(({ executorId }) => executorId));
  const catalog = summarize(releases, now);
  const ofExecutors = executors.map((executor) => ({
    subject: { ...subjectOf('executor', executor), executorId: executor.id },
    judgements: judgeExecutor(executor, {
      thresholds: thresholdsFor(executor.organizationId),
      now,
      nodeCatchesUp: catchingUp.has(executor.id),
      catalog,
    }),
  }));
  const byExecutor = new Map(ofExecutors.map(({ subject, judgements }) => [subject.id, judgements]));
  // What an offline executor last said must not be compared with what others say now.
  const comparisons = compareChains(nodes.filter(({ executorOnline }) => executorOnline));
  const ofNodes = nodes.map((node) => ({
    subject: { ...subjectOf('node', node), executorId: node.executorId },
    judgements: judgeNode(node, {
      thresholds: thresholdsFor(node.organizationId, node.id),
      now,
      comparison: comparisons.get(node.id),
      lives,
    }),
  }));
  return [
    ...ofExecutors,
    ...ofNodes,
    ...keys.map((key) => ({
      subject: subjectOf('api_key', key),
      judgements: judgeKey(key, thresholdsFor(key.organizationId), now),
    })),
    ...endpoints.map((endpoint) => ({
      subject: subjectOf('webhook', { ...endpoint, name: endpoint.origin }),
      judgements: judgeEndpoint(endpoint),
    })),
    ...stoppedRollouts.map((rollout) => ({
      subject: subjectOf('rollout', { ...rollout, name: rollout.targetVersion }),
      judgements: judgeStopped(rollout),
    })),
  ].map(({ subject, judgements }) => ({
    subject,
    judgements: withoutExplained(judgements, byExecutor.get(subject.executorId ?? '') ?? {}),
  }));
}

const subjectOf = (
  type: Subject['type'],
  { id, organizationId, name }: Pick<Subject, 'id' | 'organizationId' | 'name'>,
): Subject => ({ type, id, organizationId, name, executorId: null });

/** A key that lives for days only must not have an incident for all of its life: it has one in the last quarter. */
function judgeKey(
  { name, purpose, createdAt, expiresAt }: KeyFacts,
  { keyEndsDays }: Thresholds,
  now: Date,
): Judgements {
  const days = (expiresAt.getTime() - now.getTime()) / dayMs;
  const lifeDays = (expiresAt.getTime() - createdAt.getTime()) / dayMs;
  if (days > Math.min(keyEndsDays, lifeDays / 4)) return { key_ends_soon: null };
  const ends = days < 0 ? 'has ended' : 'ends';
  const message = `The ${purpose} key ${name} ${ends} at ${expiresAt.toISOString()}.`;
  return { key_ends_soon: { message, data: { expiresAt: expiresAt.toISOString() } } };
}

function judgeEndpoint({ origin, failingSince, goneAt, lastFailure }: EndpointFacts): Judgements {
  if (goneAt !== null) {
    const message = `The webhook’s receiver at ${origin} answered that it is gone (410). The webhook was switched off.`;
    return { webhook_failing: { message, data: { goneAt: goneAt.toISOString() }, openAfter: 0 } };
  }
  if (failingSince === null) return { webhook_failing: null };
  const message = `Deliveries to the webhook at ${origin} fail, first at ${failingSince.toISOString()}: ${lastFailure ?? 'no answer'}.`;
  return { webhook_failing: { message, data: { failingSince: failingSince.toISOString() } } };
}

/** One that goes on or has ended is not among the facts, which closes its incident. */
const judgeStopped = ({ targetVersion, reason }: RolloutFacts): Judgements => ({
  rollout_stopped: {
    message: `The rollout of ${targetVersion} has stopped: ${reason}`,
    data: { targetVersion, reason },
  },
});

/** An offline executor explains ten failing nodes: one incident says it all, and the others are neither opened nor closed meanwhile. */
function withoutExplained(own: Judgements, ofExecutor: Judgements): Judgements {
  const isCondition = (found: Judgement | undefined) => typeof found === 'object' && found !== null;
  const holds = (code: AlertCode) => [own[code], ofExecutor[code]].some(isCondition);
  // Nearly always: thousands of nodes are judged every few seconds.
  if (![own, ofExecutor].some((found) => Object.values(found).some(isCondition))) return own;
  return Object.fromEntries(
    (Object.keys(own) as AlertCode[]).map((code) => [
      code,
      ruleCatalog[code].causes.some(holds) ? 'unknown' : own[code],
    ]),
  );
}
