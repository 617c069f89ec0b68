import { randomUUID, randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestExecutor } from '../test/harness/executor.ts';
import type { TestPostgres } from '../test/setup/postgres.ts';
import { type Figure, summarise } from './figures.ts';
import { type LoadResult, load } from './load.ts';
import { familyProcessorSeconds, processorSeconds } from './process.ts';

const rounds = 4;
const seconds = 4;
const connections = 10;
const eventsInBatch = 100;
/** Together they may send far more requests than the server can answer. */
const keyCount = 40;

/** Shared by both benches of the server. */
interface Load {
  controlPlane: TestControlPlane;
  /** PostgreSQL's first process. */
  databasePid: number;
  /** One host per key, in the same order: a key is bound to one executor. */
  hosts: readonly TestExecutor[];
  /** One body of an unchanged heartbeat per host. */
  beats: readonly string[];
  shared: Omit<Parameters<typeof load>[0], 'body'>;
}

/** (heartbeats) and (events) on one control plane with 40 executors. */
export async function benchServer(
  { url: postgres, pid: databasePid }: Pick<TestPostgres, 'url' | 'pid'>,
  isSelected: (name: string) => boolean,
): Promise<Figure[]> {
  const controlPlane = await TestControlPlane.start({
    logLevel: 'info',
    throughScript: true,
    postgres,
    heartbeatSeconds: 15,
  });
  try {
    const keys = await Promise.all(Array.from({ length: keyCount }, () => controlPlane.key('executor')));
    const hosts = keys.map((key, index) => new TestExecutor(controlPlane, key, `host-${index}`));
    const beats = await Promise.all(
      hosts.map(async (host) => {
        const { revision, observedRevision } = (await host.sync()).data.syncExecutor;
        return host.repeatBody(observedRevision, { knownRevision: revision });
      }),
    );
    const shared = { url: controlPlane.url, keys, seconds, connections };
    const work: Load = { controlPlane, databasePid: databasePid(), hosts, beats, shared };
    return [
      ...(isSelected('heartbeats') ? await benchHeartbeats(work) : []),
      ...(isSelected('events') ? await benchEvents(work) : []),
    ];
  } finally {
    await controlPlane.destroy();
  }
}

/** (heartbeats) with an unchanged revision compared with a trivial request, with 40 and 10,000 executors stored. */
async function benchHeartbeats({ controlPlane, beats, shared }: Load): Promise<Figure[]> {
  const trivial = () => load({ ...shared, body: () => '{"query":"mutation { __typename }"}' });
  const beat = () => load({ ...shared, body: (index) => beats[index % beats.length] ?? '' });
  await trivial();
  await beat();
  const rates = { few: [] as number[], many: [] as number[], trivial: [] as number[] };
  const costs = { beat: [] as number[], trivial: [] as number[] };
  const waits = { few: [] as number[], many: [] as number[], trivial: [] as number[] };
  const priced = async (run: () => Promise<LoadResult>, costsOf: number[], waitsOf: number[]): Promise<number[]> => {
    const before = processorSeconds(controlPlane.pid);
    const { perSecond, latencies } = await run();
    for (const latency of latencies) waitsOf.push(latency);
    const requests = perSecond.reduce((sum, count) => sum + count, 0);
    costsOf.push(((processorSeconds(controlPlane.pid) - before) / requests) * 1e6);
    return perSecond;
  };
  // In turns, so that a slow moment of the machine affects all of them.
  for (let round = 0; round < rounds; round++) {
    await storeExecutors(controlPlane, 0);
    rates.few.push(...(await priced(beat, costs.beat, waits.few)));
    rates.trivial.push(...(await priced(trivial, costs.trivial, waits.trivial)));
    await storeExecutors(controlPlane, 10_000);
    rates.many.push(...(await priced(beat, costs.beat, waits.many)));
  }
  const [beatCost, trivialCost] = [summarise(costs.beat), summarise(costs.trivial)];
  const [wait, trivialWait] = [summarise(waits.many), summarise(waits.trivial)];
  const [few, many, floor] = [summarise(rates.few), summarise(rates.many), summarise(rates.trivial)];
  return [
    {
      what: '(heartbeats) with an unchanged revision, 10,000 executors stored',
      unit: '/s',
      ours: many,
      peer: { what: 'a trivial mutation on the same server', summary: floor },
      goal: '≥ 60 % of the peer',
      met: many.median >= 0.6 * floor.median,
    },
    {
      what: '(heartbeats) one of them, from request to answer, 10 at a time',
      unit: 'ms',
      ours: wait,
      peer: { what: 'a trivial mutation', summary: trivialWait },
      goal: 'p99 ≤ 50',
      met: wait.p99 <= 50,
    },
    {
      what: '(heartbeats) the same with 40 executors stored',
      unit: '/s',
      ours: few,
      peer: { what: 'with 10,000', summary: many },
      goal: 'within 10 %',
      met: Math.abs(few.median - many.median) <= 0.1 * few.median,
    },
    {
      what: '(heartbeats) the server’s own processor time for a heartbeat',
      unit: 'µs',
      ours: beatCost,
      peer: { what: 'for a trivial mutation', summary: trivialCost },
      goal: '≤ 2× of the peer',
      met: beatCost.median <= 2 * trivialCost.median,
    },
  ];
}

