import { expect, test } from 'vitest';
import { rehearsalLines } from '../../src/cli/nodes/rehearsal-lines.ts';

const nothing = {
  ...{ fileSystem: null, copiedBytes: null, copySeconds: null, frozenSeconds: null, startSeconds: null },
  ...{ stopSeconds: null, peakMemoryMiB: null, height: null, bestBlockHash: null, utxoHash: null },
  ...{ indexes: [], ignoredOptions: [], warnings: [], notes: [], wayBack: [] },
};

test('a rehearsal that could not begin shows its verdict alone', () => {
  expect(rehearsalLines({ ...nothing, verdict: 'not_possible' })).toEqual(['  verdict  not possible']);
});

test('what was measured is shown with units', () => {
  const found = {
    ...{ ...nothing, verdict: 'passed' as const, fileSystem: 'btrfs', copiedBytes: 600 * 1024 ** 3 },
    ...{ copySeconds: 12.34, frozenSeconds: 0.412, startSeconds: 3, stopSeconds: 0.2, peakMemoryMiB: 812 },
    ...{ height: 9, bestBlockHash: 'b9', utxoHash: 'u9', warnings: ['old \u001b[2Jtext'] },
    indexes: [
      { name: 'txindex', synced: true, height: 9 },
      { name: 'coinstatsindex', synced: false, height: 4 },
    ],
  };
  expect(rehearsalLines(found)).toEqual([
    '  verdict   passed',
    '  copy      600.0 GiB shared in 12.3 s, the node frozen for 0.41 s (btrfs)',
    '  start     3.0 s',
    '  stop      0.2 s',
    '  memory    812 MiB at most',
    '  tip       9 b9, as the node has it',
    '  UTXO set  u9, as the node has it',
    '  index     txindex: complete',
    '  index     coinstatsindex: at 4',
    '  warning   old  [2Jtext',
  ]);
});

test('the tip of a refused version is not called that of the node', () => {
  const [, tip] = rehearsalLines({ ...nothing, verdict: 'refused', height: 9, bestBlockHash: 'b9' });
  expect(tip).toBe('  tip      9 b9');
});
