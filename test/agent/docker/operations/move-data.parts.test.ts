import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { labels, objectName } from '../../../../src/agent/docker/engine/labels.ts';
import { findVolumes } from '../../../../src/agent/docker/engine/volumes.ts';
import { operation } from '../../../fixtures/node.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';
import { smallDisk } from '../../../harness/small-disk.ts';
import { TestNode } from '../../../harness/test-node.ts';
import { authOf, callAs, tester } from '../../../harness/tester-rpc.ts';
import { until } from '../../../harness/until.ts';

function folder(): string {
  const path = scratchFolder('root');
  chmodSync(path, 0o711);
  return path;
}

test('a pruned node’s data moves to another root and back, and stays if a move fails', {
  timeout: 300_000,
}, async () => {
  const [used, lost, bare, second] = [folder(), folder(), folder(), folder()];
  const full = smallDisk(4);
  // Space for the copy, but less than a daemon requires.
  const scant = smallDisk(48);
  // Mount points, one of them mounted.
  const fstab = join(folder(), 'fstab');
  writeFileSync(fstab, [bare, full.path].map((point) => `UUID=1 ${point} ext4 defaults 0 2\n`).join(''));
  const places = { used, lost, full: full.path, foreign: folder(), gone: join(folder(), 'gone'), bare };
  const node = new TestNode({
    dataRoots: { ...places, scant: scant.path, second },
    mounts: { fstab, mountinfo: '/proc/self/mountinfo' },
    sampleIntervalSeconds: 1,
  });
  const wish = { rpcAuth: authOf(tester), nodeType: 'pruned' as const };
  node.desire(wish);
  node.start();
  await node.untilPhase('running');
  const { docker } = node.client;
  const call = async (method: string, params?: unknown[]) => (await callAs(node, tester, method, params)).result;
  const volumesOf = async () => (await findVolumes(node.client, node.executorId, node.nodeId)).ours;
  const rootsOf = async () => (await volumesOf()).map(({ dataRoot }) => dataRoot);
  const startedAt = async () => (await docker.getContainer(await node.containerId()).inspect()).State.StartedAt;
  const since = (event: number) =>
    node.events.slice(event).filter(({ kind }) => !['node.answering', 'node.sample'].includes(kind));
  const kindsSince = (event: number) => since(event).map(({ kind }) => kind);
  /** Waits until a move has ended and the node runs, and returns its reason. */
  const moved = async (id: string, to: string, stage: 'succeeded' | 'failed'): Promise<string | null> => {
    node.desire({ ...wish, ...operation('move', { from: 'default', to }, { id }) });
    return untilEnded(id, stage);
  };
  const untilEnded = async (id: string, stage: 'succeeded' | 'failed'): Promise<string | null> => {
    const ended = await until(`the move ${id} has ended`, () => {
      const { move } = node.record.operations;
      return move?.id === id && (move.stage === 'succeeded' || move.stage === 'failed') && move;
    });
    expect(ended).toMatchObject({ stage });
    await node.untilPhase('running');
    expect(node.worker.report().operations).toMatchObject([{ id, state: stage }]);
    return ended.reason;
  };
  await call('createwallet', ['savings']);
  const [, hash] = (await call('generatetodescriptor', [2, 'raw(51)'])) as string[];
  const untilTip = () => until('the tip is known', () => node.record.tip?.bestBlockHash === hash);
  await untilTip();

  // Refused before the daemon is touched.
  let seen = node.events.length;
  const before = await startedAt();
  mkdirSync(join(used, node.nodeId));
  writeFileSync(join(used, node.nodeId, 'somebody’s'), 'data');
  const other = randomUUID();
  const volumes = [
    // Of a foreign program, and of another node of this executor whose disk is not mounted.
    { Name: `${objectName(node.nodeId)}.foreign` },
    {
      Name: objectName(other),
      Labels: { [labels.executor]: node.executorId, [labels.node]: other },
      DriverOpts: { type: 'none', o: 'bind', device: join(lost, other) },
    },
  ];
  for (const volume of volumes) {
    await docker.createVolume(volume);
    onTestFinished(async () => docker.getVolume(volume.Name).remove());
  }
  const refusals = {
    unheard: `no data root unheard; available: default, ${Object.keys(places).join(', ')}, scant, second`,
    gone: 'cannot see the chain data directory',
    bare: 'nothing is mounted at',
    lost: 'check that the disk of',
    used: 'exists and is not empty',
    full: 'GiB free, but the copy needs',
    foreign: 'a foreign volume',
  };
  for (const [to, reason] of Object.entries(refusals)) expect(await moved(to, to, 'failed')).toContain(reason);
  expect(new Set(kindsSince(seen))).toEqual(new Set(['node.move_refused', 'node.operation_failed']));
  expect(await startedAt()).toBe(before);
  expect(readFileSync(join(used, node.nodeId, 'somebody’s'), 'utf8')).toBe('data');
  for (const path of [full.path, bare]) expect(existsSync(join(path, node.nodeId))).toBe(false);

  // The daemon does not come up on the copy.
  seen = node.events.length;
  expect(await moved('scant', 'scant', 'failed')).toContain('Disk space is too low');
  const givenUp = ['node.move_verified', 'node.move_given_up', 'node.operation_failed'];
  expect(kindsSince(seen)).toEqual(expect.arrayContaining(givenUp));
  expect(kindsSince(seen)).not.toContain('node.operation_succeeded');
  expect(await rootsOf()).toEqual(['default']);
  expect(existsSync(join(scant.path, node.nodeId))).toBe(false);
  expect(node.worker.report().dataRoot).toBeUndefined();

  seen = node.events.length;
  await moved('m1', 'second', 'succeeded');
  const dataOf = (kind: string) => since(seen).find((event) => event.kind === kind)?.data;
  const method = expect.stringMatching(/copy|reflink/);
  expect(dataOf('node.move_copied')).toMatchObject({ from: 'default', to: 'second', method });
  expect(dataOf('node.move_answered')).toMatchObject({ height: 2, bestBlockHash: hash, hasTip: true });
  const path = join(second, node.nodeId);
  expect(await volumesOf()).toEqual([{ dataRoot: 'second', directory: path, path }]);
  expect(node.worker.report().dataRoot).toBe('second');
  expect(await call('getbestblockhash')).toBe(hash);
  expect(await call('listwalletdir')).toEqual({ wallets: [{ name: 'savings' }] });
  expect((await node.explain()).observed).toContain(`volume present in data root second (${path})`);

  // A completed request is not repeated, and an agent that lost its store finds the data in its place.
  await node.stop();
  node.database.exec('DELETE FROM node_memory');
  seen = node.events.length;
  node.start();
  await untilEnded('m1', 'succeeded');
  expect(kindsSince(seen).slice(0, 2)).toEqual(['node.taken_over', 'node.move_begun']);
  expect(await rootsOf()).toEqual(['second']);
  await untilTip();

  await moved('m2', 'default', 'succeeded');
  expect(await rootsOf()).toEqual(['default']);
  expect(existsSync(path)).toBe(false);
  expect(await call('getbestblockhash')).toBe(hash);
});
