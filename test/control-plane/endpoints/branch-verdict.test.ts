import { expect, test } from 'vitest';
import type { ChainBranch } from '../../../src/contract/types.generated.ts';
import { verdictOf } from '../../../src/control-plane/endpoints/branch-verdict.ts';

const hash = (letter: string): string => letter.repeat(64);

const branch = (change: Partial<ChainBranch>): ChainBranch => ({
  ...{ parent: null, forkHeight: null, forkHash: null, firstHash: null, otherHash: null, height: 10, hash: hash('a') },
  ...{ chainWork: null, blocks: null, reasons: [], nodeCount: 1, nodes: [] },
  ...change,
});

const main = branch({ height: 12, hash: hash('a') });
const fork = branch({
  ...{ parent: 0, forkHeight: 9, firstHash: hash('b'), otherHash: hash('c'), height: 10, hash: hash('d') },
});

test.each([
  ['agrees without a split', 'agreed', [main, fork], { verdict: 'agreed', losing: [] }],
  ['agrees while nodes are compared', 'comparing', [main, fork], { verdict: 'agreed', losing: [] }],
  ['names the first block of the lower branch', 'split', [main, fork], { verdict: 'split', losing: [hash('b')] }],
  [
    'names the block of the main branch after the fork if the fork leads',
    'split',
    [branch({ height: 10 }), { ...fork, height: 12 }],
    { verdict: 'split', losing: [hash('c')] },
  ],
  [
    'prefers work to height',
    'split',
    [
      { ...main, chainWork: '0a' },
      { ...fork, chainWork: '0b' },
    ],
    { verdict: 'split', losing: [hash('c')] },
  ],
  ['names none while it is even', 'split', [branch({ height: 10 }), fork], { verdict: 'even', losing: [] }],
  ['ignores branches without nodes', 'split', [main, { ...fork, nodeCount: 0 }], { verdict: 'agreed', losing: [] }],
] as const)('verdictOf › %s', (_title, state, branches, expected) => {
  expect(verdictOf({ state, branches: [...branches] })).toEqual(expected);
});
