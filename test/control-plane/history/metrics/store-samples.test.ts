import { expect, test } from 'vitest';
import { newestSamples } from '../../../../src/control-plane/history/metrics/store-samples.ts';

test('the newest sample of each node is found, and of two of one time the later in the list', () => {
  const at = (second: number) => `2026-01-31T12:00:0${second}.000Z`;
  const samples = [
    { id: 1, nodeId: 'a', at: at(2) },
    { id: 2, nodeId: 'a', at: at(1) },
    { id: 3, nodeId: 'b', at: at(1) },
    { id: 4, nodeId: 'b', at: at(1) },
  ];
  expect(newestSamples(samples).map(({ id }) => id)).toEqual([1, 4]);
});
