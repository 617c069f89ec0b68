import { expect, test } from 'vitest';
import type { BranchVerdict } from '../../../src/gateway/config.ts';
import { ChainView } from '../../../src/gateway/members/chain-view.ts';
import type { Ask } from '../../../src/gateway/members/prove-tip.ts';
import { TipJudge } from '../../../src/gateway/members/tip-judge.ts';
import { headerChain } from '../../fixtures/header-chain.ts';

const headers = headerChain(2);
const tip = headers[1]?.hash ?? '';
const [fork, pinned] = ['b', 'c'].map((digit) => digit.repeat(64)) as [string, string];
const verdict = (facts: Partial<BranchVerdict>): BranchVerdict => ({
  ...{ asOf: '2026-11-30T12:00:00Z', verdict: 'split', losing: [], ...facts },
});

interface Statements {
  chainwork?: string;
  height?: number;
}

/** A daemon whose chain has these blocks. */
function daemonWith(
  chain: readonly string[],
  { chainwork = '4', height = 1 }: Statements = {},
): Ask & { calls: number } {
  const ask: Ask & { calls: number } = async (calls) => {
    ask.calls++;
    return calls.map(({ params }) => {
      const [hash, isParsed = true] = JSON.parse(params) as [string, boolean?];
      if (!isParsed) return { result: JSON.stringify(headers.find((header) => header.hash === hash)?.hex ?? null) };
      if (hash === fork && !chain.includes(fork) && !chain.includes('stale fork')) return { error: '{}', code: -5 };
      return { result: JSON.stringify({ height, chainwork, confirmations: chain.includes(hash) ? 3 : -1 }) };
    });
  };
  ask.calls = 0;
  return ask;
}

/** A judge of a daemon's chain, after a verdict. */
function judgeOf(ask: Ask, facts: Partial<BranchVerdict> = {}, view = new ChainView('regtest')) {
  view.setVerdict(verdict(facts));
  return { view, judge: new TipJudge(view, ask) };
}

test('reads the headers of a chain once', async () => {
  const daemon = daemonWith([tip]);
  const { judge } = judgeOf(daemon);
  await judge.judge(tip);
  const { calls } = daemon;
  expect(await judge.judge(tip)).toMatchObject({
    hash: tip,
    height: 1,
    work: '4'.padStart(64, '0'),
    branch: 'followed',
  });
  expect(daemon.calls).toBe(calls);
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
  expect(await judgeOf(daemonWith(chain), facts).judge.judge(tip)).toMatchObject({ branch });
});

test('judges a block again after another verdict', async () => {
  const { view, judge } = judgeOf(daemonWith([tip, fork]));
  await judge.judge(tip);
  view.setVerdict(verdict({ losing: [fork] }));
  expect(judge.known(tip)).toBeUndefined();
  expect(await judge.judge(tip)).toMatchObject({ branch: 'losing' });
});

test('does not judge by a verdict that changed during the reading', async () => {
  const daemon = daemonWith([tip, fork]);
  const { view, judge } = judgeOf((calls) => {
    if (daemon.calls === 0) view.setVerdict(verdict({ losing: [fork] }));
    return daemon(calls);
  });
  expect(await judge.judge(tip)).toMatchObject({ branch: 'losing' });
});

test('refuses a block that the daemon has left meanwhile', async () => {
  await expect(judgeOf(daemonWith([])).judge.judge(tip)).rejects.toMatchObject({ kind: 'stale' });
});

test('judges no member by what another one states of the same block', async () => {
  const { view, judge } = judgeOf(daemonWith([tip]), { losing: [fork] });
  const other = new TipJudge(view, daemonWith([tip, fork], { chainwork: 'f'.repeat(64), height: 2_000_000_000 }));
  const own = await judge.judge(tip);
  const stated = await other.judge(tip);
  expect([own.branch, own.height]).toEqual(['followed', 1]);
  expect([stated.branch, stated.work, stated.position]).toEqual(['losing', own.work, own.position]);
});

test('counts no work that a member states of a chain that another one has shown', async () => {
  const { view, judge } = judgeOf(daemonWith([tip]));
  const { work } = await judge.judge(tip);
  const other = await new TipJudge(view, daemonWith([tip], { chainwork: 'f'.repeat(64) })).judge(tip);
  expect(other.work).toBe(work);
});
