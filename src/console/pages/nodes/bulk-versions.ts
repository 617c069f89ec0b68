import type { Client } from '../../../bitcoin/clients/registry.ts';
import { compareVersions } from '../../../bitcoin/clients/versions.ts';
import { type BulkResult, isGoing } from './bulk.ts';
import type { NodeRow } from './shown-node-row.ts';

/** The versions that each executor offers, by its id. */
export type Offers = ReadonlyMap<string, readonly { client: Client; version: string }[]>;

/** What the control plane says of the nodes whose version would be lowered, by their ids: null for one that may be. */
export type Judgements = ReadonlyMap<string, string | null>;

type Candidate = Pick<NodeRow, 'id' | 'name' | 'client' | 'clientVersion' | 'desiredState'> & {
  executor: { id: string };
};

/** Returns the versions that some of the nodes can be changed to, the latest first, with how many of them. Pure. */
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

/** Returns why a node's version is not changed; null where it may be. Pure. */
function obstacle(
  { desiredState, client, clientVersion, executor }: Candidate,
  version: string,
  offers: Offers,
): string | null {
  if (desiredState === 'deleted') return isGoing;
  if (clientVersion === version) return 'It has this version.';
  const isOffered = offersFor({ client, executor }, offers).some((each) => each.version === version);
  return isOffered ? null : 'Its executor does not offer this version.';
}

/** Returns the nodes whose version a change would lower: whether their data can be read then, the control plane says. Pure. */
export const lowered = (nodes: readonly Candidate[], version: string, offers: Offers): Candidate[] =>
  nodes.filter((node) => obstacle(node, version, offers) === null && compareVersions(version, node.clientVersion) < 0);

/** Returns what would become of each node before anything is asked. Pure. */
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
