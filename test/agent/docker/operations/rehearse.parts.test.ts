import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRehearsals } from '../../../../src/agent/docker/engine/rehearsal-objects.ts';
import { sweepRehearsals } from '../../../../src/agent/docker/rehearsal/rehearsal-copy.ts';
import { operation } from '../../../fixtures/node.ts';
import { scriptedDaemons } from '../../../harness/scripted-daemon.ts';
import { shared } from '../../../harness/shared-part.ts';
import { type LoopFileSystem, mountLoopDisk } from '../../../harness/sharing-disk.ts';
import { standInWith } from '../../../harness/stand-in-with.ts';
import { runningNode, type TestNode } from '../../../harness/test-node.ts';
import { authOf, callAs, tester } from '../../../harness/tester-rpc.ts';
import { until } from '../../../harness/until.ts';

const user = { rpcAuth: authOf(tester) };
const blocks = 30;

const diskOf = (fileSystem: LoopFileSystem) =>
  shared(
    async () => mountLoopDisk(fileSystem),
    (mounted) => mounted[Symbol.dispose](),
  );

/** A running node with blocks and a wallet whose data is on a disk. */
async function nodeOn(dataRoot: string, images: Record<string, string> = {}): Promise<TestNode> {
  const node = await runningNode({ dataRoot, images, sampleIntervalSeconds: 1 }, user);
  await callAs(node, tester, 'createwallet', ['savings']);
  await callAs(node, tester, 'generatetodescriptor', [blocks, 'raw(51)']);
  await until('its height is known', () => node.record.tip?.height === blocks);
  return node;
}

let last = 0;

/** Rehearses a version and waits for the end. Returns the record. */
async function rehearsed(node: TestNode, clientVersion: string) {
  const id = `r${++last}`;
  node.desire({ ...user, ...operation('rehearse', { from: '28.1', clientVersion }, { id }) });
  return until(
    `the rehearsal of ${clientVersion} has ended`,
    () => {
      const { rehearse } = node.record.operations;
      return rehearse?.id === id && (rehearse.stage === 'succeeded' || rehearse.stage === 'failed') && rehearse;
    },
    120_000,
  );
}

const state = async (node: TestNode) => {
  const { State } = await node.client.docker.getContainer(await node.containerId()).inspect();
  return { startedAt: State.StartedAt, paused: State.Paused };
};

/** Expects that nothing of a rehearsal is left on the engine and on the disk. */
async function expectNothingLeft(node: TestNode, dataRoot: string): Promise<void> {
  expect(await findRehearsals(node.client, node)).toEqual([]);
  expect(readdirSync(dataRoot).filter((name) => name.includes(node.nodeId))).toEqual([node.nodeId]);
}

