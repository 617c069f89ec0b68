import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../harness/api-proxy.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

let host: TestHost;

beforeAll(async () => {
  host = await testHost();
  return () => host[Symbol.asyncDispose]();
});
beforeEach(() => host.heal());

/** The node's container, and since when it runs. */
const runOf = async (id: string) =>
  (await host.agent.containers(id)).map(({ Id, State }) => ({
    Id,
    running: State.Running,
    startedAt: State.StartedAt,
  }));

const syncError = async () => (await host.agent.status()).lastSync.error;

/** Changes the list of nodes in an answer, and raises its revision, so that the agent accepts the list as new. */
const withNodes = (change: (nodes: unknown[]) => unknown) => (answer: Record<string, unknown>) => ({
  ...answer,
  revision: Number(answer['revision']) + 1000,
  nodes: change((answer['nodes'] as unknown[] | null) ?? []),
});

const answer = (body: string, type = 'application/json', status = 200): Fault => ({
  kind: 'answer',
  status,
  type,
  body,
});
const sync = (change: (answer: Record<string, unknown>) => unknown): Fault => ({ kind: 'sync', change });
const unauthenticated = '{"errors":[{"message":"no","extensions":{"code":"Unauthenticated"}}]}';
const faults: [what: string, fault: Fault][] = [
  ['is gone', { kind: 'refuse' }],
  ['answers 500', answer('broken', 'text/plain', 500)],
  ['answers with a page of HTML', answer('<html><body>Welcome</body></html>', 'text/html')],
  ['answers with JSON that is cut off', answer('{"data":{"syncExecutor":{"executorId":"')],
  ['answers null', answer('{"data":null}')],
  ['answers with no body', answer('')],
  ['refuses the key', answer(unauthenticated, 'application/json', 401)],
  ['answers with an older revision and an empty list', sync((payload) => ({ ...payload, revision: 0, nodes: [] }))],
  [
    'answers for another executor, with an empty list',
    sync((payload) => ({ ...withNodes(() => [])(payload), executorId: 'another' })),
  ],
  ['names a later revision and no list', sync(withNodes(() => null))],
  ['answers with a node that is half there', sync(withNodes(() => [{ id: 'x', desiredState: 'deleted' }]))],
];

describe('static stability of a node', () => {
  let id: string;
  let changes = 0;
  beforeAll(async () => {
    ({ id } = await host.nodes.create('stable'));
    await host.nodes.untilPhase(id, 'running');
    return async () => {
      await host.heal();
      await host.nodes.delete(id);
      await host.nodes.untilGone(id);
    };
  });

  test.each(faults)(
    'invariant 5: while the control plane %s, a node runs on, and afterwards the agent catches up',
    async (_what, fault) => {
      const run = await runOf(id);
      host.api.break(fault);
      await until('three requests have met the fault', () => host.api.faultyRequests >= 3);
      await until('a heartbeat failed', async () => (await syncError()) !== null);
      // Needs no new run of the daemon, whose stop and start would take most of the test's time.
      const { revision } = await host.nodes.update(id, { name: `stable-${++changes}` });
      host.api.heal();
      await until('the change is applied', async () => (await host.nodes.get(id))?.status.appliedRevision === revision);
      expect(await runOf(id)).toEqual(run);
    },
  );

  test('invariant 5: while the control plane answers later than the agent waits, a node runs on', async () => {
    const run = await runOf(id);
    host.api.break({ kind: 'delay', ms: 30_000 });
    await until('the agent gave up waiting', async () => (await syncError())?.includes('within'));
    expect(await runOf(id)).toEqual(run);
    const { revision } = await host.nodes.act(id, 'restart');
    host.api.heal();
    await until('the restart is done', async () => (await host.nodes.get(id))?.status.appliedRevision === revision);
    await host.nodes.untilPhase(id, 'running');
    expect(await host.agent.containers(id)).toHaveLength(1);
  });
});

describe('static stability', () => {
  test('invariant 5: an agent that starts while the control plane is away still replaces a container that is gone', async () => {
    const { id } = await host.runNode('replaced');
    host.api.break({ kind: 'refuse' });
    await host.agent.stop('SIGKILL');
    host.agent.start();
    await until('the agent knows the node', async () =>
      (await host.agent.status().catch(() => undefined))?.nodes.some(({ name }) => name === 'replaced'),
    );
    await host.docker.getContainer(`satrap-${id}`).remove({ force: true });
    await until('there is another container', async () => (await host.agent.containers(id))[0]?.State.Running);
    host.api.heal();
    await until('the agent has synced', async () => (await syncError()) === null);
  });

  test.each([
    ['is empty', () => [], ['one', 'two']],
    [
      'names fewer nodes',
      (nodes: unknown[]) => nodes.filter((node) => (node as { name: string }).name !== 'two'),
      ['two'],
    ],
  ])(
    'invariant 2: when an answer %s, unlisted nodes run on and are reported as orphaned until they are listed again',
    async (_what, change, unlisted) => {
      const ids = [(await host.runNode('one')).id, (await host.runNode('two')).id] as const;
      const runs = async () => [await runOf(ids[0]), await runOf(ids[1])];
      const before = await runs();
      await host.agent.stop();
      // The control plane only sends a changed list; a new name restarts nothing.
      await host.nodes.update(ids[0], { name: 'renamed' });
      host.api.break({
        kind: 'sync',
        change: (answer) => (answer['nodes'] === null ? answer : withNodes(change)(answer)),
      });
      host.agent.start();
      const orphans = await until('the nodes are orphaned', async () => {
        const found = (await host.agent.status().catch(() => undefined))?.orphans ?? [];
        return found.length > 0 && found;
      });
      expect(orphans.map(({ name }) => name).toSorted()).toEqual(unlisted);
      expect(orphans.every(({ containerId }) => containerId !== null)).toBe(true);
      expect(await runs()).toEqual(before);
      expect(await host.agent.volumes()).toEqual(expect.arrayContaining(ids.map((id) => `satrap-${id}`)));
      host.api.heal();
      await until('the nodes are listed again', async () => (await host.agent.status()).orphans.length === 0);
      await until(
        'the agent runs both nodes',
        async () => (await host.agent.status()).nodes.filter(({ phase }) => phase === 'running').length === 2,
      );
      expect(await runs()).toEqual(before);
    },
  );
});
