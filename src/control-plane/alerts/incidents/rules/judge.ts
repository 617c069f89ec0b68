import type { LifecycleTable } from '../../../../bitcoin/clients/lifecycle.ts';
import { backupDueMs } from '../../../../contract/backup-due.ts';
import type { AlertCode } from '../../../../contract/types.generated.ts';
import { keyOf } from '../../../platform/database/tenant-keys.ts';
import type { Thresholds } from '../../../tables/notifications.ts';
import type { Policies } from '../../notifications/settings.ts';
import { ruleCatalog } from './catalog.ts';
import { compareChains, type Middle, othersHeight } from './compare-chains.ts';
import {
  type BackupFacts,
  type ChannelFacts,
  type ConsumerFacts,
  executorKeyOf,
  type Facts,
  type Judgement,
  type Judgements,
  type KeyFacts,
  type NodeFacts,
  type Subject,
  type SubjectJudgements,
} from './facts.ts';
import { judgeChains } from './judge-chains.ts';
import { clientLives } from './judge-client.ts';
import { judgeExecutor, summarize } from './judge-executor.ts';
import { judgeGaps } from './judge-gap.ts';
import { judgeNode } from './judge-node.ts';

const dayMs = 24 * 3_600_000;

/** What comparing all nodes of networks shows. */
export interface Compared {
  middleOf(node: NodeFacts): Middle | undefined;
  isSplit(node: NodeFacts): boolean;
  sharesGap(node: NodeFacts): boolean;
}

/** Compares nodes, which must be all of their networks. */
export function compareNetworks(nodes: readonly NodeFacts[], now: Date, thresholdsFor: Policies['thresholdsFor']) {
  const { ofNetworks, ...chains } = judgeChains(nodes, now);
  const { ofGaps, ...gaps } = judgeGaps(nodes, now, thresholdsFor);
  return { middles: compareChains(nodes), ...chains, ...gaps, ofNetworks: [...ofNetworks, ...ofGaps] };
}

