import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type Docker from 'dockerode';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { explainOffline } from '../../src/agent/offline/explain-offline.ts';
import { endpointExamples } from '../../src/console/pages/node/overview/endpoint-examples.ts';
import { changedNodes, type Fault } from '../harness/api-proxy.ts';
import { builtProgram } from '../harness/built-program.ts';
import { folderWithBitcoinCli } from '../harness/example-programs.ts';
import { type NodeView, nodeOf } from '../harness/nodes.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { sharedHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';
import { secretsOf, testSecrets } from './secrets.ts';

// The tests share two nodes, and follow each other in the order of a node's life.

const host = sharedHost({ heartbeatSeconds: 2 });
let deployed: NodeView;
let second: NodeView;

beforeAll(async () => {
  [deployed, second] = await host.runNodes(['deployed', 'second']);
});

const caller = () => ({ SATRAP_URL: host.controlPlane.url, SATRAP_API_KEY: host.controlPlane.personalKey });
const containerOf = async (id: string) => (await host.agent.containers(id))[0];
/** The node's containers, and since when they run. */
const runsOf = async (id: string) =>
  (await host.agent.containers(id)).map(({ Id, State }) => ({ Id, isUp: State.Running, since: State.StartedAt }));
const configState = async (id: string) => (await nodeOf(host.controlPlane, id, 'configState')).configState;
const syncError = async () => (await host.agent.status()).lastSync.error;

test('deploys a node unprivileged within its limits, and reads its blocks’ height', async () => {
  expect(deployed.status.endpoint).toMatchObject({ host: '127.0.0.1' });
  const hash = await host.nodes.mine(deployed.id, 3);
  const { metrics } = await until('the new tip is reported', async () => {
    const node = await host.nodes.get(deployed.id);
    return node?.metrics?.bestBlockHash === hash && node;
  });
  expect(metrics?.height).toBe(await host.nodes.rpc(deployed.id, 'getblockcount'));
  const kinds = (await host.nodes.events('deployed')).map(({ kind }) => kind);
  expect(kinds).toEqual(['node.volume_created', 'node.container_created', 'node.started', 'node.answering']);
  // The system itself uses some memory.
  const { executors } = await host.controlPlane.ask('{ executors { room { memoryMiB { total } } } }');
  const memoryMiB = Math.floor(executors[0].room.memoryMiB.total);
  const figures = /[\d.]+ of [\d.]+ MiB of memory available, \d+ needed \([\d.]+ free now/;
  await expect(host.nodes.create('greedy', { resources: { memoryMiB } })).rejects.toThrow(figures);
  const network = await until('the network was compared with the new tip', async () => {
    const { stdout } = await satrapHere('networks show regtest', caller());
    return stdout.includes(`deployed at block ${metrics?.height}`) && stdout;
  });
  expect(network).toMatch(/^regtest: (agreed, no split|comparing)\nTip \d+: \d nodes?(, \d syncing)?\n/);
  expect(await satrapHere('networks show mainnet', caller())).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('no running node follows mainnet; your nodes follow: regtest'),
  });
  const container = await containerOf(deployed.id);
  expect(container?.Config).toMatchObject({ User: '60833:60833', StopSignal: 'SIGTERM', StopTimeout: 600 });
  expect(container?.HostConfig).toMatchObject({
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
    ReadonlyRootfs: true,
    ...{ PidsLimit: 512, NanoCpus: 1e9, Memory: 512 * 1024 * 1024, RestartPolicy: { Name: 'always' } },
    LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
  });
  expect(container?.HostConfig.PortBindings?.['18443/tcp']).toMatchObject([{ HostIp: '127.0.0.1' }]);
});

test('the console’s examples ask a running node for its chain, as they stand', async () => {
  const { endpoint } = deployed.status;
  if (endpoint === null) throw new Error('the node has no endpoint');
  const { nodeRpcCredentials } = await host.controlPlane.ask('{ nodeRpcCredentials { user password } }');
  const { user: RPC_USER, password: RPC_PASSWORD } = nodeRpcCredentials;
  const env = { PATH: `${await folderWithBitcoinCli()}:${process.env['PATH']}`, RPC_USER, RPC_PASSWORD };
  const { curl, 'bitcoin-cli': bitcoinCli } = endpointExamples({
    network: 'regtest',
    nodeType: 'full',
    endpoint: { ...endpoint, zmq: [] },
  });
  for (const example of [curl, bitcoinCli]) {
    const { stdout } = await execa('sh', ['-c', example?.text ?? ''], { env, input: RPC_PASSWORD });
    expect(stdout).toMatch(/"chain": ?"regtest"/);
  }
});

