import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { until } from '../../harness/until.ts';
import { startThreeReplicas, type ThreeReplicas } from './three-replicas.ts';
import { verifyNothingIsLost } from './verify.ts';

const rounds = 2;
const mutationsBetweenRestarts = 10;

let three: ThreeReplicas;

beforeAll(async () => {
  three = await startThreeReplicas(inject('postgresUrl'));
});
afterAll(() => three?.destroy());

test('replicas that get SIGTERM one after the other under load answer all that they carry out', async () => {
  const { replicas, load } = three;
  for (const replica of Array.from({ length: rounds }, () => replicas).flat()) {
    const before = load.acknowledged.length;
    await replica.stop('SIGTERM');
    await replica.serve();
    await until('work goes on', () => load.acknowledged.length >= before + mutationsBetweenRestarts, 60_000);
  }
  await verifyNothingIsLost(three);
  expect(load.unanswered).toEqual([]);
});
