import * as z from 'zod';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { fitText } from '../../../text/fit-text.ts';
import { printable } from '../../../text/printable.ts';
import { answerOf, type RpcCaller, RpcError } from '../../monitor/rpc.ts';
import { indexList, warningsShape } from '../../monitor/sample.ts';
import type { RehearsalReport, RehearsalSource } from '../../runtime/node-record.ts';
import type { Tip } from '../steps/read-tip.ts';
import { type UtxoHash, utxoHash } from '../utxo-hash.ts';
import { type Compared, notesOf, type SeenIndex, whyRefused } from './judge-version.ts';

export interface Comparing {
  /** The version on the copy, and the node's own daemon. */
  copy: RpcCaller;
  node: RpcCaller;
  config: Pick<NodeConfig, 'clientVersion'>;
  tip: Tip;
  source: RehearsalSource;
  signal: AbortSignal;
}

const coinStats = 'coinstatsindex';
/** With the index, or for a small chain state: a longer hash is not worth its load. */
const hashSeconds = 120;

/** Compares a version that runs on a copy with the node. Fills `report`. Returns why it does not pass; null if it does. */
export async function compareVersion(comparing: Comparing, report: RehearsalReport): Promise<string | null> {
  const { copy, node, tip, source, signal, config } = comparing;
  const indexes = indexList(await copy.call('getindexinfo', [], signal));
  const indexesOfNode = await unlessAway(async () => indexList(await node.call('getindexinfo', [], signal)));
  const ofNode = await unlessAway(async () => hashIn(await node.call('getblockhash', [tip.height], signal)));
  const isWhole = tip.height >= source.height;
  const atSourceHeight = isWhole ? hashIn(await copy.call('getblockhash', [source.height], signal)) : null;
  const sets = await compareSets(comparing, { indexes, indexesOfNode });
  const seen: Compared = {
    ...{ version: config.clientVersion, ...tip, indexes, indexesOfNode, ofNode, atSourceHeight },
    ...{ utxoHash: sets.ofCopy?.hash ?? null, source: { ...source, utxo: sets.ofNode } },
  };
  const refusal = whyRefused(seen);
  Object.assign(report, {
    height: tip.height,
    bestBlockHash: tip.bestBlockHash,
    utxoHash: refusal === null ? seen.utxoHash : null,
    indexes: indexes.slice(0, maxIndexes).map(reported),
    warnings: await warningsOf(copy, signal),
    notes: [...(sets.note === null ? [] : [sets.note]), ...notesOf(seen)].map(shown).slice(0, maxNotes),
  } satisfies RehearsalReport);
  return refusal;
}

/** What the control plane takes. */
const maxIndexes = 16;
const maxNotes = 10;
const shown = (text: string): string => fitText(printable(text), 500);

const reported = ({ name, synced, bestBlockHeight }: SeenIndex) => ({
  name: fitText(printable(name), 64) || '?',
  synced,
  height: Math.max(0, bestBlockHeight),
});

interface Sets {
  /** Null unless both are known, of the same block and by the same algorithm. */
  ofNode: UtxoHash | null;
  ofCopy: UtxoHash | null;
  /** Why they were not compared; null if they were. */
  note: string | null;
}

const uncompared = (why: string): Sets => ({
  ofNode: null,
  ofCopy: null,
  note: `the UTXO sets were not compared: ${why}`,
});

async function compareSets(
  { copy, node, tip, source, signal }: Comparing,
  { indexes, indexesOfNode }: { indexes: readonly SeenIndex[]; indexesOfNode: readonly SeenIndex[] | null },
): Promise<Sets> {
  const isIndexed = (list: readonly SeenIndex[] | null) =>
    list?.some(({ name, synced }) => name === coinStats && synced) ?? false;
  const { whyNoUtxo, utxo } = source;
  if (whyNoUtxo !== null && !(isIndexed(indexes) && isIndexed(indexesOfNode))) return uncompared(whyNoUtxo);
  const stored = utxo?.block === tip.bestBlockHash ? (utxo as UtxoHash) : null;
  const ofNode = stored ?? (isIndexed(indexesOfNode) ? await indexedHash(node, tip.height, signal) : null);
  if (ofNode === null) return uncompared('the node has no hash of the block at which the copy ends');
  const ofCopy = await utxoHash(copy, signal, { seconds: hashSeconds });
  if (ofCopy === null) return uncompared('the version could not hash its own');
  if (ofCopy.algorithm !== ofNode.algorithm || ofCopy.block !== ofNode.block)
    return uncompared('the versions hash them differently');
  return { ofNode, ofCopy, note: null };
}

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const indexedSet = z.object({ bestblock: digest, muhash: digest });

/** Reads the hash of the UTXO set at a height from the node's index; null if it cannot. */
const indexedHash = (node: RpcCaller, height: number, signal: AbortSignal): Promise<UtxoHash | null> =>
  unlessAway(async () => {
    const answer = await node.call('gettxoutsetinfo', ['muhash', height], signal);
    const { bestblock: block, muhash: hash } = answerOf('gettxoutsetinfo', indexedSet, answer);
    return { block, algorithm: 'muhash', hash };
  });

const withWarnings = z.object({ warnings: warningsShape });

async function warningsOf(daemon: RpcCaller, signal: AbortSignal): Promise<string[]> {
  const answer = await daemon.call('getblockchaininfo', [], signal);
  return answerOf('getblockchaininfo', withWarnings, answer).warnings;
}

const hashIn = (answer: unknown): string => answerOf('getblockhash', digest, answer);

/** Null if a daemon does not answer or refuses: the node may stop or restart at any time. */
async function unlessAway<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}
