import { execa } from 'execa';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { explainOffline } from '../../src/agent/offline/explain-offline.ts';
import { endpointExamples } from '../../src/console/pages/node/overview/endpoint-examples.ts';
import { folderWithBitcoinCli, python } from '../harness/example-programs.ts';
import type { NodeView } from '../harness/nodes.ts';
import { satrap } from '../harness/satrap.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

let host: TestHost;

beforeAll(async () => {
  host = await testHost();
  return () => host[Symbol.asyncDispose]();
});

const startedAt = async (id: string) => (await host.agent.containers(id))[0]?.State.StartedAt;

describe('a running node', () => {
  /** Shared by all tests that leave it unchanged. */
  let running: NodeView;
  beforeAll(async () => {
    const { id } = await host.nodes.create('deployed', { resources: { memoryMiB: 512 } });
    running = await host.nodes.untilPhase(id, 'running');
  });

  test('a node is deployed, reports its endpoint, and the height of its blocks is read back', async () => {
    expect(running.status.endpoint).toMatchObject({ host: '127.0.0.1' });
    const hash = await host.nodes.mine(running.id, 3);
    const { metrics } = await until('the new tip is reported', async () => {
      const node = await host.nodes.get(running.id);
      return node?.metrics?.bestBlockHash === hash && node;
    });
    expect(metrics?.height).toBe(await host.nodes.rpc(running.id, 'getblockcount'));
    expect(metrics?.height).toBeGreaterThanOrEqual(3);
    const kinds = (await host.nodes.events('deployed')).map(({ kind }) => kind);
    expect(kinds).toEqual(['node.volume-created', 'node.container-created', 'node.started', 'node.answering']);
  });

  test('a daemon runs without privileges and within the limits that were asked for', async () => {
    const [container] = await host.agent.containers(running.id);
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

  test('two nodes of one network get different ports and keep them across a restart', async () => {
    const first = await host.runNode('first');
    const second = await host.runNode('second');
    expect(second.status.endpoint?.rpcPort).not.toBe(first.status.endpoint?.rpcPort);
    expect(second.status.endpoint?.p2pPort).not.toBe(first.status.endpoint?.p2pPort);
    await host.nodes.act(second.id, 'restart');
    const restarted = await host.nodes.untilPhase(second.id, 'running');
    expect(restarted.status.endpoint).toEqual(second.status.endpoint);
  });

  test.each([
    ['curl', 'sh', ['-c'], '"chain":"regtest"'],
    ['bitcoin-cli', 'sh', ['-c'], '"chain": "regtest"'],
    ['Python', python, ['-c'], "'chain': 'regtest'"],
    ['JavaScript', process.execPath, ['--input-type=module', '--eval'], "chain: 'regtest'"],
  ])(
    'the console’s example for %s asks a running node for its chain, as it stands',
    async (name, program, words, answer) => {
      const path = `${await folderWithBitcoinCli()}:${process.env['PATH']}`;
      const { endpoint } = running.status;
      if (endpoint === null) throw new Error('the node has no endpoint');
      const example = endpointExamples(endpoint).find((each) => each.name === name);
      const { nodeRpcCredentials } = await host.controlPlane.ask('{ nodeRpcCredentials { user password } }');
      const { stdout } = await execa(program, [...words, example?.text ?? ''], {
        env: { PATH: path, RPC_USER: nodeRpcCredentials.user, RPC_PASSWORD: nodeRpcCredentials.password },
        // Requested by `bitcoin-cli`; the others do not read it.
        input: nodeRpcCredentials.password,
      });
      expect(stdout).toContain(answer);
    },
  );

  test('the API shows the last lines of a node’s log', async () => {
    const { openNodeLogSession } = await host.controlPlane.ask(
      'mutation($id: ID!) { openNodeLogSession(where: { id: $id }, tail: 5) { id } }',
      { id: running.id },
    );
    const session = await until('the log has arrived', async () => {
      const { nodeLogSession } = await host.controlPlane.ask(
        'query($id: ID!) { nodeLogSession(where: { id: $id }) { status lines error } }',
        { id: openNodeLogSession.id },
      );
      return nodeLogSession.status !== 'pending' && nodeLogSession;
    });
    expect(session).toMatchObject({ status: 'ready', error: null });
    expect(session.lines).toHaveLength(5);
  });

  test('the agent explains what is desired of a node, what is observed, and what follows', async () => {
    const explanation = await host.agent.explain('deployed');
    expect(explanation.desired[0]).toBe('running');
    expect(explanation.observed.join('\n')).toContain('volume present');
    expect(explanation).toMatchObject({ steps: [], waitingFor: null });
  });

  test('a node can be explained while no agent runs', async () => {
    onTestFinished(() => host.heal());
    await host.agent.stop();
    const explanation = await explainOffline(host.agent.dataDir, 'deployed');
    expect(explanation).toMatchObject({ steps: [], waitingFor: expect.stringContaining('an agent') });
    expect(explanation?.observed.join('\n')).toContain('running');
    expect(await explainOffline(host.agent.dataDir, 'nobody')).toBeUndefined();
  });
});

describe('a request', () => {
  test('invariant 10: a stop lets the daemon end by itself, and a start brings the same chain back', async () => {
    const { id } = await host.runNode('stopped');
    await host.nodes.mine(id, 3);
    await host.nodes.act(id, 'stop');
    await host.nodes.untilPhase(id, 'stopped');
    const [container] = await host.agent.containers(id);
    expect(container?.State).toMatchObject({ Running: false, ExitCode: 0, OOMKilled: false });
    await host.nodes.act(id, 'start');
    await host.nodes.untilPhase(id, 'running');
    expect(await host.nodes.rpc(id, 'getblockcount')).toBe(3);
  });

  test('each requested restart happens exactly once, also when the agent starts again after it', async () => {
    const { id } = await host.runNode('restarted');
    const before = await startedAt(id);
    await host.nodes.act(id, 'restart');
    await host.nodes.untilPhase(id, 'running');
    const after = await startedAt(id);
    expect(after).not.toBe(before);
    await host.agent.stop();
    await host.agent.startAndSync();
    await until('the agent has observed the node', async () =>
      (await host.agent.status()).nodes.some(({ name, phase }) => name === 'restarted' && phase === 'running'),
    );
    expect(await startedAt(id)).toBe(after);
  });

  test('a running node is shown to run with its settings, after a change and with another agent too, and not while it is down', async () => {
    const { id } = await host.runNode('with-settings');
    const state = async () =>
      (await host.controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { configState } }', { id })).node
        .configState;
    const shown = async () => {
      const caller = { SATRAP_URL: host.controlPlane.url, SATRAP_API_KEY: host.controlPlane.personalKey };
      return (await satrap(['nodes', 'show', 'with-settings'], caller)).stdout;
    };
    expect(await state()).toBe('running');
    expect(await shown()).toContain('The daemon runs with these settings.');
    await host.nodes.update(id, { overrides: [{ key: 'dbcache', value: '77' }] });
    expect(await state()).not.toBe('running');
    await host.nodes.untilPhase(id, 'running');
    expect(await state()).toBe('running');
    await host.agent.stop();
    await host.heal();
    await host.nodes.untilPhase(id, 'running');
    expect(await state()).toBe('running');
    await host.nodes.act(id, 'stop');
    await host.nodes.untilPhase(id, 'stopped');
    expect(await state()).toBe('unknown');
    expect(await shown()).toContain('Not confirmed: ');
  });

  test('a change of overrides makes a new container on the same chain data, and its event says what changed', async () => {
    const { id } = await host.runNode('overridden');
    await host.nodes.mine(id, 3);
    const before = (await host.agent.containers(id))[0]?.Id;
    await host.nodes.update(id, { overrides: [{ key: 'dbcache', value: '77' }] });
    await host.nodes.untilPhase(id, 'running');
    const containers = await host.agent.containers(id);
    expect(containers).toHaveLength(1);
    expect(containers[0]?.Id).not.toBe(before);
    expect(await host.nodes.rpc(id, 'getblockcount')).toBe(3);
    const [removed] = await host.nodes.events('overridden', 'node.container-removed');
    expect(removed?.message).toContain('override dbcache unset → 77');
  });

  test('a change of version runs another image on the same chain data', async () => {
    const node = await host.runNode('upgraded', { clientVersion: '28.1' });
    await host.nodes.mine(node.id, 3);
    await host.nodes.update(node.id, { clientVersion: '28.0' });
    const running = await host.nodes.untilPhase(node.id, 'running');
    expect(running.status.imageDigest).not.toBe(node.status.imageDigest);
    expect(await host.nodes.rpc(node.id, 'getblockcount')).toBe(3);
    const [removed] = await host.nodes.events('upgraded', 'node.container-removed');
    expect(removed?.message).toContain('client version 28.1 → 28.0');
  });

  test('a change of name restarts nothing', async () => {
    const { id } = await host.runNode('named');
    const before = await startedAt(id);
    await host.nodes.update(id, { name: 'renamed' });
    await host.nodes.untilPhase(id, 'running');
    expect(await startedAt(id)).toBe(before);
  });

  test('a deleted node leaves no container and no volume', async () => {
    const { id } = await host.runNode('deleted');
    await host.nodes.delete(id);
    await host.nodes.untilGone(id);
    expect(await host.agent.containers(id)).toEqual([]);
    expect(await host.agent.volumes()).not.toContain(`satrap-${id}`);
  });

  test('a node that is deleted without its data leaves its volume, which is reported as orphaned', async () => {
    const { id } = await host.runNode('kept');
    onTestFinished(() => host.docker.getVolume(`satrap-${id}`).remove());
    await host.nodes.delete(id, 'keep');
    await host.nodes.untilGone(id);
    expect(await host.agent.containers(id)).toEqual([]);
    expect(await host.agent.volumes()).toContain(`satrap-${id}`);
    const orphans = await until('the kept data is reported', async () => {
      const { executors } = await host.controlPlane.ask('{ executors { orphans { nodeId name containerId } } }');
      return executors[0].orphans.length > 0 && executors[0].orphans;
    });
    expect(orphans).toEqual([{ nodeId: id, name: 'kept', containerId: null }]);
  });
});

describe('someone else at the engine', () => {
  const name = 'meddled-with';
  let id: string;
  beforeAll(async () => {
    ({ id } = await host.nodes.create(name));
    await host.nodes.untilPhase(id, 'running');
  });

  test.each([
    ['removed', 'node.container-created', 'the container was removed by someone else'],
    ['stopped', 'node.exited', ''],
    ['killed', 'node.exited', ''],
    ['paused', 'node.unpaused', ''],
  ] as const)(
    'a container that someone %s comes back with the same chain, and an event says so',
    async (act, kind, why) => {
      const hash = await host.nodes.mine(id, 2);
      if (act === 'removed' || act === 'killed') {
        // A killed daemon loses blocks not yet written to disk; a restart writes them.
        await host.nodes.act(id, 'restart');
        await host.nodes.untilPhase(id, 'running');
      }
      const former = await host.nodes.events(name);
      const container = host.docker.getContainer(`satrap-${id}`);
      if (act === 'removed') await container.remove({ force: true });
      if (act === 'stopped') await container.stop({ t: 60 });
      if (act === 'killed') await container.kill();
      if (act === 'paused') await container.pause();
      const event = await host.nodes.untilAnother(name, kind, former);
      expect(event.message).toContain(why);
      // Events come before the heartbeat whose phase they explain: until then the phase may be the previous `running`.
      if (act !== 'paused') await host.nodes.untilAnother(name, 'node.answering', former);
      await host.nodes.untilPhase(id, 'running');
      expect(await host.nodes.rpc(id, 'getbestblockhash')).toBe(hash);
    },
  );
});