describe.each<LoopFileSystem>(['btrfs', 'xfs'])('on %s', (fileSystem) => {
  const disk = diskOf(fileSystem);

  test('a version passes on a copy, and the node runs on', { timeout: 180_000 }, async () => {
    const node = await nodeOn(disk.path);
    const before = await state(node);
    const phases: string[] = [];
    const watch = setInterval(() => phases.push(node.worker.report().phase), 50);
    const ended = await rehearsed(node, '28.0');
    clearInterval(watch);
    expect(ended).toMatchObject({ stage: 'succeeded', reason: null });
    expect(ended.result?.rehearse).toMatchObject({
      ...{ verdict: 'passed', fileSystem, height: blocks, utxoHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      indexes: [{ name: 'txindex', synced: true, height: blocks }],
      notes: [],
    });
    const { frozenSeconds = 99, peakMemoryMiB = 0, copiedBytes = 0 } = ended.result?.rehearse ?? {};
    expect(frozenSeconds).toBeLessThan(5);
    expect(peakMemoryMiB).toBeGreaterThan(10);
    expect(copiedBytes).toBeGreaterThan(1_000_000);
    expect(await state(node)).toEqual({ ...before, paused: false });
    expect(new Set(phases)).toEqual(new Set(['running']));
    expect(await callAs(node, tester, 'listwallets', [])).toMatchObject({ result: ['savings'] });
    expect(node.events.map(({ kind }) => kind).filter((kind) => kind.includes('rehears'))).toEqual([
      ...['node.rehearsal_begun', 'node.rehearsal_copied', 'node.rehearsed', 'node.rehearsal_cleaned_up'],
    ]);
    await expectNothingLeft(node, disk.path);
  });
});

describe('a version that fails', () => {
  const disk = diskOf('btrfs');

  test('on the data is refused with its last words', { timeout: 180_000 }, async () => {
    const node = await nodeOn(disk.path, await scriptedDaemons(['27.0']));
    const before = await state(node);
    // What the scripted daemon cannot read.
    writeFileSync(join(disk.path, node.nodeId, 'node/regtest/blocks/damaged'), '');
    const ended = await rehearsed(node, '27.0');
    expect(ended).toMatchObject({ stage: 'failed', reason: expect.stringContaining('Corrupted block database') });
    expect(ended.result?.rehearse?.verdict).toBe('refused');
    expect(await state(node)).toEqual(before);
    expect(node.worker.report()).toMatchObject({ phase: 'running', problems: [] });
    await expectNothingLeft(node, disk.path);
  });

  test('after ten seconds is refused', { timeout: 180_000 }, async () => {
    const dying = await standInWith('dying', '/usr/local/bin/bitcoind "$@" &\nsleep 10\nkill -9 $!\nexit 3');
    const node = await nodeOn(disk.path, { '28.2': dying });
    const ended = await rehearsed(node, '28.2');
    expect(ended).toMatchObject({
      stage: 'failed',
      reason: expect.stringContaining('28.2 exited on the copy with code 3'),
    });
    expect(ended.result?.rehearse).toMatchObject({ verdict: 'refused', startSeconds: expect.any(Number) });
    await expectNothingLeft(node, disk.path);
  });

  test('to offer a client program cannot be rehearsed', { timeout: 180_000 }, async () => {
    const node = await nodeOn(disk.path, await scriptedDaemons(['29.9']));
    const ended = await rehearsed(node, '29.9');
    expect(ended).toMatchObject({ stage: 'failed', reason: expect.stringContaining('has no bitcoin-cli') });
    expect(ended.result?.rehearse?.verdict).toBe('not_possible');
    await expectNothingLeft(node, disk.path);
  });

  test('because it was cancelled leaves nothing behind', { timeout: 180_000 }, async () => {
    const node = await nodeOn(disk.path);
    node.desire({ ...user, ...operation('rehearse', { from: '28.1', clientVersion: '28.0' }, { id: 'cancelled' }) });
    await until('the version runs', () => node.record.operations.rehearse?.stage === 'copied');
    node.desire(user);
    await until('it is cancelled', () => node.record.operations.rehearse?.stage === 'cancelled');
    expect(node.worker.report().phase).toBe('running');
    await expectNothingLeft(node, disk.path);
  });
});

test('on ext4 nothing is copied, and the reason says what it would take', { timeout: 120_000 }, async () => {
  using disk = mountLoopDisk('ext4');
  const node = await nodeOn(disk.path);
  const before = await state(node);
  const ended = await rehearsed(node, '28.0');
  expect(ended).toMatchObject({
    stage: 'failed',
    reason: expect.stringMatching(/on ext4, .*GiB that are free.*--canary 1/),
  });
  expect(ended.result?.rehearse).toMatchObject({ verdict: 'not_possible', fileSystem: 'ext4' });
  expect(await state(node)).toEqual(before);
  expect(node.events.map(({ kind }) => kind)).not.toContain('node.rehearsal_copied');
  await node.stop();
});

test('a sweep removes what nobody rehearses any more, and nothing else', { timeout: 120_000 }, async () => {
  using disk = mountLoopDisk('btrfs');
  const node = await nodeOn(disk.path);
  node.desire({ ...user, ...operation('rehearse', { from: '28.1', clientVersion: '28.0' }, { id: 'lost' }) });
  await until('the data is copied', () => node.record.operations.rehearse?.stage === 'copied');
  await node.stop();
  const sweep = (rehearsing: string[], instanceId: string, hasLease: boolean) =>
    sweepRehearsals(
      { client: node.client, executorId: node.executorId, instanceId },
      { isRehearsing: (nodeId) => rehearsing.includes(nodeId), hasLease },
    );
  const left = async () => (await findRehearsals(node.client, node)).length;
  mkdirSync(join(disk.path, 'somebody’s'));
  await sweep([node.nodeId], 'another', true);
  await sweep([], 'another', false);
  expect(await left()).toBeGreaterThan(0);
  await sweep([], 'another', true);
  expect(await left()).toBe(0);
  expect(readdirSync(disk.path).toSorted()).toEqual([node.nodeId, 'somebody’s'].toSorted());
});
