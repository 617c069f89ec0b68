import { afterEach, expect, test } from 'vitest';
import { until } from '../../harness/until.ts';
import { TestWorker } from '../../harness/worker.ts';

const workers: TestWorker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.destroy();
});

test('of two agents with one executor’s id the one that the control plane refuses looks on, and takes over once it is accepted', async () => {
  const refused = new TestWorker({ isAccepted: () => accepted });
  let accepted = false;
  workers.push(refused);
  refused.want();
  refused.start();
  await refused.untilPhase('running');
  await refused.stop();

  // Its data directory is new: it has neither the other's ports nor its passwords.
  const second = new TestWorker({ executorId: refused.surroundings.executorId }, refused.nodeId);
  workers.push(second);
  second.want();
  second.start();
  await until('the second has remade it', () => second.events.some(({ kind }) => kind === 'node.started'));
  await second.untilPhase('running');
  const id = await second.containerId();

  refused.start();
  expect(await refused.untilPhase('failing')).toContain('another agent of this executor made its container');
  const looks = refused.passes;
  await until('the first looked on', () => refused.passes > looks + 3);
  expect(await second.containerId()).toBe(id);
  await second.stop();
  accepted = true;
  await refused.untilPhase('running');
  expect(await refused.containerId()).not.toBe(id);
});
