import { expect, test } from 'vitest';
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
  ...{ chain: 'main', blocks: 10, headers: 10, bestblockhash: 'hash', verificationprogress: 0.5 },
  ...{ initialblockdownload: false, size_on_disk: 1000, warnings: '' },
};
const ibd = { initialblockdownload: true };
const readingOf = (change: object) => readChain(rpcOf({ getblockchaininfo: { ...chain, ...change } }), never);

test.each<[string, object, { catchesUp?: boolean; progress?: number; warnings?: string[] }]>([
  ['a synced node', {}, {}],
  ['a node in initial block download', ibd, { catchesUp: true }],
  ['a regtest node that has every block', { chain: 'regtest', ...ibd }, {}],
  ['a regtest node that lacks blocks', { chain: 'regtest', blocks: 9, ...ibd }, { catchesUp: true }],
  ['a progress above 1', { verificationprogress: 1.0001 }, { progress: 1 }],
  ['a progress below 0', { verificationprogress: -1 }, { progress: 0 }],
  ['a single warning, as before version 28', { warnings: 'disk' }, { warnings: ['disk'] }],
  ['a list of warnings', { warnings: ['', 'disk', 'clock'] }, { warnings: ['disk', 'clock'] }],
])('the chain of %s is read', async (_what, changed, { catchesUp = false, progress = 0.5, warnings = [] }) => {
  const reading = await readingOf(changed);
  expect(reading.catchesUp).toBe(catchesUp);
  expect(reading.part).toMatchObject({ bestBlockHash: 'hash', verificationProgress: progress, warnings });
});

test('the last block has the time of its header, which is not known before version 23', async () => {
  expect((await readingOf({ time: 1_700_000_000 })).part.bestBlockAt).toBe('2023-11-14T22:13:20.000Z');
  expect((await readingOf({})).part.bestBlockAt).toBeNull();
});

test('rejects a chain without required fields, and fails the reading after a refusal', async () => {
  await expect(readingOf({ blocks: 'many' })).rejects.toThrow();
  const refusal = new RpcError('refused', 'busy', -1);
  for (const method of ['waitforblockheight', 'getblockchaininfo']) {
    const answers = { waitforblockheight: { height: 11 }, getblockchaininfo: chain, [method]: refusal };
    await expect(readNextChain(rpcOf(answers), { height: 11, ms: 1000 }, never)).rejects.toBe(refusal);
  }
});

const slow = {
  getnetworkinfo: { subversion: '/Satoshi:28.1.0/', connections: 5, connections_in: 2, connections_out: 3 },
  getmempoolinfo: { size: 7, bytes: 900, usage: 4000, maxmempool: 3e8, mempoolminfee: 0.00001, unbroadcastcount: 2 },
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
const slowPartOf = (changed: object) => readSlowPart(rpcOf({ ...slow, ...changed }), true, never);
const unknownMethod = new RpcError('refused', 'Method not found', -32601);
const allPeers = { getnetworkinfo: { subversion: 's', connections: 4 } };

test.each<[string, object, object]>([
  ['of a present daemon', {}, { peersInbound: 2, peersOutbound: 3, uptimeSeconds: 12 }],
  ['of a daemon that counts only all peers', allPeers, { peersInbound: 0, peersOutbound: 4 }],
  ['without indexes', { getindexinfo: {} }, { indexes: [] }],
  ['of a daemon before 0.21', { getindexinfo: unknownMethod }, { indexes: [] }],
])('peers, mempool and indexes %s are read', async (_what, changed, expected) => {
  expect((await slowPartOf(changed)).part).toMatchObject({
    ...{ mempoolTransactions: 7, mempoolVirtualBytes: 900, mempoolUsageBytes: 4000, mempoolLimitBytes: 3e8 },
    indexes: [{ name: 'txindex', synced: true, bestBlockHeight: 10 }],
    ...expected,
  });
});

test('a mempool without memory figures has none', async () => {
  const { part } = await slowPartOf({ getmempoolinfo: { size: 7, bytes: 900 } });
  expect(part).toMatchObject({ mempoolVirtualBytes: 900, mempoolUsageBytes: null, mempoolLimitBytes: null });
});

test('traffic, fees and branches come in one request; other index errors are thrown', async () => {
  const refusal = new RpcError('refused', 'Work queue depth exceeded', null);
  await expect(slowPartOf({ getindexinfo: refusal })).rejects.toBe(refusal);
  const { part, chainTips } = await slowPartOf({});
  expect(part).toMatchObject({ bytesReceived: 1000, bytesSent: 200, unbroadcastTransactions: 2 });
  expect(part.mempoolMinFee).toBeCloseTo(1);
  expect(chainTips).toEqual({
    branches: [{ height: 12, hash: 'bb', branchLength: 3, status: 'invalid', chainWork: null }],
    chainTips: ['active', 'invalid', 'valid_fork'].map((status) => ({ status, count: 1 })),
  });
});

test.each<[string, unknown, string[] | null]>([
  ['a daemon with wallets', slow.listwalletdir, ['', 'savings']],
  ['a daemon with one that lies elsewhere', { wallets: [] }, ['savings']],
  ['a daemon that has no wallets built in', unknownMethod, null],
])('the wallets of %s are read', async (_what, listwalletdir, expected) => {
  expect((await slowPartOf({ listwalletdir })).wallets).toEqual(expected);
});
