import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EventKind } from '../../../../src/contract/events.ts';
import { recordEvents } from '../../../../src/control-plane/history/events/record-events.ts';
import { rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { holdTransaction } from '../../../harness/held-transaction.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const inhabited = sharedInhabited();
const { controlPlane, host, newNode, stranger } = inhabited;
const database = sharedDatabase(controlPlane);

const document = `query($filter: EventFilterInput) { events(filter: $filter) {
  nodes { id kind message at } pageInfo { endCursor hasNextPage } } }`;
const eventsOf = async (filter: object, key?: string) => (await controlPlane.ask(document, { filter }, key)).events;
const messagesOf = async (filter: object): Promise<string[]> =>
  (await eventsOf(filter)).nodes.map(({ message }: { message: string }) => message);
const metricsOf = async (id: string) =>
  (await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { metrics { height peersInbound } } }', { id }))
    .node.metrics;

describe('the filter of events', () => {
  let nodeId: string;
  let quietNodeId: string;

  const hour = 3600_000;
  const noon = Date.parse('2026-03-01T12:00:00.000Z');
  const at = (hours: number) => new Date(noon + hours * hour).toISOString();

  beforeAll(async () => {
    nodeId = await newNode({ name: 'filtered' });
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

  const messages = (filter: object) => messagesOf({ kind: 'test.filter', ...filter });

  test.each([
    ['the node’s id', () => ({ nodeId }), ['three', 'two', 'one']],
    ['a text that is no id', () => ({ nodeId: 'eventful' }), []],
    ['several levels', () => ({ level: ['warning', 'error'] }), ['three', 'two', 'four']],
    ['the same level twice', () => ({ level: ['error', 'error'] }), ['three', 'four']],
    ['no level', () => ({ level: [] }), []],
    ['one level, without a list', () => ({ level: 'warning' }), ['two']],
    ['a time to begin at', () => ({ from: at(3) }), ['four', 'three']],
    ['a range of time, oldest first', () => ({ from: at(2), to: at(5), direction: 'newer' }), ['two', 'three', 'four']],
    ['its executor’s name', () => ({ executorName: 'host-1' }), ['three', 'two', 'four', 'one']],
    ['an empty name', () => ({ executorName: '' }), []],
    ['an empty node’s name', () => ({ nodeName: '' }), []],
    ['an empty kind', () => ({ kind: '' }), []],
    ['the node’s name', () => ({ nodeName: 'filtered' }), ['three', 'two', 'one']],
    ['a part of the message', () => ({ search: 'HRE' }), ['three']],
    ['a part of the node’s name', () => ({ search: 'ilterE' }), ['three', 'two', 'one']],
    ['a part of the executor’s name, and a level', () => ({ search: 'HOST-', level: ['error'] }), ['three', 'four']],
    ['a part of the message in a range of time', () => ({ search: 'wo', from: at(2) }), ['two']],
    ['a wildcard, which is a plain character', () => ({ search: 't%e' }), []],
    ['an empty search', () => ({ search: '' }), []],
    ['levels in a range of time', () => ({ from: at(2), level: ['warning', 'error'] }), ['four', 'three', 'two']],
  ] as const)('events are filtered by %s', async (_what, filter, expected) => {
    expect(await messages(filter())).toEqual(expected);
  });

  test.each<[string, object]>([
    ['of one kind', {}],
    ['in a range of time', { from: at(0) }],
    ['of several levels', { level: ['info', 'warning', 'error'] }],
    ['of several levels in a range of time', { from: at(0), level: ['info', 'warning', 'error'] }],
  ])('events %s are paged by cursor, without doubles or gaps', async (_what, filter) => {
    for (const direction of ['newer', 'older']) {
      const whole = await messages({ ...filter, direction });
      expect(whole).toHaveLength(4);
      const seen: string[] = [];
      for (let cursor: string | null = null, more = true; more; ) {
        const page = { kind: 'test.filter', ...filter, direction, take: 1, cursor };
        const events: Awaited<ReturnType<typeof eventsOf>> = await eventsOf(page);
        seen.push(...events.nodes.map(({ message }: { message: string }) => message));
        cursor = events.pageInfo.endCursor;
        more = events.pageInfo.hasNextPage;
      }
      expect(seen).toEqual(whole);
    }
  });

  test('refuses a cursor outside its time range, and an inverted range', async () => {
    const events = await eventsOf({ from: at(0), take: 1 });
    const refused = [{ cursor: 'nonsense' }, { cursor: events.pageInfo.endCursor }, { from: at(2), to: at(1) }];
    for (const filter of refused) expect(codeOf(await controlPlane.call(document, { filter }))).toBe('invalid_input');
  });

  test('a node that was renamed is found with all its events by its id', async () => {
    await controlPlane.ask(
      'mutation($id: ID!) { updateNode(where: { id: $id }, data: { name: "renamed" }) { node { id } } }',
      {
        id: nodeId,
      },
    );
    await host.report([host.event({ kind: 'test.filter', nodeId, message: 'five', at: at(5) })]);
    expect(await messages({ nodeId })).toEqual(['five', 'three', 'two', 'one']);
    expect(await messages({ nodeName: 'renamed' })).toEqual(['five']);
  });

  test('each node has its own page of events', async () => {
    const { nodes } = await controlPlane.ask(
      `query($filter: EventFilterInput) { nodes(where: { name: { in: ["renamed", "quiet"] } }, orderBy: { createdAt: asc }) {
        events(filter: $filter) { nodes { message } pageInfo { hasNextPage } } } }`,
      { filter: { kind: 'test.filter', level: ['info', 'warning'], direction: 'newer', take: 1 } },
    );
    expect(nodes).toEqual([
      { events: { nodes: [{ message: 'one' }], pageInfo: { hasNextPage: true } } },
      { events: { nodes: [], pageInfo: { hasNextPage: false } } },
    ]);
  });

  test.each([
    { what: 'near its end', others: 0 },
    { what: 'far from its end', others: 21_000 },
  ])('a range of time has a page of the few or thousands of events of a kind $what', async ({ others }) => {
    const insert = (kind: string, from: number, count: number, node: string | null) =>
      database.execute(sql`
        INSERT INTO event (id, organization_id, at, level, kind, message, node_id)
        SELECT gen_random_uuid(), ${controlPlane.made.organizationId}, ${at(from)}::timestamptz + n * interval '1 second', 'info', ${kind}, n, ${node}
        FROM generate_series(1, ${count}::int) AS n`);
    const [many, rare] = [`test.many${others}`, `test.rare${others}`];
    await insert(many, 100, 6000, quietNodeId);
    await insert(rare, 100, 3, quietNodeId);
    await insert('test.others', 100_000, others, null);
    for (const narrowed of [{}, { nodeId: quietNodeId }]) {
      const filter = { ...narrowed, kind: many, from: at(99), take: 2 };
      const cursor = (await eventsOf(filter)).pageInfo.endCursor;
      expect(await messagesOf(filter)).toEqual(['6000', '5999']);
      expect(await messagesOf({ ...filter, cursor })).toEqual(['5998', '5997']);
      expect(await messagesOf({ ...filter, direction: 'newer' })).toEqual(['1', '2']);
      expect(await messagesOf({ ...filter, kind: rare })).toEqual(['3', '2']);
      expect(await messagesOf({ ...filter, kind: rare, from: at(1_000_000) })).toEqual([]);
    }
  });
});

describe('a report', () => {
  test('of an unknown executor is refused as a whole, to be repeated after a heartbeat', async () => {
    const forgotten = await TestExecutor.withKey(controlPlane, 'forgotten');
    const { executorId } = (await forgotten.sync()).data.syncExecutor;
    await controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { executor { id } } }', {
      id: executorId,
    });
    const answer = await forgotten.report([forgotten.event()]);
    expect(codeOf(answer)).toBe('Forbidden');
    expect(answer.errors?.[0]?.message).toMatch(/No executor has this name yet/);
  });

  test('stores each event once, however often it arrives, and skips a bad one', async () => {
    const nodeId = await newNode({ name: 'faulty' });
    const good = host.event({ kind: 'test.once', message: 'good' });
    const late = host.event({ kind: 'test.once', message: 'late' });
    const largest = host.event({ message: 'x'.repeat(4000), data: 'x'.repeat(16 * 1024 - 2) });
    const sampled = (more: object) => ({ kind: 'node.sample', data: sample(1, more) });
    const unstorable = 'must not contain U+0000';
    const faults: [object, string][] = [
      [{ id: 'no-uuid' }, 'id: must be a UUID'],
      [{ id: '\ud800' }, 'id: must be a UUID'],
      [{ nodeId: 'x' }, 'nodeId: must be a UUID'],
      [{ kind: 'Not A Kind' }, 'kind: must be dotted words'],
      [{ executorName: '\0' }, 'executorName: must be a valid executor name'],
      [{ executorName: '\ud800' }, 'executorName: must be a valid executor name'],
      [{ message: 'x'.repeat(4001) }, 'message: '],
      [{ message: 'half \udc00' }, unstorable],
      [{ data: 'x'.repeat(16 * 1024 - 1) }, 'data: must be at most 16 KiB'],
      [{ data: { nul: '\0' } }, unstorable],
      [{ data: { half: '\ud800' } }, unstorable],
      [{ at: 'yesterday' }, 'at: must be an ISO 8601 instant'],
      // Before the year 1, and after the year 9999 in UTC.
      [{ at: '0000-01-01T00:00:00Z' }, 'at: '],
      [{ at: '9999-12-31T23:59:59-10:00' }, 'at: '],
      [{ kind: 'node.sample', data: { height: 'high' } }, 'height: '],
      [{ ...sampled({}), nodeId: null }, 'nodeId: a sample requires nodeId'],
      // More than an Int can hold, and more than a history could add up.
      [sampled({ peersInbound: 2 ** 31 }), 'peersInbound: '],
      [sampled({ indexes: [{ name: 'txindex', synced: true, bestBlockHeight: 2 ** 31 }] }), 'bestBlockHeight: '],
      [sampled({ cpuPercent: 1e300 }), 'cpuPercent: '],
      [sampled({ at: '0000-01-01T00:00:00Z' }), 'data.at: '],
    ];
    const bad = faults.map(([fault]) => host.event({ nodeId, ...fault }));
    const answer = await host.report([good, largest, ...bad, late]);
    expect(answer.data.reportRuntimeEvents).toEqual({
      accepted: 3,
      rejected: faults.map(([, reason], index) => ({ id: bad[index]?.id, reason: expect.stringContaining(reason) })),
    });
    expect((await host.report([good, late])).data.reportRuntimeEvents).toEqual({ accepted: 2, rejected: [] });
    expect(await messagesOf({ kind: 'test.once' })).toEqual(['late', 'good']);
    expect(await metricsOf(nodeId)).toBeNull();
  });

  test('with unordered samples keeps the newest as metrics, also with a clock ahead', async () => {
    const nodeId = await newNode({ name: 'measured' });
    const report = (at: Date, height: number) =>
      host.report([host.event({ nodeId, kind: 'node.sample', data: sample(height), at: at.toISOString() })]);
    await report(new Date('2026-01-01T00:00:02Z'), 20);
    await report(new Date('2026-01-01T00:00:01Z'), 10);
    expect(await metricsOf(nodeId)).toEqual({ height: 20, peersInbound: 1 });
    await report(new Date(Date.now() + 24 * 3600_000), 1);
    expect(await metricsOf(nodeId)).toMatchObject({ height: 1 });
    await report(new Date(), 2);
    expect(await metricsOf(nodeId)).toMatchObject({ height: 2 });
  });

  test('with an instant in the year 9999 keeps it in UTC, and a later one is refused', async () => {
    await host.report([host.event({ kind: 'test.late', at: '9999-12-31T23:59:59.999+00:00' })]);
    expect((await eventsOf({ kind: 'test.late' })).nodes).toMatchObject([{ at: '9999-12-31T23:59:59.999Z' }]);
    const id = await newNode({ name: 'of-9999' });
    const answer = await host.sync({ nodes: [{ id, phase: 'running', since: '9999-12-31T23:59:59-10:00' }] });
    expect(codeOf(answer)).toBe('invalid_input');
  });

  test('may use an event id that another organization has used', async () => {
    const other = new TestExecutor(controlPlane, stranger.executorKey, 'host-1');
    await other.sync();
    const event = host.event({ kind: 'test.shared', message: 'ours' });
    await other.report([{ ...event, message: 'theirs' }]);
    expect((await host.report([event])).data.reportRuntimeEvents).toEqual({ accepted: 1, rejected: [] });
    expect((await host.report([event])).data.reportRuntimeEvents.accepted).toBe(1);
    expect(await messagesOf({ kind: 'test.shared' })).toEqual(['ours']);
  });
});

