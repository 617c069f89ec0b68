import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Measures } from './measures.ts';

/** What a control plane knows of itself at any moment. */
export interface Figures {
  version: string;
  openStreams(): number;
  /** Connections to the database by their share; `waiting` counts what waits for one. */
  pool(): { share: string; total: number; idle: number; waiting: number }[];
  isBusOpen(): boolean;
  isLeaseHeld(): boolean;
  /** How many incidents are open, by their code; undefined where the database does not say. */
  openIncidents(): Promise<ReadonlyMap<string, number> | undefined>;
}

/** From a millisecond to half a minute. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const heartbeat = 'syncExecutor';

/** Counts for Prometheus. The names and labels are promised in docs/control-plane/metrics.md. */
export class PrometheusMeasures implements Measures {
  readonly registry = new Registry();
  readonly #httpAnswers = this.#counter('satrap_http_answers_total', 'Answers by their HTTP status.', ['status']);
  readonly #requests = this.#counter(
    'satrap_graphql_requests_total',
    'Requests by the field that they ask for and the code of their first error.',
    ['operation', 'code'],
  );
  readonly #requestSeconds = this.#histogram(
    'satrap_graphql_request_duration_seconds',
    'Time to an answer, or to the start of a stream.',
    ['operation'],
  );
  readonly #heartbeats = this.#counter('satrap_heartbeats_total', 'Heartbeats of agents.', ['code']);
  readonly #events = this.#counter('satrap_events_total', 'Events and samples that agents reported.', ['outcome']);
  readonly #budgetRefusals = this.#counter(
    'satrap_answer_budget_refusals_total',
    'Answers that would have held too much.',
  );
  readonly #rateRefusals = this.#counter(
    'satrap_rate_limit_refusals_total',
    'Requests that were refused because their key, session or address asked too often.',
  );
  readonly #unhandledErrors = this.#counter('satrap_unhandled_errors_total', 'Errors that no code handled.', ['kind']);
  readonly #busGaps = this.#counter('satrap_bus_gaps_total', 'How often the connection to other replicas was lost.');
  readonly #jobRuns = this.#counter('satrap_job_runs_total', 'Runs of the periodic jobs.', ['job', 'outcome']);
  readonly #jobSuccess = this.#gauge('satrap_job_last_success_timestamp_seconds', 'When a job last succeeded here.', [
    'job',
  ]);
  readonly #webhookAttempts = this.#counter('satrap_webhook_attempts_total', 'Tries to deliver webhooks.', ['outcome']);
  readonly #webhookSeconds = this.#histogram('satrap_webhook_attempt_duration_seconds', 'Duration of these tries.');
  #wasBusOpened = false;

  constructor(figures: Figures) {
    collectDefaultMetrics({ register: this.registry });
    this.#gauge('satrap_build_info', 'The version that runs; always 1.', ['version']).set(
      { version: figures.version },
      1,
    );
    const bare: [string, string, () => number][] = [
      ['satrap_open_streams', 'Open subscriptions.', () => figures.openStreams()],
      ['satrap_bus_connected', 'Whether this replica hears of the others: 1 or 0.', () => Number(figures.isBusOpen())],
      [
        'satrap_job_lease_held',
        'Whether this replica runs the jobs that one may run: 1 or 0.',
        () => Number(figures.isLeaseHeld()),
      ],
    ];
    for (const [name, help, read] of bare) {
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect() {
          this.set(read());
        },
      });
    }
    for (const [name, help, count] of [
      ['satrap_database_connections', 'Connections to the database by their share.', 'total'],
      ['satrap_database_idle_connections', 'Those of them that nothing uses.', 'idle'],
      ['satrap_database_waiting', 'Statements that wait for a connection to the database.', 'waiting'],
    ] as const) {
      new Gauge({
        ...{ name, help, labelNames: ['share'], registers: [this.registry] },
        collect() {
          for (const { share, [count]: value } of figures.pool()) this.set({ share }, value);
        },
      });
    }
    new Gauge({
      name: 'satrap_incidents_open',
      help: 'Open incidents of all organizations. Every replica says the same.',
      labelNames: ['code'],
      registers: [this.registry],
      async collect() {
        const counts = await figures.openIncidents();
        this.reset();
        for (const [code, count] of counts ?? []) this.set({ code }, count);
      },
    });
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

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  #histogram(name: string, help: string, labelNames: string[] = []): Histogram {
    return new Histogram({ name, help, labelNames, buckets: durationBuckets, registers: [this.registry] });
  }
}