/** Judges executors with all their nodes, and other objects, by every rule, except what another condition explains. */
export function judge(
  { executors, nodes, keys, consumers, channels, releases, stoppedRollouts, stoppedNodeRollouts, backups }: Facts,
  { middleOf, isSplit, sharesGap }: Compared,
  now: Date,
  thresholdsFor: Policies['thresholdsFor'],
  lifecycle: LifecycleTable,
): SubjectJudgements[] {
  const lives = clientLives(lifecycle, executors, now);
  const catchingUp = new Set(nodes.filter(({ sample }) => sample?.catchesUp).map(executorKeyOf));
  const catalog = summarize(releases, now);
  const ofExecutors = executors.map((executor) => ({
    subject: { ...subjectOf('executor', executor), executorId: executor.id },
    judgements: judgeExecutor(executor, {
      thresholds: thresholdsFor(executor.organizationId),
      now,
      nodeCatchesUp: catchingUp.has(keyOf(executor)),
      catalog,
    }),
  }));
  const byExecutor = new Map(ofExecutors.map(({ subject, judgements }) => [keyOf(subject), judgements] as const));
  const ofNodes = nodes.map((node) => ({
    subject: { ...subjectOf('node', node), executorId: node.executorId },
    judgements: judgeNode(node, {
      thresholds: thresholdsFor(node.organizationId, node.id),
      now,
      othersHeight: othersHeight(node, middleOf(node)),
      isSplit: isSplit(node),
      sharesGap: sharesGap(node),
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
    ...consumers.map((each) => ({ subject: subjectOf('consumer', each), judgements: judgeConsumer(each, now) })),
    ...channels.map((channel) => ({ subject: subjectOf('channel', channel), judgements: judgeChannel(channel) })),
    ...stoppedRollouts.map((rollout) => ({
      subject: subjectOf('rollout', { ...rollout, name: rollout.targetVersion }),
      judgements: judgeStopped(rollout),
    })),
    ...stoppedNodeRollouts.map((rollout) => ({
      subject: subjectOf('node_rollout', { ...rollout, name: rollout.summary }),
      judgements: judgeStoppedNodes(rollout),
    })),
    ...backups.map((backup) => ({
      subject: subjectOf('control_plane', { ...backup, id: 'control_plane', name: 'control plane' }),
      judgements: judgeBackup(backup, now),
    })),
  ].map(({ subject, judgements }) => {
    const { organizationId, executorId: id } = subject;
    const ofExecutor = id === null ? undefined : byExecutor.get(keyOf({ organizationId, id }));
    return { subject, judgements: withoutExplained(judgements, ofExecutor ?? {}) };
  });
}

const subjectOf = (
  type: Subject['type'],
  { id, organizationId, name }: Pick<Subject, 'id' | 'organizationId' | 'name'>,
): Subject => ({ type, id, organizationId, name, executorId: null });

/** A short-lived key gets an incident only in the last quarter of its life. */
function judgeKey(
  { name, purpose, createdAt, expiresAt }: KeyFacts,
  { keyEndsDays }: Thresholds,
  now: Date,
): Judgements {
  const days = (expiresAt.getTime() - now.getTime()) / dayMs;
  const lifeDays = (expiresAt.getTime() - createdAt.getTime()) / dayMs;
  if (days > Math.min(keyEndsDays, lifeDays / 4)) return { key_ends_soon: null };
  const ends = days < 0 ? 'expired' : 'expires';
  const message = `The ${purpose} key ${name} ${ends} at ${expiresAt.toISOString()}.`;
  return { key_ends_soon: { message, data: { expiresAt: expiresAt.toISOString() } } };
}

const consumerEndsDays = 7;

/** A consumer for a short time gets an incident only in the last quarter of its life, as a key does. */
function judgeConsumer({ name, createdAt, expiresAt }: ConsumerFacts, now: Date): Judgements {
  const days = (expiresAt.getTime() - now.getTime()) / dayMs;
  const lifeDays = (expiresAt.getTime() - createdAt.getTime()) / dayMs;
  if (days > Math.min(consumerEndsDays, lifeDays / 4)) return { consumer_ends_soon: null };
  const ends = days < 0 ? 'expired' : 'expires';
  const message = `The consumer ${name} ${ends} at ${expiresAt.toISOString()}.`;
  return { consumer_ends_soon: { message, data: { expiresAt: expiresAt.toISOString() } } };
}

function judgeChannel({ name, failingSince, goneAt, lastFailure }: ChannelFacts): Judgements {
  if (goneAt !== null) {
    const message = `${name} is disabled: its receiver refused permanently (${lastFailure}).`;
    return { channel_failing: { message, data: { goneAt: goneAt.toISOString() }, openAfter: 0 } };
  }
  if (failingSince === null) return { channel_failing: null };
  const message = `${name} has been failing since ${failingSince.toISOString()}: ${lastFailure ?? 'no answer'}.`;
  return { channel_failing: { message, data: { failingSince: failingSince.toISOString() } } };
}

/** Resumed and ended rollouts are not in the facts, which closes their incidents. */
const judgeStopped = ({ targetVersion, reason }: Facts['stoppedRollouts'][number]): Judgements => ({
  rollout_stopped: {
    message: `The rollout of ${targetVersion} stopped: ${reason ?? ''}`,
    data: { targetVersion, reason: reason ?? '' },
  },
});

const judgeStoppedNodes = ({ summary, reason }: Facts['stoppedNodeRollouts'][number]): Judgements => ({
  rollout_stopped: {
    message: `The rollout “${summary}” stopped: ${reason ?? ''} Fix that node and resume the rollout, or skip the node.`,
    data: { summary, reason: reason ?? '' },
  },
});

function judgeBackup({ lastAt, scheduledSince }: BackupFacts, now: Date): Judgements {
  if (now.getTime() - (lastAt ?? scheduledSince).getTime() <= backupDueMs) return { backup_overdue: null };
  const message =
    lastAt === null
      ? `Backups of the control plane have been scheduled since ${scheduledSince.toISOString()}, and none has succeeded.`
      : `The last verified backup of the control plane ended at ${lastAt.toISOString()}.`;
  return { backup_overdue: { message, data: { lastBackupAt: lastAt?.toISOString() ?? null } } };
}

/** An offline executor explains its failing nodes: one incident is enough, and theirs neither open nor close. */
function withoutExplained(own: Judgements, ofExecutor: Judgements): Judgements {
  const isCondition = (found: Judgement | undefined) => typeof found === 'object' && found !== null;
  const holds = (code: AlertCode) => [own[code], ofExecutor[code]].some(isCondition);
  // By far the most common case.
  if (![own, ofExecutor].some((found) => Object.values(found).some(isCondition))) return own;
  return Object.fromEntries(
    (Object.keys(own) as AlertCode[]).map((code) => [
      code,
      ruleCatalog[code].causes.some(holds) ? 'unknown' : own[code],
    ]),
  );
}
