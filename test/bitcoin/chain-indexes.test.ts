import { expect, test } from 'vitest';
import { allIndexFolders, indexFolders, indexOfFolder, whyNoIndexRebuild } from '../../src/bitcoin/chain-indexes.ts';
import { configWith } from './config.ts';

test('coinstatsindex has another folder from 30 on', () => {
  expect(indexFolders('coinstatsindex', '29.4')).toEqual(['indexes/coinstats']);
  expect(indexFolders('coinstatsindex', '30.0')).toEqual(['indexes/coinstatsindex']);
  expect(allIndexFolders('coinstatsindex')).toEqual(['indexes/coinstats', 'indexes/coinstatsindex']);
});

test.each([
  ['txindex', 'txindex'],
  ['blockfilter', 'blockfilterindex'],
  ['coinstats', 'coinstatsindex'],
  ['coinstatsindex', 'coinstatsindex'],
  ['txospenderindex', 'txospenderindex'],
  ['unknown', null],
])('the folder %s belongs to %s', (folder, index) => {
  expect(indexOfFolder(folder)).toBe(index);
});

const pruned = { nodeType: 'pruned' as const, overrides: [{ key: 'blockfilterindex', value: '1' }] };
test.each([
  ['an index that is on', {}, 'txindex', false, null],
  ['an index that is off', {}, 'coinstatsindex', false, /is off; turn it on, or remove its data/],
  ['an index of a pruned node', pruned, 'blockfilterindex', false, /a pruned node no longer has/],
  ['the data of an index that is off', pruned, 'txindex', true, null],
  ['the data of an index that is on', {}, 'txindex', true, /is on; turn it off/],
] as const)('judges the rebuild of %s', (_what, changes, index, remove, expected) => {
  const refusal = whyNoIndexRebuild(configWith([], changes), index, remove);
  if (expected === null) expect(refusal).toBeNull();
  else expect(refusal).toMatch(expected);
});
