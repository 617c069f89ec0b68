import pg from 'pg';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestExecutor } from '../test/harness/executor.ts';
import { type Figure, type Summary, summarise } from './figures.ts';
import { memberKeys } from './people.ts';
import { type Place, seedActions, seedEvents, seedHistory, seedNodes } from './seed-rows.ts';

const rounds = 300;
/** Readers, each a person with a key: the reads of a key and the database time of a person are both limited. */
const people = 10;
/** A page is read with this many rows, and with ten times as many. */
const sizes = { nodes: [1000, 10_000], rows: [100_000, 1_000_000] } as const;

interface Page {
  what: string;
  query: string;
  variables(place: Place & { eventCursor: string; actionCursor: string }): object;
}

const events =
  'query($filter: EventFilterInput) { events(filter: $filter) { edges { cursor } nodes { id at level kind message executorName nodeName } } }';
const actions =
  'query($filter: AuditActionFilterInput) { auditActions(filter: $filter) { edges { cursor } nodes { id at action actor { name } target { name } } } }';
const history =
  'query($id: ID!, $from: DateTime) { nodeMetrics(where: { id: $id }, from: $from) { buckets { at height { last } cpuPercent { average max } } } }';
const room =
  'query($id: ID!, $from: DateTime) { executorMetrics(where: { id: $id }, from: $from) { buckets { at diskGiB { free { last } } cpuCores { usedByNodes { average max } } } } }';
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const pages: Page[] = [
  {
    what: 'nodes, the first 100',
    query: '{ nodes(take: 100) { id name network desiredState } }',
    variables: () => ({}),
  },
  {
    what: 'nodes by network, of one executor',
    query:
      'query($id: String!) { nodes(take: 100, where: { network: { equals: regtest }, executor: { is: { id: { equals: $id } } } }) { id name } }',
    variables: ({ executorId }) => ({ id: executorId }),
  },
  { what: 'events', query: events, variables: () => ({ filter: { take: 100 } }) },
  { what: 'events of a node', query: events, variables: () => ({ filter: { take: 100, nodeName: 'node-7' } }) },
  { what: 'events of a level', query: events, variables: () => ({ filter: { take: 100, level: ['error'] } }) },
  {
    what: 'events of an executor',
    query: events,
    variables: () => ({ filter: { take: 100, executorName: 'host-7' } }),
  },
  {
    what: 'events behind a deep cursor',
    query: events,
    variables: ({ eventCursor }) => ({ filter: { take: 100, direction: 'newer', cursor: eventCursor } }),
  },
  { what: 'auditActions', query: actions, variables: () => ({ filter: { take: 100 } }) },
  {
    what: 'auditActions behind a deep cursor',
    query: actions,
    variables: ({ actionCursor }) => ({ filter: { take: 100, direction: 'newer', cursor: actionCursor } }),
  },
  { what: 'auditActions of a target', query: actions, variables: () => ({ filter: { take: 100, targetId: 'id-7' } }) },
  { what: 'nodeMetrics of a day', query: history, variables: ({ nodeId }) => ({ id: nodeId, from: daysAgo(1) }) },
  { what: 'nodeMetrics of a month', query: history, variables: ({ nodeId }) => ({ id: nodeId, from: daysAgo(30) }) },
  {
    what: 'executorMetrics of a day',
    query: room,
    variables: ({ executorId }) => ({ id: executorId, from: daysAgo(1) }),
  },
  {
    what: 'executorMetrics of a month',
    query: room,
    variables: ({ executorId }) => ({ id: executorId, from: daysAgo(30) }),
  },
];

/** (pages) Pages of large tables, and how their time grows with ten times the rows. */
export async function benchPages(postgres: string): Promise<Figure[]> {
  const controlPlane = await TestControlPlane.start({
    logLevel: 'info',
    throughScript: true,
    postgres,
    heartbeatSeconds: 60,
  });
  const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  await client.connect();
  try {
    const place = await makePlace(controlPlane, client);
    const keys = await memberKeys(controlPlane, people);
    await seedHistory(client, place);
    await seed(client, place, 0, 0);
    const few = await measure(controlPlane, keys, place);
    await seed(client, place, sizes.rows[0], 1);
    const many = await measure(controlPlane, keys, place);
    return pages.map(({ what }, index) => figureOf(what, few[index] as Summary, many[index] as Summary));
  } finally {
    await client.end();
    await controlPlane.destroy();
  }
}

function figureOf(what: string, few: Summary, many: Summary): Figure {
  return {
    what: `(pages) ${what}`,
    unit: 'ms',
    ours: many,
    peer: { what: 'with a tenth of the rows', summary: few },
    goal: 'p99 ≤ 50, median ≤ 1.3× of the peer',
    met: many.p99 <= 50 && many.median <= 1.3 * few.median,
  };
}

async function makePlace(controlPlane: TestControlPlane, client: pg.Client): Promise<Place> {
  const host = await TestExecutor.withKey(controlPlane, 'host-1');
  const { executorId } = (await host.sync()).data.syncExecutor;
  const data = { executorId, name: 'first', network: 'regtest' };
  const { createNode } = await controlPlane.ask(
    'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }',
    {
      data,
    },
  );
  const { rows } = await client.query<{ id: string }>('SELECT organization_id AS id FROM executor');
  return { organizationId: rows[0]?.id ?? '', executorId, nodeId: createNode.node.id };
}

async function seed(client: pg.Client, place: Place, from: number, step: 0 | 1): Promise<void> {
  await seedNodes(client, place, sizes.nodes[step]);
  await seedEvents(client, place, from, sizes.rows[step]);
  await seedActions(client, place, from, sizes.rows[step]);
}

/** Reads all pages in turns, so that a slow moment of the machine affects all of them. */
async function measure(controlPlane: TestControlPlane, keys: readonly string[], place: Place): Promise<Summary[]> {
  const eventCursor = await oldest(controlPlane, events, 'events');
  const actionCursor = await oldest(controlPlane, actions, 'auditActions');
  const waits = pages.map(() => [] as number[]);
  for (let round = -5; round < rounds; round++) {
    for (const [index, { query, variables }] of pages.entries()) {
      const key = keys[(round + people) % keys.length];
      const body = variables({ ...place, eventCursor, actionCursor });
      const began = performance.now();
      await controlPlane.ask(query, body, key);
      // The first rounds warm up the connections and the cached plans.
      if (round >= 0) waits[index]?.push(performance.now() - began);
    }
  }
  return waits.map(summarise);
}

/** Returns a cursor near the oldest row: nearly all others are newer. */
async function oldest(controlPlane: TestControlPlane, query: string, field: string): Promise<string> {
  const data = await controlPlane.ask(query, { filter: { take: 100, direction: 'newer' } });
  return data[field].edges.at(-1).cursor;
}
