import { afterEach, expect, test } from 'vitest';
import { newNodeRecord } from '../../../src/agent/node/node-record.ts';
import { explainSituation } from '../../../src/agent/reconcile/explain.ts';
import { desired } from '../../fixtures/node.ts';
import { until } from '../../harness/until.ts';
import { TestWorker } from '../../harness/worker.ts';

const workers: TestWorker[] = [];
const removals: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const remove of removals.splice(0).toReversed()) await remove();
  for (const worker of workers.splice(0)) await worker.destroy();
});

function newWorker(...given: ConstructorParameters<typeof TestWorker>): TestWorker {
  const worker = new TestWorker(...given);
  workers.push(worker);
  worker.want();
  worker.start();
  return worker;
}

/** Runs a container of someone else's until the test ends. */
async function stranger(node: TestWorker, image: string, more: object): Promise<string> {
  const container = await node.client.docker.createContainer({
    Image: image,
    Entrypoint: ['bitcoind'],
    Cmd: ['-chain=regtest', '-datadir=/tmp', '-listen=0', '-server=0'],
    ...more,
  });
  removals.push(() => container.remove({ force: true, v: true }));
  await container.start();
  return container.id;
}

test('invariant 1: a running copy of a node’s container, which inherits its labels, is left alone, and the node too', async () => {
  const node = newWorker();
  await node.untilPhase('running');
  const id = await node.containerId();
  const { docker } = node.client;
  const image = `satrap-test-copy:${node.nodeId}`;
  await docker.getContainer(id).commit({ repo: 'satrap-test-copy', tag: node.nodeId });
  removals.push(() => docker.getImage(image).remove());
  const copy = await stranger(node, image, { User: '0:0' });
  expect((await docker.getContainer(copy).inspect()).Config.Labels['io.satrap.node']).toBe(node.nodeId);
  await until('the copy is seen', () => node.logged.some(({ msg }) => msg.includes('left alone')));
  node.want({ restartCounter: 1 });
  await until('a restart was carried out', async () => node.events.some(({ kind }) => kind === 'node.stopped'));
  await node.untilPhase('running');
  expect(await node.containerId()).toBe(id);
  expect((await docker.getContainer(copy).inspect()).State.Running).toBe(true);
  const { situation } = node.worker;
  const told = situation && explainSituation({ node: desired(), orphaned: false }, situation, newNodeRecord(0));
  expect(told?.observed.join('\n')).toContain('this node’s name or labels and is not ours');
});

test('invariant 1: a node is not called deleted while it runs under another identity of this executor', async () => {
  const before = newWorker();
  await before.untilPhase('running');
  await before.stop();
  const after = newWorker({}, before.nodeId);
  expect(await after.untilPhase('failing')).toContain('that this executor did not make');
  after.want({ desiredState: 'deleted' });
  expect(await after.untilPhase('deleting')).toContain('that this executor did not make');
  const id = await before.containerId();
  expect((await before.client.docker.getContainer(id).inspect()).State.Running).toBe(true);
});
