import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { deleteOldEvents } from '../../../../src/control-plane/history/events/retention.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane, host, newNode } = inhabited;

describe('reported events', () => {
  test('a report of an executor that is not known is refused as a whole, to be repeated after a heartbeat', async () => {
    const forgotten = await TestExecutor.withKey(controlPlane, 'forgotten');
    const { executorId } = (await forgotten.sync()).data.syncExecutor;
    await controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }', { id: executorId });
    const answer = await forgotten.report([forgotten.event()]);
    expect(codeOf(answer)).toBe('Forbidden');
    expect(answer.errors?.[0]?.message).toMatch(/No executor has this name yet/);
  });

  test('an event is stored once, however often it comes, and a bad one does not hold up the others', async () => {
    const good = host.event({ kind: 'test.once', message: 'good' });
    const late = host.event({ kind: 'test.once', message: 'late' });
    const bad = [
      host.event({ id: 'no-uuid' }),
      host.event({ kind: 'Not A Kind' }),
      host.event({ message: 'x'.repeat(4001) }),
      host.event({ data: { large: 'x'.repeat(17_000) } }),
      host.event({ data: { nul: '\0' } }),
      host.event({ data: { half: '\ud800' } }),
      host.event({ message: 'half \udc00' }),
      host.event({ kind: 'node.sample', data: { height: 'high' } }),
    ];
    const answer = await host.report([good, ...bad, late]);
    expect(answer.data.reportRuntimeEvents.accepted).toBe(2);
    expect(answer.data.reportRuntimeEvents.rejected.map(({ id }: { id: string }) => id)).toEqual(
      bad.map(({ id }) => id),
    );
    expect((await host.report([good, late])).data.reportRuntimeEvents).toEqual({ accepted: 2, rejected: [] });
    const { events } = await controlPlane.ask('{ events(filter: { kind: "test.once" }) { nodes { id message } } }');
    expect(events.nodes).toEqual([
      { id: late.id, message: 'late' },
      { id: good.id, message: 'good' },
    ]);
  });

  test('events are paged by cursor in both directions, without doubles or gaps', async () => {
    await host.report(
      Array.from({ length: 25 }, (_, index) => host.event({ kind: 'test.page', message: String(index) })),
    );
    for (const direction of ['newer', 'older']) {
      const seen: string[] = [];
      for (let cursor: string | null = null, more = true; more; ) {
        const { events } = await controlPlane.ask(
          'query($filter: EventFilterInput) { events(filter: $filter) { nodes { message } pageInfo { endCursor hasNextPage } } }',
          { filter: { kind: 'test.page', take: 10, direction, cursor } },
        );
        seen.push(...events.nodes.map(({ message }: { message: string }) => message));
        ({ endCursor: cursor, hasNextPage: more } = events.pageInfo);
      }
      const expected = Array.from({ length: 25 }, (_, index) => String(index));
      expect(seen).toEqual(direction === 'newer' ? expected : expected.toReversed());
    }
    expect(codeOf(await controlPlane.call('{ events(filter: { cursor: "nonsense" }) { nodes { id } } }'))).toBe(
      'invalid_input',
    );
  });

  test('events are filtered by executor, node and level, and samples are not among them', async () => {
    const id = await newNode({ name: 'eventful' });
    await host.report([
      host.event({ nodeId: id, kind: 'test.filter', level: 'error' }),
      host.event({ nodeId: id, kind: 'node.sample', data: sample(7) }),
      host.event({ kind: 'test.filter' }),
    ]);
    const kinds = async (filter: string) =>
      (await controlPlane.ask(`{ events(filter: { ${filter} }) { nodes { kind level } } }`)).events.nodes;
    expect(await kinds('nodeName: "eventful"')).toEqual([{ kind: 'test.filter', level: 'error' }]);
    expect(await kinds('kind: "test.filter", level: error')).toHaveLength(1);
    expect(await kinds('kind: "test.filter", executorName: "host-1"')).toHaveLength(2);
    expect(await kinds('kind: "test.filter", executorName: "nobody"')).toEqual([]);
  });

  test('the newest sample becomes the node’s metrics, in whatever order samples arrive', async () => {
    const id = await newNode({ name: 'measured' });
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
    await host.report([host.event({ nodeId: id, kind: 'node.sample', at: at(2), data: sample(20) })]);
    await host.report([host.event({ nodeId: id, kind: 'node.sample', at: at(1), data: sample(10) })]);
    const { node } = await controlPlane.ask(
      'query($id: ID!) { node(where: { id: $id }) { metrics { height peersInbound } } }',
      { id },
    );
    expect(node.metrics).toEqual({ height: 20, peersInbound: 1 });
  });
});

