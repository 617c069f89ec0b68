import * as z from 'zod';
import type { WorkloadStats } from '../runtime/runtime.ts';
import { type RpcClient, RpcError } from './rpc.ts';

/** The measurements of a node at one moment, in the shape of the contract's NodeMetrics. */
export interface NodeSample extends WorkloadStats {
  /** ISO time. */
  at: string;
  /** Blocks. */
  height: number;
  /** Headers. */
  headers: number;
  bestBlockHash: string;
  /** 0 to 1. */
  verificationProgress: number;
  initialBlockDownload: boolean;
  peersInbound: number;
  peersOutbound: number;
  mempoolTransactions: number;
  mempoolBytes: number;
  sizeOnDiskBytes: number;
  indexes: { name: string; synced: boolean; bestBlockHeight: number }[];
  uptimeSeconds: number;
  subversion: string;
  warnings: string[];
}

/** Bitcoin Core 28 sends a list where earlier versions send one text. */
const warnings = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) => (typeof value === 'string' ? [value] : value).filter((text) => text !== ''));

const chainShape = z.object({
  chain: z.string(),
  blocks: z.number().int(),
  headers: z.number().int(),
  bestblockhash: z.string(),
  /** Daemons before 23 do not have it. */
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

const mempoolShape = z.object({ size: z.number(), bytes: z.number() });
const indexShape = z.record(z.string(), z.object({ synced: z.boolean(), best_block_height: z.number().int() }));

/** The part of a sample that each block changes. */
export type ChainPart = Pick<
  NodeSample,
  | 'height'
  | 'headers'
  | 'bestBlockHash'
  | 'verificationProgress'
  | 'initialBlockDownload'
  | 'sizeOnDiskBytes'
  | 'warnings'
>;

/** The part that is read once per interval. */
export type SlowPart = Omit<NodeSample, keyof ChainPart | keyof WorkloadStats | 'at'>;

/** What the daemon says about its chain, and whether it still catches up with its peers. */
export interface ChainReading {
  part: ChainPart;
  catchesUp: boolean;
  /** The tip's own time, in milliseconds since the epoch; null where the daemon does not tell it. */
  tipTime: number | null;
}

/** What a daemon is asked for once per interval. */
export interface SlowReading {
  part: SlowPart;
  /** How far the clocks of its peers are ahead of its own. */
  timeOffsetSeconds: number;
  /** The names of its wallets, loaded or not; null where it does not say. */
  wallets: string[] | null;
}

export async function readChain(rpc: Pick<RpcClient, 'call'>, signal: AbortSignal): Promise<ChainReading> {
  const chain = chainShape.parse(await rpc.call('getblockchaininfo', [], signal));
  const part = {
    height: chain.blocks,
    headers: chain.headers,
    bestBlockHash: chain.bestblockhash,
    verificationProgress: Math.min(1, Math.max(0, chain.verificationprogress)),
    initialBlockDownload: chain.initialblockdownload,
    sizeOnDiskBytes: chain.size_on_disk,
    warnings: chain.warnings,
  };
  // A regtest chain whose blocks are old counts as «initial block download» for ever, although nothing is missing.
  const idleRegtest = chain.chain === 'regtest' && chain.blocks === chain.headers;
  const tipTime = chain.time === undefined ? null : chain.time * 1000;
  return { part, catchesUp: chain.initialblockdownload && !idleRegtest, tipTime };
}

/** Makes one call after the other: a daemon whose few threads are busy refuses calls that arrive together. */
export async function readSlowPart(rpc: Pick<RpcClient, 'call'>, signal: AbortSignal): Promise<SlowReading> {
  const network = networkShape.parse(await rpc.call('getnetworkinfo', [], signal));
  const mempool = mempoolShape.parse(await rpc.call('getmempoolinfo', [], signal));
  const indexes = await readIndexes(rpc, signal);
  const uptime = z.number().parse(await rpc.call('uptime', [], signal));
  const part = {
    peersInbound: network.connections_in ?? 0,
    peersOutbound: network.connections_out ?? network.connections - (network.connections_in ?? 0),
    mempoolTransactions: mempool.size,
    mempoolBytes: mempool.bytes,
    indexes,
    uptimeSeconds: Math.floor(uptime),
    subversion: network.subversion,
  };
  return { part, timeOffsetSeconds: network.timeoffset, wallets: await readWallets(rpc, signal) };
}

async function readIndexes(rpc: Pick<RpcClient, 'call'>, signal: AbortSignal): Promise<NodeSample['indexes']> {
  try {
    const indexes = indexShape.parse(await rpc.call('getindexinfo', [], signal));
    return Object.entries(indexes).map(([name, { synced, best_block_height }]) => ({
      name,
      synced,
      bestBlockHeight: best_block_height,
    }));
  } catch (error) {
    // Daemons before 0.21 do not have this method.
    if (error instanceof RpcError && error.code === -32601) return [];
    throw error;
  }
}

const walletsShape = z.object({ wallets: z.array(z.object({ name: z.string() })) });
const loadedShape = z.array(z.string());

/** Those in the folder of its wallets, and those that it has loaded from elsewhere. */
async function readWallets(rpc: Pick<RpcClient, 'call'>, signal: AbortSignal): Promise<string[] | null> {
  const found = await answerOf(rpc, 'listwalletdir', walletsShape, signal);
  if (found === null) return null;
  const loaded = await answerOf(rpc, 'listwallets', loadedShape, signal);
  return [...new Set([...found.wallets.map(({ name }) => name), ...(loaded ?? [])])].toSorted();
}

/** Null where the daemon is not built with wallets or has them off, or was started by an agent that did not call this: then its user may not. */
async function answerOf<T>(
  rpc: Pick<RpcClient, 'call'>,
  method: 'listwalletdir' | 'listwallets',
  shape: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T | null> {
  try {
    return shape.parse(await rpc.call(method, [], signal));
  } catch (error) {
    if (error instanceof RpcError && (error.code === -32601 || error.fault === 'unauthorized')) return null;
    throw error;
  }
}
