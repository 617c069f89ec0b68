import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestExecutor } from '../test/harness/executor.ts';
import { type Figure, summarise } from './figures.ts';
import { load } from './load.ts';

const seconds = 8;

/** (d) heartbeats with an unchanged revision against a trivial request, with 10 and 10,000 executors stored; (e) events in batches of 100. */
export async function benchServer(postgres: string): Promise<Figure[]> {
  const controlPlane = await TestControlPlane.start({ postgres, heartbeatSeconds: 15 });
  try {
    const key = await controlPlane.key('executor');
    const host = new TestExecutor(controlPlane, key, 'bench-host');
    const { revision } = (await host.sync()).data.syncExecutor;
    const beat = host.syncBody({ knownRevision: revision });
    const { url } = controlPlane;
    const shared = { url, key, seconds, connections: 16 };
    const trivial = () => load({ ...shared, body: () => '{"query":"mutation { __typename }"}' });
    const beats = () => load({ ...shared, body: () => beat });
    await trivial();
    await beats();
    await addExecutors(controlPlane, 10);
    const few = summarise(await beats());
    await addExecutors(controlPlane, 10_000);
    const many = summarise(await beats());
    const floor = summarise(await trivial());
    const batch = () => host.reportBody(Array.from({ length: 100 }, () => host.event({ id: randomUUIDv7() })));
    const events = summarise((await load({ ...shared, connections: 8, body: batch })).map((batches) => batches * 100));
    return [
      {
        what: '(d) heartbeats with an unchanged revision, 10,000 executors stored',
        unit: '/s',
        ours: many,
        peer: { what: 'a trivial mutation on the same server', summary: floor },
        goal: '≥ 50 % of the peer',
        met: many.median >= 0.5 * floor.median,
      },
      {
        what: '(d) the same with 10 executors stored',
        unit: '/s',
        ours: few,
        peer: { what: 'with 10,000', summary: many },
        goal: 'within 10 %',
        met: Math.abs(few.median - many.median) <= 0.1 * few.median,
      },
      {
        what: '(e) reported events in batches of 100',
        unit: '/s',
        ours: events,
        peer: null,
        goal: '≥ 10,000',
        met: events.median >= 10_000,
      },
    ];
  } finally {
    await controlPlane.destroy();
  }
}

async function addExecutors(controlPlane: TestControlPlane, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO executor (organization_id, name, kind, version, channel, instance_id, capabilities, resources, orphans, observed_digest, last_seen_at, online)
     SELECT organization_id, 'stored-' || $1 || '-' || n, kind, version, channel, instance_id, capabilities, resources, orphans, observed_digest, now() + interval '1 hour', online
     FROM executor, generate_series(1, $1::int) AS n WHERE name = 'bench-host'`,
    [count],
  );
  await client.query('VACUUM ANALYZE executor');
  await client.end();
}
