import { randomUUID, randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { hashToken, newToken } from '../src/control-plane/people/accounts/tokens.ts';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestExecutor } from '../test/harness/executor.ts';
import { type Figure, summarise } from './figures.ts';
import { load } from './load.ts';

const rounds = 4;
const seconds = 4;
const connections = 48;
const maxEvents = 20;
const executorCount = 2000;
const organizationCount = 200;

/** (reports) of 1 to 20 events, as after an outage, of the executors of one organization and of many. */
export async function benchReports(postgres: string): Promise<Figure> {
  const controlPlane = await TestControlPlane.start({ logLevel: 'info', throughScript: true, postgres });
  const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  try {
    await TestExecutor.withKey(controlPlane, 'host-0').then((host) => host.sync());
    await client.connect();
    const one = await seed(client, [controlPlane.made.organizationId]);
    const others = Array.from({ length: organizationCount }, () => randomUUID().slice(-12));
    const many = await seed(client, others);
    const ours: number[] = [];
    const spread: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(...(await report(controlPlane, one)));
      spread.push(...(await report(controlPlane, many)));
    }
    const figure = summarise(ours);
    const peer = summarise(spread);
    return {
      what: `(reports) events of one organization, in reports of 1 to ${maxEvents}, ${connections} at a time`,
      unit: '/s',
      ours: figure,
      peer: { what: `the same of ${organizationCount} organizations`, summary: peer },
      goal: '≥ 80 % of the peer',
      met: figure.median >= 0.8 * peer.median,
    };
  } finally {
    await client.end();
    await controlPlane.destroy();
  }
}

async function report({ url }: TestControlPlane, keys: readonly string[]): Promise<number[]> {
  const body = (index: number) => {
    const executorName = `reporting-${index % keys.length}`;
    const at = new Date().toISOString();
    const event = () => ({
      id: randomUUIDv7(),
      executorName,
      at,
      level: 'info',
      kind: 'node.started',
      message: 'text',
    });
    const input = Array.from({ length: 1 + (index % maxEvents) }, event);
    return JSON.stringify({
      query: 'mutation($input: [RuntimeEventInput!]!) { reportRuntimeEvents(input: $input) { accepted } }',
      variables: { input },
    });
  };
  const { perSecond } = await load({ url, keys, body, seconds, connections });
  return perSecond.map((reports) => (reports * (maxEvents + 1)) / 2);
}

/** Stores executors of these organizations in turns, and returns their keys in the order of their names. */
async function seed(client: pg.Client, organizationIds: readonly string[]): Promise<string[]> {
  const seeded = Array.from({ length: executorCount }, (_, index) => ({
    name: `reporting-${index}`,
    owner: organizationIds[index % organizationIds.length],
    key: newToken('executor').text,
  }));
  await client.query(
    'INSERT INTO organization (id, name, slug) SELECT id, id, id FROM unnest($1::text[]) AS id ON CONFLICT DO NOTHING',
    [organizationIds],
  );
  const rows = JSON.stringify(seeded.map(({ key, ...row }) => ({ ...row, hash: hashToken(key) })));
  const from = 'FROM json_to_recordset($1) AS seeded(name text, owner text, hash text)';
  await client.query(
    `INSERT INTO apikey (id, config_id, name, key, reference_id, organization_id, executor_name, bound_at)
     SELECT gen_random_uuid(), 'executor', name, hash, owner, owner, name, now() ${from}`,
    [rows],
  );
  await client.query(
    `INSERT INTO executor (organization_id, name, kind, version, channel, instance_id, capabilities, resources, orphans,
       observed_digest, last_seen_at, online, heartbeat_interval_seconds)
     SELECT seeded.owner, seeded.name, kind, version, channel, '', capabilities, resources, orphans, '', now(), true,
       heartbeat_interval_seconds ${from}, executor WHERE executor.name = 'host-0'`,
    [rows],
  );
  return seeded.map(({ key }) => key);
}
