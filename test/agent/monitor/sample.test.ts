import { expect, test } from 'vitest';
import { healthOf } from '../../../src/agent/monitor/daemon-monitor.ts';
import { viewAfter } from '../../../src/agent/monitor/daemon-view.ts';
import { type RpcClient, RpcError } from '../../../src/agent/monitor/rpc.ts';
import { readChain, readNextChain, readSlowPart } from '../../../src/agent/monitor/sample.ts';

const never = new AbortController().signal;

/** A daemon that answers each method with a fixed result. */
const rpcOf = (results: Record<string, unknown>): Pick<RpcClient, 'call' | 'callAll'> => ({
  call: async (method) => {
    if (results[method] instanceof Error) throw results[method];
    return results[method];
  },
  callAll: async (calls) => {
    const outcomes = calls.map(({ method }) =>
      results[method] instanceof RpcError ? results[method] : { result: results[method] },
    );
    // The daemon refuses a whole request for one method that its user may not call.
    for (const outcome of outcomes) if (outcome instanceof RpcError && outcome.fault === 'unauthorized') throw outcome;
    return outcomes;
  },
});

const chain = {
  chain: 'main',
  blocks: 10,
  headers: 10,
  bestblockhash: 'hash',
  verificationprogress: 0.5,
  initialblockdownload: false,
  size_on_disk: 1000,
  warnings: '',
};

test.each<
  [string, Partial<typeof chain> | { warnings: string[] }, { catchesUp: boolean; progress: number; warnings: string[] }]
>([
  ['a synced node', {}, { catchesUp: false, progress: 0.5, warnings: [] }],
  [
    'a node in initial block download',
    { initialblockdownload: true },
    { catchesUp: true, progress: 0.5, warnings: [] },
  ],
  [
    'a regtest node that has every block',
    { chain: 'regtest', initialblockdownload: true },
    { catchesUp: false, progress: 0.5, warnings: [] },
  ],
  [
    'a regtest node that lacks blocks',
    { chain: 'regtest', blocks: 9, initialblockdownload: true },
    { catchesUp: true, progress: 0.5, warnings: [] },
  ],
  ['a progress above 1', { verificationprogress: 1.0001 }, { catchesUp: false, progress: 1, warnings: [] }],
  ['a progress below 0', { verificationprogress: -1 }, { catchesUp: false, progress: 0, warnings: [] }],
  [
    'a single warning, as before version 28',
    { warnings: 'disk' },
    { catchesUp: false, progress: 0.5, warnings: ['disk'] },
  ],
  [
    'a list of warnings',
    { warnings: ['', 'disk', 'clock'] },
    { catchesUp: false, progress: 0.5, warnings: ['disk', 'clock'] },
  ],
])('the chain of %s is read', async (_what, changed, { catchesUp, progress, warnings }) => {
  const reading = await readChain(rpcOf({ getblockchaininfo: { ...chain, ...changed } }), never);
  expect(reading.catchesUp).toBe(catchesUp);
  expect(reading.part).toMatchObject({ bestBlockHash: 'hash', verificationProgress: progress, warnings });
});

test.each([
  ['time', { time: 1_700_000_000 }, '2023-11-14T22:13:20.000Z'],
  ['no time, as before version 23', {}, null],
])('the last block has the time of its header: %s', async (_what, time, bestBlockAt) => {
  const reading = await readChain(rpcOf({ getblockchaininfo: { ...chain, ...time } }), never);
  expect(reading.part.bestBlockAt).toBe(bestBlockAt);
});

test('a chain without its required fields is not read', async () => {
  await expect(readChain(rpcOf({ getblockchaininfo: { ...chain, blocks: 'many' } }), never)).rejects.toThrow();
});

test.each(['waitforblockheight', 'getblockchaininfo'])(
  'a refused %s is an error of the next reading of the chain',
  async (method) => {
    const refusal = new RpcError('refused', 'busy', -1);
    const answers = { waitforblockheight: { height: 11 }, getblockchaininfo: chain, [method]: refusal };
    await expect(readNextChain(rpcOf(answers), { height: 11, ms: 1000 }, never)).rejects.toBe(refusal);
  },
);

