import * as z from 'zod';
import { readWork, workPattern } from '../../bitcoin/chain-work.ts';
import { fitText } from '../../text/fit-text.ts';
import { printable } from '../../text/printable.ts';
import type { WorkloadStats } from '../runtime/runtime.ts';
import { BranchWorks, type KnownWork } from './branch-works.ts';
import { type ChainTips, comparedTips, readTips, tipsOf, unknownTips } from './chain-tips.ts';
import { answerOf, isInvalidAnswer, RpcClient, type RpcEndpoint, RpcError, type RpcResult } from './rpc.ts';
import type { AgentRpcMethod } from './rpc-methods.ts';

const maxLongPollMs = 30_000;

const maxWarnings = 10;
const maxWarningLength = 500;
const shownText = (text: string): string => fitText(printable(text), maxWarningLength);

/** Bitcoin Core 28 returns a list, earlier versions a string. */
export const warningsShape = z
  .union([z.string(), z.array(z.string()).max(1000)])
  .default([])
  .transform((value) =>
    (typeof value === 'string' ? [value] : value)
      .filter((text) => text !== '')
      .slice(0, maxWarnings)
      .map(shownText),
  );

const maxInt = 2 ** 31 - 1;
/** A daemon without any header reports -1. */
const height = z.number().int().min(-1).max(maxInt);
const count = z.number().int().min(0).max(maxInt);
/** Bytes, and seconds since a start. */
const amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const hash = z.string().max(64);

// docs/api/executor-guide.md has the source and the unit of each figure.

const chainShape = z.object({
  chain: z.string().max(64),
  blocks: height,
  headers: height,
  bestblockhash: hash,
  chainwork: z.string().regex(workPattern).optional(),
  /** Unix time, 32 bits in a header. Missing in daemons before 23. */
  time: z
    .number()
    .min(0)
    .max(2 ** 32)
    .optional(),
  verificationprogress: z.number(),
  initialblockdownload: z.boolean(),
  size_on_disk: amount.default(0),
  warnings: warningsShape,
});

const networkShape = z.object({
  /** At most 256 characters by the protocol (MAX_SUBVERSION_LENGTH in src/net.h of Bitcoin Core). */
  subversion: z.string().max(256).transform(printable),
  connections: count,
  connections_in: count.optional(),
  connections_out: count.optional(),
  timeoffset: z.number().default(0),
});

