import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../../harness/inhabited.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';

const { controlPlane, host, stranger, newNode } = sharedInhabited();
let nodeId: string;
let quietNodeId: string;

const hour = 3600_000;
const noon = Date.parse('2026-03-01T12:00:00.000Z');
const at = (hours: number) => new Date(noon + hours * hour).toISOString();

beforeAll(async () => {
  nodeId = await newNode({ name: 'eventful' });
  quietNodeId = await newNode({ name: 'quiet' });
  const report = (message: string, hours: number, more: object = {}) =>
    host.event({ id: randomUUIDv7(), kind: 'test.filter', message, at: at(hours), ...more });
  // They arrive in list order, which differs from their time order.
  await host.report([
    report('one', 1, { nodeId }),
    report('four', 4, { level: 'error' }),
    report('two', 2, { nodeId, level: 'warning' }),
    report('three', 3, { nodeId, level: 'error' }),
  ]);
});

const document = `query($filter: EventFilterInput) { events(filter: $filter) {
  nodes { message } pageInfo { endCursor hasNextPage } } }`;

const messages = async (filter: object) =>
  (await controlPlane.ask(document, { filter: { kind: 'test.filter', ...filter } })).events.nodes.map(
    ({ message }: { message: string }) => message,
  );

test.each([
  ['the node’s id', () => ({ nodeId }), ['three', 'two', 'one']],
  ['an id that no node has', () => ({ nodeId: quietNodeId }), []],
  ['a text that is no id', () => ({ nodeId: 'eventful' }), []],
  ['several levels', () => ({ levels: ['warning', 'error'] }), ['three', 'two', 'four']],
  ['the same level twice', () => ({ levels: ['error', 'error'] }), ['three', 'four']],
  ['no level', () => ({ levels: [] }), []],
  ['levels and a level', () => ({ levels: ['warning', 'error'], level: 'warning' }), ['two']],
  [
    'several levels of a node, oldest first',
    () => ({ nodeId, levels: ['warning', 'error'], direction: 'newer' }),
    ['two', 'three'],
  ],
  ['a time to begin at', () => ({ from: at(3) }), ['four', 'three']],
  ['a time to end before', () => ({ to: at(3) }), ['two', 'one']],
  ['a range of time, oldest first', () => ({ from: at(2), to: at(5), direction: 'newer' }), ['two', 'three', 'four']],
  ['levels in a range of time', () => ({ from: at(2), levels: ['warning', 'error'] }), ['four', 'three', 'two']],
] as const)('events are filtered by %s', async (_what, filter, expected) => {
  expect(await messages(filter())).toEqual(expected);
});

test.each([
  ['in a range of time', { from: at(0) }],
  ['of several levels', { levels: ['info', 'warning', 'error'] }],
  ['of several levels in a range of time', { from: at(0), levels: ['info', 'warning', 'error'] }],
])('events %s are paged by cursor, without doubles or gaps', async (_what, filter) => {
  for (const direction of ['newer', 'older']) {
    const whole = await messages({ ...filter, direction });
    expect(whole).toHaveLength(4);
    const seen: string[] = [];
    for (let cursor: string | null = null, more = true; more; ) {
      const page = { kind: 'test.filter', ...filter, direction, take: 1, cursor };
      const {
        events,
      }: { events: { nodes: { message: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } } } =
        await controlPlane.ask(document, { filter: page });
      seen.push(...events.nodes.map(({ message }) => message));
      cursor = events.pageInfo.endCursor;
      more = events.pageInfo.hasNextPage;
    }
    expect(seen).toEqual(whole);
  }
});

test('a cursor of a range of time is refused elsewhere, and a range that ends before it begins everywhere', async () => {
  const { events } = await controlPlane.ask(document, { filter: { from: at(0), take: 1 } });
  const refused = [{ cursor: events.pageInfo.endCursor }, { from: at(2), to: at(1) }];
  for (const filter of refused) expect(codeOf(await controlPlane.call(document, { filter }))).toBe('invalid_input');
});

test('a node that was renamed is found with all its events by its id', async () => {
  await controlPlane.ask('mutation($id: ID!) { updateNode(where: { id: $id }, data: { name: "renamed" }) { id } }', {
    id: nodeId,
  });
  await host.report([host.event({ kind: 'test.filter', nodeId, message: 'five', at: at(5) })]);
  expect(await messages({ nodeId })).toEqual(['five', 'three', 'two', 'one']);
  expect(await messages({ nodeName: 'renamed' })).toEqual(['five']);
});

test('each node has its own page of events', async () => {
  const { nodes } = await controlPlane.ask(
    `query($filter: EventFilterInput) { nodes(orderBy: { createdAt: asc }) {
      events(filter: $filter) { nodes { message } pageInfo { hasNextPage } } } }`,
    { filter: { kind: 'test.filter', levels: ['info', 'warning'], direction: 'newer', take: 1 } },
  );
  expect(nodes).toEqual([
    { events: { nodes: [{ message: 'one' }], pageInfo: { hasNextPage: true } } },
    { events: { nodes: [], pageInfo: { hasNextPage: false } } },
  ]);
});

test('a range of time that holds thousands of events of a node is paged as one that holds few', async () => {
  const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO event (id, organization_id, at, level, kind, message, node_id)
     SELECT gen_random_uuid(), $1, $2::timestamptz + n * interval '1 second', 'info', 'test.many', n, $3 FROM generate_series(1, 6000) AS n`,
    [controlPlane.made.organizationId, at(100), quietNodeId],
  );
  await client.end();
  const filter = { kind: 'test.many', nodeId: quietNodeId, from: at(99), take: 2 };
  const page = async (more: object) => (await controlPlane.ask(document, { filter: { ...filter, ...more } })).events;
  const first = await page({});
  expect(first.nodes).toEqual([{ message: '6000' }, { message: '5999' }]);
  expect((await page({ cursor: first.pageInfo.endCursor })).nodes).toEqual([{ message: '5998' }, { message: '5997' }]);
  expect((await page({ direction: 'newer' })).nodes).toEqual([{ message: '1' }, { message: '2' }]);
});

test('the events of a node do not exist for another organization', async () => {
  const { events } = await controlPlane.ask(document, { filter: { nodeId } }, stranger.personalKey);
  expect(events.nodes).toEqual([]);
});
