import type { Client } from '../../../bitcoin/clients/registry.ts';
import { compareVersions } from '../../../bitcoin/clients/versions.ts';
import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { lifecycleActions } from '../node/lifecycle-actions.ts';
import type { NodeListQuery } from './operations.generated.ts';

export interface BulkResult {
  id: string;
  name: string;
  outcome: 'pending' | 'requested' | 'skipped' | 'failed';
  /** Why the node was skipped or failed, what the request waits for, or the planned change. */
  reason: string | null;
}

export interface BulkAct {
  verb: string;
  isDanger?: boolean;
  /** The planned result of each node; the action runs on pending ones. */
  before: readonly BulkResult[];
  /** Requests the action for one node. Returns what it waits for; throws on failure. */
  ask: (id: string) => Promise<string | null>;
}

/** Bulk lifecycle actions in display order. */
export const bulkActs: readonly NodeLifecycleAction[] = ['start', 'restart', 'stop'];

export const bulkWords: Readonly<Record<NodeLifecycleAction, { verb: string; consequence: string }>> = {
  start: { verb: 'Start', consequence: 'Nodes resume where they stopped.' },
  restart: {
    verb: 'Restart',
    consequence:
      'Each node shuts down cleanly, which can take minutes, then starts again. Clients lose their connection.',
  },
  stop: {
    verb: 'Stop',
    consequence:
      'Each node shuts down cleanly, which can take minutes. Clients lose their connection. The chain data is kept.',
  },
};

const skipReasons: Readonly<Record<NodeLifecycleAction, string>> = {
  start: 'Already running or starting.',
  restart: 'Stopped. Start the node instead.',
  stop: 'Already stopped or stopping.',
};

const beingDeleted = 'Being deleted.';

/** Returns the planned results: each node is pending, or skipped if the action does not apply. */
export const beforeBulk = (nodes: readonly NodeRow[], act: NodeLifecycleAction): BulkResult[] =>
  nodes.map((node) => {
    const { id, name } = node;
    if (lifecycleActions(node).includes(act)) return { id, name, outcome: 'pending', reason: null };
    return {
      id,
      name,
      outcome: 'skipped',
      reason: lifecycleActions(node).length === 0 ? beingDeleted : skipReasons[act],
    };
  });

export const withResult = (
  results: readonly BulkResult[],
  id: string,
  change: Pick<BulkResult, 'outcome' | 'reason'>,
): BulkResult[] => results.map((result) => (result.id === id ? { ...result, ...change } : result));

export const bulkTitle = (verb: string, count: number): string =>
  `${verb} ${count === 1 ? '1 node' : `${count} nodes`}`;

export type Offers = ReadonlyMap<string, readonly { client: Client; version: string }[]>;

/** The control plane's errors for downgrades, by node id; null for an accepted one. */
export type Judgements = ReadonlyMap<string, string | null>;

type Candidate = Pick<NodeRow, 'id' | 'name' | 'client' | 'clientVersion' | 'desiredState'> & {
  executor: { id: string };
};

/** Returns the versions that at least one node can change to, latest first, with the number of nodes. */
export function versionChoices(nodes: readonly Candidate[], offers: Offers): { version: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const node of nodes)
    for (const { version } of offersFor(node, offers))
      if (obstacle(node, version, offers) === null) counts.set(version, (counts.get(version) ?? 0) + 1);
  return [...counts]
    .map(([version, count]) => ({ version, count }))
    .toSorted((a, b) => compareVersions(b.version, a.version));
}

/** A node keeps its client. */
const offersFor = ({ client, executor }: Pick<Candidate, 'client' | 'executor'>, offers: Offers) =>
  (offers.get(executor.id) ?? []).filter((each) => each.client === client);

function obstacle(
  { desiredState, client, clientVersion, executor }: Candidate,
  version: string,
  offers: Offers,
): string | null {
  if (desiredState === 'deleted') return beingDeleted;
  if (clientVersion === version) return 'Already on this version.';
  const isOffered = offersFor({ client, executor }, offers).some((each) => each.version === version);
  return isOffered ? null : 'Host does not support this version.';
}

/** Returns the nodes that would be downgraded: the control plane must check whether their data stays readable. */
export const lowered = (nodes: readonly Candidate[], version: string, offers: Offers): Candidate[] =>
  nodes.filter((node) => obstacle(node, version, offers) === null && compareVersions(version, node.clientVersion) < 0);

/** Returns the planned result of each node. */
export const beforeVersion = (
  nodes: readonly Candidate[],
  version: string,
  { offers, judgements }: { offers: Offers; judgements: Judgements },
): BulkResult[] =>
  nodes.map((node) => {
    const { id, name, clientVersion } = node;
    const reason = obstacle(node, version, offers) ?? judgements.get(id) ?? null;
    return reason === null
      ? { id, name, outcome: 'pending', reason: `${clientVersion} → ${version}` }
      : { id, name, outcome: 'skipped', reason };
  });

export type NodeRow = NonNullable<NodeListQuery['nodes']>[number];
