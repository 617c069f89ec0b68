import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Measures } from './measures.ts';

export interface Figures {
  version: string;
  openStreams(): number;
  pool(): { share: string; total: number; idle: number; waiting: number }[];
  isBusOpen(): boolean;
  isLeaseHeld(): boolean;
  openIncidents(): Promise<ReadonlyMap<string, number> | undefined>;
}

const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const heartbeat = 'syncExecutor';

type Labelled = (readonly [string, number])[];

/** Metrics for Prometheus. Their names and labels are a contract, documented in docs/control-plane/metrics.md. */
export class PrometheusMeasures implements Measures {
  readonly registry = new Registry();
  readonly #httpAnswers = this.#counter('satrap_http_answers_total', 'HTTP responses by status.', 'status');
  readonly #requests = this.#counter(
    'satrap_graphql_requests_total',
    'Requests by field and code of the first error.',
    'operation',
    'code',
  );
  readonly #requestSeconds = this.#histogram(
    'satrap_graphql_request_duration_seconds',
    'Time to the response, or to the start of a stream.',
    'operation',
  );
  readonly #heartbeats = this.#counter('satrap_heartbeats_total', 'Heartbeats of agents.', 'code');
  readonly #events = this.#counter('satrap_events_total', 'Events and samples reported by agents.', 'outcome');
  readonly #budgetRefusals = this.#counter('satrap_answer_budget_refusals_total', 'Answers refused for their size.');
  readonly #rateRefusals = this.#counter(
    'satrap_rate_limit_refusals_total',
    'Requests refused by the rate limit of a key, session or address.',
  );
  readonly #unhandledErrors = this.#counter('satrap_unhandled_errors_total', 'Unhandled errors.', 'kind');
  readonly #busGaps = this.#counter('satrap_bus_gaps_total', 'Lost connections to other replicas.');
  readonly #jobRuns = this.#counter('satrap_job_runs_total', 'Runs of the periodic jobs.', 'job', 'outcome');
  readonly #jobSuccess = this.#gauge(
    'satrap_job_last_success_timestamp_seconds',
    'Time of the last success of a job on this replica.',
    'job',
  );
  readonly #webhookAttempts = this.#counter('satrap_webhook_attempts_total', 'Webhook delivery attempts.', 'outcome');
  readonly #webhookSeconds = this.#histogram(
    'satrap_webhook_attempt_duration_seconds',
    'Duration of webhook delivery attempts.',
  );
  #wasBusOpened = false;

  constructor(figures: Figures) {
    collectDefaultMetrics({ register: this.registry });
    this.#gauge('satrap_build_info', 'The running version; always 1.', 'version').set({ version: figures.version }, 1);
    this.#read('satrap_open_streams', 'Open subscriptions.', figures.openStreams);
    this.#read(
      'satrap_bus_connected',
      'Whether this replica receives messages of the others: 1 or 0.',
      figures.isBusOpen,
    );
    this.#read(
      'satrap_job_lease_held',
      'Whether this replica holds the lease of the periodic jobs: 1 or 0.',
      figures.isLeaseHeld,
    );
    const readPool = (name: string, help: string, count: 'total' | 'idle' | 'waiting') =>
      this.#readByLabel(name, help, 'share', () => figures.pool().map(({ share, [count]: value }) => [share, value]));
    readPool('satrap_database_connections', 'Database connections by share.', 'total');
    readPool('satrap_database_idle_connections', 'Idle database connections by share.', 'idle');
    readPool('satrap_database_waiting', 'Statements waiting for a database connection.', 'waiting');
    const openIncidents = async () => [...((await figures.openIncidents()) ?? [])];
    const help = 'Open incidents of all organizations; the same on every replica.';
    this.#readByLabel('satrap_incidents_open', help, 'code', openIncidents);
  }

  answered(status: number): void {
    this.#httpAnswers.inc({ status });
  }

  request({ operation, code, seconds }: Parameters<Measures['request']>[0]): void {
    this.#requests.inc({ operation, code });
    this.#requestSeconds.observe({ operation }, seconds);
    if (operation === heartbeat) this.#heartbeats.inc({ code });
    if (code === 'RateLimited') this.#rateRefusals.inc();
  }

  events({ accepted, rejected }: Parameters<Measures['events']>[0]): void {
    this.#events.inc({ outcome: 'accepted' }, accepted);
    this.#events.inc({ outcome: 'rejected' }, rejected);
  }

  budgetRefusal(): void {
    this.#budgetRefusals.inc();
  }

  unhandledError(kind: 'rejection' | 'exception'): void {
    this.#unhandledErrors.inc({ kind });
  }

  busOpened(): void {
    if (this.#wasBusOpened) this.#busGaps.inc();
    this.#wasBusOpened = true;
  }

  jobRun({ job, succeeded }: Parameters<Measures['jobRun']>[0]): void {
    this.#jobRuns.inc({ job, outcome: succeeded ? 'succeeded' : 'failed' });
    if (succeeded) this.#jobSuccess.setToCurrentTime({ job });
  }

  webhookAttempt({ delivered, seconds }: Parameters<Measures['webhookAttempt']>[0]): void {
    this.#webhookAttempts.inc({ outcome: delivered ? 'delivered' : 'failed' });
    this.#webhookSeconds.observe(seconds);
  }

  #counter(name: string, help: string, ...labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #gauge(name: string, help: string, ...labelNames: string[]): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  #histogram(name: string, help: string, ...labelNames: string[]): Histogram {
    return new Histogram({ name, help, labelNames, buckets: durationBuckets, registers: [this.registry] });
  }

  /** A gauge that is read at each scrape. */
  #read(name: string, help: string, read: () => number | boolean): void {
    const collect = function (this: Gauge) {
      this.set(Number(read()));
    };
    new Gauge({ name, help, collect, registers: [this.registry] });
  }

  #readByLabel(name: string, help: string, label: string, read: () => Labelled | Promise<Labelled>): void {
    const collect = async function (this: Gauge) {
      const values = await read();
      this.reset();
      for (const [value, count] of values) this.set({ [label]: value }, count);
    };
    new Gauge({ name, help, collect, labelNames: [label], registers: [this.registry] });
  }
}
