import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Measures } from './measures.ts';

export interface Figures {
  version: string;
  openStreams(): number;
  pool(): { share: string; total: number; idle: number; waiting: number }[];
  isBusOpen(): boolean;
  isLeaseHeld(): boolean;
  openIncidents(): Promise<ReadonlyMap<string, number> | undefined>;
  /** End of the last verified backup; null before the first one, undefined if none is scheduled. */
  lastBackup(): Promise<Date | null | undefined>;
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const heartbeat = 'syncExecutor';

/** Metrics for Prometheus. Their names and labels are a contract, documented in docs/control-plane/metrics.md. */
export function prometheusMeasures(figures: Figures): Measures & { registry: Registry } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = countersIn(registry);
  registerFigures(registry, figures);
  let wasBusOpened = false;
  return {
    registry,
    answered: (status) => counters.answers.inc({ status }),
    request: ({ operation, code, seconds }) => {
      counters.requests.inc({ operation, code });
      counters.requestSeconds.observe({ operation }, seconds);
      if (operation === heartbeat) counters.heartbeats.inc({ code });
      if (code === 'rate_limited') counters.rateRefusals.inc();
    },
    events: ({ accepted, rejected }) => {
      counters.events.inc({ outcome: 'accepted' }, accepted);
      counters.events.inc({ outcome: 'rejected' }, rejected);
    },
    budgetRefusal: () => counters.budgetRefusals.inc(),
    unhandledError: (kind) => counters.unhandledErrors.inc({ kind }),
    busOpened: () => {
      if (wasBusOpened) counters.busGaps.inc();
      wasBusOpened = true;
    },
    jobRun: ({ job, succeeded }) => {
      counters.jobRuns.inc({ job, outcome: succeeded ? 'succeeded' : 'failed' });
      if (succeeded) counters.jobSuccess.setToCurrentTime({ job });
    },
    webhookAttempt: ({ delivered, seconds }) => {
      counters.webhookAttempts.inc({ outcome: delivered ? 'delivered' : 'failed' });
      counters.webhookSeconds.observe(seconds);
    },
  };
}

/** Registers what is counted as it happens. */
function countersIn(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, ...labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  return {
    answers: counter('satrap_http_answers_total', 'HTTP responses.', 'status'),
    requests: counter(
      'satrap_graphql_requests_total',
      'Requests by field (or `several`, `none`) and code of the first error.',
      'operation',
      'code',
    ),
    requestSeconds: histogram(
      'satrap_graphql_request_duration_seconds',
      'Time to the response, or to the start of a stream.',
      'operation',
    ),
    heartbeats: counter('satrap_heartbeats_total', 'Heartbeats of agents.', 'code'),
    events: counter('satrap_events_total', 'Reported events and samples: `accepted` or `rejected`.', 'outcome'),
    budgetRefusals: counter('satrap_answer_budget_refusals_total', 'Responses refused as too large.'),
    rateRefusals: counter('satrap_rate_limit_refusals_total', 'Requests beyond a rate limit (429).'),
    unhandledErrors: counter('satrap_unhandled_errors_total', 'Unhandled: `rejection` or `exception`.', 'kind'),
    busGaps: counter('satrap_bus_gaps_total', 'Lost connections to the other replicas.'),
    jobRuns: counter('satrap_job_runs_total', 'Periodic jobs: `succeeded` or `failed`.', 'job', 'outcome'),
    jobSuccess: gauge('satrap_job_last_success_timestamp_seconds', 'Last success on this replica.', 'job'),
    webhookAttempts: counter('satrap_webhook_attempts_total', 'Attempts: `delivered` or `failed`.', 'outcome'),
    webhookSeconds: histogram('satrap_webhook_attempt_duration_seconds', 'Duration of webhook delivery attempts.'),
  };
}

/** Registers what is read at each scrape. */
function registerFigures(registry: Registry, figures: Figures): void {
  const registers = [registry];
  new Gauge({
    name: 'satrap_build_info',
    help: 'The running version; always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version: figures.version }, 1);
  /** A gauge that is read at each scrape; with a label, once for each of its values. */
  const read = (
    name: string,
    help: string,
    values: () => number | boolean | Promise<Iterable<readonly [string, number]>>,
    label?: string,
  ) => {
    const collect = async function (this: Gauge) {
      const found = await values();
      if (typeof found !== 'object') return this.set(Number(found));
      this.reset();
      for (const [value, count] of found) this.set({ [label ?? '']: value }, count);
    };
    new Gauge({ name, help, collect, labelNames: label === undefined ? [] : [label], registers });
  };
  const readPool = (name: string, help: string, count: 'total' | 'idle' | 'waiting') =>
    read(name, help, async () => figures.pool().map(({ share, [count]: value }) => [share, value] as const), 'share');
  const openIncidents = async () => (await figures.openIncidents()) ?? [];
  read('satrap_open_streams', 'Open subscriptions.', figures.openStreams);
  read('satrap_bus_connected', 'Whether this replica is connected to the others: 1 or 0.', figures.isBusOpen);
  read('satrap_job_lease_held', 'Whether this replica runs the periodic jobs: 1 or 0.', figures.isLeaseHeld);
  readPool('satrap_database_connections', 'Connections to the database, 21 at most.', 'total');
  readPool('satrap_database_idle_connections', 'Connections without a statement or transaction.', 'idle');
  readPool('satrap_database_waiting', 'Statements and transactions waiting for a connection.', 'waiting');
  read(
    'satrap_incidents_open',
    'Open incidents of all organizations; the same on every replica.',
    openIncidents,
    'code',
  );
  registerLastBackup(registers, figures);
}

function registerLastBackup(registers: Registry[], figures: Figures): void {
  new Gauge({
    name: 'satrap_last_backup_timestamp_seconds',
    help: 'End of the last verified backup, or 0; only where backups are scheduled. The same on every replica.',
    registers,
    collect: async function () {
      const at = await figures.lastBackup();
      if (at === undefined) this.remove();
      else this.set((at?.getTime() ?? 0) / 1000);
    },
  });
}
