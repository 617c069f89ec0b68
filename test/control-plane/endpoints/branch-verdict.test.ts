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
const aside = (forkHeight: number) => branch({ parent: 0, forkHeight, height: forkHeight, hash: hash('e') });

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
  ['names no block of a node that rejects the next one', 'split', [main, aside(11)], { verdict: 'agreed', losing: [] }],
  [
    'names only the blocks of a branch beside such a node',
    'split',
    [main, fork, aside(9)],
    { verdict: 'split', losing: [hash('b')] },
  ],
  [
    'sees an even split beside such a node',
    'split',
    [branch({ height: 10 }), fork, aside(8)],
    { verdict: 'even', losing: [] },
  ],
] as const)('verdictOf › %s', (_title, state, branches, expected) => {
  expect(verdictOf({ state, branches: [...branches] })).toEqual(expected);
});

test('verdictOf › names no more blocks than a gateway takes', () => {
  const forks = Array.from({ length: 80 }, (_, index) => ({
    ...fork,
    firstHash: index.toString(16).padStart(64, '0'),
  }));
  const { losing } = verdictOf({ state: 'split', branches: [main, ...forks] });
  expect(losing).toEqual(forks.slice(0, 64).map(({ firstHash }) => firstHash));
});
