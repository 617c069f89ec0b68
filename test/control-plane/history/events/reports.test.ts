import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestControlPlane } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';

describe('reported events', () => {
  let controlPlane: TestControlPlane;
  let host: TestExecutor;
  let newNode: Inhabited['newNode'];

  beforeAll(async () => {
    ({ controlPlane, host, newNode } = await startInhabited());
  });
  afterAll(() => controlPlane?.destroy());

  test('a report of an executor that is not known is refused as a whole, to be repeated after a heartbeat', async () => {
    const forgotten = await TestExecutor.withKey(controlPlane, 'forgotten');
    const { executorId } = (await forgotten.sync()).data.syncExecutor;
    await controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }', { id: executorId });
    const answer = await forgotten.report([forgotten.event()]);
    expect(codeOf(answer)).toBe('Forbidden');
    expect(answer.errors?.[0]?.message).toMatch(/no executor of this name yet/);
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
