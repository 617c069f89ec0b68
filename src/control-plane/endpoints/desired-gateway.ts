import { createHash } from 'node:crypto';
import type { DesiredConsumer, DesiredEndpoint, DesiredGateway } from '../../contract/types.generated.ts';
import { gatewayKeyOf, gatewayPairOf } from '../nodes/rpc-credentials/gateway-credentials.ts';
import { asc, type Database, eq, type TenantKey } from '../platform/database/database.ts';
import type { Sealing } from '../platform/sealing.ts';
import { type ConsumerRow, consumer, type EndpointRow, endpoint } from '../tables/endpoints.ts';
import { chainNetwork } from '../tables/incidents.ts';
import { type Verdict, verdictOf } from './branch-verdict.ts';
import { consumerMethods } from './consumer-columns.ts';
import { validSecrets } from './consumer-secrets.ts';
import { isWithinReach, type Member, maxMembers, memberUrl, passedOver, rpcThreads, selectMembers } from './members.ts';

interface Endpoints {
  endpoints: EndpointRow[];
  members: Member[];
  consumers: ConsumerRow[];
  /** By network. */
  verdicts: ReadonlyMap<string, Verdict>;
  key: string;
}

/** Reads all that the gateways of an organization serve; null if it has no endpoint. */
export async function readEndpoints(
  { database, secret }: { database: Database; secret: Sealing },
  organizationId: string,
): Promise<Endpoints | null> {
  const endpoints = await database
    .select()
    .from(endpoint)
    .where(eq(endpoint.organizationId, organizationId))
    .orderBy(asc(endpoint.id));
  if (endpoints.length === 0) return null;
  const members = await selectMembers(database, endpoints);
  const consumers = await database
    .select()
    .from(consumer)
    .where(eq(consumer.organizationId, organizationId))
    .orderBy(asc(consumer.id));
  const networks = await database.select().from(chainNetwork).where(eq(chainNetwork.organizationId, organizationId));
  return {
    endpoints,
    members,
    consumers,
    verdicts: new Map(networks.map((row) => [row.name, verdictOf(row)])),
    key: await gatewayKeyOf(database, secret, organizationId),
  };
}

/** Returns what the gateway of a host serves, with its digest. */
export function desiredGateway(read: Endpoints | null, executorId: string, now: Date): DesiredGateway {
  const served = read?.endpoints.filter(({ executorIds }) => executorIds.includes(executorId)) ?? [];
  if (read === null || served.length === 0) return { digest: null, endpoints: [] };
  const endpoints = served.map((row) => desiredEndpoint(read, row, executorId, now));
  // The time of a verdict alone is no change.
  const text = JSON.stringify(endpoints, (key, value: unknown) => (key === 'asOf' ? undefined : value));
  return { digest: createHash('sha256').update(text).digest('hex'), endpoints };
}

/** Returns what the gateway of a host serves now. */
export const desiredGatewayOf = async (
  delivery: { database: Database; secret: Sealing },
  { organizationId, id }: TenantKey,
): Promise<DesiredGateway> => desiredGateway(await readEndpoints(delivery, organizationId), id, new Date());

function desiredEndpoint(
  { members, consumers, verdicts, key }: Endpoints,
  { id, name, network, address, port, tls, pinnedBlockHash: pinned }: EndpointRow,
  executorId: string,
  now: Date,
): DesiredEndpoint {
  const own = members.filter(({ endpointId }) => endpointId === id).slice(0, maxMembers);
  const verdict = verdicts.get(network);
  return {
    ...{ id, name, network, address, port, tls },
    members: own
      .filter((member) => isWithinReach(member, executorId))
      .map((member) => {
        const { user, password } = gatewayPairOf(key, member.nodeId);
        return {
          ...{ nodeId: member.nodeId, name: member.nodeName, url: memberUrl(member) ?? '', user, password },
          hasGatewayUser: member.hasGatewayUser,
          rpcThreads: rpcThreads(member),
          passedOver: passedOver(member),
        };
      }),
    branches: verdict === undefined ? null : { asOf: now.toISOString(), ...verdict, pinned },
    consumers: consumers.filter(({ endpointId }) => endpointId === id).map((each) => desiredConsumer(each, now)),
  };
}

const desiredConsumer = (row: ConsumerRow, now: Date): DesiredConsumer => ({
  id: row.id,
  name: row.name,
  secrets: validSecrets(row.secrets, now).map(({ id, sha256, until }) => ({ id, sha256, expiresAt: until })),
  methods: consumerMethods(row),
  callsPerSecond: row.callsPerSecond,
  callsInFlight: row.callsInFlight,
  expiresAt: row.expiresAt?.toISOString() ?? null,
});
