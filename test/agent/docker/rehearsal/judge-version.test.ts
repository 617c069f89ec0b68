import { expect, test } from 'vitest';
import { configOf } from '../../../../src/agent/desired/desired-entry.ts';
import {
  type Compared,
  ignoredOptions,
  loggedWarnings,
  notesOf,
  whyRefused,
} from '../../../../src/agent/docker/rehearsal/judge-version.ts';
import { desired } from '../../../fixtures/node.ts';

const index = (name: string, synced = true) => ({ name, synced, bestBlockHeight: synced ? 9 : 0 });
const utxo = { block: 'b9', algorithm: 'muhash', hash: 'u9' };
const seen: Compared = {
  version: '32.1',
  ...{ height: 9, bestBlockHash: 'b9', atSourceHeight: 'b9', ofNode: 'b9', utxoHash: 'u9' },
  indexes: [index('txindex'), index('coinstatsindex')],
  indexesOfNode: [index('txindex'), index('coinstatsindex')],
  source: { height: 9, bestBlockHash: 'b9', utxo, whyNoUtxo: null },
};

test('a version that shows the same chain and indexes passes', () => {
  expect(whyRefused(seen)).toBeNull();
  expect(notesOf(seen)).toEqual([]);
});

test.each<[what: string, Partial<Compared>, RegExp]>([
  ['another block at the height of the copy', { ofNode: 'c9' }, /^32\.1 shows another block 9 .*b9, .*has c9/],
  ['another block at the node’s height', { atSourceHeight: 'c9' }, /another block 9/],
  ['another UTXO set', { utxoHash: 'v9' }, /another UTXO set hash at b9 .*v9, .*has u9/],
  ['an index that is missing', { indexes: [index('txindex')] }, /does not have the node’s index coinstatsindex/],
])('%s is refused', (_what, change, reason) => {
  expect(whyRefused({ ...seen, ...change })).toMatch(reason);
});

test('what cannot be compared is no refusal', () => {
  const away = { ofNode: null, indexesOfNode: null, atSourceHeight: null, utxoHash: null };
  expect(whyRefused({ ...seen, ...away })).toBeNull();
  expect(notesOf({ ...seen, ...away }).join()).toContain('the node did not answer');
});

test('notes say how far the copy is behind, and which indexes are built again', () => {
  const notes = notesOf({ ...seen, height: 7, indexes: [index('txindex'), index('coinstatsindex', false)] });
  expect(notes).toEqual([
    expect.stringContaining('ends 2 blocks before the node'),
    '32.1 builds coinstatsindex, which was complete, again',
  ]);
});

test('an index that the node still builds is not noted', () => {
  const building = [index('txindex'), index('coinstatsindex', false)];
  expect(notesOf({ ...seen, indexes: building, indexesOfNode: building })).toEqual([]);
});

test('only options of the node count as ignored', () => {
  const log = [
    '2026-11-30T00:00:00Z Ignoring unknown configuration value regtest.maxorphantx',
    '2026-11-30T00:00:00Z Ignoring unknown configuration value allowignoredconf',
    '2026-11-30T00:00:00Z [init] Ignoring unknown configuration value maxorphantx',
  ];
  const config = configOf(desired({ overrides: [{ key: 'maxorphantx', value: '10' }] }));
  expect(ignoredOptions(log, config)).toEqual(['maxorphantx']);
});

test('each warning of the log is shown once', () => {
  const text = "Option '-checkpoints' is set but checkpoints were removed.";
  const log = [`Warning: ${text}`, `2026-11-30T00:00:00Z Warning: ${text}`, '2026-11-30T00:00:00Z UpdateTip: Warning'];
  expect(loggedWarnings(log)).toEqual([text]);
});
