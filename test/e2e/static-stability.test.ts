import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { TestAgent } from '../harness/agent.ts';
import { ApiProxy, type Fault } from '../harness/api-proxy.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';

let controlPlane: TestControlPlane;
let proxy: ApiProxy;
let agent: TestAgent;
let nodes: TestNodes;
let ids: string[];
let runs: string[];

const runsNow = async () =>
  (await agent.containers()).map(({ Id, State }) => `${Id} ${State.Running} ${State.StartedAt}`).toSorted();

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 1 });
  proxy = await ApiProxy.start(controlPlane.url);
  agent = new TestAgent({
    url: proxy.url,
    apiKey: await controlPlane.key('executor'),
    dockerSocket: inject('dockerSocket'),
    images: inject('clientImages'),
  });
  nodes = new TestNodes(controlPlane, await agent.startAndSync());
  ids = [];
  for (const name of ['one', 'two']) ids.push((await nodes.create(name)).id);
  for (const id of ids) await nodes.untilPhase(id, 'running');
});

afterAll(async () => {
  await agent?.destroy();
  await proxy?.stop();
  await controlPlane?.destroy();
});

beforeEach(async () => {
  runs = await runsNow();
});

/** A heartbeat that names a revision beyond the present one, so that its nodes count as news. */
const news = (nodesOf: (all: unknown[]) => unknown) => (answer: Record<string, unknown>) => ({
  ...answer,
  revision: Number(answer['revision']) + 1000,
  nodes: nodesOf((answer['nodes'] as unknown[] | null) ?? []),
});

const json = 'application/json';
const faults: [what: string, fault: Fault][] = [
  ['is gone', { kind: 'refuse' }],
  ['answers 500', { kind: 'answer', status: 500, type: 'text/plain', body: 'broken' }],
  [
    'answers with a page of HTML',
    { kind: 'answer', status: 200, type: 'text/html', body: '<html><body>Welcome</body></html>' },
  ],
  [
    'answers with JSON that is cut off',
    { kind: 'answer', status: 200, type: json, body: '{"data":{"syncExecutor":{"executorId":"' },
  ],
  ['answers null', { kind: 'answer', status: 200, type: json, body: '{"data":null}' }],
  ['answers with no body', { kind: 'answer', status: 200, type: json, body: '' }],
  [
    'refuses the key',
    {
      kind: 'answer',
      status: 401,
      type: json,
      body: '{"errors":[{"message":"no","extensions":{"code":"Unauthenticated"}}]}',
    },
  ],
  [
    'answers with an older revision and an empty list',
    { kind: 'sync', change: (answer) => ({ ...answer, revision: 0, nodes: [] }) },
  ],
  [
    'answers for another executor, with an empty list',
    { kind: 'sync', change: (answer) => ({ ...news(() => [])(answer), executorId: 'another' }) },
  ],
  ['names a later revision and no list', { kind: 'sync', change: news(() => null) }],
  [
    'answers with a node that is half there',
    { kind: 'sync', change: news(() => [{ id: 'x', desiredState: 'deleted' }]) },
  ],
];

describe('invariant 5: nodes run on and the last good desired state stands', () => {
  test.each(faults)('while the control plane %s, and the agent catches up when it is back', async (_what, fault) => {
    proxy.break(fault);
    await until('it has answered so a few times', () => proxy.disturbed >= 3);
    await until('a heartbeat failed', async () => (await agent.status()).lastSync.error !== null);
    expect(await runsNow()).toEqual(runs);
    // What is asked meanwhile is done within a heartbeat of its return.
    const [id] = ids as [string, string];
    const wanted = (await nodes.act(id, 'restart')).revision;
    proxy.break({ kind: 'none' });
    await until('the request is carried out', async () => (await nodes.get(id))?.status.appliedRevision === wanted);
    await nodes.untilPhase(id, 'running');
    expect(await agent.containers()).toHaveLength(2);
  });

  test('while the control plane answers later than the agent waits', { timeout: 60_000 }, async () => {
    proxy.break({ kind: 'late', ms: 30_000 });
    await until(
      'the agent gave up waiting',
      async () => (await agent.status()).lastSync.error?.includes('within'),
      20_000,
    );
    expect(await runsNow()).toEqual(runs);
    proxy.break({ kind: 'none' });
    await until('it has synced', async () => (await agent.status()).lastSync.error === null);
  });

  test('also across a start of the agent with no control plane in sight', async () => {
    proxy.break({ kind: 'refuse' });
    await agent.stop('SIGKILL');
    const [container] = await agent.containers(ids[0]);
    agent.start();
    await until('the agent is up', async () => (await agent.status().catch(() => undefined))?.nodes.length === 2);
    await agent.docker.getContainer(container?.Id ?? '').remove({ force: true });
    await until('the container is back', async () => (await agent.containers(ids[0]))[0]?.State.Running);
    proxy.break({ kind: 'none' });
    await until('it has synced', async () => (await agent.status()).lastSync.error === null);
  });
});

describe('invariant 2: nothing is removed that was not named as deleted', () => {
  test.each([
    ['is empty', () => []],
    ['names fewer nodes', (all: unknown[]) => all.filter((node) => (node as { name: string }).name === 'one')],
  ])(
    'when an answer %s, the nodes run on and are reported as orphans until they are named again',
    async (_what, change) => {
      await agent.stop();
      // The agent asks for the whole desired state, and is shown another one with a later revision.
      proxy.break({
        kind: 'sync',
        change: (answer) => (answer['nodes'] === null ? answer : news(change)(answer)),
      });
      const [id] = ids as [string, string];
      await nodes.act(id, 'restart');
      agent.start();
      const orphans = await until('they are orphans', async () => {
        const found = (await agent.status().catch(() => undefined))?.orphans ?? [];
        return found.length > 0 && found;
      });
      expect(orphans.every(({ containerId }) => containerId !== null)).toBe(true);
      expect((await agent.containers()).filter(({ State }) => State.Running)).toHaveLength(2);
      expect(await agent.volumes()).toHaveLength(2);
      proxy.break({ kind: 'none' });
      await until('they are wanted again', async () => (await agent.status()).orphans.length === 0);
      await until(
        'both are looked after',
        async () => (await agent.status()).nodes.filter(({ phase }) => phase === 'running').length === 2,
      );
    },
  );
});
