import { afterEach, expect, test } from 'vitest';
import { until } from '../../harness/until.ts';
import { TestWorker } from '../../harness/worker.ts';

const workers: TestWorker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.destroy();
});

async function runningNode(...given: ConstructorParameters<typeof TestWorker>): Promise<TestWorker> {
  const worker = new TestWorker(...given);
  workers.push(worker);
  worker.want();
  worker.start();
  await worker.untilPhase('running');
  return worker;
}

const pidOf = async (node: TestWorker): Promise<number> =>
  (await node.client.docker.getContainer(await node.containerId()).inspect()).State.Pid;

test('invariant 10: a stop in which the engine had to kill the daemon says so', async () => {
  const node = await runningNode({ stopTimeoutSeconds: 1 });
  process.kill(await pidOf(node), 'SIGSTOP');
  node.want({ desiredState: 'stopped' });
  const stopped = await until('it is stopped', () => node.events.find(({ kind }) => kind === 'node.stopped'));
  expect(stopped).toMatchObject({
    level: 'warning',
    message: expect.stringContaining('was killed: what it had not written yet is lost'),
    data: { exitCode: 137 },
  });
});

test('an exit code that was heard before a stop that was asked for is not told of a later exit', async () => {
  const node = await runningNode();
  node.worker.heardExit(await node.containerId(), 99);
  node.want({ desiredState: 'stopped' });
  await node.untilPhase('stopped');
  expect(node.events.find(({ kind }) => kind === 'node.stopped')).toMatchObject({
    level: 'info',
    data: { exitCode: 0 },
  });
  node.want();
  await node.untilPhase('running');
  // The engine starts it again before anyone looks.
  process.kill(await pidOf(node), 'SIGKILL');
  const exited = await until('the exit is told', () => node.events.find(({ kind }) => kind === 'node.exited'));
  expect(exited.data).not.toMatchObject({ exitCode: 99 });
});
