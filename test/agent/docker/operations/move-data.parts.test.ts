import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { labels, objectName } from '../../../../src/agent/docker/engine/labels.ts';
import { findVolumes, type NodeVolume } from '../../../../src/agent/docker/engine/volumes.ts';
import { operation } from '../../../fixtures/node.ts';
import { smallDisk } from '../../../harness/small-disk.ts';
import { runningNode, type TestNode } from '../../../harness/test-node.ts';
import { authOf, callAs, tester } from '../../../harness/tester-rpc.ts';
import { until } from '../../../harness/until.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'satrap-root-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  chmodSync(path, 0o711);
  return path;
}

const moveTo = (id: string, to: string) => operation('move', { from: 'default', to }, { id });

const volumesOf = async (node: TestNode): Promise<NodeVolume[]> =>
  (await findVolumes(node.client, node.executorId, node.nodeId)).ours;
const rootsOf = async (node: TestNode): Promise<string[]> => (await volumesOf(node)).map(({ dataRoot }) => dataRoot);
const kindsSince = (node: TestNode, count: number): string[] =>
  node.events
    .slice(count)
    .map(({ kind }) => kind)
    .filter((kind) => !['node.answering', 'node.sample'].includes(kind));

/** Resolves with the reason of a failed move. */
async function untilMoved(node: TestNode, id: string, stage: 'succeeded' | 'failed'): Promise<string | null> {
  const move = await until(
    `the move ${id} is ${stage}`,
    () => {
      const recorded = node.record.operations.move;
      return recorded?.id === id && recorded.stage === stage && recorded;
    },
    90_000,
  );
  await node.untilPhase('running');
  return move.reason;
}

/** The events of a node whose data moves to another data root, in order. */
const steps = [
  ...['node.move-begun', 'node.stopped', 'node.move-copied', 'node.move-verified'],
  ...['node.container-removed', 'node.container-created', 'node.started', 'node.move-answered'],
  ...['node.move-cleaned-up', 'node.operation-succeeded'],
];

test('all data of a node goes to another data root and back, wallets and settings too, also of one that prunes; one copy is left', {
  timeout: 180_000,
}, async () => {
  const second = folder();
  const node = await runningNode({ dataRoots: { second }, sampleIntervalSeconds: 1 });
  const wish = { rpcAuth: authOf(tester), nodeType: 'pruned' as const };
  node.desire(wish);
  const call = async (method: string, params?: unknown[]) => (await callAs(node, tester, method, params)).result;
  await until('the tester may call', async () => (await call('uptime').catch(() => null)) !== null);
  await call('createwallet', ['savings']);
  const [, hash] = (await call('generatetodescriptor', [2, 'raw(51)'])) as string[];
  await until('the tip is known', () => node.record.tip?.bestBlockHash === hash);

  let seen = node.events.length;
  node.desire({ ...wish, ...moveTo('m1', 'second') });
  await untilMoved(node, 'm1', 'succeeded');
  expect(kindsSince(node, seen)).toEqual(steps);
  const copied = node.events.find(({ kind }) => kind === 'node.move-copied');
  expect(copied?.data).toMatchObject({ from: 'default', to: 'second', method: expect.stringMatching(/copy|reflink/) });
  const answered = node.events.find(({ kind }) => kind === 'node.move-answered');
  expect(answered?.data).toMatchObject({ height: 2, bestBlockHash: hash, hasTip: true });
  expect(await volumesOf(node)).toEqual([
    { dataRoot: 'second', directory: join(second, node.nodeId), path: join(second, node.nodeId) },
  ]);
  expect(node.worker.report()).toMatchObject({
    dataRoot: 'second',
    operations: [{ id: 'm1', state: 'succeeded' }],
  });
  expect(await call('getbestblockhash')).toBe(hash);
  expect(await call('listwalletdir')).toEqual({ wallets: [{ name: 'savings' }] });
  expect((await node.explain()).observed).toContain(
    `volume present in data root second (${join(second, node.nodeId)})`,
  );

  // A completed request is not repeated, and an agent that lost its store finds the data in its place.
  await node.stop();
  node.database.exec('DELETE FROM node_memory');
  seen = node.events.length;
  node.start();
  await untilMoved(node, 'm1', 'succeeded');
  expect(kindsSince(node, seen).slice(0, 2)).toEqual(['node.taken-over', 'node.move-begun']);
  expect(await rootsOf(node)).toEqual(['second']);
  await until('the tip is known again', () => node.record.tip?.bestBlockHash === hash);

  seen = node.events.length;
  node.desire({ ...wish, ...moveTo('m2', 'default') });
  await untilMoved(node, 'm2', 'succeeded');
  expect(kindsSince(node, seen)).toEqual(steps);
  expect(await rootsOf(node)).toEqual(['default']);
  expect(existsSync(join(second, node.nodeId))).toBe(false);
  expect(await call('getbestblockhash')).toBe(hash);
});

