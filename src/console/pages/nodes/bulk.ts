import { compareVersions } from '../../../bitcoin/compare-versions.ts';
import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { lifecycleActions } from '../node/lifecycle-actions.ts';
import type { NodeListQuery } from './operations.generated.ts';

export interface BulkResult {
  id: string;
  name: string;
  outcome: 'waits' | 'asked for' | 'left out' | 'refused';
  /** Why it was left out or refused, what it waits for, or what will be done. */
  reason: string | null;
}

export interface BulkAct {
  verb: string;
  isDanger?: boolean;
  /** What would become of each node; asked are those that wait. */
  before: readonly BulkResult[];
  /** Asks for one node. Returns what it waits for then; throws where it is refused. */
  ask: (id: string) => Promise<string | null>;
}

/** The acts of life on many nodes at once, in the order in which they are offered. */
export const bulkActs: readonly NodeLifecycleAction[] = ['start', 'restart', 'stop'];

export const bulkWords: Readonly<Record<NodeLifecycleAction, { verb: string; consequence: string }>> = {
  start: { verb: 'Start', consequence: 'They go on where they stopped.' },
  restart: {
    verb: 'Restart',
    consequence: 'Each stops gently, which may take minutes, and starts again. Who uses them is cut off meanwhile.',
  },
  stop: {
    verb: 'Stop',
    consequence: 'Each stops gently, which may take minutes. Their chain data stays; who uses them is cut off.',
  },
};

const leftOut: Readonly<Record<NodeLifecycleAction, string>> = {
  start: 'It is asked to run already.',
  restart: 'It is stopped: start it.',
  stop: 'It is asked to stop already.',
};

const isGoing = 'It is being deleted.';

/** Returns the results before anything is asked: each node waits, or is left out where the act makes no sense. */
export const beforeBulk = (nodes: readonly NodeRow[], act: NodeLifecycleAction): BulkResult[] =>
  nodes.map((node) => {
    const { id, name } = node;
    if (lifecycleActions(node).includes(act)) return { id, name, outcome: 'waits', reason: null };
    return { id, name, outcome: 'left out', reason: lifecycleActions(node).length === 0 ? isGoing : leftOut[act] };
  });

export const withResult = (
  results: readonly BulkResult[],
  id: string,
  change: Pick<BulkResult, 'outcome' | 'reason'>,
): BulkResult[] => results.map((result) => (result.id === id ? { ...result, ...change } : result));

export const bulkTitle = (verb: string, count: number): string =>
  `${verb} ${count === 1 ? 'a node' : `${count} nodes`}`;

export type Offers = ReadonlyMap<string, readonly string[]>;

/** What the control plane says of the nodes whose version would be lowered, by their ids: null for one that may be. */
export type Judgements = ReadonlyMap<string, string | null>;

type Candidate = Pick<NodeRow, 'id' | 'name' | 'clientVersion' | 'desiredState'> & { executor: { id: string } };

/** Returns the versions that some of the nodes can be changed to, the latest first, with how many of them. */
export function versionChoices(nodes: readonly Candidate[], offers: Offers): { version: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const node of nodes)
    for (const version of offers.get(node.executor.id) ?? [])
      if (obstacle(node, version, offers) === null) counts.set(version, (counts.get(version) ?? 0) + 1);
  return [...counts]
    .map(([version, count]) => ({ version, count }))
    .toSorted((a, b) => compareVersions(b.version, a.version));
}

function obstacle(
  { desiredState, clientVersion, executor }: Candidate,
  version: string,
  offers: Offers,
): string | null {
  if (desiredState === 'deleted') return isGoing;
  if (clientVersion === version) return 'It has this version.';
  return offers.get(executor.id)?.includes(version) === true ? null : 'Its executor does not offer this version.';
}

/** Returns the nodes whose version a change would lower: whether their data can be read then, the control plane says. */
export const lowered = (nodes: readonly Candidate[], version: string, offers: Offers): Candidate[] =>
  nodes.filter((node) => obstacle(node, version, offers) === null && compareVersions(version, node.clientVersion) < 0);

/** Returns what would become of each node before anything is asked. */
export const beforeVersion = (
  nodes: readonly Candidate[],
  version: string,
  { offers, judgements }: { offers: Offers; judgements: Judgements },
): BulkResult[] =>
  nodes.map((node) => {
    const { id, name, clientVersion } = node;
    const reason = obstacle(node, version, offers) ?? judgements.get(id) ?? null;
    return reason === null
      ? { id, name, outcome: 'waits', reason: `${clientVersion} → ${version}` }
      : { id, name, outcome: 'left out', reason };
  });

export type NodeRow = NonNullable<NodeListQuery['nodes']>[number];
