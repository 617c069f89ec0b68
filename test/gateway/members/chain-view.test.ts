import { expect, test } from 'vitest';
import type { BranchVerdict } from '../../../src/gateway/config.ts';
import { ChainView, type ReadHeaders } from '../../../src/gateway/members/chain-view.ts';

const [tip, fork, pinned] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const verdict = (facts: Partial<BranchVerdict>): BranchVerdict => ({
  ...{ asOf: '2026-11-30T12:00:00Z', verdict: 'split', losing: [], ...facts },
});

/** A daemon whose chain has these blocks. */
function daemonWith(...chain: readonly string[]): ReadHeaders & { calls: number } {
  const read = async (hashes: readonly string[]) => {
    read.calls++;
    return hashes.map((hash) =>
      hash === 'unknown' || (hash === fork && !chain.includes(fork) && !chain.includes('stale fork'))
        ? { error: '{}', code: -5 }
        : { result: JSON.stringify({ height: 7, chainwork: 'ff', confirmations: chain.includes(hash) ? 3 : -1 }) },
    );
  };
  read.calls = 0;
  return read;
}

test('reads the work of a block once', async () => {
  const view = new ChainView();
  const daemon = daemonWith(tip);
  await view.judge(tip, daemon);
  expect(await view.judge(tip, daemon)).toEqual({
    hash: tip,
    height: 7,
    work: 'ff'.padStart(64, '0'),
    branch: 'followed',
  });
  expect(daemon.calls).toBe(1);
});

test.each<[string, Partial<BranchVerdict>, string[], string]>([
  ['has a losing block in its chain', { losing: [fork] }, [tip, fork], 'losing'],
  ['knows the losing block on another branch', { losing: [fork] }, [tip, 'stale fork'], 'followed'],
  ['does not know the losing block', { losing: [fork] }, [tip], 'followed'],
  ['has the pinned block of an even split', { verdict: 'even', pinned }, [tip, pinned], 'followed'],
  ['lacks the pinned block of an even split', { verdict: 'even', pinned }, [tip], 'not_pinned'],
  ['has a pinned block on the losing branch', { losing: [fork], pinned: fork }, [tip, fork], 'losing'],
  ['lacks a pinned block on the losing branch', { losing: [fork], pinned: fork }, [tip], 'followed'],
  ['lacks the pinned block of an earlier split', { verdict: 'agreed', pinned }, [tip], 'followed'],
])('judges a daemon that %s', async (_, facts, chain, branch) => {
  const view = new ChainView();
  view.setVerdict(verdict(facts));
  expect(await view.judge(tip, daemonWith(...chain))).toMatchObject({ branch });
});

test('judges a block again after another verdict', async () => {
  const view = new ChainView();
  const daemon = daemonWith(tip, fork);
  await view.judge(tip, daemon);
  view.setVerdict(verdict({ losing: [fork] }));
  expect(view.known(tip)).toBeUndefined();
  expect(await view.judge(tip, daemon)).toMatchObject({ branch: 'losing' });
});

test('keeps its judgement when only the age of the verdict changes', async () => {
  const view = new ChainView();
  view.setVerdict(verdict({ losing: [fork] }));
  await view.judge(tip, daemonWith(tip));
  view.setVerdict(verdict({ losing: [fork], asOf: '2026-11-30T13:00:00Z' }));
  expect(view.known(tip)).toBeDefined();
});

test('does not judge by a verdict that changed during the reading', async () => {
  const view = new ChainView();
  const daemon = daemonWith(tip, fork);
  const judged = view.judge(tip, (hashes) => {
    if (daemon.calls === 0) view.setVerdict(verdict({ losing: [fork] }));
    return daemon(hashes);
  });
  expect(await judged).toMatchObject({ branch: 'losing' });
});

test('refuses a block that the daemon has left meanwhile', async () => {
  await expect(new ChainView().judge(tip, daemonWith())).rejects.toMatchObject({ kind: 'stale' });
});
