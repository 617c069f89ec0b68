import type { EndpointHost, EndpointMember } from '../../contract/types.generated.ts';
import { and, eq, hasKeys, sql, type TenantKey } from '../platform/database/database.ts';
import type { RequestContext } from '../request/context.ts';
import { perRequest, rowsLoader } from '../request/loaders.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { type EndpointRow, endpoint, endpointReport } from '../tables/endpoints.ts';
import { executor } from '../tables/executors.ts';
import { maxMembers, memberUrl, selectMembers } from './members.ts';

/** The agent reports its gateway every 10 seconds. */
const silentMs = 60_000;

const membersLoader = ({ database }: RequestContext) =>
  rowsLoader<EndpointRow, EndpointMember & { endpointId: string }>(
    async (endpoints) => (await selectMembers(database, endpoints)).map((row) => ({ ...row, url: memberUrl(row) })),
    ({ endpointId }) => endpointId,
    ({ id }) => id,
  );

interface HostRow extends EndpointHost {
  endpointId: string;
}

const isHost = sql`${endpoint.executorIds} @> to_jsonb(${executor.id}::text)`;

const selectHosts = ({ database }: RequestContext, endpoints: readonly TenantKey[]) =>
  database
    .select({
      endpointId: endpoint.id,
      executorId: executor.id,
      executorName: executor.name,
      desiredDigest: executor.gatewayDigest,
      report: endpointReport,
    })
    .from(endpoint)
    .innerJoin(executor, and(eq(executor.organizationId, endpoint.organizationId), isHost))
    .leftJoin(
      endpointReport,
      and(
        eq(endpointReport.organizationId, endpoint.organizationId),
        eq(endpointReport.endpointId, endpoint.id),
        eq(endpointReport.executorId, executor.id),
      ),
    )
    .where(hasKeys(endpoint, endpoints))
    .orderBy(executor.name);

type SelectedHost = Awaited<ReturnType<typeof selectHosts>>[number];

const hostsLoader = (context: RequestContext) =>
  rowsLoader<EndpointRow, HostRow>(
    async (endpoints) => (await selectHosts(context, endpoints)).map((row) => describeHost(row, Date.now())),
    ({ endpointId }) => endpointId,
    ({ id }) => id,
  );

/** Describes an endpoint on a host by what its gateway last reported. `now`: milliseconds since the epoch. */
export function describeHost(
  { report, desiredDigest, ...host }: Omit<SelectedHost, 'report'> & { report: Reported | null },
  now: number,
): HostRow {
  const isSilent = report === null || now - report.reportedAt.getTime() > silentMs;
  return {
    ...host,
    state: isSilent ? 'silent' : report.isListening ? 'serving' : 'failed',
    reason: isSilent ? silence(report) : report.reason,
    isCurrent: report !== null && report.digest !== null && report.digest === desiredDigest,
    reportedAt: report?.reportedAt.toISOString() ?? null,
    members: report?.members ?? [],
  };
}

type Reported = Pick<
  NonNullable<SelectedHost['report']>,
  'isListening' | 'reason' | 'digest' | 'members' | 'reportedAt'
>;

const silence = (report: Reported | null): string =>
  report === null
    ? 'its gateway has not reported; see satrap-gateway.service and the agent’s doctor on the host'
    : 'its gateway or its agent has stopped reporting; the gateway may still serve what it had';

export const showEndpointResolvers = (): Resolvers => {
  const membersOf = perRequest(membersLoader);
  const hostsOf = perRequest(hostsLoader);
  return {
    Endpoint: {
      members: async (owner, _args, context) => (await membersOf(context).load(owner)).slice(0, maxMembers),
      hosts: (owner, _args, context) => hostsOf(context).load(owner),
    },
  };
};
