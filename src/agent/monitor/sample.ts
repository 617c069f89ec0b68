import * as z from 'zod';
import type { WorkloadStats } from '../runtime/runtime.ts';
import { type ChainTips, tipsOf } from './chain-tips.ts';
import { type AgentRpcMethod, type RpcClient, RpcError, type RpcResult } from './rpc.ts';

const maxLongPollMs = 30_000;

/** Bitcoin Core 28 returns a list, earlier versions a string. */
const warnings = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) => (typeof value === 'string' ? [value] : value).filter((text) => text !== ''));

const chainShape = z.object({
  chain: z.string(),
  blocks: z.number().int(),
  headers: z.number().int(),
  bestblockhash: z.string(),
  /** Missing in daemons before 23. */
  time: z.number().optional(),
  verificationprogress: z.number(),
  initialblockdownload: z.boolean(),
  size_on_disk: z.number().default(0),
  warnings,
});

const networkShape = z.object({
  subversion: z.string(),
  connections: z.number().int(),
  connections_in: z.number().int().optional(),
  connections_out: z.number().int().optional(),
  timeoffset: z.number().default(0),
});

const mempoolShape = z.object({
  size: z.number(),
  bytes: z.number(),
  /** In BTC per kvB. */
  mempoolminfee: z.number().optional(),
  unbroadcastcount: z.number().int().optional(),
});
const trafficShape = z.object({ totalbytesrecv: z.number(), totalbytessent: z.number() });
const indexShape = z.record(z.string(), z.object({ synced: z.boolean(), best_block_height: z.number().int() }));

export type ChainReading = ReturnType<typeof chainOf>;

type SlowReading = Awaited<ReturnType<typeof readSlowPart>>;

export type SlowPart = SlowReading['part'];

export type NodeSample = WorkloadStats & ChainReading['part'] & SlowPart & ChainTips & { at: string };

export const readChain = async (rpc: Pick<RpcClient, 'call'>, signal: AbortSignal): Promise<ChainReading> =>
  chainOf(await rpc.call('getblockchaininfo', [], signal));

/** Waits up to about `ms` for `height`. Unlike a wait for the next block, it misses no block since the last read. */
export async function readNextChain(
  rpc: Pick<RpcClient, 'callAll'>,
  { height, ms }: { height: number; ms: number },
  signal: AbortSignal,
): Promise<ChainReading> {
  // bitcoind treats 0 as "no timeout".
  const timeoutMs = Math.min(maxLongPollMs, Math.max(1, Math.floor(ms)));
  const calls = [
    { method: 'waitforblockheight', params: [height, timeoutMs] },
    { method: 'getblockchaininfo' },
  ] as const;
  const [waited, chain] = await rpc.callAll(calls, signal, Math.ceil(timeoutMs / 1000) + 10);
  resultOf(waited);
  return chainOf(resultOf(chain));
}

function chainOf(answer: unknown) {
  const chain = chainShape.parse(answer);
  /** The tip's own time, in milliseconds since the epoch; null if the daemon does not report it. */
  const tipTime = chain.time === undefined ? null : chain.time * 1000;
  const part = {
    height: chain.blocks,
    headers: chain.headers,
    bestBlockHash: chain.bestblockhash,
    /** ISO time in the header of that block. */
    bestBlockAt: tipTime === null ? null : new Date(tipTime).toISOString(),
    verificationProgress: Math.min(1, Math.max(0, chain.verificationprogress)),
    initialBlockDownload: chain.initialblockdownload,
    sizeOnDiskBytes: chain.size_on_disk,
    warnings: chain.warnings,
  };
  // A regtest chain with old blocks stays in "initial block download" forever, although nothing is missing.
  const idleRegtest = chain.chain === 'regtest' && chain.blocks === chain.headers;
  /** Whether the daemon is still catching up with its peers. */
  const catchesUp = chain.initialblockdownload && !idleRegtest;
  return { part, catchesUp, tipTime };
}

const slowMethods: readonly AgentRpcMethod[] = [
  ...(['getnetworkinfo', 'getmempoolinfo', 'uptime', 'getindexinfo'] as const),
  ...(['listwalletdir', 'listwallets', 'getnettotals'] as const),
];

/** In one request: a busy daemon refuses calls that arrive together. */
export async function readSlowPart(rpc: Pick<RpcClient, 'callAll'>, withTips: boolean, signal: AbortSignal) {
  const methods = withTips ? [...slowMethods, 'getchaintips' as const] : slowMethods;
  const [first, second, uptime, indexes, found, loaded, totals, tips] = await rpc.callAll(
    methods.map((method) => ({ method })),
    signal,
  );
  const network = networkShape.parse(resultOf(first));
  const mempool = mempoolShape.parse(resultOf(second));
  const traffic = trafficShape.parse(resultOf(totals));
  const part = {
    peersInbound: network.connections_in ?? 0,
    peersOutbound: network.connections_out ?? network.connections - (network.connections_in ?? 0),
    mempoolTransactions: mempool.size,
    mempoolBytes: mempool.bytes,
    indexes: indexesOf(indexes),
    uptimeSeconds: Math.floor(z.number().parse(resultOf(uptime))),
    subversion: network.subversion,
    /** Since the daemon started. */
    bytesReceived: traffic.totalbytesrecv,
    bytesSent: traffic.totalbytessent,
    /** In satoshis per virtual byte; null where the daemon does not report it. */
    mempoolMinFee: mempool.mempoolminfee === undefined ? null : mempool.mempoolminfee * satoshisPerVirtualByte,
    /** Null before version 0.21. */
    unbroadcastTransactions: mempool.unbroadcastcount ?? null,
  };
  /** How far the peers' clocks are ahead of its own. */
  const timeOffsetSeconds = network.timeoffset;
  const chainTips = withTips ? tipsOf(resultOf(tips)) : null;
  return { part, chainTips, timeOffsetSeconds, wallets: walletsOf(found, loaded) };
}

type Outcome = RpcResult | RpcError | undefined;

function resultOf(outcome: Outcome): unknown {
  if (outcome instanceof RpcError) throw outcome;
  return outcome?.result;
}

function indexesOf(outcome: Outcome) {
  // Daemons before 0.21 do not have this method.
  if (isUnknownMethod(outcome)) return [];
  return Object.entries(indexShape.parse(resultOf(outcome))).map(([name, { synced, best_block_height }]) => ({
    name,
    synced,
    bestBlockHeight: best_block_height,
  }));
}

/** Of one BTC per kvB. */
const satoshisPerVirtualByte = 1e5;

const isUnknownMethod = (outcome: Outcome): boolean => outcome instanceof RpcError && outcome.code === -32601;

const walletsShape = z.object({ wallets: z.array(z.object({ name: z.string() })) });
const loadedShape = z.array(z.string());

/** The names of the wallets in the node's folder, and of those loaded from elsewhere. Null if the daemon has no wallet support. */
function walletsOf(found: Outcome, loaded: Outcome): string[] | null {
  if (isUnknownMethod(found)) return null;
  const { wallets } = walletsShape.parse(resultOf(found));
  const elsewhere = isUnknownMethod(loaded) ? [] : loadedShape.parse(resultOf(loaded));
  return [...new Set([...wallets.map(({ name }) => name), ...elsewhere])].toSorted();
}