describe('events and samples', () => {
  let stranger: TestExecutor;
  let nodeId: string;

  beforeAll(async () => {
    nodeId = await newNode({ name: 'sampled' });
    stranger = new TestExecutor(controlPlane, inhabited.stranger.executorKey, 'host-1');
    await stranger.sync();
  });

  const seen = async (kind: string): Promise<string[]> =>
    (
      await controlPlane.ask(
        'query($kind: String) { events(filter: { kind: $kind, direction: newer }) { nodes { message } } }',
        { kind },
      )
    ).events.nodes.map(({ message }: { message: string }) => message);
  const metrics = async () =>
    (await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { metrics { height } } }', { id: nodeId }))
      .node;

  test.each([
    ['an instant before the year 1', { at: '0000-01-01T00:00:00Z' }],
    ['an instant that is after the year 9999 in UTC', { at: '9999-12-31T23:59:59-10:00' }],
    ['a time that is not an instant', { at: 'yesterday' }],
    ['U+0000 in its executor’s name', { executorName: '\0' }],
    ['half a character in its executor’s name', { executorName: '\ud800' }],
    ['half a character in its id', { id: '\ud800' }],
    [
      'a sample of more peers than an Int can hold',
      { kind: 'node.sample', data: sample(1, { peersInbound: 2 ** 40 }) },
    ],
    ['a sample whose time is not an instant', { kind: 'node.sample', data: sample(1, { at: '0000-01-01T00:00:00Z' }) }],
    [
      'a sample of an index beyond an Int',
      {
        kind: 'node.sample',
        data: sample(1, { indexes: [{ name: 'txindex', synced: true, bestBlockHeight: 2 ** 31 }] }),
      },
    ],
  ])('an event with %s is rejected by itself', async (what, fault) => {
    const kind = 'test.beside';
    const bad = host.event({ nodeId, ...fault });
    const answer = await host.report([host.event({ kind, message: what }), bad]);
    expect(answer.errors).toBeUndefined();
    expect(answer.data.reportRuntimeEvents).toEqual({
      accepted: 1,
      rejected: [{ id: bad.id, reason: expect.stringMatching(/./) }],
    });
    expect(await seen(kind)).toContain(what);
    expect((await controlPlane.call('{ nodes { metrics { height peersInbound } } }')).errors).toBeUndefined();
  });

  test.each(['kind', 'executorName', 'nodeName'])(
    'an empty %s in a filter of events matches nothing',
    async (field) => {
      await host.report([host.event()]);
      const events = async (filter: object) =>
        (
          await controlPlane.ask('query($filter: EventFilterInput) { events(filter: $filter) { nodes { id } } }', {
            filter,
          })
        ).events.nodes;
      expect(await events({ [field]: '' })).toEqual([]);
      expect(await events({ [field]: null })).not.toEqual([]);
    },
  );

  test('an empty page has the cursor that was asked for, so that a reader goes on from there', async () => {
    const page = (filter: object) =>
      controlPlane.ask(
        'query($filter: EventFilterInput) { events(filter: $filter) { nodes { id } pageInfo { endCursor } } }',
        {
          filter,
        },
      );
    const newest = (await page({ take: 1 })).events.pageInfo.endCursor;
    const { nodes, pageInfo } = (await page({ cursor: newest, direction: 'newer', nodeName: 'nobody' })).events;
    expect([nodes, pageInfo.endCursor]).toEqual([[], newest]);
    expect((await page({ nodeName: 'nobody' })).events.pageInfo.endCursor).toBeNull();
  });

  test('an instant of the year 9999 is kept as it is, in UTC', async () => {
    await host.report([host.event({ kind: 'test.late', at: '9999-12-31T23:59:59.999+00:00', message: 'late' })]);
    const { events } = await controlPlane.ask('{ events(filter: { kind: "test.late" }) { nodes { at } } }');
    expect(events.nodes).toEqual([{ at: '9999-12-31T23:59:59.999Z' }]);
  });

  test('a heartbeat with an instant after the year 9999 is refused', async () => {
    const answer = await host.sync({ nodes: [{ id: nodeId, phase: 'running', since: '9999-12-31T23:59:59-10:00' }] });
    expect(answer.errors?.[0]?.extensions?.code).toBe('invalid_input');
    expect((await controlPlane.call('{ nodes { status { since } } }')).errors).toBeUndefined();
  });

  test('a sample of a host whose clock was ahead is replaced by later ones', async () => {
    const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString();
    await host.report([host.event({ nodeId, kind: 'node.sample', at: tomorrow, data: sample(1) })]);
    expect((await metrics()).metrics.height).toBe(1);
    await host.report([host.event({ nodeId, kind: 'node.sample', data: sample(2) })]);
    expect((await metrics()).metrics.height).toBe(2);
  });

  test('an event id that another organization has used is still free', async () => {
    const event = host.event({ kind: 'test.shared', message: 'ours' });
    await stranger.report([{ ...event, message: 'theirs' }]);
    expect((await host.report([event])).data.reportRuntimeEvents).toEqual({ accepted: 1, rejected: [] });
    expect((await host.report([event])).data.reportRuntimeEvents.accepted).toBe(1);
    expect(await seen('test.shared')).toEqual(['ours']);
  });

  test('an event is kept for a time that counts from its arrival, not by the clock of its host', async () => {
    const report = (message: string, at: string, kind = 'test.kept') =>
      host.event({ message, at, kind, id: randomUUID() });
    const days = { events: 30, samples: 7 };
    await host.report([
      report('from 1970, new', '1970-01-01T00:00:00Z'),
      report('from 2100, new', '2100-01-01T00:00:00Z'),
    ]);
    await host.report([report('old', new Date().toISOString()), report('from 2100, old', '2100-01-01T00:00:00Z')]);
    await controlPlane.stop();
    const { database, close } = await openDatabase(controlPlane.settings, quiet);
    await database.execute(sql`UPDATE event SET received_at = now() - interval '31 days' WHERE message LIKE '%old'`);
    await deleteOldEvents(database, { days, now: new Date() }, new AbortController().signal);
    await close();
    await controlPlane.serve();
    expect(await seen('test.kept')).toEqual(['from 1970, new', 'from 2100, new']);
  });
});
