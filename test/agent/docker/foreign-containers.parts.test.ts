import { expect, onTestFinished, test } from 'vitest';
import { runningNode, TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

test('invariant 1: leaves foreign containers alone, and reports the conflict', async () => {
  const node = await runningNode();
  const id = await node.containerId();
  const { docker } = node.client;
  const own = await docker.getContainer(id).inspect();
  const run = async (options: object) => {
    const container = await docker.createContainer({ Entrypoint: own.Config.Entrypoint ?? [], ...options });
    onTestFinished(() => container.remove({ force: true, v: true }).catch(() => undefined));
    await container.start();
    return container;
  };
  const isRunning = async (container: { inspect(): Promise<{ State: { Running: boolean } }> }) =>
    (await container.inspect()).State.Running;

  // A running copy of the container inherits its labels.
  const image = `satrap-test-copy:${node.nodeId}`;
  await docker.getContainer(id).commit({ repo: 'satrap-test-copy', tag: node.nodeId });
  onTestFinished(() => docker.getImage(image).remove({ force: true }));
  const Cmd = ['-chain=regtest', '-datadir=/tmp', '-listen=0', '-server=0'];
  const copy = await run({ Image: image, Cmd, User: '0:0' });
  expect((await copy.inspect()).Config.Labels['io.satrap.node']).toBe(node.nodeId);
  await until('the copy is noticed', () => node.logged.some(({ msg }) => msg.includes('ignored foreign containers')));
  node.desire({ restartCounter: 1 });
  await node.untilEvent('node.stopped');
  await node.untilPhase('running');
  expect(await node.containerId()).toBe(id);
  expect(await isRunning(copy)).toBe(true);
  expect((await node.explain()).observed.join()).toContain('has this node’s name or labels and is ignored');

  // Under another identity of this host, the node is not called deleted while it runs.
  await node.stop();
  const after = new TestNode({ nodeId: node.nodeId });
  after.desire();
  after.start();
  expect(await after.untilPhase('failing')).toContain('a foreign container named');
  after.desire({ desiredState: 'deleted' });
  expect(await after.untilPhase('deleting')).toContain('a foreign container named');
  await after.stop();
  expect(await isRunning(docker.getContainer(id))).toBe(true);

  // Another process has the data.
  node.start();
  node.desire({ restartCounter: 1, desiredState: 'stopped' });
  await node.untilPhase('stopped');
  // By its host path, so that the engine cannot name the data's owner, as for a process that it has lost.
  const Binds = own.Mounts.map(({ Source, Destination }) => `${Source}:${Destination}`);
  const { Image, User } = { Image: own.Image, User: own.Config.User };
  const stray = await run({ Image, User, Cmd: own.Config.Cmd ?? [], HostConfig: { Binds } });
  await until('the stray daemon has the data', async () =>
    /init message: Done loading|Loading wallet|UpdateTip|Bound to|HTTP: creating/.test(
      (await stray.logs({ stdout: true, stderr: true })).toString(),
    ),
  );
  node.desire({ restartCounter: 1 });
  const reason = /annot obtain a lock on .*Another process on the host uses this node’s data/;
  expect(await node.untilPhase('failing')).toMatch(reason);
  expect(await isRunning(stray)).toBe(true);
  await stray.stop();
  await node.untilPhase('running');
});
