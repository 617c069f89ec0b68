import { hasPeers, unlikelyGapSeconds } from '../../../../bitcoin/network.ts';
import { isAnswering } from '../../../../contract/phases.ts';
import type { AlertCode, NodeProblemCode } from '../../../../contract/types.generated.ts';
import { counted } from '../../../../text/counted.ts';
import { printable } from '../../../../text/printable.ts';
import { shorten } from '../../../../text/shorten.ts';
import type { Thresholds } from '../../../tables/notifications.ts';
import { isFresh } from './compare-chains.ts';
import { isRestartedByRollout, type Judgement, type Judgements, type NodeFacts, type SampleFacts } from './facts.ts';
import { type ClientLives, judgeClient } from './judge-client.ts';
import { minutes, secondsSince } from './judge-gap.ts';

/** A daemon that has run this long has left its crash loop. */
const steadyMs = 15 * 60_000;

interface NodeSurroundings {
  thresholds: Thresholds;
  now: Date;
  /** The median of the other nodes on its chain; undefined for a node that is alone. */
  othersHeight: number | undefined;
  /** Whether the chain of its network has split. */
  isSplit: boolean;
  /** Whether other nodes with peers stand on the same block, the newest of the network: its gap is the network's. */
  sharesGap: boolean;
  lives: ClientLives;
}

/** Stopped and deleted nodes have no incidents. */
export function judgeNode(node: NodeFacts, surroundings: NodeSurroundings): Judgements {
  if (node.desiredState !== 'running') return {};
  return {
    node_failing: nodeFailing(node),
    crash_loop: crashLoop(node, surroundings),
    memory_limit: memoryLimit(node, surroundings),
    no_peers: ofSample(node, surroundings, noPeers),
    sync_stalled: ofSample(node, surroundings, syncStalled),
    behind_network: ofSample(node, surroundings, behindNetwork),
    tip_stale: ofSample(node, surroundings, tipStale),
    clock_off: ofProblem(node, 'clock_off'),
    daemon_warning: ofProblem(node, 'daemon_warning'),
    change_reverted: ofProblem(node, 'change_reverted'),
    ...judgeClient(node, surroundings.lives),
  };
}

type SampleRule<C extends AlertCode> = (
  node: NodeFacts,
  sample: SampleFacts,
  surroundings: NodeSurroundings,
) => Judgement<C>;

/**
 * Judges only by a recent sample of an answering daemon, and not while a rollout waits for its restart: what follows from
 * that is no news to anybody, and what stays is judged afterwards.
 */
function ofSample<C extends AlertCode>(
  node: NodeFacts,
  surroundings: NodeSurroundings,
  rule: SampleRule<C>,
): Judgement<C> {
  const { sample, phase } = node;
  const { now } = surroundings;
  const isCurrent = sample !== null && isFresh(sample, now) && isAnswering(phase) && !isRestartedByRollout(node, now);
  return isCurrent ? rule(node, sample, surroundings) : 'unknown';
}

/** The agent has already debounced the problem. */
function ofProblem({ name, problems }: NodeFacts, ...codes: readonly NodeProblemCode[]) {
  const found = problems.find(({ code }) => codes.some((asked) => asked === code));
  return found === undefined
    ? null
    : { message: `${name}: ${shorten(printable(found.reason), 1000)}.`, data: { problem: found.code } };
}

const nodeFailing = ({ name, phase, reason }: NodeFacts): Judgement<'node_failing'> =>
  phase === 'failing'
    ? { message: `${name} cannot run: ${shorten(printable(reason ?? 'no reason reported'), 1000)}`, data: {} }
    : null;

function crashLoop(
  { name, exits, phase, phaseSince }: NodeFacts,
  { thresholds, now }: NodeSurroundings,
): Judgement<'crash_loop'> {
  const isSteady = isAnswering(phase) && now.getTime() - (phaseSince?.getTime() ?? 0) >= steadyMs;
  if (exits < thresholds.crashLoopExits || isSteady) return null;
  return {
    message: `The daemon of ${name} exited unexpectedly ${counted(exits, 'time')} in the last hour.`,
    data: { exits },
  };
}

function memoryLimit(
  { name, outOfMemoryAt, sample, memoryLimitMiB }: NodeFacts,
  { thresholds, now }: NodeSurroundings,
): Judgement<'memory_limit'> {
  if (outOfMemoryAt !== null)
    return {
      message: `The host killed the daemon of ${name} at ${outOfMemoryAt.toISOString()}: it reached its memory limit of ${memoryLimitMiB} MiB.`,
      data: { outOfMemoryAt: outOfMemoryAt.toISOString(), memoryLimitMiB },
    };
  if (sample === null || sample.memoryMiB === null || !isFresh(sample, now)) return 'unknown';
  const percent = (sample.memoryMiB / memoryLimitMiB) * 100;
  if (percent < thresholds.memoryPercent) return null;
  return {
    message: `${name} uses ${Math.round(percent)} % of its memory limit of ${memoryLimitMiB} MiB.`,
    data: { memoryMiB: Math.round(sample.memoryMiB), memoryLimitMiB },
  };
}

/** On a private chain, only the agent knows whether peers are missing. */
const noPeers: SampleRule<'no_peers'> = (node, { peers }) =>
  peers > 0 || !hasPeers(node.network)
    ? ofProblem(node, 'no_peers')
    : { message: `${node.name} has no peers.`, data: {} };

const syncStalled: SampleRule<'sync_stalled'> = (node, sample, { thresholds, now }) => {
  const { name, watch, network } = node;
  // After its first sync, a daemon does not report that it is behind again.
  if (!sample.catchesUp) return ofProblem(node, 'download_stalled');
  if (!hasPeers(network) || watch === null) return null;
  const seconds = secondsSince(watch.progressSince, sample, now);
  if (seconds < thresholds.syncStalledMinutes * 60) return null;
  return {
    message: `${name} is syncing, but has been stuck at block ${sample.height} of ${sample.headers} for ${minutes(seconds)}.`,
    data: { height: sample.height, headers: sample.headers },
  };
};

const behindNetwork: SampleRule<'behind_network'> = ({ name }, { height }, { thresholds, othersHeight, isSplit }) => {
  // The split explains the difference.
  if (isSplit) return 'unknown';
  const behind = (othersHeight ?? 0) - height;
  if (othersHeight === undefined || behind < thresholds.blocksBehind) return null;
  return {
    message: `${name} is at block ${height}, ${counted(behind, 'block')} behind your other nodes on this network.`,
    data: { height, othersHeight },
  };
};

const tipStale: SampleRule<'tip_stale'> = (
  { name, network, watch },
  sample,
  { thresholds, now, sharesGap, isSplit },
) => {
  if (sharesGap) return null;
  // The split explains it.
  if (isSplit) return 'unknown';
  const limit = unlikelyGapSeconds(network, thresholds.tipProbability);
  if (limit === undefined || sample.catchesUp || watch === null) return null;
  const seconds = secondsSince(watch.tipSince, sample, now);
  if (seconds < limit) return null;
  return {
    message: `${name} has seen no block for ${minutes(seconds)}; the probability of such a gap is below ${thresholds.tipProbability}.`,
    data: { height: sample.height, bestBlockHash: sample.bestBlockHash },
  };
};
