import { expect, onTestFinished, test } from 'vitest';
import { readIntent } from '../../../src/agent/reconcile/intent.ts';
import { until } from '../../harness/until.ts';
import { TestWorker } from '../../harness/worker.ts';

test('a worker that is ended while it looks takes no step any more', async () => {
  // Asked between the look and the step.
  const node = new TestWorker({
    isAccepted: () => {
      ended = node.stop();
      return true;
    },
  });
  onTestFinished(() => node.destroy());
  let ended: Promise<void> | undefined;
  node.want();
  node.start();
  await until('it is ended', () => ended !== undefined);
  await ended;
  expect(readIntent(node.database, node.nodeId)).toBeUndefined();
  expect(node.events).toEqual([]);
});
