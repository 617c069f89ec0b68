import type { EndpointsReportInput } from '../../contract/types.generated.ts';
import type { GatewayReport } from '../../gateway/report.ts';

/** Calls in one report to the control plane. */
const maxCalls = 500;

/** Returns a gateway's report as the control plane takes it. `digest`: of the settings in use; null if unknown. */
export const reportInput = (
  { startedAt, configuration, endpoints, writes }: GatewayReport,
  digest: string | null,
): EndpointsReportInput => ({
  startedAt,
  digest,
  problem: configuration.problem,
  endpoints: endpoints.map(({ id: endpointId, isListening, problem, members, consumers }) => ({
    ...{ endpointId, isListening, problem },
    members: members.map(({ nodeId, code, reason, since, height, lag }) => ({
      ...{ nodeId, code, reason, since, height },
      blocksBehind: lag,
    })),
    consumers: consumers.flatMap(({ id: consumerId, lastUsedAt, calls }) =>
      lastUsedAt === null ? [] : [{ consumerId, lastUsedAt, counts: countsOf(calls) }],
    ),
  })),
  calls: writes.slice(0, maxCalls).map(({ consumer: consumerName, nodeIds: _nodeIds, ...write }) => ({
    ...write,
    consumerName,
  })),
});

const countsOf = (calls: Readonly<Record<string, number>>) =>
  Object.entries(calls)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => ({ outcome, calls: count }));