describe('the order of events', () => {
  /** Records an event in a transaction that stays open until the returned function is called. */
  const recordSlowly = (organizationId: string, kind: EventKind) =>
    holdTransaction(database, (transaction) => recordEvents(transaction, organizationId, [{ kind, message: kind }]));

  async function newer(cursor: string | null): Promise<{ kinds: string[]; cursor: string | null }> {
    const { nodes, pageInfo } = await eventsOf({ direction: 'newer', cursor });
    return { kinds: nodes.map(({ kind }: { kind: string }) => kind), cursor: pageInfo.endCursor ?? cursor };
  }

  test('a reader that continues from the newest event misses none, in any commit order', async () => {
    const { organizationId } = controlPlane.made;
    const before = (await eventsOf({ take: 1 })).pageInfo.endCursor;
    const end = await recordSlowly(organizationId, 'executor.online');
    let reported = false;
    const report = host.report([host.event({ kind: 'test.second' })]).then(() => {
      reported = true;
    });
    await until('the report is done or waits', async () => {
      const locks = await database.execute(sql`SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`);
      return reported || rowsOf(locks).length > 0;
    });
    const during = await newer(before);
    await end();
    await report;
    const after = await newer(during.cursor);
    expect([...during.kinds, ...after.kinds]).toEqual(['executor.online', 'test.second']);
  });

  test('a report of one organization does not wait for another organization', async () => {
    const end = await recordSlowly('another organization', 'executor.offline');
    expect((await host.report([host.event({ kind: 'test.here' })])).data.reportRuntimeEvents.accepted).toBe(1);
    await end();
  });

  test('a sample waits for its executor’s change before it locks the node', async () => {
    const { executorId } = inhabited;
    const nodeId = await newNode({ name: 'locked' });
    const end = await holdTransaction(
      database,
      (transaction) => transaction.execute(sql`SELECT 1 FROM executor WHERE id = ${executorId} FOR UPDATE`),
      (transaction) => transaction.execute(sql`UPDATE node SET updated_at = now() WHERE id = ${nodeId}`),
    );
    const report = host.report([host.event({ nodeId, kind: 'node.sample', data: sample(5) })]);
    await until('the sample waits', async () => {
      const waiting = await database.execute(sql`SELECT 1 FROM pg_locks WHERE NOT granted AND pid IN
        (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`);
      return rowsOf(waiting).length > 0;
    });
    await end();
    expect((await report).data.reportRuntimeEvents.accepted).toBe(1);
    expect(await metricsOf(nodeId)).toMatchObject({ height: 5 });
  });
});
