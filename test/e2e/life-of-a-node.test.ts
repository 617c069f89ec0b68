import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { explainOffline } from '../../src/agent/explain-offline.ts';
import { TestAgent } from '../harness/agent.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';

let controlPlane: TestControlPlane;
let agent: TestAgent;
let nodes: TestNodes;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start();
  agent = new TestAgent({
    url: controlPlane.url,
    apiKey: await controlPlane.key('executor'),
    dockerSocket: inject('dockerSocket'),
    images: inject('clientImages'),
  });
  nodes = new TestNodes(controlPlane, await agent.startAndSync());
});

afterAll(async () => {
  await agent?.destroy();
  await controlPlane?.destroy();
});

describe('the life of a node on a real engine', () => {
  test('is deployed, makes blocks whose height is read back, and is described with its endpoint', async () => {
    const { id } = await nodes.create('first');
    const running = await nodes.untilPhase(id, 'running');
    expect(running.status.endpoint).toMatchObject({ host: '127.0.0.1' });
    const hash = await nodes.mine(id, 3);
    const { metrics } = await until('the height is 3', async () => {
      const node = await nodes.get(id);
      return node?.metrics?.height === 3 && node;
    });
    expect(metrics?.bestBlockHash).toBe(hash);
    const kinds = (await nodes.events('first')).map(({ kind }) => kind);
    expect(kinds).toEqual(['node.volume-created', 'node.container-created', 'node.started', 'node.answering']);
  });

  test('runs without privileges, with the limits that were asked for', async () => {
    const [container] = await agent.containers();
    expect(container?.Config).toMatchObject({ User: '101:101', StopSignal: 'SIGTERM', StopTimeout: 600 });
    expect(container?.HostConfig).toMatchObject({
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      ReadonlyRootfs: true,
      PidsLimit: 512,
      NanoCpus: 1e9,
      Memory: 512 * 1024 * 1024,
      RestartPolicy: { Name: 'unless-stopped' },
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
    });
    expect(container?.HostConfig.PortBindings?.['18443/tcp']).toMatchObject([{ HostIp: '127.0.0.1' }]);
  });

  test('invariant 10: a stop lets the daemon end by itself, and a start brings the same chain back', async () => {
    const node = await byName('first');
    await nodes.act(node.id, 'stop');
    await nodes.untilPhase(node.id, 'stopped');
    const [container] = await agent.containers(node.id);
    expect(container?.State).toMatchObject({ Running: false, ExitCode: 0, OOMKilled: false });
    await nodes.act(node.id, 'start');
    await nodes.untilPhase(node.id, 'running');
    expect(await nodes.rpc(node.id, 'getblockcount')).toBe(3);
  });

  test('each requested restart happens exactly once', async () => {
    const node = await byName('first');
    const before = (await agent.containers(node.id))[0]?.State.StartedAt;
    await nodes.act(node.id, 'restart');
    await nodes.untilPhase(node.id, 'running');
    const after = (await agent.containers(node.id))[0]?.State.StartedAt;
    expect(after).not.toBe(before);
    await agent.stop();
    await agent.startAndSync();
    await until('the agent has looked at the node', async () => (await agent.status()).nodes[0]?.phase === 'running');
    expect((await agent.containers(node.id))[0]?.State.StartedAt).toBe(after);
  });

  test('a change of overrides makes a new container on the same chain data, and its event says what changed', async () => {
    const node = await byName('first');
    const before = (await agent.containers(node.id))[0]?.Id;
    await nodes.update(node.id, { overrides: [{ key: 'dbcache', value: '77' }] });
    await nodes.untilPhase(node.id, 'running');
    const containers = await agent.containers(node.id);
    expect(containers).toHaveLength(1);
    expect(containers[0]?.Id).not.toBe(before);
    expect(await nodes.rpc(node.id, 'getblockcount')).toBe(3);
    const stopped = (await nodes.events('first')).filter(({ kind }) => kind === 'node.container-removed').at(-1);
    expect(stopped?.message).toContain('override dbcache unset → 77');
  });

  test('a change of version runs another image on the same chain data', async () => {
    const node = await byName('first');
    await nodes.update(node.id, { clientVersion: '28.0' });
    const running = await nodes.untilPhase(node.id, 'running');
    expect(running.status.imageDigest).not.toBe(node.status.imageDigest);
    expect(await nodes.rpc(node.id, 'getblockcount')).toBe(3);
    const removed = (await nodes.events('first')).filter(({ kind }) => kind === 'node.container-removed').at(-1);
    expect(removed?.message).toContain('client version 28.1 → 28.0');
  });

  test('a change of name restarts nothing', async () => {
    const node = await byName('first');
    const before = (await agent.containers(node.id))[0]?.State.StartedAt;
    await nodes.update(node.id, { name: 'renamed' });
    await nodes.untilPhase(node.id, 'running');
    expect((await agent.containers(node.id))[0]?.State.StartedAt).toBe(before);
    await nodes.update(node.id, { name: 'first' });
  });

  test('two nodes of one network get different ports, and keep them', async () => {
    const first = await byName('first');
    const { id } = await nodes.create('second');
    const second = await nodes.untilPhase(id, 'running');
    expect(second.status.endpoint?.rpcPort).not.toBe(first.status.endpoint?.rpcPort);
    expect(second.status.endpoint?.p2pPort).not.toBe(first.status.endpoint?.p2pPort);
    await nodes.act(id, 'restart');
    expect((await nodes.untilPhase(id, 'running')).status.endpoint).toEqual(second.status.endpoint);
  });

  test('a container that someone removed, stopped, killed or paused comes back, and the event says so', async () => {
    const { id } = await byName('second');
    const hash = await nodes.mine(id, 2);
    // Whoever kills a daemon loses the blocks that it has not written out yet.
    await nodes.act(id, 'restart');
    await nodes.untilPhase(id, 'running');
    const container = async () => agent.docker.getContainer((await agent.containers(id))[0]?.Id ?? '');
    const back = async (kind: string, count: number) => {
      await until(
        `${kind} is told`,
        async () => (await nodes.events('second')).filter((event) => event.kind === kind).length >= count,
      );
      await nodes.untilPhase(id, 'running');
      expect(await nodes.rpc(id, 'getbestblockhash')).toBe(hash);
    };
    await (await container()).remove({ force: true });
    await back('node.container-created', 2);
    expect((await nodes.events('second')).findLast(({ kind }) => kind === 'node.container-created')?.message).toContain(
      'someone else removed its container',
    );
    await (await container()).stop({ t: 60 });
    await back('node.exited', 1);
    await (await container()).kill();
    await back('node.exited', 2);
    await (await container()).pause();
    await back('node.unpaused', 1);
  });

  test('shows the last lines of the log through the API', async () => {
    const { id } = await byName('first');
    const opened = await controlPlane.call(
      'mutation($id: ID!) { openNodeLogSession(where: { id: $id }, tail: 5) { id status } }',
      { id },
    );
    const session = await until('the log is there', async () => {
      const { data } = await controlPlane.call(
        'query($id: ID!) { nodeLogSession(where: { id: $id }) { status lines error } }',
        {
          id: opened.data.openNodeLogSession.id,
        },
      );
      return data.nodeLogSession.status !== 'pending' && data.nodeLogSession;
    });
    expect(session).toMatchObject({ status: 'ready', error: null });
    expect(session.lines).toHaveLength(5);
  });

  test('explains a node: what is desired, observed, and planned', async () => {
    const explanation = await agent.explain('first');
    expect(explanation.desired[0]).toBe('running');
    expect(explanation.observed.join('\n')).toContain('volume present');
    expect(explanation).toMatchObject({ steps: [], waitingFor: null });
  });

  test('explains a node also while no agent runs', async () => {
    await agent.stop();
    const explanation = await explainOffline(agent.dataDir, 'first');
    expect(explanation).toMatchObject({ steps: [], waitingFor: expect.stringContaining('an agent') });
    expect(explanation?.observed.join('\n')).toContain('running');
    expect(await explainOffline(agent.dataDir, 'nobody')).toBeUndefined();
    await agent.startAndSync();
  });

  test('a deleted node leaves no container and no volume, unless its data is to be kept', async () => {
    const [first, second] = [await byName('first'), await byName('second')];
    await nodes.delete(first.id);
    await nodes.delete(second.id, 'keep');
    await nodes.untilGone(first.id);
    await nodes.untilGone(second.id);
    expect(await agent.containers()).toEqual([]);
    expect(await agent.volumes()).toEqual([`satrap-${second.id}`]);
    const orphans = await until('the kept data is reported', async () => {
      const { data } = await controlPlane.call('{ executors { orphans { nodeId name containerId } } }');
      return data.executors[0].orphans.length > 0 && data.executors[0].orphans;
    });
    expect(orphans).toEqual([{ nodeId: second.id, name: 'second', containerId: null }]);
  });
});

async function byName(name: string) {
  const { data } = await controlPlane.call(
    'query($name: String!) { nodes(where: { name: { equals: $name } }) { id } }',
    { name },
  );
  const node = await nodes.get(data.nodes[0].id);
  if (node === null) throw new Error(`there is no node ${name}`);
  return node;
}
