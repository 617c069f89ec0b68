import { expect, test } from 'vitest';
import { indexRebuilt } from '../../../../src/agent/node/operations/rebuild-index.ts';
import { operation } from '../../../fixtures/node.ts';

const asked = operation('rebuild_index', { index: 'txindex', remove: false, height: 5 });
const record = {
  operations: {
    rebuild_index: {
      id: 'rebuild_index-1',
      stage: 'running' as const,
      startedAt: '2026-01-01T00:00:00Z',
      reason: null,
    },
  },
};
const sample = (changes: object = {}, at = '2026-01-01T00:01:00Z') => ({
  ...{ at, height: 10, indexes: [{ name: 'txindex', synced: true, bestBlockHeight: 10, ...changes }] },
});
const stageOf = (seen: ReturnType<typeof sample>) =>
  indexRebuilt(asked, record, seen)?.operations?.rebuild_index?.stage ?? 'running';

test.each([
  ['is done once the index is at the tip', sample(), 'succeeded'],
  ['is not done while the index is behind', sample({ synced: false, bestBlockHeight: 3 }), 'running'],
  ['is not done by the word of a daemon whose index is behind', sample({ bestBlockHeight: 0 }), 'running'],
  ['is not done by a sample before it', sample({}, '2025-12-31T23:59:59Z'), 'running'],
  ['fails if the index is off', sample({ name: 'coinstatsindex' }), 'failed'],
])('a rebuild of an index %s', (_what, seen, expected) => {
  expect(stageOf(seen)).toBe(expected);
});
