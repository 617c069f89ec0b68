import { expect, test } from 'vitest';
import { settleProblems, type WatchedProblem } from '../../../../src/agent/node/problems/settle-problems.ts';
import type { FoundProblem } from '../../../../src/agent/runtime/node-problem.ts';

const noPeers: FoundProblem = { code: 'no_peers', reason: 'no peers' };
const start = Date.UTC(2026, 0, 1);

/** Looks once every ten seconds: one letter for each look, `x` where the problem is seen. Returns one letter for each, `T` where it is told. */
function looks(seen: string): string {
  let watched: WatchedProblem[] = [];
  return [...seen]
    .map((letter, index) => {
      watched = settleProblems(watched, letter === 'x' ? [noPeers] : [], start + index * 10_000);
      return watched.some(({ isTold }) => isTold) ? 'T' : '.';
    })
    .join('');
}

test.each([
  ['what lasts is told after two minutes', 'xxxxxxxxxxxxxx', '............TT'],
  ['what comes and goes is never told', 'xxxxxx.xxxxxx.xxxxxx.', '.....................'],
  ['what was told ends once it has been gone for a while', 'xxxxxxxxxxxxx....', '............TTT..'],
  ['what was told and is gone for a moment stays told', 'xxxxxxxxxxxxx.xxx', '............TTTTT'],
])('%s', (_what, seen, told) => {
  expect(looks(seen)).toBe(told);
});

test('a problem keeps its beginning while its reason changes', () => {
  const first = settleProblems([], [noPeers], start);
  const [watched] = settleProblems(first, [{ ...noPeers, reason: 'still none' }], start + 200_000);
  expect(watched).toMatchObject({ since: '2026-01-01T00:00:00.000Z', reason: 'still none', isTold: true });
});

test('of two reasons of one code the first is told', () => {
  const found: FoundProblem[] = [noPeers, { ...noPeers, reason: 'another' }];
  expect(settleProblems([], found, start)).toMatchObject([{ reason: 'no peers' }]);
});
