import type { EndpointsReportInput } from '../../contract/types.generated.ts';
import type { GatewayReport } from '../../gateway/report.ts';
import { shorten } from '../../text/shorten.ts';

/** Calls in one report to the control plane. */
const maxCalls = 500;
/** The control plane refuses a report with a longer text, with all of its calls. */
const maxText = 1000;

const shortOrNull = (text: string | null): string | null => (text === null ? null : shorten(text, maxText));

/** Returns a gateway's report as the control plane takes it. `digest`: of the settings in use; null if unknown. */
export const reportInput = (
  { startedAt, configuration, endpoints, writes }: GatewayReport,
  digest: string | null,
): EndpointsReportInput => ({
  startedAt,
  digest,
  problem: shortOrNull(configuration.problem),
  endpoints: endpoints.map(({ id: endpointId, isListening, problem, members, consumers }) => ({
    ...{ endpointId, isListening, problem: shortOrNull(problem) },
    members: members.map(({ nodeId, code, reason, since, height, lag }) => ({
      ...{ nodeId, code, since, height },
      reason: shorten(reason, maxText),
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
