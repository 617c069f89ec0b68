import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { busChannel } from '../../src/control-plane/platform/bus/outbox.ts';
import { until } from '../../test/harness/until.ts';
import type { TestPostgres } from '../../test/setup/postgres.ts';
import { type Figure, summarise } from '../figures.ts';
import { familyMiB, familyProcessorSeconds, processorSeconds } from '../process.ts';
import { Generators } from './generators.ts';
import { makeTemplate, type Replicas, startReplicas, withDatabase } from './replicas.ts';
import { seedFleet } from './seed-fleet.ts';

export interface FleetSize {
  executors: number;
  steadySeconds: number;
  heartbeatSeconds: number;
  eventEverySeconds: number;
  databaseAwaySeconds: number;
  /** Of each race. */
  raceSeconds: number;
}

/** What `npm run bench -- fleet` runs. */
export const fleetSizes: readonly FleetSize[] = [1000, 10_000, 100_000].map((executors) => ({
  ...{
    executors,
    steadySeconds: 600,
    heartbeatSeconds: 15,
    eventEverySeconds: executors > 10_000 ? 3600 : 600,
    databaseAwaySeconds: 60,
    raceSeconds: 15,
  },
}));

const daySeconds = 86_400;
/** Full reports and streams of a whole fleet; the rest only of what changed. */
const loadedWithinMs = ({ executors }: FleetSize) => 60_000 + 25 * executors;
const freshWithinMs = 20 * 60_000;
/** In one request of the API. */
const inOneChange = 500;
const maxChanged = 1000;
const maxCut = 1000;
const fewExecutors = 40;
const raceRounds = 3;

/** (fleet) A simulated fleet on loopback, in its ordinary state and through faults. */
export async function* benchFleet(postgres: TestPostgres, size: FleetSize): AsyncGenerator<Figure> {
  const { executors, eventEverySeconds } = size;
  const replicas = await startReplicas(postgres, size);
  const [controlPlane] = replicas;
  try {
    await makeTemplate(controlPlane);
    const fleet = await withDatabase(controlPlane, (client) => seedFleet(client, executors));
    const urls = replicas.map(({ url }) => url);
    const generators = new Generators(shuffled(fleet.flatMap((part) => part.executors)), { urls, eventEverySeconds });
    try {
      yield* new FleetBench({ size, postgres, replicas, generators }).run();
    } finally {
      await generators.stop();
    }
  } finally {
    for (const replica of replicas.toReversed()) await replica.destroy();
  }
}

/** So that each replica and each process has executors of each organization. */
const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, at: randomInt(2 ** 32) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

interface FleetBenchOptions {
  size: FleetSize;
  postgres: TestPostgres;
  replicas: Replicas;
  generators: Generators;
}

class FleetBench {
  readonly #options: FleetBenchOptions;

  constructor(options: FleetBenchOptions) {
    this.#options = options;
  }