test('a node’s RPC refuses a wrong password, and limits the agent', async () => {
  const { endpoint } = deployed.status;
  const call = async (user: string, password: string | undefined, method: string) => {
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const body = JSON.stringify({ id: 1, method, params: [] });
    const url = `http://${endpoint?.host}:${endpoint?.rpcPort}/`;
    return (await fetch(url, { method: 'POST', headers: { authorization }, body })).status;
  };
  const secrets = await secretsOf(host, deployed.id);
  expect(await call('satrap', 'wrong', 'getblockcount')).toBe(401);
  expect(await call('satrap', secrets['the platform’s RPC password'], 'getblockcount')).toBe(200);
  const agentCall = (method: string) => call('satrap-agent', secrets['the agent’s RPC password'], method);
  expect(await agentCall('getblockchaininfo')).toBe(200);
  for (const method of ['stop', 'generatetodescriptor', 'getnodeaddresses', 'getwalletinfo', 'invalidateblock'])
    expect(await agentCall(method), method).toBe(403);
});

/** A block that the daemon has written to its disk. */
const flushed = { height: 0, hash: '' };
const isFollowed = () => host.engine.reading.some((call) => call.includes('/logs'));

test('a log that is followed shows what the daemon writes, and goes on after a restart', async () => {
  const { id } = deployed;
  const { main } = await builtProgram('host');
  const words = ['nodes', 'logs', 'deployed', '--follow', '--last', '3'];
  using child = spawn(process.execPath, [main, ...words], { env: { PATH: process.env['PATH'] ?? '', ...caller() } });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await until('the last lines come', () => lines.length >= 3);
  flushed.hash = await host.nodes.mine(id, 1);
  flushed.height = Number(await host.nodes.rpc(id, 'getblockcount'));
  await until('the new block is shown', () => lines.some((line) => line.includes(flushed.hash)));
  expect(isFollowed()).toBe(true);

  await host.nodes.actFully(id, 'restart');
  const next = await host.nodes.mine(id, 1);
  await until('the log goes on', () => lines.some((line) => line.includes(next)));
  const shown = lines.filter((line) => line.includes(flushed.hash));
  expect(shown.length).toBe(new Set(shown).size);
});

const starts = async () => (await host.nodes.events('deployed', 'node.started')).length;

test('two nodes of one network get different ports and keep them across a restart', async () => {
  const [one, two] = [deployed.status.endpoint, second.status.endpoint];
  expect(two?.rpcPort).not.toBe(one?.rpcPort);
  expect(two?.p2pPort).not.toBe(one?.p2pPort);
  // The restart under the followed log.
  expect((await host.nodes.get(deployed.id))?.status.endpoint).toEqual(one);
  await until('the start is told', async () => (await starts()) === 2);
});

test('each requested restart happens exactly once, also across an agent’s start', async () => {
  const run = await runsOf(deployed.id);
  await host.agent.stop();
  const explanation = await explainOffline(host.agent.dataDir, 'deployed');
  expect(explanation).toMatchObject({ steps: [], waitingFor: expect.stringContaining('an agent') });
  expect(explanation?.observed.join('\n')).toContain('running');
  await host.agent.startAndSync();
  await until('the agent has observed the node', async () =>
    (await host.agent.status()).nodes.some(({ name, phase }) => name === 'deployed' && phase === 'running'),
  );
  expect(await runsOf(deployed.id)).toEqual(run);
  expect(await starts()).toBe(2);
  await host.nodes.untilPhase(deployed.id, 'running');
});

test('invariant 10: a stop lets the daemon end, and a start brings its chain back', async () => {
  const { id } = second;
  await host.nodes.mine(id, 3);
  await host.nodes.actFully(id, 'stop');
  expect((await containerOf(id))?.State).toMatchObject({ Running: false, ExitCode: 0, OOMKilled: false });
  expect(await configState(id)).toBe('unknown');
  expect((await satrapHere('nodes show second', caller())).stdout).toContain('Not confirmed: ');
  await host.nodes.actFully(id, 'start');
  expect(await host.nodes.rpc(id, 'getblockcount')).toBe(3);
});

test('a new override or version makes a new container, a new name restarts nothing', async () => {
  const { id } = second;
  const before = await containerOf(id);
  await host.nodes.update(id, { overrides: [{ key: 'dbcache', value: '77' }], clientVersion: '28.0' });
  expect(await configState(id)).not.toBe('running');
  const running = await host.nodes.untilPhase(id, 'running');
  expect(running.status.imageDigest).not.toBe(second.status.imageDigest);
  expect((await satrapHere('nodes show second', caller())).stdout).toContain('The daemon runs with these settings.');
  const run = await runsOf(id);
  expect(run).toHaveLength(1);
  expect(run[0]?.Id).not.toBe(before?.Id);
  expect(await host.nodes.rpc(id, 'getblockcount')).toBe(3);
  const [removed] = await host.nodes.events('second', 'node.container_removed');
  for (const change of ['override dbcache unset → 77', 'client version 28.1 → 28.0'])
    expect(removed?.message).toContain(change);
  expect(await host.agent.explain('second')).toMatchObject({ steps: [], waitingFor: null });
  for (const name of ['renamed', 'second']) await host.nodes.update(id, { name });
  await host.nodes.untilPhase(id, 'running');
  expect(await runsOf(id)).toEqual(run);
});

