import { expect, test } from 'vitest';
import { BranchWorks } from '../../../src/agent/monitor/branch-works.ts';
import { comparedTips, readTips, tipsOf } from '../../../src/agent/monitor/chain-tips.ts';
import { type RpcClient, RpcError } from '../../../src/agent/monitor/rpc.ts';
import { readChain } from '../../../src/agent/monitor/sample.ts';
import { byWork, readWork } from '../../../src/bitcoin/chain-work.ts';

const never = new AbortController().signal;

/** A daemon that knows the work of these blocks, and the hashes of each request for headers. */
function daemonWith(works: Record<string, unknown>) {
  const requests: unknown[][] = [];
  const callAll: RpcClient['callAll'] = async (calls) => {
    const hashes = calls.map(({ params }) => String(params?.[0]));
    requests.push(hashes);
    return hashes.map((hash) =>
      hash in works ? { result: { chainwork: works[hash] } } : new RpcError('refused', 'Block not found', -5),
    );
  };
  return { rpc: { callAll }, requests };
}

const work = (value: number) => readWork(value.toString(16)) ?? '';
const active = { height: 100, hash: 'own', branchlen: 0, status: 'active' };
const tip = (hash: string, height: number, status: string) => ({ height, hash, branchlen: 5, status });

async function branchesOf(works: Record<string, unknown>, own: string | null, ...others: object[]) {
  const { rpc } = daemonWith(works);
  const tips = readTips([active, ...others]);
  const ofBranches = new BranchWorks();
  await ofBranches.read(rpc, comparedTips(tips), never);
  return (tipsOf(tips, { own, ofBranches }).branches ?? []).map(({ hash, chainWork }) => [hash, chainWork]);
}

const [lower, higher] = [tip('lower', 95, 'headers-only'), tip('higher', 110, 'headers-only')];

test.each<[string, Record<string, unknown>, string | null, object[], unknown[]]>([
  ['fewer blocks and more work matters', { lower: 'ff' }, work(254), [lower], [['lower', work(255)]]],
  ['more blocks and less work does not', { higher: 'fd' }, work(254), [higher], []],
  ['equal work does not', { higher: 'fe' }, work(254), [higher], []],
  ['unknown work counts by its height', {}, work(254), [lower, higher], [['higher', null]]],
  ['a work of another form is unknown', { higher: 'f'.repeat(65) }, work(254), [higher], [['higher', null]]],
  ['no own work counts by its height', { lower: 'ff' }, null, [lower, higher], [['higher', null]]],
  [
    'an invalid block matters with less work',
    { bad: '1', higher: 'ff' },
    work(254),
    [tip('bad', 99, 'invalid'), higher],
    [
      ['higher', work(255)],
      ['bad', work(1)],
    ],
  ],
])('a branch with %s', async (_what, works, own, others, expected) => {
  expect(await branchesOf(works, own, ...others)).toEqual(expected);
});

test('old tips push out no current one', async () => {
  const old = Array.from({ length: 50 }, (_, index) => tip(`old${index}`, 20 + index, 'valid-headers'));
  const invalid = Array.from({ length: 50 }, (_, index) => tip(`bad${index}`, 101 + index, 'invalid'));
  const found = await branchesOf({ lower: 'ff' }, work(254), ...old, ...invalid, lower);
  expect(found).toHaveLength(4);
  expect(found[0]).toEqual(['lower', work(255)]);
});

test('a header is read once while its branch is reported, with one request for all', async () => {
  const { rpc, requests } = daemonWith({ a: '1', b: '2' });
  const works = new BranchWorks();
  for (const hashes of [[], ['a', 'b'], ['b', 'a'], ['a', 'c'], ['c', 'a'], ['b']])
    await works.read(rpc, hashes, never);
  expect(requests).toEqual([['a', 'b'], ['c'], ['b']]);
  expect([works.of('a'), works.of('b')]).toEqual([null, work(2)]);
});

test('a daemon that refuses headers costs no other figure, and is asked again', async () => {
  let isBusy = true;
  const { rpc, requests } = daemonWith({ a: '1' });
  const callAll: RpcClient['callAll'] = (...args) => {
    if (isBusy) throw new RpcError('busy', 'Work queue depth exceeded', null);
    return rpc.callAll(...args);
  };
  const works = new BranchWorks();
  await works.read({ callAll }, ['a'], never);
  expect(works.of('a')).toBeNull();
  isBusy = false;
  await works.read({ callAll }, ['a'], never);
  expect([works.of('a'), requests]).toEqual([work(1), [['a']]]);
});

test('work is compared as a number of 256 bits, however it is written', () => {
  const mainnet = '00000000000000000000000000000000000000009f1d4c2d6cbb0d6f3c2f7b1e';
  expect([null, '1', 'FF', mainnet, '100'].map((text) => readWork(text)).toSorted(byWork)).toEqual([
    mainnet,
    work(256),
    work(255),
    work(1),
    null,
  ]);
  expect(['', '0x1', '-1', ' 1', 'g', 'f'.repeat(65), undefined].map(readWork)).toEqual(Array(7).fill(null));
  expect(byWork(work(1), work(1))).toBe(0);
});

test.each([
  ['00ff', work(255)],
  [undefined, null],
])('the work of a daemon’s own chain is read: %s', async (chainwork, expected) => {
  const answer = { chain: 'main', blocks: 1, headers: 1, bestblockhash: 'a', verificationprogress: 1, chainwork };
  const rpc = { call: async () => ({ ...answer, initialblockdownload: false }) };
  expect((await readChain(rpc, never)).part.chainWork).toBe(expected);
});

test.each(['', 'xyz', '1'.repeat(65), 12])('a work of %j makes the answer invalid', async (chainwork) => {
  const answer = { chain: 'main', blocks: 1, headers: 1, bestblockhash: 'a', verificationprogress: 1, chainwork };
  const rpc = { call: async () => ({ ...answer, initialblockdownload: false }) };
  await expect(readChain(rpc, never)).rejects.toThrow('getblockchaininfo is invalid in chainwork');
});
