import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { startContainer } from '../../src/agent/docker/engine/containers.ts';
import { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import { createVolume } from '../../src/agent/docker/engine/volumes.ts';
import { hostRuntime } from '../../src/agent/offline/host-runtime.ts';
import { engineEndpoint } from '../../src/agent/settings/engine-endpoint.ts';
import { remainsOf } from '../../src/cli/agent/install/uninstall.ts';
import { freePort } from '../harness/free-port.ts';
import { type NodeView, nodeOf } from '../harness/nodes.ts';
import { type PrivateEngine, startPrivateEngine } from '../harness/private-engine.ts';
import { scriptedDaemons } from '../harness/scripted-daemon.ts';
import { mountSmallDisk, type SmallDisk } from '../harness/small-disk.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { runningNode } from '../harness/test-node.ts';
import { until } from '../harness/until.ts';

// An engine of its own, which the agent reaches over TLS, and a disk of its own, for chain data and the agent's store.

/** Daemons are stopped below it, and restarted at twice of it, in MiB. */
const stopBelow = 120;

let folder: string;
let engine: PrivateEngine;
let disk: SmallDisk;
let host: TestHost;
let tlsPort: number;
/** Two nodes that the tests share. */
let busy: NodeView;
let quiet: NodeView;

beforeAll(async () => {
  await using resources = new AsyncDisposableStack();
  folder = mkdtempSync('/var/lib/satrap-t-');
  resources.defer(() => rmSync(folder, { recursive: true }));
  makeCertificates();
  tlsPort = await freePort();
  const images = await scriptedDaemons(['27.0']);
  engine = await startPrivateEngine({
    images: [inject('clientImages')['28.1'] ?? '', ...Object.values(images)],
    args: [
      ...['--host', `tcp://127.0.0.1:${tlsPort}`, '--tlsverify', '--tlscacert', join(folder, 'authority.pem')],
      ...['--tlscert', join(folder, 'engine.pem'), '--tlskey', join(folder, 'engine-key.pem')],
      ...['--shutdown-timeout', '5'],
    ],
  });
  resources.defer(destroyEngine);
  disk = resources.use(mountSmallDisk(1100));
  const [dataDir, dataRoot] = [join(disk.path, 'agent'), join(disk.path, 'data')];
  mkdirSync(dataDir, { mode: 0o700 });
  mkdirSync(dataRoot, { mode: 0o711 });
  const overTls = Object.entries(tls('agent')).map(([name, value]) => [
    name.replace(/[A-Z]/g, '-$&').toLowerCase(),
    value,
  ]);
  const flags = {
    ...Object.fromEntries(overTls),
    'data-root': dataRoot,
    overcommit: 'disk=20',
    'disk-stop-below': String(stopBelow),
    'disk-start-above': String(2 * stopBelow),
    'sample-interval': '1',
  };
  const agent = { dataDir, logDir: folder, flags, images };
  host = resources.use(await testHost({ dockerSocket: engine.socketPath, heartbeatSeconds: 2, agent }));
  resources.defer(() => disk.empty());
  [busy, quiet] = await host.runNodes(['busy', 'quiet']);
  const owned = resources.move();
  return () => owned.disposeAsync();
});
beforeEach(async () => {
  disk.empty();
  await host.heal();
});

/** A test's engine leaves nothing behind. */
async function destroyEngine(): Promise<void> {
  await engine[Symbol.asyncDispose]();
  expect(await engine.pid()).toBeNull();
  expect(existsSync(engine.dir)).toBe(false);
  expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(engine.dir);
  expect(existsSync(join('/sys/class/net', engine.bridge))).toBe(false);
}

/** Keys and certificates: of an authority, of the engine and the agent, which it signed, and of a stranger. */
function makeCertificates(): void {
  const path = (name: string) => join(folder, name);
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ');
  const make = (name: string, ...more: string[]) => {
    const files = ['-subj', `/CN=${name}`, '-keyout', path(`${name}-key.pem`), '-out', path(`${name}.pem`)];
    execFileSync('openssl', [...kind, ...files, ...more], { stdio: 'pipe' });
  };
  for (const name of ['authority', 'stranger']) make(name);
  const signed = ['-CA', path('authority.pem'), '-CAkey', path('authority-key.pem'), '-addext'];
  make('engine', ...signed, 'subjectAltName=IP:127.0.0.1', '-addext', 'extendedKeyUsage=serverAuth');
  make('agent', ...signed, 'extendedKeyUsage=clientAuth');
}

/** The settings of an agent with this certificate, without a socket of the engine. */
const tls = (client: string) => ({
  dockerSocket: join(folder, 'none.sock'),
  dockerHost: `tcp://127.0.0.1:${tlsPort}`,
  dockerTlsCa: join(folder, 'authority.pem'),
  dockerTlsCert: join(folder, `${client}.pem`),
  dockerTlsKey: join(folder, `${client}-key.pem`),
});

test('runs nodes on an engine over TLS that trusts only its own authority', async () => {
  const ask = (client: string) => new EngineClient(engineEndpoint(tls(client))).get('describe itself', '/info');
  await expect(ask('stranger')).rejects.toMatchObject({ fault: 'unreachable' });
  expect(await ask('agent')).toMatchObject({ OSType: 'linux' });
  expect(await host.agent.containers()).toHaveLength(2);
  // An agent being uninstalled reports its leftovers.
  const remains = await remainsOf(hostRuntime(tls('agent')));
  expect([remains.containers.length, remains.volumes.length, remains.error]).toEqual([2, 2, null]);
});

describe('an engine that goes away', () => {
  const countEvents = async (kind: string): Promise<number> => {
    const query = 'query($kind: String) { events(filter: { kind: $kind, take: 500 }) { nodes { id } } }';
    return (await host.controlPlane.ask(query, { kind })).events.nodes.length;
  };
  const exits = async () => (await host.nodes.events('busy', 'node.exited')).length;

  test('invariant 10: a stopping engine waits for a slow daemon, which is no failure', {
    timeout: 180_000,
  }, async () => {
    await host.nodes.mine(busy.id, 3);
    const [container] = await host.agent.containers(busy.id);
    const pid = container?.State.Pid ?? 0;
    const client = new EngineClient(engine.socketPath);
    const node = await runningNode({ client: new EngineClient(engine.socketPath) });
    const daemon = client.docker.getContainer(await node.containerId());
    const isRunning = async () => (await daemon.inspect()).State.Running;
    expect(await isRunning()).toBe(true);
    // The daemon is suspended and can flush only when it is resumed: well after the timeouts of the engine, 5 s, and of a
    // container by default, 10 s.
    process.kill(pid, 'SIGSTOP');
    const resume = setTimeout(() => process.kill(pid, 'SIGCONT'), 12_000);
    const ended = engine.stop(90_000);
    await until('the engine has stopped the other daemon', async () => !(await isRunning()));
    await expect(startContainer(client, daemon.id)).rejects.toMatchObject({ fault: 'unreachable' });
    // Whose labels it would forget.
    const volume = { executorId: 'e', nodeId: 'n', nodeName: 'one', directory: null };
    await expect(createVolume(client, volume)).rejects.toMatchObject({ fault: 'unreachable' });
    // It still answers on its open connection.
    expect(await isRunning()).toBe(false);
    await until('the agent has seen it', () => node.worker.report().phase !== 'running');
    await ended;
    clearTimeout(resume);
    await engine.start();
    const answers = () => node.events.filter(({ kind }) => kind === 'node.answering');
    await until('the daemon answers again', () => answers().length === 2);
    expect(node.record.recentExits ?? []).toEqual([]);
    expect(node.events.filter(({ level }) => level !== 'info')).toEqual([]);
    await until('the slow daemon runs again', async () => (await host.agent.containers(busy.id))[0]?.State.Running);
    await host.nodes.untilPhase(busy.id, 'running');
    expect((await host.nodes.events('busy', 'node.exited')).at(-1)?.data.exitCode ?? 0).toBe(0);
    expect(await host.nodes.rpc(busy.id, 'getblockcount')).toBe(3);
  });

  test('reports an engine’s loss and return once each, and the node runs again', {
    timeout: 180_000,
  }, async () => {
    const before = await exits();
    const kinds = ['executor.engine_lost', 'executor.engine_back', 'executor.engine_restarted'] as const;
    const counts = () => Promise.all(kinds.map(countEvents));
    const [losses = 0, returns = 0, restarts = 0] = await counts();
    await engine.kill();
    // It takes half a minute, so that a restart does not count as a loss.
    await until('the loss is reported', async () => (await countEvents(kinds[0])) > losses, 120_000, 1000);
    await host.agent.untilHeartbeat();
    await engine.start();
    await until('the return is reported', async () => (await countEvents(kinds[1])) > returns);
    await until('the restart is reported', async () => (await countEvents(kinds[2])) > restarts);
    for (const { id } of [busy, quiet]) await host.nodes.untilPhase(id, 'running');
    expect(await host.nodes.rpc(busy.id, 'getblockcount')).toBe(3);
    expect(await host.agent.containers(busy.id)).toHaveLength(1);
    // The engine's restart is one event of the host, and no failure of its nodes.
    expect(await counts()).toEqual([losses + 1, returns + 1, restarts + 1]);
    expect(await exits()).toBe(before);
  });
});

describe('a full disk', () => {
  const stopsOf = async (name: string) =>
    (await host.nodes.events(name, 'node.stopped')).map(({ data }) => data.exitCode);
  const reserve = () => statSync(join(disk.path, 'agent', 'agent.reserve')).size;

  test('invariant 2: stops daemons before their disk is full, the fastest-growing first', {
    timeout: 240_000,
  }, async () => {
    const untilHeight = (height: number) =>
      until(`its height is ${height}`, async () => (await host.nodes.get(busy.id))?.metrics?.height === height);
    await untilHeight(3);
    await host.nodes.mine(busy.id, 200);
    await untilHeight(203);
    await until('the store has its reserved space', () => reserve() > 0);
    const whole = reserve();
    const before = await stopsOf('busy');
    const { containerId } = (await host.nodes.get(busy.id))?.status ?? {};
    disk.fill(stopBelow - 10);
    const stopped = await host.nodes.untilPhase(busy.id, 'failing');
    expect(stopped.status.reason).toMatch(
      /the disk of .* has 1\d\d MiB free, less than the minimum of 120 MiB.*restarts automatically at 240 MiB/,
    );
    expect(stopped.desiredState).toBe('running');
    const { problems } = await nodeOf(host.controlPlane, busy.id, 'problems { code }');
    expect(problems).toEqual([{ code: 'disk_full_stopped' }]);
    // That was not enough: it frees no space.
    await host.nodes.untilPhase(quiet.id, 'failing');
    const [first, next] = [
      await host.nodes.untilEvent('busy', 'node.suspended'),
      await host.nodes.untilEvent('quiet', 'node.suspended'),
    ];
    expect([first.id, next.id].toSorted()).toEqual([first.id, next.id]);
    expect(first).toMatchObject({ level: 'warning', data: { code: 'disk_full_stopped' } });
    expect(await stopsOf('busy')).toEqual([...before, 0]);
    expect((await stopsOf('quiet')).at(-1)).toBe(0);
    expect((await host.agent.explain('busy')).waitingFor).toContain('free disk space');

    await host.agent.stop('SIGKILL');
    disk.fill(0);
    await host.agent.startAndSync();
    await host.nodes.remove(quiet.id);
    expect(disk.free()).toBeGreaterThan(10);
    await host.nodes.untilEvent('quiet', 'node.data_removed');
    expect(reserve()).toBeLessThanOrEqual(whole);

    // A restart of the agent keeps the suspension, although there is enough space for a start now.
    // Never empty in between: the agent would start it.
    disk.fill(stopBelow + 40);
    const seesRoom = async () => (await host.agent.status()).disks.some(({ freeMiB }) => freeMiB > stopBelow);
    await until('the agent has seen the free space', seesRoom);
    await host.agent.untilHeartbeat();
    expect((await host.nodes.get(busy.id))?.status.phase).toBe('failing');

    disk.empty();
    const running = await host.nodes.untilPhase(busy.id, 'running');
    expect(running.status.reason).toBeNull();
    await host.nodes.untilEvent('busy', 'node.resumed');
    expect(running.status.containerId).toBe(containerId);
    await untilHeight(203);
  });

  test('trusts a daemon that asks for a reindex only after a start with free disk space', {
    timeout: 180_000,
  }, async () => {
    const { nodes } = host;
    // Its daemon would fail on the full disk as well.
    await nodes.actFully(busy.id, 'stop');
    const { id } = await nodes.create('alarmed', { clientVersion: '27.0' });
    await nodes.untilPhase(id, 'starting');
    await nodes.untilEvent('alarmed', 'node.started');
    const asked = 'Please restart with -reindex';

    // Without the agent, which would stop it before the disk is full.
    await host.agent.stop('SIGKILL');
    disk.fill(0);
    const restarts = async () => (await host.agent.containers(id))[0]?.RestartCount ?? 0;
    // The engine pauses for seconds then, so that the agent finds the daemon down, and not at its next attempt.
    await until('the engine has started it five times', async () => (await restarts()) >= 5);
    disk.fill(0);
    await host.agent.startAndSync();
    const full = await nodes.untilEvent('alarmed', 'node.exited');
    expect(full.message).toContain(asked);
    expect(full.message).toContain('The data is not damaged: the disk was full.');
    await nodes.untilEvent('alarmed', 'node.suspended');
    // With free space, the same daemon works.
    disk.empty();
    await nodes.untilEvent('alarmed', 'node.resumed');
    await nodes.untilPhase(id, 'starting');

    // The error is only trusted after a start with free space, and even then nobody reindexes unasked.
    writeFileSync(join(disk.path, 'data', id, 'node/regtest/blocks/damaged'), '');
    const failing = await until('its reason says what may have happened', async () => {
      const node = await nodes.get(id);
      return node?.status.reason?.includes('The data may be intact: a version') && node;
    });
    expect(failing.status.reason).toContain(asked);
    expect(failing.status.reason).toContain('If the error persists, rebuild the data with “satrap nodes reindex”');
    expect((await nodes.events('alarmed')).filter(({ kind }) => kind.includes('reindex'))).toEqual([]);
    expect(await nodes.reindexState(id)).toBeNull();
  });
});
