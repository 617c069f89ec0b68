import { isAnswering } from '../../contract/phases.ts';
import type { NodeHealth, NodePhase, NodeRolloutWaitCode } from '../../contract/types.generated.ts';
import { counted } from '../../text/counted.ts';
import type { MemberBefore, StoredGate } from '../tables/node-rollouts.ts';

/** A member that was changed, and what is known of its node now. */
export interface MemberFacts {
  /** The node's revision with the change. */
  revision: number;
  /** Whether the change restarts the daemon, so that older samples do not count. */
  restarts: boolean;
  startedAt: Date;
  deadline: Date;
  before: MemberBefore;
  /** What it must meet besides. */
  gate: StoredGate | undefined;
  /** Null once it was deleted. */
  node: ObservedMember | null;
  now: Date;
}

export interface MemberSample {
  blocksBehind: number;
  runsSince: Date;
  height: number;
  peers: number;
  /** Null if the engine does not measure it. */
  memoryMiB: number | null;
}

export interface ObservedMember {
  desiredState: 'running' | 'stopped' | 'deleted';
  hostName: string;
  isOnline: boolean;
  isDrained: boolean;
  /** As its agent last reported it. */
  phase: NodePhase | null;
  reason: string | null;
  appliedRevision: number | null;
  /** The last change that its agent reverted because the node failed. */
  reverted: { revision: number; reason: string } | null;
  health: Pick<NodeHealth, 'state' | 'summary'>;
  /** The latest sample; null without a recent one. */
  sample: MemberSample | null;
  /** The median height of its network's nodes, the higher one of two, if a gate needs it; null if unknown. */
  medianHeight: number | null;
  /** The limit of its memory. */
  memoryMiB: number;
  problems: readonly { code: string; reason: string }[];
  /** Messages of the node's incidents that opened since its change. */
  incidents: readonly string[];
}

export type MemberVerdict =
  | { kind: 'back' }
  /** It is no longer expected to run. */
  | { kind: 'left'; reason: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'wait'; code: NodeRolloutWaitCode; message: string };

/** A daemon's start is computed from whole seconds, by two clocks. */
const startToleranceMs = 5000;

const wait = (code: NodeRolloutWaitCode, message: string): MemberVerdict => ({ kind: 'wait', code, message });

/**
 * Judges whether a node stands no worse than before its change: it answers with the change applied, is no further behind,
 * and has no problem or incident that is new. What proves the restart is the applied revision and a sample of a daemon
 * that started since, because a desired state proves nothing.
 */
export function judgeMember(facts: MemberFacts): MemberVerdict {
  const verdict = judgeStanding(facts);
  if (verdict.kind !== 'wait' || isHostAway(verdict.code) || facts.now < facts.deadline) return verdict;
  const minutes = Math.round((facts.deadline.getTime() - facts.startedAt.getTime()) / 60_000);
  return { kind: 'failed', reason: `not back after ${minutes} minutes: ${verdict.message}` };
}

/** Whether the host's absence explains the wait, so that the node's time does not run. */
export const isHostAway = (code: NodeRolloutWaitCode | null): boolean =>
  code === 'host_offline' || code === 'host_drained';

function judgeStanding({ node, revision, restarts, startedAt, before, gate }: MemberFacts): MemberVerdict {
  if (node === null || node.desiredState === 'deleted') return { kind: 'left', reason: 'It was deleted.' };
  if (node.desiredState === 'stopped') return { kind: 'left', reason: 'It was stopped.' };
  const { hostName, phase, reverted, health, sample } = node;
  if (!node.isOnline) return wait('host_offline', `${hostName} is offline`);
  if (node.isDrained) return wait('host_drained', `${hostName} is drained`);
  if (reverted !== null && reverted.revision >= revision)
    return { kind: 'failed', reason: `its change was reverted: ${reverted.reason}` };
  const isApplied = (node.appliedRevision ?? 0) >= revision;
  // One that failed before its change fails until its agent has applied that.
  if (phase === 'failing' && (isApplied || before.phase !== 'failing'))
    return { kind: 'failed', reason: node.reason ?? 'it fails' };
  if (!isApplied) return wait('not_applied', `${hostName} has not applied the change yet: ${health.summary}`);
  if (!isAnswering(phase)) return wait('not_answering', health.summary);
  const isOfThisRun = !restarts || (sample?.runsSince.getTime() ?? 0) >= startedAt.getTime() - startToleranceMs;
  if (before.blocksBehind !== null) {
    if (sample === null || !isOfThisRun) return wait('not_measured', 'not measured since its restart');
    if (sample.blocksBehind > before.blocksBehind)
      return wait('behind', `${sample.blocksBehind} blocks behind, and ${before.blocksBehind} before its change`);
  }
  const ungated = judgeGate(node, gate, isOfThisRun);
  if (ungated !== null) return ungated;
  const problem = node.problems.find(({ code }) => !before.problems.includes(code));
  if (problem !== undefined) return wait('problem', problem.reason);
  const [incident] = node.incidents;
  return incident === undefined ? { kind: 'back' } : wait('incident', incident);
}

/** Judges what the rollout requests of each node; null if it meets that. Only a sample of this run counts. */
function judgeGate(
  { sample, medianHeight, memoryMiB }: ObservedMember,
  gate: StoredGate | undefined,
  isOfThisRun: boolean,
): MemberVerdict | null {
  if (gate === undefined) return null;
  const { maxBlocksBehind, minPeers, maxMemoryPercent } = gate;
  if (sample === null || !isOfThisRun) return wait('not_measured', 'not measured since its restart');
  if (maxBlocksBehind !== null) {
    if (medianHeight === null) return wait('behind', 'the height of its network is unknown');
    const behind = medianHeight - sample.height;
    if (behind > maxBlocksBehind)
      return wait('behind', `${behind} blocks behind the median of its network, and ${maxBlocksBehind} are allowed`);
  }
  if (minPeers !== null && sample.peers < minPeers)
    return wait('peers', `${counted(sample.peers, 'peer')}, and the rollout requires ${minPeers}`);
  const percent = Math.round(((sample.memoryMiB ?? 0) / memoryMiB) * 100);
  if (maxMemoryPercent !== null && percent > maxMemoryPercent)
    return wait('memory', `uses ${percent} % of its memory, and ${maxMemoryPercent} % are allowed`);
  return null;
}