const mempoolShape = z.object({
  size: count,
  /** The sum of virtual sizes. */
  bytes: amount,
  /** Memory in bytes, and its limit: `maxmempool`, in units of 1,000,000 bytes. */
  usage: amount.optional(),
  maxmempool: amount.optional(),
  /** In BTC per kvB. */
  mempoolminfee: amount.optional(),
  unbroadcastcount: count.optional(),
});
const trafficShape = z.object({ totalbytesrecv: amount, totalbytessent: amount });
const maxIndexes = 32;
const indexShape = z.record(z.string().max(64), z.object({ synced: z.boolean(), best_block_height: height }));

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
  const chain = answerOf('getblockchaininfo', chainShape, answer);
  /** The tip's own time, in milliseconds since the epoch; null if the daemon does not report it. */
  const tipTime = chain.time === undefined ? null : chain.time * 1000;
  const part = {
    height: chain.blocks,
    headers: chain.headers,
    bestBlockHash: chain.bestblockhash,
    chainWork: readWork(chain.chainwork),
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

const slowMethods = ['getnetworkinfo', 'getmempoolinfo', 'uptime', 'getindexinfo', 'getnettotals'] as const;
const walletMethods = ['listwalletdir', 'listwallets'] as const;

/**
 * Reads the figures, the wallets and perhaps the branches, which are compared by work. Invalid wallets or branches are
 * unknown, with the reason in `invalidAnswer`; they cost no other figure.
 */
export async function readSlowPart(
  rpc: Pick<RpcClient, 'callAll'>,
  withTips: boolean,
  signal: AbortSignal,
  work: KnownWork = { own: null, ofBranches: new BranchWorks() },
) {
  const groups = [slowMethods, walletMethods, ...(withTips ? [['getchaintips'] as const] : [])];
  const outcomes = await callGroups(rpc, groups, signal);
  const [first, second, uptime, indexes, totals, found, loaded, listed] = outcomes;
  const network = answerOf('getnetworkinfo', networkShape, resultOf(first));
  const mempool = answerOf('getmempoolinfo', mempoolShape, resultOf(second));
  const traffic = answerOf('getnettotals', trafficShape, resultOf(totals));
  const part = {
    peersInbound: network.connections_in ?? 0,
    peersOutbound: network.connections_out ?? Math.max(0, network.connections - (network.connections_in ?? 0)),
    mempoolTransactions: mempool.size,
    mempoolVirtualBytes: mempool.bytes,
    mempoolUsageBytes: mempool.usage ?? null,
    mempoolLimitBytes: mempool.maxmempool ?? null,
    indexes: indexesOf(indexes),
    uptimeSeconds: Math.floor(answerOf('uptime', amount, resultOf(uptime))),
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
  const wallets = unlessInvalid(() => walletsOf(found, loaded));
  const tips = withTips ? unlessInvalid(() => readTips(resultOf(listed))) : { value: null, fault: null };
  if (tips.value !== null) await work.ofBranches.read(rpc, comparedTips(tips.value), signal);
  const chainTips = tips.value === null ? null : tipsOf(tips.value, work);
  return {
    part,
    chainTips: tips.fault === null ? chainTips : unknownTips,
    timeOffsetSeconds,
    wallets: wallets.value?.all ?? null,
    loadedWallets: wallets.value?.loaded ?? null,
    /** Why the daemon's answers are unusable; null if they are not. */
    invalidAnswer: wallets.fault ?? tips.fault,
  };
}

/**
 * Makes all calls in one request: a busy daemon refuses calls that arrive together. If the answer is invalid as a whole,
 * makes one request for each group, so that only the calls of a group share its fault.
 */
async function callGroups(
  rpc: Pick<RpcClient, 'callAll'>,
  groups: readonly (readonly AgentRpcMethod[])[],
  signal: AbortSignal,
): Promise<Outcome[]> {
  const callsOf = (methods: readonly AgentRpcMethod[]) => methods.map((method) => ({ method }));
  try {
    return await rpc.callAll(callsOf(groups.flat()), signal);
  } catch (error) {
    if (!isInvalidAnswer(error)) throw error;
  }
  const outcomes: Outcome[] = [];
  for (const methods of groups) {
    const answered = await rpc.callAll(callsOf(methods), signal).catch((error: unknown) => {
      if (!isInvalidAnswer(error)) throw error;
      return methods.map(() => error);
    });
    outcomes.push(...answered);
  }
  return outcomes;
}

/** Reads something; an invalid answer of the daemon is a fault instead of an error. */
function unlessInvalid<T>(read: () => T): { value: T | null; fault: string | null } {
  try {
    return { value: read(), fault: null };
  } catch (error) {
    if (!isInvalidAnswer(error)) throw error;
    return { value: null, fault: error.message };
  }
}

type Outcome = RpcResult | RpcError | undefined;

function resultOf(outcome: Outcome): unknown {
  if (outcome instanceof RpcError) throw outcome;
  return outcome?.result;
}

function indexesOf(outcome: Outcome) {
  // Daemons before 0.21 do not have this method.
  if (isUnknownMethod(outcome)) return [];
  return indexList(resultOf(outcome));
}

/** Returns the indexes in an answer to `getindexinfo`. Throws RpcError. */
export function indexList(answer: unknown) {
  const found = Object.entries(answerOf('getindexinfo', indexShape, answer));
  return found.slice(0, maxIndexes).map(([name, { synced, best_block_height }]) => ({
    name,
    synced,
    bestBlockHeight: best_block_height,
  }));
}

/** Of one BTC per kvB. */
const satoshisPerVirtualByte = 1e5;

const isUnknownMethod = (outcome: Outcome): boolean => outcome instanceof RpcError && outcome.code === -32601;

const maxWallets = 1000;
/** Before a stop, which waits for the answer. */
const loadedSeconds = 2;
/** The length of a path; longer names are no wallet's. */
const walletName = z.string().max(4096);
const walletsShape = z.object({ wallets: z.array(z.object({ name: walletName })).max(10_000) });
const loadedShape = z.array(walletName).max(10_000);

/**
 * The names of the wallets in the node's folder and of those loaded from elsewhere, and of those that are loaded; each at
 * most a thousand. Null if the daemon has no wallet support.
 */
function walletsOf(found: Outcome, listed: Outcome): { all: string[]; loaded: string[] | null } | null {
  if (isUnknownMethod(found)) return null;
  const { wallets } = answerOf('listwalletdir', walletsShape, resultOf(found));
  const loaded = isUnknownMethod(listed) ? null : loadedOf(resultOf(listed));
  const all = [...new Set([...wallets.map(({ name }) => name), ...(loaded ?? [])])];
  return { all: all.toSorted().slice(0, maxWallets), loaded };
}

/** In the order of the daemon, in which it loads them again. */
const loadedOf = (answer: unknown): string[] =>
  [...new Set(answerOf('listwallets', loadedShape, answer))].slice(0, maxWallets);

/** Reads which wallets are loaded now; null if the daemon does not say so in time. */
export async function readLoadedWallets(endpoint: RpcEndpoint, signal: AbortSignal): Promise<string[] | null> {
  using rpc = new RpcClient(endpoint);
  try {
    return loadedOf(await rpc.call('listwallets', [], signal, loadedSeconds));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return null;
  }
}