  async *run(): AsyncGenerator<Figure> {
    const { generators, replicas, postgres, size } = this.#options;
    const { databaseAwaySeconds, executors } = size;
    const loaded = await generators.fresh(Date.now(), loadedWithinMs(size));
    yield this.#figure('from the first executor until 99 % listen', 's', [loaded.listening], 'none is set', () => true);
    // What waited meanwhile is no part of the steady state.
    await generators.fresh(Date.now(), freshWithinMs);
    yield* this.#steady();
    yield* this.#change();
    yield await this.#race();
    yield* this.#fault('all replicas killed and started', 0, async () => {
      await Promise.all(replicas.map((replica) => replica.stop('SIGKILL')));
      await Promise.all(replicas.map((replica) => replica.serve()));
    });
    yield* this.#fault(`PostgreSQL away for ${databaseAwaySeconds} s`, 0, () =>
      postgres.restart('immediate', databaseAwaySeconds * 1000),
    );
    const cut = Math.min(maxCut, Math.ceil(executors / 10));
    yield* this.#fault(`${cut} executors without network`, cut, async () => {
      generators.cut(cut);
      await until('they are offline', async () => (await this.#offline()) === cut, 2 * freshWithinMs, 1000);
      generators.cut(0);
    });
    yield await this.#events();
  }

  async *#steady(): AsyncGenerator<Figure> {
    const { generators, size, replicas, postgres } = this.#options;
    const { steadySeconds: seconds, executors } = size;
    const processes = replicas.map(({ pid }) => pid);
    const costs = () => ({
      server: processes.reduce((sum, pid) => sum + processorSeconds(pid), 0),
      database: familyProcessorSeconds(postgres.pid()),
    });
    const [before, written, offlineEvents] = [costs(), await this.#written(), await this.#offlineEvents()];
    const first = await generators.report();
    const notifications = await this.#notificationsWhile(() => delay(seconds * 1000));
    const [after, last, writtenAfter] = [costs(), await generators.report(), await this.#written()];
    const { latencies } = last;
    const share = (from: number, to: number) => (to - from) / seconds;
    const [server, database] = [share(before.server, after.server), share(before.database, after.database)];
    const memory = (processes.reduce((sum, pid) => sum + familyMiB(pid), 0) + familyMiB(postgres.pid())) / 1024;
    yield this.#figure('heartbeats', '/s', [(last.beats - first.beats) / seconds], 'none is set', () => true);
    const waits = { median: latencies.quantile(0.5), p95: latencies.quantile(0.95), p99: latencies.quantile(0.99) };
    yield {
      ...this.#figure('a heartbeat, from request to answer', 'ms', [], 'p99 ≤ 250', () => true),
      ...{ ours: { ...waits, rounds: latencies.total }, met: waits.p99 <= 250 },
    };
    yield this.#figure('slowest heartbeat', 'ms', [latencies.quantile(1)], 'none is set', () => true);
    yield this.#figure('server and PostgreSQL', 'cores', [server + database], '≤ 1.5', (cores) => cores <= 1.5);
    yield this.#figure('of that PostgreSQL', 'cores', [database], 'none is set', () => true);
    const generatorShare = share(first.processorSeconds, last.processorSeconds);
    yield this.#figure('the generator itself', 'cores', [generatorShare], 'none is set', () => true);
    const perExecutor = ((server + database) / executors) * 1e6;
    yield this.#figure('processor time of an executor', 'µs/s', [perExecutor], 'none is set', () => true);
    yield this.#figure('memory of server and PostgreSQL', 'GiB', [memory], '≤ 8', (gib) => gib <= 8);
    const gibPerDay = (bytes: number) => ((bytes / seconds) * daySeconds) / 2 ** 30;
    yield this.#figure('WAL of a day', 'GiB', [gibPerDay(writtenAfter.wal - written.wal)], 'none is set', () => true);
    yield this.#figure(
      'disk of a day',
      'GiB',
      [gibPerDay(writtenAfter.disk - written.disk)],
      'none is set',
      () => true,
    );
    yield this.#figure(
      'busiest second: notifications',
      '/s',
      [notifications],
      '≤ 40 for a replica',
      (most) => most <= 40 * replicas.length,
    );
    const falselyOffline = (await this.#offlineEvents()) - offlineEvents;
    yield this.#figure('falsely offline', '', [falselyOffline], '0', (count) => count === 0);
    yield this.#figure('failed heartbeats', '', [last.failures - first.failures], '0', (count) => count === 0);
  }

  /** A restart of 1 % of the nodes, at most 1,000, each on another host. */
  async *#change(): AsyncGenerator<Figure> {
    const { generators, replicas, size } = this.#options;
    const [controlPlane] = replicas;
    const wanted = Math.min(maxChanged, Math.ceil((size.executors * 2) / 100));
    const nodes = await withDatabase(controlPlane, (client) =>
      client.query<{ id: string }>(
        `SELECT DISTINCT ON (executor_id) id FROM node WHERE name LIKE 'node-%' AND organization_id =
           (SELECT organization_id FROM node WHERE name = 'template') ORDER BY executor_id LIMIT $1`,
        [wanted],
      ),
    );
    const ids = nodes.rows.map(({ id }) => id);
    const before = (await generators.report()).revisedAt;
    const acknowledgedAt: number[] = [];
    for (let from = 0; from < ids.length; from += inOneChange) {
      const some = ids.slice(from, from + inOneChange);
      await controlPlane.ask(
        'mutation($ids: [String!]!, $count: Int!) { changeNodes(data: { action: restart }, where: { id: { in: $ids } }, expectedCount: $count, atOnce: true) { count } }',
        { ids: some, count: some.length },
      );
      acknowledgedAt.push(...some.map(() => Date.now()));
    }
    const reached = await until('every agent has its change', async () => {
      const { revisedAt } = await generators.report();
      const changed = revisedAt.filter((at, index) => at !== before[index]);
      return changed.length >= ids.length && changed.toSorted((a, b) => a - b);
    });
    // The earliest with the earliest: which of them belong together does not matter to the distribution by much.
    const waits = acknowledgedAt.map((at, index) => Math.max(0, (reached[index] ?? Number.POSITIVE_INFINITY) - at));
    yield this.#figure(
      `change of ${ids.length} nodes acknowledged → their agents`,
      'ms',
      waits,
      'p99 ≤ 2,000',
      (p99) => p99 <= 2000,
    );
  }

  /** As many heartbeats as the server takes, of 40 executors and of all, in turns. */
  async #race(): Promise<Figure> {
    const { generators, size } = this.#options;
    const few: number[] = [];
    const all: number[] = [];
    for (let round = 0; round < raceRounds; round++) {
      few.push(await generators.race(Math.ceil(fewExecutors / generators.processes), size.raceSeconds));
      all.push(await generators.race(size.executors, size.raceSeconds));
    }
    const [ours, summary] = [summarise(all), summarise(few)];
    return {
      ...this.#figure('heartbeats without a pause, of all executors', '/s', [], '≥ 80 % of the peer', () => true),
      ...{ ours, peer: { what: `of ${fewExecutors}`, summary }, met: ours.median >= 0.8 * summary.median },
    };
  }

  /** The first `offline` executors are meant to be offline meanwhile; the others then beat at their usual times. */
  async *#fault(what: string, offline: number, cause: () => Promise<void>): AsyncGenerator<Figure> {
    const { generators } = this.#options;
    const before = await this.#offlineEvents();
    await cause();
    const { heard, listening } = await generators.fresh(Date.now(), freshWithinMs, offline || undefined);
    yield this.#figure(`${what}: until they are fresh`, 's', [heard], '≤ 90', (took) => took <= 90);
    yield this.#figure(`${what}: until 99 % listen`, 's', [listening], 'none is set', () => true);
    const falselyOffline = (await this.#offlineEvents()) - before - offline;
    yield this.#figure(`${what}: falsely offline`, '', [falselyOffline], '0', (count) => count === 0);
  }

  /** Events that the control plane accepted, compared with those it has. */
  async #events(): Promise<Figure> {
    const events = await this.#options.generators.hush(freshWithinMs);
    const stored = await this.#count("SELECT count(*) FROM event WHERE kind = 'node.started'");
    return this.#figure(`events lost or doubled of ${events}`, '', [stored - events], '0', (left) => left === 0);
  }

  /** Runs `work`; returns the largest number of notifications within a second. */
  async #notificationsWhile(work: () => Promise<unknown>): Promise<number> {
    return withDatabase(this.#options.replicas[0], async (client) => {
      const perSecond = new Map<number, number>();
      client.on('notification', () => {
        const second = Math.floor(Date.now() / 1000);
        perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
      });
      await client.query(`LISTEN ${client.escapeIdentifier(busChannel)}`);
      await work();
      return Math.max(0, ...perSecond.values());
    });
  }

  async #written(): Promise<{ wal: number; disk: number }> {
    return {
      wal: await this.#count("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"),
      disk: await this.#count('SELECT pg_database_size(current_database())'),
    };
  }

  #offlineEvents = (): Promise<number> =>
    this.#count("SELECT count(*) FROM event WHERE kind = 'executor.offline' AND executor_name LIKE 'fleet-%'");

  #offline = (): Promise<number> =>
    this.#count("SELECT count(*) FROM executor WHERE NOT online AND name LIKE 'fleet-%'");

  #count(query: string): Promise<number> {
    return withDatabase(this.#options.replicas[0], async (client) => {
      const { rows } = await client.query({ text: query, rowMode: 'array' });
      return Number(rows[0]?.[0]);
    });
  }

  #figure(
    what: string,
    unit: string,
    values: readonly number[],
    goal: string,
    isMet: (worst: number) => boolean,
  ): Figure {
    const ours = summarise(values);
    const { executors } = this.#options.size;
    return { what: `(fleet of ${executors}) ${what}`, unit, ours, peer: null, goal, met: isMet(ours.p99) };
  }
}
