import { expect, test } from 'vitest';
import { pulledBytes } from '../../src/devhost/pull-image.ts';

test('the progress of a pull is the sum of what its layers have fetched; unpacking counts as fetched', () => {
  const layers = new Map([
    ['a', { id: 'a', status: 'Downloading', progressDetail: { current: 30, total: 100 } }],
    ['b', { id: 'b', status: 'Extracting', progressDetail: { current: 5, total: 50 } }],
  ]);
  expect(pulledBytes(layers)).toEqual({ current: 80, total: 150 });
});