describe('someone else at the engine', () => {
  type Act = (container: Docker.Container) => Promise<unknown>;
  const removeUnseen: Act = (container) => {
    host.engine.cut();
    return container.remove({ force: true });
  };
  const renameAndStop: Act = async (container) => {
    await container.rename({ name: `renamed-${container.id.slice(0, 8)}` });
    await container.stop({ t: 60 });
  };
  test.each<[string, string, Act]>([
    ['removed while no event reached the agent', 'node.container_created', removeUnseen],
    ['paused', 'node.unpaused', (container) => container.pause()],
    ['renamed and stopped', 'node.exited', renameAndStop],
  ])('invariant 3: a container that someone %s runs again with its chain', async (what, kind, act) => {
    const { id } = deployed;
    const former = await host.nodes.events('deployed');
    await act(host.docker.getContainer((await containerOf(id))?.Id ?? ''));
    await host.nodes.untilAnother('deployed', kind, former);
    // Events come before the heartbeat whose phase they explain: until then the phase may be the previous `running`.
    if (what !== 'paused') await host.nodes.untilAnother('deployed', 'node.answering', former);
    await host.nodes.untilPhase(id, 'running');
    expect(await host.nodes.rpc(id, 'getblockhash', [flushed.height])).toBe(flushed.hash);
    expect(await host.agent.containers(id)).toHaveLength(1);
  });
});

const runs = async () => [await runsOf(deployed.id), await runsOf(second.id)];
let reverts = true;
/** Restarts nothing. */
const change = () => {
  reverts = !reverts;
  return host.nodes.update(second.id, { revertFailedChange: reverts });
};

// `test/agent/control-plane/client.test.ts` and `test/agent/desired/desired-state.test.ts` have every kind of answer.
test('invariant 5: nodes run through an outage or bad answers; the agent catches up', async () => {
  const before = await runs();
  const faults: [string, Fault][] = [
    ['is gone', { kind: 'refuse' }],
    ['answers with a page', { kind: 'answer', status: 200, type: 'text/html', body: '<html>Welcome</html>' }],
    ['answers for another executor', changedNodes(() => [], { executorId: 'another' })],
    ['lists a node without an id', changedNodes(() => [{ desiredState: 'deleted' }])],
  ];
  for (const [what, fault] of faults) {
    host.api.break(fault);
    await until(`three requests have met a control plane that ${what}`, () => host.api.faultyRequests >= 3);
    await until('a heartbeat failed', async () => (await syncError()) !== null);
  }
  const { revision } = await change();
  host.api.heal();
  const applied = async () => (await host.nodes.get(second.id))?.status.appliedRevision;
  await until('the change is applied', async () => (await applied()) === revision);
  expect(await runs()).toEqual(before);
});

test('invariants 3, 5: without a control plane, replaces a removed container', async () => {
  const created = 'node.container_created';
  const former = await host.nodes.events('second', created);
  host.api.break({ kind: 'refuse' });
  await host.agent.stop('SIGKILL');
  host.agent.start();
  await until('the agent knows the node', async () =>
    (await host.agent.status().catch(() => undefined))?.nodes.some(({ name }) => name === 'second'),
  );
  await host.docker.getContainer(`satrap-${second.id}`).remove({ force: true });
  await until('there is another container', async () => (await containerOf(second.id))?.State.Running);
  host.api.heal();
  await until('the agent has synced', async () => (await syncError()) === null);
  const { message } = await host.nodes.untilAnother('second', created, former);
  expect(message).toContain('the container was removed by someone else');
});

test('invariant 2: nodes that an answer leaves out run on as orphaned', async () => {
  const before = await runs();
  for (const listed of [['deployed'], []]) {
    const unlisted = ['deployed', 'second'].filter((name) => !listed.includes(name));
    host.api.break(changedNodes((nodes) => nodes?.filter(({ name }) => listed.includes(name))));
    // The control plane only sends a changed list.
    await change();
    const orphans = await until(`${unlisted.join(' and ')} are orphaned`, async () => {
      const found = (await host.agent.status()).orphans;
      return found.length === unlisted.length && found;
    });
    expect(orphans.map(({ name }) => name).toSorted()).toEqual(unlisted);
    expect(orphans.every(({ containerId }) => containerId !== null)).toBe(true);
    expect(await runs()).toEqual(before);
  }
  const volumes = [deployed, second].map(({ id }) => `satrap-${id}`);
  expect(await host.agent.volumes()).toEqual(expect.arrayContaining(volumes));
  host.api.heal();
  await until('the nodes are listed again', async () => {
    const { orphans, nodes } = await host.agent.status();
    return orphans.length === 0 && nodes.filter(({ phase }) => phase === 'running').length === 2;
  });
  expect(await runs()).toEqual(before);
});

test('a log whose reader has left is no longer read from the engine', async () => {
  await until('nobody reads the log any more', () => !isFollowed());
});

describe('secrets, after a life', () => testSecrets(() => ({ host, nodeId: deployed.id })));
