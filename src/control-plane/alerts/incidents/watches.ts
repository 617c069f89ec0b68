import { networkName } from '../../../bitcoin/network-name.ts';
import { addReading } from '../../../storage/disk-trend.ts';
import type { ChainQuestion } from '../../agents/agent-requests/chain-requests.ts';
import { type KeyText, keyOf } from '../../platform/database/tenant-keys.ts';
import type { BranchStanding, ChainReading } from '../../tables/incidents.ts';
import type { RuleColumns } from './plan-changes.ts';
import { watchChain, withReading } from './rules/compare-chains.ts';
import type { ExecutorFacts, NodeFacts } from './rules/facts.ts';
import type { judgeChains } from './rules/judge-chains.ts';

// What the rules remember of nodes' chains and hosts' disks from one run to the next.

/** Adds a node's facts to earlier observations. */
export function observeNode(node: NodeFacts, reading: ChainReading | undefined): NodeFacts {
  if (node.sample === null) return node;
  const watched = watchChain(node.watch, node.sample);
  return { ...node, watch: reading === undefined ? watched : withReading(watched, reading) };
}

export function observeDisks(facts: readonly ExecutorFacts[], now: Date) {
  const executors = facts.map((executor) => {
    if (!executor.online || executor.diskTotalGiB <= 0) return executor;
    const reading = { at: now.getTime(), free: executor.diskFreeGiB };
    return { ...executor, diskHistory: addReading(executor.diskHistory, reading) };
  });
  const disks = executors.filter(({ diskHistory }, index) => diskHistory !== facts[index]?.diskHistory);
  return {
    executors,
    disks: disks.map(({ organizationId, id, diskHistory }) => ({ organizationId, id, value: diskHistory })),
  };
}

/** Each daemon gets two of these requests a minute at most. */
const askEveryMs = 30_000;

export function dueQuestions(
  questions: ReadonlyMap<KeyText, readonly number[]>,
  nodes: readonly NodeFacts[],
  now: Date,
): ChainQuestion[] {
  if (questions.size === 0) return [];
  return nodes.flatMap(({ organizationId, id, watch }) => {
    const heights = questions.get(keyOf({ organizationId, id }));
    const isDue = now.getTime() - (watch?.askedAt ?? 0) >= askEveryMs;
    return heights !== undefined && isDue ? [{ organizationId, nodeId: id, heights }] : [];
  });
}

/** Records how nodes stand while an incident of their network is open: what never opened one is forgotten. */
export function withStances(
  nodes: readonly NodeFacts[],
  { stances, standings }: Pick<ReturnType<typeof judgeChains>, 'stances' | 'standings'>,
  incidents: readonly RuleColumns[],
) {
  const open = incidents.filter(({ code, status }) => code === 'chain_split' && status === 'open');
  const split = new Set(open.map(({ organizationId, subjectId }) => `${organizationId} ${subjectId}`));
  return nodes.map((node) => {
    const { organizationId, id, watch } = node;
    const isSplit = split.has(`${organizationId} ${networkName(node)}`);
    const apart = isSplit ? stances.get(keyOf(node)) : null;
    const branch = isSplit ? standings.get(keyOf(node)) : null;
    if (watch === null || apart === undefined || branch === undefined) return { organizationId, id, watch };
    const isNews = apart !== (watch.apart ?? null) || !isSameBranch(branch, watch.branch ?? null);
    return { organizationId, id, watch: isNews ? { ...watch, apart, branch } : watch };
  });
}

export const isSameBranch = (a: BranchStanding | null, b: BranchStanding | null): boolean =>
  a?.forkHeight === b?.forkHeight && a?.isEven === b?.isEven;

/** Returns what is newly known of nodes' chains, with the time of their questions. */
export function changedWatches(
  nodes: readonly Pick<NodeFacts, 'organizationId' | 'id' | 'watch'>[],
  before: ReadonlyMap<KeyText, NodeFacts['watch']>,
  asked: readonly ChainQuestion[],
  now: Date,
) {
  const askedKeys = new Set(asked.map(({ organizationId, nodeId: id }) => keyOf({ organizationId, id })));
  return nodes.flatMap(({ organizationId, id, watch }) => {
    const key = keyOf({ organizationId, id });
    const value = watch !== null && askedKeys.has(key) ? { ...watch, askedAt: now.getTime() } : watch;
    return value === before.get(key) ? [] : [{ organizationId, id, value }];
  });
}
