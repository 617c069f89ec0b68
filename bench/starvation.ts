import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestExecutor } from '../test/harness/executor.ts';
import { makeOrganization } from '../test/harness/organization.ts';
import { type Figure, type Summary, summarise } from './figures.ts';
import { memberKeys } from './people.ts';
import { seedNodes } from './seed-rows.ts';

const nodes = 10_000;
const executors = 1000;
const connections = 100;
/** The senders of costly queries, each with their own key. */
const attackers = 3;
const seconds = 20;

const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}:${field}`).join(' ')} }`;
/** Parsed anew each time. */
const newDocument = () => `{ ${Array.from({ length: 140 }, () => `a${randomInt(2 ** 40)}:__typename`).join(' ')} }`;
const hostile = [
  newDocument,
  () => aliases(60, 'previewNodeCreation(data:{name:"p",network:regtest}){accepted}'),
  () => aliases(140, 'nodeCounts(where:{name:{contains:"x"}}){total}'),
  () => aliases(70, 'nodeCounts{total byPhase{nodes}}'),
];

/**
 * (starvation) Reads and heartbeats of an organization, and reads of a fourth person of a large one, while three
 * persons of the large one send costly queries on a hundred connections.
 */
export async function benchStarvation(postgres: string): Promise<Figure[]> {
  const controlPlane = await TestControlPlane.start({
    ...{ logLevel: 'info', throughScript: true, postgres, heartbeatSeconds: 60 },
  });
  const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  await client.connect();
  try {
    await seed(controlPlane, client);
    const stranger = await makeOrganization(controlPlane, 'Strangers');
    const [colleague, ...keys] = await memberKeys(controlPlane, attackers + 1);
    const host = new TestExecutor(controlPlane, stranger.executorKey, 'strange');
    const readWith = (key?: string) => () =>
      controlPlane.ask('{ nodes(take: 20) { id } executors(take: 20) { name } }', {}, key);
    const beat = async () => {
      const { errors } = await host.sync();
      if (errors !== undefined) throw new Error(`a heartbeat was refused: ${JSON.stringify(errors)}`);
    };
    const works = { read: readWith(stranger.memberKey), colleagueRead: readWith(colleague), beat };
    const quiet = await measure(works);
    const isOver = new AbortController();
    const attack = Array.from({ length: connections }, async (_, n) => {
      for (let sent = n; !isOver.signal.aborted; sent++) {
        const query = hostile[sent % hostile.length]?.() ?? '';
        await controlPlane.call(query, {}, keys[n % keys.length]);
      }
    });
    const measured = measure(works).finally(() => isOver.abort());
    const [attacked] = await Promise.all([measured, ...attack]);
    return [
      figureOf('reads of another organization', attacked.read, quiet.read),
      figureOf('heartbeats of another organization', attacked.beat, quiet.beat),
      figureOf('reads of a fourth person', attacked.colleagueRead, quiet.colleagueRead),
    ];
  } finally {
    await client.end();
    await controlPlane.destroy();
  }
}

const figureOf = (what: string, ours: Summary, peer: Summary): Figure => ({
  what: `(starvation) ${what}, ${connections} hostile connections of ${attackers} persons`,
  unit: 'ms',
  ours,
  peer: { what: 'without them', summary: peer },
  goal: 'none refused, p99 within 200 ms of the peer',
  met: ours.p99 <= peer.p99 + 200,
});

/** Repeats each kind of work sequentially, with all kinds in parallel. */
async function measure<Kind extends string>(
  works: Record<Kind, () => Promise<unknown>>,
): Promise<Record<Kind, Summary>> {
  const until = performance.now() + seconds * 1000;
  const repeat = async (kind: Kind) => {
    const times: number[] = [];
    while (performance.now() < until) {
      const began = performance.now();
      await works[kind]();
      times.push(performance.now() - began);
      // A person who sends requests without a pause is rate-limited.
      await delay(100);
    }
    return [kind, summarise(times)] as const;
  };
  const measured = await Promise.all((Object.keys(works) as Kind[]).map(repeat));
  return Object.fromEntries(measured) as Record<Kind, Summary>;
}

async function seed(controlPlane: TestControlPlane, client: pg.Client): Promise<void> {
  const host = await TestExecutor.withKey(controlPlane, 'host-1');
  const { executorId } = (await host.sync()).data.syncExecutor;
  const { createNode } = await controlPlane.ask(
    'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }',
    { data: { executorId, name: 'first', network: 'regtest' } },
  );
  await client.query(
    `INSERT INTO executor (organization_id, name, kind, version, channel, instance_id, capabilities, resources, orphans, observed_digest, last_seen_at, online, heartbeat_interval_seconds)
     SELECT organization_id, 'stored-' || n, kind, version, channel, instance_id, capabilities, resources, orphans, observed_digest, now() + interval '1 hour', online, heartbeat_interval_seconds
     FROM executor, generate_series(1, $1::int) AS n WHERE name = 'host-1'`,
    [executors - 1],
  );
  await seedNodes(client, { organizationId: '', executorId, nodeId: createNode.node.id }, nodes);
  await client.query('ANALYZE');
}
