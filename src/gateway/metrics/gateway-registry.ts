import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { GatewayReport } from '../report.ts';
import { type EndpointCounts, type Histogram, secondsBuckets } from './counts.ts';

export interface GatewayFigures {
  report: GatewayReport;
  /** By the id of the endpoint. */
  counts: ReadonlyMap<string, EndpointCounts>;
}

type Labels = Readonly<Record<string, string>>;
interface Value {
  labels: Labels;
  value: number | null;
}

interface MetricFacts {
  help: string;
  labels: readonly string[];
  read(figures: GatewayFigures): readonly Value[];
}

const seconds = (time: string | null): number | null => (time === null ? null : Date.parse(time) / 1000);

const ofEndpoints = (read: (endpoint: GatewayReport['endpoints'][number], figures: GatewayFigures) => Value[]) => {
  return (figures: GatewayFigures): Value[] =>
    figures.report.endpoints.flatMap((endpoint) =>
      read(endpoint, figures).map(({ labels, value }) => ({ labels: { endpoint: endpoint.name, ...labels }, value })),
    );
};

const ofMembers = (value: (member: GatewayReport['endpoints'][number]['members'][number]) => number | null) =>
  ofEndpoints(({ members }) => members.map((member) => ({ labels: { node: member.name }, value: value(member) })));

/** Their names and labels are documented in docs/hosts/metrics.md. */
const gauges: Readonly<Record<string, MetricFacts>> = {
  satrap_gateway_build_info: {
    help: 'Running version; always 1.',
    labels: ['version'],
    read: ({ report }) => [{ labels: { version: report.release }, value: 1 }],
  },
  satrap_gateway_configuration_valid: {
    help: 'Whether the current configuration file is served: 1, or 0 while the last good one is.',
    labels: [],
    read: ({ report }) => [{ labels: {}, value: Number(report.configuration.problem === null) }],
  },
  satrap_gateway_configuration_timestamp_seconds: {
    help: 'When the served configuration was loaded.',
    labels: [],
    read: ({ report }) => [{ labels: {}, value: seconds(report.configuration.loadedAt) }],
  },
  satrap_gateway_listening: {
    help: 'Whether the endpoint accepts connections: 1 or 0.',
    labels: ['endpoint'],
    read: ofEndpoints(({ isListening }) => [{ labels: {}, value: Number(isListening) }]),
  },
  satrap_gateway_connections: {
    help: 'Open connections of consumers.',
    labels: ['endpoint'],
    read: ofEndpoints(({ connections }) => [{ labels: {}, value: connections }]),
  },
  satrap_gateway_member_used: {
    help: 'Whether the member answers calls: 1 or 0.',
    labels: ['endpoint', 'node'],
    read: ofMembers(({ code }) => Number(code === 'used')),
  },
  satrap_gateway_member_height: {
    help: 'Height of the member’s last block.',
    labels: ['endpoint', 'node'],
    read: ofMembers(({ height }) => height),
  },
  satrap_gateway_member_lag_blocks: {
    help: 'Blocks behind the member with the most work.',
    labels: ['endpoint', 'node'],
    read: ofMembers(({ lag }) => lag),
  },
  satrap_gateway_member_calls_in_flight: {
    help: 'Requests that the member executes.',
    labels: ['endpoint', 'node'],
    read: ofMembers(({ inFlight }) => inFlight),
  },
  satrap_gateway_member_calls_queued: {
    help: 'Requests that wait for a slot of the member.',
    labels: ['endpoint', 'node'],
    read: ofMembers(({ queued }) => queued),
  },
  satrap_gateway_writes_pending: {
    help: 'Writes that have not reached the audit log; at 20,000, or 5,000 of a consumer, further ones are refused.',
    labels: [],
    read: ({ report }) => [{ labels: {}, value: report.writesPending }],
  },
};

const counters: Readonly<Record<string, MetricFacts>> = {
  satrap_gateway_requests_total: {
    help: 'Calls of consumers by outcome. The method is empty for a call that was not allowed or not understood.',
    labels: ['endpoint', 'consumer', 'method', 'outcome'],
    read: ofEndpoints(({ id }, { counts }) =>
      [...(counts.get(id)?.calls ?? [])].map(({ count, ...labels }) => ({ labels, value: count })),
    ),
  },
  satrap_gateway_unauthorized_total: {
    help: 'Requests with wrong credentials.',
    labels: ['endpoint'],
    read: ofEndpoints(({ id }, { counts }) => [{ labels: {}, value: counts.get(id)?.unauthorized ?? 0 }]),
  },
  satrap_gateway_retries_total: {
    help: 'Reads that were repeated on another member.',
    labels: ['endpoint'],
    read: ofEndpoints(({ id }, { counts }) => [{ labels: {}, value: counts.get(id)?.retries ?? 0 }]),
  },
  ...histogramFacts('satrap_gateway_request_seconds', 'Duration of requests', ({ request }) => request),
  ...histogramFacts(
    'satrap_gateway_added_seconds',
    'Duration of requests without that of members',
    ({ added }) => added,
  ),
};

/** A histogram as its three counters, because the gateway counts itself and prom-client's histogram cannot be set. */
function histogramFacts(
  name: string,
  help: string,
  histogramOf: (counts: EndpointCounts) => Histogram,
): Record<string, MetricFacts> {
  const read = (values: (histogram: Histogram) => Value[]) =>
    ofEndpoints(({ id }, { counts }) => {
      const found = counts.get(id);
      return found === undefined ? [] : values(histogramOf(found));
    });
  const total = ({ buckets }: Histogram, until = buckets.length): number =>
    buckets.slice(0, until).reduce((sum, count) => sum + count, 0);
  return {
    [`${name}_bucket`]: {
      help: `${help}: requests up to each bound.`,
      labels: ['endpoint', 'le'],
      read: read((histogram) =>
        [...secondsBuckets.map(String), '+Inf'].map((le, index) => ({
          labels: { le },
          value: total(histogram, index + 1),
        })),
      ),
    },
    [`${name}_sum`]: {
      help: `${help}: seconds in total.`,
      labels: ['endpoint'],
      read: read(({ sum }) => [{ labels: {}, value: sum }]),
    },
    [`${name}_count`]: {
      help: `${help}: requests.`,
      labels: ['endpoint'],
      read: read((histogram) => [{ labels: {}, value: total(histogram) }]),
    },
  };
}

/** Builds the gateway's Prometheus metrics. */
export function gatewayRegistry(figures: () => GatewayFigures): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const [name, { help, labels, read }] of Object.entries(gauges))
    new Gauge({
      ...{ name, help, labelNames: [...labels], registers: [registry] },
      collect() {
        this.reset();
        if (labels.length === 0) this.remove();
        for (const each of read(figures())) if (each.value !== null) this.set({ ...each.labels }, each.value);
      },
    });
  for (const [name, { help, labels, read }] of Object.entries(counters))
    new Counter({
      ...{ name, help, labelNames: [...labels], registers: [registry] },
      collect() {
        this.reset();
        for (const each of read(figures())) this.inc({ ...each.labels }, each.value ?? 0);
      },
    });
  return registry;
}