test('the health of a node is syncing while it catches up, and running otherwise', async () => {
  const reading = await readChain(rpcOf({ getblockchaininfo: chain }), never);
  const view = viewAfter(null, reading, 0);
  expect(healthOf({ ...reading, catchesUp: true }, view)).toEqual({
    ...{ state: 'syncing', height: 10, headers: 10, progress: 0.5 },
    view,
  });
  expect(healthOf({ ...reading, catchesUp: false }, view)).toEqual({ state: 'running', height: 10, view });
});

const slow = {
  getnetworkinfo: { subversion: '/Satoshi:28.1.0/', connections: 5, connections_in: 2, connections_out: 3 },
  getmempoolinfo: { size: 7, bytes: 900, mempoolminfee: 0.00001, unbroadcastcount: 2 },
  getindexinfo: { txindex: { synced: true, best_block_height: 10 } },
  uptime: 12.7,
  listwalletdir: { wallets: [{ name: 'savings' }, { name: '' }] },
  listwallets: ['savings'],
  getchaintips: [
    { height: 10, hash: 'aa', branchlen: 0, status: 'active' },
    { height: 12, hash: 'bb', branchlen: 3, status: 'invalid' },
    { height: 9, hash: 'cc', branchlen: 1, status: 'valid-fork' },
  ],
  getnettotals: { totalbytesrecv: 1000, totalbytessent: 200 },
};

test.each<[string, Record<string, unknown>, object]>([
  ['of a present daemon', {}, { peersInbound: 2, peersOutbound: 3, uptimeSeconds: 12 }],
  [
    'of a daemon that counts only all peers',
    { getnetworkinfo: { subversion: 's', connections: 4 } },
    { peersInbound: 0, peersOutbound: 4 },
  ],
  ['without indexes', { getindexinfo: {} }, { indexes: [] }],
  ['of a daemon before 0.21', { getindexinfo: new RpcError('refused', 'Method not found', -32601) }, { indexes: [] }],
])('peers, mempool and indexes %s are read', async (_what, changed, expected) => {
  expect((await readSlowPart(rpcOf({ ...slow, ...changed }), never)).part).toMatchObject({
    mempoolTransactions: 7,
    mempoolBytes: 900,
    indexes: [{ name: 'txindex', synced: true, bestBlockHeight: 10 }],
    ...expected,
  });
});

test('traffic, fees and branches come with the same request', async () => {
  const { part } = await readSlowPart(rpcOf(slow), never);
  expect(part).toMatchObject({ bytesReceived: 1000, bytesSent: 200, unbroadcastTransactions: 2 });
  expect(part.mempoolMinFee).toBeCloseTo(1);
  expect(part.branches).toEqual([{ height: 12, hash: 'bb', branchLength: 3, status: 'invalid' }]);
  expect(part.chainTips).toEqual([
    { status: 'active', count: 1 },
    { status: 'invalid', count: 1 },
    { status: 'valid_fork', count: 1 },
  ]);
});

test('an error of getindexinfo that is not about its absence is thrown', async () => {
  const refusal = new RpcError('refused', 'Work queue depth exceeded', null);
  await expect(readSlowPart(rpcOf({ ...slow, getindexinfo: refusal }), never)).rejects.toBe(refusal);
});

test.each<[string, unknown, string[] | null]>([
  ['a daemon with wallets', slow.listwalletdir, ['', 'savings']],
  ['a daemon with one that lies elsewhere', { wallets: [] }, ['savings']],
  ['a daemon that has no wallets built in', new RpcError('refused', 'Method not found', -32601), null],
])('the wallets of %s are read', async (_what, listwalletdir, expected) => {
  expect((await readSlowPart(rpcOf({ ...slow, listwalletdir }), never)).wallets).toEqual(expected);
});
