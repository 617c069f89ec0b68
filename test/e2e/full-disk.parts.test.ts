import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { scriptedDaemons } from '../harness/scripted-daemon.ts';
import { mountSmallDisk, type SmallDisk } from '../harness/small-disk.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

/** Daemons are stopped below it, and restarted at twice of it, in MiB. */
const stopBelow = 120;

let disk: SmallDisk;
let host: TestHost;

beforeAll(async () => {
  // The agent's own store is on the same disk as the chain data.
  disk = mountSmallDisk(1100);
  const [dataDir, dataRoot] = [join(disk.path, 'agent'), join(disk.path, 'data')];
  mkdirSync(dataDir, { mode: 0o700 });
  mkdirSync(dataRoot, { mode: 0o711 });
  const logDir = mkdtempSync(join(tmpdir(), 'satrap-log-'));
  const flags = {
    'data-root': dataRoot,
    overcommit: 'disk=4',
    'disk-stop-below': String(stopBelow),
    'disk-start-above': String(2 * stopBelow),
    'sample-interval': '1',
  };
  host = await testHost({ images: await scriptedDaemons(['27.0']), agent: { dataDir, logDir, flags } });
  return async () => {
    disk.empty();
    await host[Symbol.asyncDispose]();
    disk[Symbol.dispose]();
    rmSync(logDir, { recursive: true });
  };
});
beforeEach(() => host.heal());

const exitsOf = async (name: string) => (await host.nodes.events(name)).filter(({ kind }) => kind === 'node.stopped');
const reserve = () => statSync(join(disk.path, 'agent', 'agent.reserve')).size;

test('daemons are stopped gently before their disk is full, the one that grows most first, and started again with room', {
  timeout: 180_000,
}, async () => {
  const [quiet, busy] = [await host.runNode('quiet'), await host.runNode('busy')];
  const untilHeight = (height: number) =>
    until(`its height is ${height}`, async () => (await host.nodes.get(busy.id))?.metrics?.height === height);
  await untilHeight(0);
  await host.nodes.mine(busy.id, 200);
  await untilHeight(200);
  disk.fill(stopBelow - 10);
  const stopped = await host.nodes.untilPhase(busy.id, 'failing');
  expect(stopped.status.reason).toMatch(
    /the disk of .* has 1\d\d MiB free, less than the minimum of 120 MiB.*restarts automatically at 240 MiB/,
  );
  expect(stopped.desiredState).toBe('running');
  const { node } = await host.controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { problems { code } } }', {
    id: busy.id,
  });
  expect(node.problems).toEqual([{ code: 'disk_full_stopped' }]);
  // That was not enough: it frees no space.
  await host.nodes.untilPhase(quiet.id, 'failing');
  const [first, second] = [
    await host.nodes.untilEvent('busy', 'node.suspended'),
    await host.nodes.untilEvent('quiet', 'node.suspended'),
  ];
  expect([first.id, second.id].toSorted()).toEqual([first.id, second.id]);
  expect(first).toMatchObject({ level: 'warning', data: { code: 'disk_full_stopped' } });
  for (const name of ['busy', 'quiet']) {
    expect((await exitsOf(name)).map(({ data }) => data.exitCode)).toEqual([0]);
  }
  expect((await host.agent.explain('busy')).waitingFor).toContain('free disk space');

  // A restart of the agent keeps the suspension, although there is enough space for a start now.
  await host.agent.stop('SIGKILL');
  disk.empty();
  disk.fill(stopBelow + 40);
  await host.agent.startAndSync();
  await host.agent.untilHeartbeat();
  expect((await host.nodes.get(busy.id))?.status.phase).toBe('failing');

  disk.empty();
  const running = await host.nodes.untilPhase(busy.id, 'running');
  expect(running.status.reason).toBeNull();
  await host.nodes.untilPhase(quiet.id, 'running');
  await host.nodes.untilEvent('busy', 'node.resumed');
  expect(running.status.containerId).toBe(busy.status.containerId);
  await untilHeight(200);
});

test('invariant 2: on a disk that is full to the last byte, with the agent’s store on it, a node is deleted, and the others run again', {
  timeout: 180_000,
}, async () => {
  const [kept, gone] = [await host.runNode('kept'), await host.runNode('gone')];
  await until('the store has its reserved space', () => reserve() > 0);
  const whole = reserve();
  disk.fill(0);
  await host.nodes.untilPhase(kept.id, 'failing');
  await host.nodes.untilPhase(gone.id, 'failing');
  disk.fill(0);
  await host.agent.stop('SIGKILL');
  disk.fill(0);
  await host.agent.startAndSync();
  await host.nodes.delete(gone.id);
  await host.nodes.untilGone(gone.id);
  expect(disk.free()).toBeGreaterThan(10);
  await host.nodes.untilEvent('gone', 'node.data-removed');
  expect(reserve()).toBeLessThanOrEqual(whole);
  expect((await host.nodes.get(kept.id))?.status.phase).toBe('failing');
  disk.empty();
  await host.nodes.untilPhase(kept.id, 'running');
});

test('a daemon that asks for a reindex after a full disk is not believed before it was started with room, and none is begun', {
  timeout: 180_000,
}, async () => {
  const { nodes, createNode } = host;
  const { id } = await createNode('alarmed', { clientVersion: '27.0' });
  await nodes.untilPhase(id, 'starting');
  const untilReason = (part: string) =>
    until(`its reason has “${part}”`, async () => {
      const node = await nodes.get(id);
      return node?.status.reason?.includes(part) && node;
    });
  await nodes.untilEvent('alarmed', 'node.started');
  const asked = 'Please restart with -reindex';

  // Without the agent, which would stop it before the disk is full.
  await host.agent.stop('SIGKILL');
  disk.fill(0);
  await until(
    'the engine has started it again',
    async () => ((await host.agent.containers(id))[0]?.RestartCount ?? 0) > 0,
  );
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
  const failing = await untilReason('The data may be intact: a version');
  expect(failing.status.reason).toContain(asked);
  expect(failing.status.reason).toContain('If the error persists, rebuild the data with “satrap nodes reindex”');
  expect((await nodes.events('alarmed')).filter(({ kind }) => kind.includes('reindex'))).toEqual([]);
  expect(await nodes.reindexState(id)).toBeNull();
});
