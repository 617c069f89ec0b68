import { expect, test } from 'vitest';
import type { BranchVerdict } from '../../../src/gateway/config.ts';
import { DaemonFault } from '../../../src/gateway/daemon/daemon-fault.ts';
import type { Block } from '../../../src/gateway/members/tip-judge.ts';
import { type MemberFacts, usabilityOf } from '../../../src/gateway/members/usability.ts';

const block = (height: number, facts: Partial<Block> = {}): Block => ({
  ...{ hash: String(height).padStart(64, '0'), height, work: height.toString(16).padStart(64, '0') },
  ...{ position: height, root: 'genesis', recentWork: 2016n, branch: 'followed', ...facts },
});
const member = (height: number, facts: Partial<MemberFacts> = {}): MemberFacts => ({
  config: { startedWithGatewayUser: true },
  fault: null,
  chain: { chain: 'main', headers: height, blocks: height, isSyncing: false, warnings: [] },
  ...{ tip: block(height), isStalled: false, ...facts },
});
const codes = (members: readonly MemberFacts[], verdict?: BranchVerdict) =>
  usabilityOf(members, 'mainnet', verdict).map(({ code }) => code);
const chain = { chain: 'main', headers: 100, blocks: 100, isSyncing: false, warnings: [] };
const verdict = (facts: Partial<BranchVerdict>): BranchVerdict => ({
  ...{ asOf: '2026-11-30T12:00:00Z', verdict: 'split', losing: [], ...facts },
});

test.each<[string, Partial<MemberFacts>, string]>([
  ['answers', {}, 'used'],
  ['was started without the gateway’s user', { config: { startedWithGatewayUser: false } }, 'needs_restart'],
  [
    'is about to restart',
    { config: { startedWithGatewayUser: true, passedOver: 'A rollout restarts it.' } },
    'passed_over',
  ],
  ['was not asked yet', { fault: undefined, chain: null, tip: null }, 'starting'],
  ['has headers that prove nothing', { fault: new DaemonFault('refuted', 'no work') }, 'refuted'],
  ['names a last block that it has left, again and again', { fault: new DaemonFault('stale', 'left') }, 'invalid'],
  ['is not reached', { fault: new DaemonFault('unreachable', 'refused') }, 'unreachable'],
  ['does not answer in time', { fault: new DaemonFault('timeout', 'late') }, 'timeout'],
  ['refuses the password', { fault: new DaemonFault('unauthorized', 'no') }, 'unauthorized'],
  ['is starting', { fault: new DaemonFault('warming_up', 'loading') }, 'warming_up'],
  ['follows another network', { chain: { ...chain, chain: 'test' } }, 'other_network'],
  ['is in its first sync', { chain: { ...chain, isSyncing: true } }, 'syncing'],
  ['lacks the blocks of many headers', { chain: { ...chain, headers: 200 } }, 'syncing'],
  ['lacks the block of one header', { chain: { ...chain, headers: 101 } }, 'used'],
  ['follows the losing branch', { tip: block(100, { branch: 'losing' }) }, 'losing_branch'],
  ['does not follow the pinned branch', { tip: block(100, { branch: 'not_pinned' }) }, 'not_pinned_branch'],
])('a member that %s', (_, facts, code) => {
  expect(codes([member(100, facts)])).toEqual([code]);
});

test('passes over a member that is more than 2 blocks behind', () => {
  expect(codes([member(100), member(98), member(97)])).toEqual(['used', 'used', 'behind']);
});

test('refutes a chain of its own that has far less recent work than another', () => {
  const madeUp = member(10_000, { tip: block(10_000, { root: 'another', recentWork: 503n }) });
  expect(codes([madeUp, member(100)])).toEqual(['refuted', 'used']);
});

test('compares chains of similar recent work that have no known block in common', () => {
  const longBehind = member(100, { tip: block(100, { root: 'earlier', recentWork: 1000n }) });
  expect(codes([member(9000), longBehind])).toEqual(['used', 'behind']);
});

test('counts blocks behind by their headers, and not by stated heights', () => {
  const stating = member(100, { tip: block(2_000_000_000, { position: 101, work: block(101).work }) });
  expect(codes([member(100), stating])).toEqual(['used', 'used']);
});

test('judges by work where the lighter chain has more blocks', () => {
  const heavy = member(100, { tip: block(100, { work: 'f'.repeat(64) }) });
  expect(codes([heavy, member(110)])).toEqual(['used', 'used']);
});

test('passes over a member that left a call unanswered, unless it is the only one', () => {
  const isStalled = true;
  expect(codes([member(100, { isStalled }), member(100)])).toEqual(['timeout', 'used']);
  expect(codes([member(100, { isStalled }), member(100, { isStalled })])).toEqual(['used', 'used']);
  expect(codes([member(100, { isStalled }), member(90)])).toEqual(['used', 'behind']);
});

test('compares nobody with a member on the losing branch', () => {
  const losing = member(200, { tip: block(200, { branch: 'losing' }) });
  expect(codes([member(100), losing])).toEqual(['used', 'losing_branch']);
});

test('uses no member in an even split without a pinned branch', () => {
  expect(codes([member(100), member(100)], verdict({ verdict: 'even' }))).toEqual([
    'undecided_split',
    'undecided_split',
  ]);
});

test('uses the members of the pinned branch in an even split', () => {
  const other = member(100, { tip: block(100, { branch: 'not_pinned' }) });
  const even = verdict({ verdict: 'even', pinned: '1'.repeat(64) });
  expect(codes([member(100), other], even)).toEqual(['used', 'not_pinned_branch']);
});

test('uses a private chain without a block of today', () => {
  const old = member(5, { chain: { ...chain, chain: 'regtest', headers: 5, blocks: 5, isSyncing: true } });
  expect(usabilityOf([old], 'regtest', undefined)).toMatchObject([{ code: 'used' }]);
});