/** At least this share of the raw inserts, and this many a second. */
const eventGoal = { share: 0.3, perSecond: 15_000 };

/**
 * (events) in batches of 100, compared with raw inserts: the rate, and the processor time of the server and PostgreSQL
 * for one of them.
 */
async function benchEvents({ controlPlane, databasePid, hosts, shared }: Load): Promise<Figure[]> {
  const hostOf = (index: number) => hosts[index % hosts.length] as TestExecutor;
  const body = (index: number) =>
    hostOf(index).reportBody(Array.from({ length: eventsInBatch }, () => hostOf(index).event({ id: randomUUIDv7() })));
  const report = async () => (await load({ ...shared, body })).perSecond.map((batches) => batches * eventsInBatch);
  const insert = () => rawInserts(controlPlane, hostOf(0));
  const [rates, costs] = [
    { ours: [] as number[], raw: [] as number[] },
    { ours: [] as number[], raw: [] as number[] },
  ];
  const measure = async (kind: 'ours' | 'raw', run: () => Promise<number[]>) => {
    const spent = () => processorSeconds(controlPlane.pid) + familyProcessorSeconds(databasePid);
    const before = spent();
    const perSecond = await run();
    rates[kind].push(...perSecond);
    costs[kind].push(((spent() - before) / perSecond.reduce((sum, count) => sum + count, 0)) * 1e6);
  };
  for (let round = 0; round < rounds; round++) {
    await measure('ours', report);
    await measure('raw', insert);
  }
  const peer = 'raw inserts of the same rows into PostgreSQL';
  const [rate, rawRate] = [summarise(rates.ours), summarise(rates.raw)];
  const [cost, rawCost] = [summarise(costs.ours), summarise(costs.raw)];
  return [
    {
      what: '(events) reported events in batches of 100',
      unit: '/s',
      ours: rate,
      peer: { what: peer, summary: rawRate },
      goal: `≥ ${eventGoal.perSecond.toLocaleString('en')} and ≥ ${eventGoal.share * 100} % of the peer`,
      met: rate.median >= eventGoal.perSecond && rate.median >= eventGoal.share * rawRate.median,
    },
    {
      what: '(events) the server’s and PostgreSQL’s processor time for one of them',
      unit: 'µs',
      ours: cost,
      peer: { what: peer, summary: rawCost },
      goal: `≤ ${(1 / eventGoal.share).toFixed(1)}× of the peer`,
      met: cost.median <= rawCost.median / eventGoal.share,
    },
  ];
}

/** Returns the rows per second that PostgreSQL stores from as many connections without a service in front of it. */
async function rawInserts({ settings, made }: TestControlPlane, host: TestExecutor): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: connections });
  await pool.query(
    'CREATE TABLE IF NOT EXISTS bench_raw (LIKE event INCLUDING DEFAULTS, PRIMARY KEY (sequence), UNIQUE (id))',
  );
  const perSecond: number[] = Array(seconds).fill(0);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (;;) {
        const rows = Array.from({ length: eventsInBatch }, () => host.event({ id: randomUUID() }));
        await pool.query(
          `INSERT INTO bench_raw (organization_id, id, at, level, kind, message, data, executor_name, node_id)
           SELECT $1, id, at, level, kind, message, data, "executorName", "nodeId" FROM jsonb_to_recordset($2::jsonb)
             AS event(id uuid, at timestamptz, level text, kind text, message text, data jsonb, "executorName" text, "nodeId" uuid)`,
          [made.organizationId, JSON.stringify(rows)],
        );
        const second = Math.floor((performance.now() - began) / 1000);
        if (second >= seconds) return;
        perSecond[second] = (perSecond[second] ?? 0) + eventsInBatch;
      }
    }),
  );
  await pool.end();
  return perSecond;
}

/** Leaves this many executors stored besides the reporting ones. */
async function storeExecutors({ settings }: TestControlPlane, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  await client.query("DELETE FROM executor WHERE name LIKE 'stored-%'");
  await client.query(
    `INSERT INTO executor (organization_id, name, kind, version, channel, instance_id, capabilities, resources, orphans, observed_digest, last_seen_at, online, heartbeat_interval_seconds)
     SELECT organization_id, 'stored-' || n, kind, version, channel, instance_id, capabilities, resources, orphans, observed_digest, now() + interval '1 hour', online, heartbeat_interval_seconds
     FROM executor, generate_series(1, $1::int) AS n WHERE name = 'host-0'`,
    [count],
  );
  await client.query('VACUUM ANALYZE executor');
  await client.end();
}
