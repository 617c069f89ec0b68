import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { TestAgent } from '../harness/agent.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { DockerProxy } from '../harness/docker-proxy.ts';
import { TestNodes } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';

let controlPlane: TestControlPlane;
let proxy: DockerProxy;
let agent: TestAgent;
let nodes: TestNodes;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 2 });
  proxy = await DockerProxy.start(inject('dockerSocket'));
  agent = new TestAgent({
    url: controlPlane.url,
    apiKey: await controlPlane.key('executor'),
    dockerSocket: proxy.socketPath,
    images: inject('clientImages'),
  });
  nodes = new TestNodes(controlPlane, await agent.startAndSync());
});

afterAll(async () => {
  if (proxy !== undefined) proxy.interference = {};
  await agent?.destroy();
  await proxy?.stop();
  await controlPlane?.destroy();
});

/** The plans of a node's whole life, in an order in which each can follow the one before. */
const plans: [name: string, phase: string, ask: (id: string) => Promise<unknown>][] = [
  ['stop', 'stopped', (id) => nodes.act(id, 'stop')],
  ['start', 'running', (id) => nodes.act(id, 'start')],
  ['restart', 'running', (id) => nodes.act(id, 'restart')],
  ['change of configuration', 'running', (id) => nodes.update(id, { overrides: [{ key: 'dbcache', value: '60' }] })],
  ['change of version', 'running', (id) => nodes.update(id, { clientVersion: '28.0' })],
];

/** Runs one life. Where `killAt` is given, the agent is killed at that changing call of each plan, once per plan. */
async function live(name: string, killAt?: { call: number; moment: 'before' | 'afterDone' }) {
  let strikes = 0;
  const arm = () => {
    const first = proxy.calls.length;
    let armed = true;
    const strike = () => {
      if (!armed || killAt === undefined || proxy.calls.length - first !== killAt.call) return undefined;
      armed = false;
      strikes++;
      process.kill(agent.pid, 'SIGKILL');
      // Before: the engine never hears of the call. After: it has done it, and the agent does not know.
      return 'swallow' as const;
    };
    proxy.interference = killAt === undefined ? {} : { [killAt.moment]: strike };
  };
  const settle = async (id: string, phase: string) => {
    await until(
      `${name} is ${phase}`,
      async () => {
        if (agent.hasEnded) await agent.startAndSync();
        const node = await nodes.get(id);
        if (phase === 'gone') return node === null;
        return node?.status.phase === phase && node.status.appliedRevision === node.revision;
      },
      60_000,
    );
  };
  arm();
  const { id } = await nodes.create(name);
  await settle(id, 'running');
  const hash = await nodes.mine(id, 1);
  for (const [, phase, ask] of plans) {
    arm();
    await ask(id);
    await settle(id, phase);
    const containers = await agent.containers(id);
    expect(containers).toHaveLength(1);
    expect(containers[0]?.State.Running).toBe(phase === 'running');
    if (phase === 'running') expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
  }
  arm();
  await nodes.delete(id);
  await settle(id, 'gone');
  proxy.interference = {};
  const executorId = await agent.executorId();
  expect(executorId).toBeTruthy();
  expect(await agent.containers(id)).toEqual([]);
  expect(await agent.volumes()).toEqual([]);
  const told = await until('all events are there', async () => {
    const { events, samples } = (await agent.status()).outbox;
    return events + samples === 0 && nodes.events(name);
  });
  // How many plans of a life have so many changing calls.
  const expected = killAt === undefined ? 0 : [7, 6, 5, 3, 2][killAt.call - 1];
  expect(strikes).toBe(expected);
  // Whether a daemon was seen to answer between two kills is a matter of time, not of steps.
  return told
    .filter(({ kind }) => kind !== 'node.answering')
    .map(({ kind, message }) => `${kind} ${message.replace(/[0-9a-f]{12,}/g, 'ID')}`);
}

describe('invariants 2, 3, 4 and 6: killed at any step, the agent comes to the same end', () => {
  let undisturbed: string[];

  test('an undisturbed life tells each act once, with its reason', async () => {
    undisturbed = await live('undisturbed');
    expect(undisturbed.map((line) => line.split(' ')[0])).toEqual([
      ...['node.volume-created', 'node.container-created', 'node.started'],
      'node.stopped',
      'node.started',
      ...['node.stopped', 'node.started'],
      ...['node.stopped', 'node.container-removed', 'node.container-created', 'node.started'],
      ...['node.stopped', 'node.container-removed', 'node.container-created', 'node.started'],
      ...['node.stopped', 'node.container-removed', 'node.data-removed'],
    ]);
  });

  // The longest plan makes five changing calls: stop, remove, create, write the configuration, start.
  test.each(
    [1, 2, 3, 4, 5].flatMap((call) => [
      { call, moment: 'before' as const },
      { call, moment: 'afterDone' as const },
    ]),
  )(
    'killed at changing call $call of each plan, $moment: same containers, same chain, no event lost or doubled',
    { timeout: 180_000 },
    async (killAt) => {
      const told = await live(`killed-${killAt.call}-${killAt.moment}`, killAt);
      expect(told).toEqual(undisturbed);
    },
  );

  test('invariant 9: killed and started again, it adopts what runs and restarts nothing', async () => {
    const { id } = await nodes.create('adopted');
    await nodes.untilPhase(id, 'running');
    const before = (await agent.containers(id))[0]?.State.StartedAt;
    await agent.stop('SIGKILL');
    await agent.startAndSync();
    await until('it is watched again', async () =>
      (await agent.status()).nodes.some((node) => node.phase === 'running'),
    );
    const after = await agent.containers(id);
    expect(after).toHaveLength(1);
    expect(after[0]?.State.StartedAt).toBe(before);
    const kinds = (await nodes.events('adopted')).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'node.started')).toHaveLength(1);
  });
});
