import type { Client } from '../../../bitcoin/clients/registry.ts';
import { compareVersions } from '../../../bitcoin/clients/versions.ts';
import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { actionWords, lifecycleActions } from '../node/lifecycle-actions.ts';
import type { NodeListQuery } from './operations.generated.ts';

export type NodeRow = NonNullable<NodeListQuery['nodes']>[number];

export const bulkActs = ['start', 'restart', 'stop', 'version'] as const;
export type BulkAct = (typeof bulkActs)[number];

export const verbOf = (act: BulkAct): string => (act === 'version' ? 'Change version' : actionWords[act].verb);

export interface BulkResult {
  id: string;
  name: string;
  outcome: 'pending' | 'requested' | 'skipped' | 'failed';
  /** Why the node was skipped or failed, what the request waits for, or the planned change. */
  reason: string | null;
}

const beingDeleted = 'Being deleted.';

/** Returns the planned result of a node: pending, or skipped because of an obstacle. */
const planned = (
  { id, name }: Pick<NodeRow, 'id' | 'name'>,
  obstacle: string | null,
  change: string | null = null,
): BulkResult => ({ id, name, outcome: obstacle === null ? 'pending' : 'skipped', reason: obstacle ?? change });

/** Returns the planned result of each node. */
export const beforeBulk = (nodes: readonly NodeRow[], act: NodeLifecycleAction): BulkResult[] =>
  nodes.map((node) => {
    const possible = lifecycleActions(node);
    if (possible.includes(act)) return planned(node, null);
    return planned(node, possible.length === 0 ? beingDeleted : actionWords[act].skipped);
  });

interface Offered {
  client: Client;
  version: string;
  lifecycle: { summary: string; warning: string | null };
}

/** The versions that each host supports, by its id. */
export type Offers = ReadonlyMap<string, readonly Offered[]>;

/** The control plane's errors for downgrades, by node id; null for an accepted one. */
export type Judgements = ReadonlyMap<string, string | null>;

type Candidate = Pick<NodeRow, 'id' | 'name' | 'client' | 'clientVersion' | 'desiredState'> & {
  executor: { id: string };
};

/** Returns the versions that at least one node can change to, latest first, with the number of nodes. */
export function versionChoices(nodes: readonly Candidate[], offers: Offers): (Offered & { count: number })[] {
  const possible = nodes.flatMap((node) =>
    offersFor(node, offers).filter(({ version }) => obstacle(node, version, offers) === null),
  );
  return [...Map.groupBy(possible, ({ version }) => version).values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [{ ...first, count: others.length + 1 }]))
    .toSorted((a, b) => compareVersions(b.version, a.version));
}

/** A node keeps its client. */
const offersFor = ({ client, executor }: Candidate, offers: Offers): Offered[] =>
  (offers.get(executor.id) ?? []).filter((each) => each.client === client);

function obstacle(node: Candidate, version: string, offers: Offers): string | null {
  if (node.desiredState === 'deleted') return beingDeleted;
  if (node.clientVersion === version) return 'Already on this version.';
  return offersFor(node, offers).some((each) => each.version === version)
    ? null
    : 'Host does not support this version.';
}

/** Returns the ids of nodes that would be downgraded: the control plane must check whether their data stays readable. */
export const lowered = (nodes: readonly Candidate[], version: string, offers: Offers): string[] =>
  nodes
    .filter((node) => obstacle(node, version, offers) === null && compareVersions(version, node.clientVersion) < 0)
    .map(({ id }) => id);

/** Returns the planned result of each node. */
export const beforeVersion = (
  nodes: readonly Candidate[],
  version: string,
  { offers, judgements }: { offers: Offers; judgements: Judgements },
): BulkResult[] =>
  nodes.map((node) =>
    planned(
      node,
      obstacle(node, version, offers) ?? judgements.get(node.id) ?? null,
      `${node.clientVersion} → ${version}`,
    ),
  );
