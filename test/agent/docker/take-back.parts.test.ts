import { Readable } from 'node:stream';
import { beforeAll, expect, inject, test } from 'vitest';
import type { DesiredNode } from '../../../src/agent/desired/desired-entry.ts';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { saveNodeRecord } from '../../../src/agent/node/record-store.ts';
import { type Clock, systemClock } from '../../../src/timing/clock.ts';
import { runningNode, type TestNode, type TestNodeOptions } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

/** Valid for bitcoind, and unknown to an older stand-in. */
const deadly = [
  { key: 'onlynet', value: 'cjdns' },
  { key: 'cjdnsreachable', value: '1' },
];
/** A daemon that answered for half a second has answered for ten by this clock. */
const clock: Clock = { ...systemClock, elapsed: () => systemClock.elapsed() * 20 };
/** A version whose image has no daemon. */
const empty = 'satrap-test-empty:28.0';

beforeAll(async () => {
  const { docker } = new EngineClient(inject('dockerSocket'));
  await docker.importImage(Readable.from([Buffer.alloc(1024)]), { repo: 'satrap-test-empty', tag: '28.0' });
  await until('the image is there', () =>
    docker
      .getImage(empty)
      .inspect()
      .catch(() => undefined),
  );
  return () => docker.getImage(empty).remove();
});

/** A node with a configuration that has worked. */
async function workedNode(options: TestNodeOptions = {}): Promise<TestNode> {
  const node = await runningNode({ clock, ...options });
  await until('its configuration has worked', () => node.record.worked);
  return node;
}

const count = (node: TestNode, kind: string) => node.events.filter((event) => event.kind === kind).length;

const untilTakenBack = (node: TestNode, revision = 1) =>
  until('the change is taken back, and the node runs', () => {
    const { phase, takenBack, appliedRevision } = node.worker.report();
    return phase === 'running' && appliedRevision === revision && takenBack;
  });

test('a setting that the daemon dies of is taken back once, and told with both configurations and its last words', async () => {
  const node = await workedNode();
  node.desire({ revision: 2, overrides: deadly });
  const takenBack = await untilTakenBack(node);
  const changes = [
    { field: 'overrides.onlynet', asked: 'cjdns', runs: null },
    { field: 'overrides.cjdnsreachable', asked: '1', runs: null },
  ];
  expect(takenBack).toMatchObject({
    revision: 2,
    runsRevision: 1,
    changes,
    reason: expect.stringMatching(/exited with code 1: .*-onlynet/),
  });
  expect(node.worker.report().problems).toMatchObject([{ code: 'change_taken_back' }]);
  const event = await node.untilEvent('node.change-taken-back');
  expect(event).toMatchObject({ level: 'warning', data: { changes, reason: takenBack.reason } });
  expect(event.message).toContain('overrides.onlynet (cjdns → unset)');
  expect((await node.explain()).desired.join()).toContain('reverted to revision');

  // Retried as requested, and then never reverted again.
  node.desire({ revision: 3, overrides: deadly, restartCounter: 1 });
  expect(await node.untilPhase('failing')).toContain('-onlynet');
  await until('it has failed often', () => (node.record.recentExits?.length ?? 0) >= 6);
  expect(node.worker.report()).toMatchObject({ phase: 'failing', takenBack: null });
  expect(count(node, 'node.change-taken-back')).toBe(1);

  // A new change gets its own chance.
  node.desire({ revision: 4 });
  await node.untilPhase('running');
  await until('it has worked', () => node.record.worked?.revision === 4);
  node.desire({ revision: 5, overrides: deadly, restartCounter: 1 });
  await untilTakenBack(node, 4);
  expect(count(node, 'node.change-taken-back')).toBe(2);
});

test.each<[string, Partial<DesiredNode>, RegExp]>([
  ['cores that the host does not have', { resources: { cpuCores: 64, memoryMiB: 512, diskGiB: 5 } }, /cpu/i],
  ['a version that cannot be started', { clientVersion: '28.0' }, /start|exec|no such file/i],
])('%s are taken back', async (_what, change, reason) => {
  const node = await workedNode({ images: { '28.0': empty } });
  node.desire({ revision: 2, ...change });
  const takenBack = await untilTakenBack(node);
  expect(takenBack.reason).toMatch(reason);
});

test('nothing is taken back of a node that has not worked yet, and of one whose owner does not want it', async () => {
  const node = await workedNode();
  node.desire({ revision: 2, overrides: deadly, revertFailedChange: false });
  await until('it has failed often', () => (node.record.recentExits?.length ?? 0) >= 4);
  expect(node.worker.report().phase).toBe('failing');
  expect(count(node, 'node.change-taken-back')).toBe(0);
  // Requested again.
  node.desire({ revision: 3, overrides: deadly, revertFailedChange: true });
  await untilTakenBack(node);
});

test('a version that cannot read the data is no way back', async () => {
  const node = await workedNode({ images: { '27.0': inject('clientImages')['28.0'] ?? '' } });
  await node.stop();
  const { worked } = node.record;
  if (!worked) throw new Error('nothing has worked');
  const earlier = { ...worked, config: { ...worked.config, clientVersion: '27.0' } };
  saveNodeRecord(node.database, node.nodeId, { ...node.record, worked: earlier });
  node.start();
  node.desire({ revision: 2, overrides: deadly });
  await node.untilEvent('node.exited');
  const event = await node.untilEvent('node.change-not-taken-back');
  expect(event.message).toMatch(/^Cannot revert .*: bitcoind 27.0 cannot read/);
  expect(node.worker.report()).toMatchObject({ phase: 'failing', takenBack: null });
});