test('a move that cannot be is refused with the reason before the daemon is touched, and nothing is left of it', {
  timeout: 120_000,
}, async () => {
  const [used, lost, bare] = [folder(), folder(), folder()];
  const full = smallDisk(4);
  // Mount points, one of them mounted.
  const fstab = join(folder(), 'fstab');
  writeFileSync(fstab, [bare, full.path].map((point) => `UUID=1 ${point} ext4 defaults 0 2\n`).join(''));
  const node = await runningNode({
    dataRoots: { used, lost, full: full.path, foreign: folder(), gone: join(folder(), 'gone'), bare },
    mounts: { fstab, mountinfo: '/proc/self/mountinfo' },
  });
  const { docker } = node.client;
  const seen = node.events.length;
  const startedAt = async () => (await docker.getContainer(await node.containerId()).inspect()).State.StartedAt;
  const before = await startedAt();
  mkdirSync(join(used, node.nodeId));
  writeFileSync(join(used, node.nodeId, 'somebody’s'), 'data');
  const volumes = [
    // Of a foreign program, and of another node of this executor whose disk is not mounted.
    { Name: `${objectName(node.nodeId)}.foreign` },
    {
      Name: objectName('other'),
      Labels: { [labels.executor]: node.executorId, [labels.node]: 'other' },
      DriverOpts: { type: 'none', o: 'bind', device: join(lost, 'other') },
    },
  ];
  for (const volume of volumes) {
    await docker.createVolume(volume);
    onTestFinished(async () => docker.getVolume(volume.Name).remove());
  }
  const refusals = {
    unheard: 'this host has no data root unheard; available: default, used, lost, full, foreign, gone, bare',
    gone: 'cannot see the directory',
    bare: 'nothing is mounted at',
    lost: 'check that the disk of',
    used: 'exists and is not empty',
    full: 'GiB free, but the data takes',
    foreign: 'a foreign volume',
  };
  for (const [to, reason] of Object.entries(refusals)) {
    node.desire({ ...moveTo(to, to) });
    expect(await untilMoved(node, to, 'failed')).toContain(reason);
    expect(node.worker.report().operations).toMatchObject([{ id: to, state: 'failed' }]);
  }
  expect(new Set(kindsSince(node, seen))).toEqual(new Set(['node.move-refused', 'node.operation-failed']));
  expect(await startedAt()).toBe(before);
  expect(await rootsOf(node)).toEqual(['default']);
  expect(readFileSync(join(used, node.nodeId, 'somebody’s'), 'utf8')).toBe('data');
  expect(existsSync(join(full.path, node.nodeId))).toBe(false);
  expect(existsSync(join(bare, node.nodeId))).toBe(false);
});

test('a node whose daemon does not come up on the copy goes back to the old one by itself, and says why', {
  timeout: 180_000,
}, async () => {
  // Space for the copy, but less than a daemon requires.
  const scant = smallDisk(48);
  const node = await runningNode({ dataRoots: { scant: scant.path } });
  const seen = node.events.length;
  node.desire({ ...moveTo('m1', 'scant') });
  expect(await untilMoved(node, 'm1', 'failed')).toContain('Disk space is too low');
  expect(kindsSince(node, seen)).toEqual(
    expect.arrayContaining(['node.move-verified', 'node.move-given-up', 'node.operation-failed']),
  );
  expect(kindsSince(node, seen)).not.toContain('node.operation-succeeded');
  expect(await rootsOf(node)).toEqual(['default']);
  expect(existsSync(join(scant.path, node.nodeId))).toBe(false);
  expect(node.worker.report()).toMatchObject({ operations: [{ id: 'm1', state: 'failed' }] });
  expect(node.worker.report().dataRoot).toBeUndefined();
  // It is not retried, and the next request is a new one.
  node.desire({ ...moveTo('m1', 'scant'), restartCounter: 1 });
  await until('it was restarted', () => node.record.restart.settled === 1);
  await node.untilPhase('running');
  expect(await rootsOf(node)).toEqual(['default']);
});
