import { type OverrideConfig, readOverrides } from '../../bitcoin/read-overrides.ts';
import { authorityOf } from '../../text/authority.ts';
import {
  and,
  asc,
  type Database,
  eq,
  hasKey,
  hasKeys,
  isNull,
  type SQL,
  sql,
  type TenantKey,
} from '../platform/database/database.ts';
import { endpoint } from '../tables/endpoints.ts';
import { executor } from '../tables/executors.ts';
import { node } from '../tables/nodes.ts';

/** Of one endpoint. More are left out, in the order of their names. */
export const maxMembers = 100;

/** A label of the node takes precedence over the same label of its host. */
const isSelected: SQL = sql`${endpoint.nodeIds} IS NULL
  AND (${executor.labels} || ${node.labels}) @> ${endpoint.nodeLabels}`;

/** Finds listed nodes by their key. Only labels have to look at every node of a network. */
const isListed: SQL = sql`${node.id} IN (SELECT value::uuid FROM jsonb_array_elements_text(${endpoint.nodeIds}))`;

/** Returns the nodes of endpoints by name. */
export async function selectMembers(database: Database, endpoints: readonly TenantKey[]) {
  const { id: nodeId, name, observed, executorId, desiredState, client, clientVersion, network, overrides } = node;
  const { drain } = executor;
  const select = (condition: SQL) =>
    database
      .select({
        ...{ endpointId: endpoint.id, nodeId, nodeName: name, observed, executorId, desiredState, drain },
        ...{ client, clientVersion, network, overrides },
      })
      .from(endpoint)
      .innerJoin(node, and(eq(node.organizationId, endpoint.organizationId), eq(node.network, endpoint.network)))
      .innerJoin(executor, hasKey(executor, node.organizationId, node.executorId))
      .where(and(hasKeys(endpoint, endpoints), isNull(node.removedAt), isNull(node.signet), condition))
      .orderBy(asc(endpoint.id), asc(name));
  const rows = [...(await select(isListed)), ...(await select(isSelected))];
  return rows.map(({ observed: seen, ...row }) => ({
    ...row,
    address: seen?.endpoint ?? null,
    hasGatewayUser: seen?.hasGatewayUser ?? false,
  }));
}

export type Member = Awaited<ReturnType<typeof selectMembers>>[number];

/**
 * Returns the URL of a node's JSON-RPC server; null without an address in which a URL has only a host and a port. Agents
 * report any text as the host, and a gateway refuses all of its settings for one bad URL, revocations as well.
 */
export function memberUrl({ address }: Pick<Member, 'address'>): string | null {
  if (address === null) return null;
  const url = URL.parse(`http://${authorityOf(address.host, address.rpcPort)}`);
  return url !== null && url.hostname !== '' && url.href === `${url.origin}/` ? url.origin : null;
}

/** Returns the RPC threads that a node's settings override, without the one for the agent; null for the default. */
export function rpcThreads(config: OverrideConfig): number | null {
  const found = readOverrides(config).read.find(({ base }) => base === 'rpcthreads');
  return found === undefined ? null : Number(found.value);
}

/**
 * Returns why a node gets no calls: it is stopped on request, or about to be. A daemon answers for seconds after that, and
 * would break off calls that it gets meanwhile. Null for a node that should run.
 */
export function passedOver({ desiredState, drain }: Pick<Member, 'desiredState' | 'drain'>): string | null {
  if (desiredState !== 'running') return 'It is stopped on request.';
  return drain === null ? null : 'Its host is drained.';
}

/** The host itself, as URLs spell it. An agent can report it as `localhost`, `2130706433` or `0` as well. */
const ownHost = /^(?:127\.[\d.]+|0\.0\.0\.0|(?:.+\.)?localhost\.?|\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]+|ffff:0:0)?\])$/;

/**
 * Whether a gateway on this host can reach a node. A daemon of another host that listens on that host alone is out of
 * reach: at the same address of this host, another program would get its calls.
 */
export function isWithinReach(
  { address, executorId }: Pick<Member, 'address' | 'executorId'>,
  hostId: string,
): boolean {
  const url = memberUrl({ address });
  return url !== null && (executorId === hostId || !ownHost.test(new URL(url).hostname));
}
