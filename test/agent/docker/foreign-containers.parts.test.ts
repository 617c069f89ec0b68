import { expect, onTestFinished, test } from 'vitest';
import { runningNode, TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

/** Runs a foreign container until the test ends. */
async function runForeignContainer(node: TestNode, image: string, options: object): Promise<string> {
  const container = await node.client.docker.createContainer({
    Image: image,
    Entrypoint: ['bitcoind'],
    Cmd: ['-chain=regtest', '-datadir=/tmp', '-listen=0', '-server=0'],
    ...options,
  });
  onTestFinished(() => container.remove({ force: true, v: true }));
  await container.start();
  return container.id;
}

test('invariant 1: leaves a running copy of a node’s container alone, although it inherits the labels, and keeps the node', async () => {
  const node = await runningNode();
  const id = await node.containerId();
  const { docker } = node.client;
  const image = `satrap-test-copy:${node.nodeId}`;
  await docker.getContainer(id).commit({ repo: 'satrap-test-copy', tag: node.nodeId });
  onTestFinished(() => docker.getImage(image).remove());
  const copy = await runForeignContainer(node, image, { User: '0:0' });
  expect((await docker.getContainer(copy).inspect()).Config.Labels['io.satrap.node']).toBe(node.nodeId);
  await until('the copy is noticed', () => node.logged.some(({ msg }) => msg.includes('ignored foreign containers')));
  node.desire({ restartCounter: 1 });
  await node.untilEvent('node.stopped');
  await node.untilPhase('running');
  expect(await node.containerId()).toBe(id);
  expect((await docker.getContainer(copy).inspect()).State.Running).toBe(true);
  const explanation = await node.explain();
  expect(explanation.observed.join('\n')).toContain('has this node’s name or labels and is ignored');
});

test('invariant 1: does not call a node deleted while it runs under another identity of this executor', async () => {
  const before = await runningNode();
  await before.stop();
  const after = new TestNode({ nodeId: before.nodeId });
  after.desire();
  after.start();
  expect(await after.untilPhase('failing')).toContain('a foreign container named');
  after.desire({ desiredState: 'deleted' });
  expect(await after.untilPhase('deleting')).toContain('a foreign container named');
  const id = await before.containerId();
  expect((await before.client.docker.getContainer(id).inspect()).State.Running).toBe(true);
});

test('a node whose data another process has says so and what to do, and runs as soon as that has ended', async () => {
  const node = await runningNode();
  const { docker } = node.client;
  const own = await docker.getContainer(await node.containerId()).inspect();
  node.desire({ desiredState: 'stopped' });
  await node.untilPhase('stopped');
  // By its host path, so that the engine cannot name the data's owner, as for a process that it has lost.
  const binds = own.Mounts.map(({ Source, Destination }) => `${Source}:${Destination}`);
  const stray = await docker.createContainer({
    ...{ Image: own.Image, Entrypoint: own.Config.Entrypoint ?? [], Cmd: own.Config.Cmd ?? [], User: own.Config.User },
    HostConfig: { Binds: binds },
  });
  onTestFinished(() => stray.remove({ force: true }).catch(() => undefined));
  await stray.start();
  await until('the stray daemon has the data', async () =>
    /init message: Done loading|Loading wallet|UpdateTip|Bound to|HTTP: creating/.test(
      (await stray.logs({ stdout: true, stderr: true })).toString(),
    ),
  );
  node.desire({ desiredState: 'running' });
  expect(await node.untilPhase('failing')).toMatch(
    /annot obtain a lock on .*Another process on the host uses this node’s data/,
  );
  expect((await stray.inspect()).State.Running).toBe(true);
  await stray.stop();
  await node.untilPhase('running');
});
