import { constants } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { errorMessage } from '../../../text/error-message.ts';
import { configOf } from '../../desired/desired-entry.ts';
import { RpcClient, RpcError } from '../../monitor/rpc.ts';
import { loadNodeRecord } from '../../node/record-store.ts';
import type { ChainTip, SeedRecord } from '../../runtime/node-record.ts';
import { RuntimeError, refused } from '../../runtime/runtime-error.ts';
import { archiveSpace } from '../copy/archive-space.ts';
import { copyArchives } from '../copy/copy-archives.ts';
import { type CopyResult, copyFiles, mayAccess, timedCopy } from '../copy/copy-files.ts';
import { seedFolders } from '../copy/seed-folders.ts';
import { endpointOf, requireEndpoint, untilAnswered } from '../daemon-endpoint.ts';
import { daemonUser, requireSpec } from '../daemon-start.ts';
import { volumeInUse } from '../data-roots.ts';
import { withDataReader } from '../engine/data-reader.ts';
import { dataFolder } from '../engine/paths.ts';
import { readDataMarker, writeMarker } from '../engine/volume-files.ts';
import type { Found, StepKind, StepRun } from '../step-kind.ts';

/** A node starts from a copy of the node `from`. */
export interface Seeding {
  operationId: string;
  from: string;
}

export const seedAt = ({ operationId: id, from }: Seeding, stage: SeedRecord['stage']) => ({
  operations: { seed: { id, from, stage, reason: null, startedAt: null } },
});

/** The record alone keeps the source's daemon down. */
export const reserveSource: StepKind<'reserve-source', Seeding> = {
  kind: 'reserve-source',
  texts: () => ['reserve the chain data of the source node', 'Reserved the chain data of the source node'],
  event: 'node.seed_begun',
  async apply({ from }, { database }) {
    // A copy has one chain state, and would begin at height 0.
    const problem = loadNodeRecord(database, from)?.problems.find(({ code }) => code === 'validating_snapshot');
    if (problem !== undefined)
      throw refused(`node ${from} cannot be copied yet: ${problem.reason}; wait until the history is validated`);
  },
  finish: (step) => ({ change: seedAt(step, 'copying') }),
};

/** Copies directly where possible, else through the engine. The marker comes last: without one, a copy is partial. */
export const copyData: StepKind<'copy-data', Seeding, Found> = {
  kind: 'copy-data',
  texts: () => ['copy the chain data', 'Copied the chain data'],
  event: 'node.data_copied',
  effect: 'copy',
  async apply({ from }, run) {
    const { client, snapshot } = run;
    const { id } = snapshot.desired;
    const containerId = snapshot.workload?.id;
    const { image } = requireSpec(snapshot).spec;
    if (containerId === undefined) throw new Error('cannot copy data before the container exists');
    const [source, target] = await Promise.all([volumeInUse(run, from), volumeInUse(run, id)]);
    if (source === undefined || target === undefined)
      throw new RuntimeError('not-found', `the volume of node ${source === undefined ? from : id} was not found`);
    return withDataReader(client, run, { nodeId: from, image, dataRoot: source.dataRoot }, async (reader) => {
      const marker = await readDataMarker(client, reader);
      if (marker === null) {
        throw refused(
          `the version that opened the chain data of node ${from} is unknown; start that node once with this version of the agent`,
        );
      }
      const place = { reader, source: join(source.path, dataFolder), target: target.path, containerId };
      const { message, data } = await timedCopy(() => copyFolders(from, place, run));
      const { begunWith, newest, nodeType } = marker;
      await writeMarker(client, containerId, { begunWith, newest, nodeType });
      return { message, data: { from, ...data } };
    });
  },
  isDone: (_, { seed }) => seed?.isComplete === true,
  finish: (step, found) => ({ change: seedAt(step, 'copied'), found }),
};

async function copyFolders(
  from: string,
  { reader, source, target, containerId }: { reader: string; source: string; target: string; containerId: string },
  { client, database, snapshot, onProgress, signal }: StepRun,
): Promise<CopyResult> {
  const folders = seedFolders(configOf(snapshot.desired));
  const shared = { folders, owner: daemonUser(requireSpec(snapshot).spec), onProgress, signal };
  if (!((await mayAccess(source, constants.R_OK)) && (await mayAccess(target, constants.W_OK)))) {
    const estimate = loadNodeRecord(database, from)?.tip?.sizeOnDiskBytes ?? 0;
    const requireSpace = await archiveSpace(target, snapshot.desired.resources.diskGiB);
    const containers = { fromContainer: reader, toContainer: containerId };
    return copyArchives({ ...shared, ...containers, client, estimate, requireSpace });
  }
  try {
    return await copyFiles({ ...shared, from: source, to: join(target, dataFolder) });
  } catch (cause) {
    if (cause instanceof RuntimeError) throw cause;
    const message = `cannot copy the chain data of node ${from}: ${errorMessage(cause)}`;
    throw refused(message, { cause });
  }
}

/** Hashing the UTXO set of mainnet takes minutes. */
const hashSeconds = 3600;

const chainInfo = z.object({ blocks: z.int(), bestblockhash: z.string() });
const outputs = z.object({
  bestblock: z.string(),
  muhash: z.string().optional(),
  hash_serialized_3: z.string().optional(),
  hash_serialized_2: z.string().optional(),
});

type Tip = Pick<ChainTip, 'height' | 'bestBlockHash'>;

const words = {
  daemon: 'the source has the same block',
  'last sample': 'it contains the last known block of the source, which is not running',
  nothing: 'there is no known block of the source to compare with',
};

interface Comparison {
  comparedWith: keyof typeof words;
  /** The hash of the UTXO set if both match; null if the source cannot compute it for this block. */
  utxoHash: string | null;
}

/** Compares the chain of a copy, whose daemon has no peers, with its source. Fails if they differ. */
export const verifyData: StepKind<'verify-data', Seeding, Found> = {
  kind: 'verify-data',
  texts: () => ['verify the copied chain data', 'Verified the copied chain data'],
  event: 'node.data_verified',
  async apply({ from }, run) {
    const record = loadNodeRecord(run.database, from);
    const endpoint = record?.status.phase === 'stopped' ? null : endpointOf(run, from);
    using copy = new RpcClient(requireEndpoint(run, run.snapshot.desired.id));
    using source = endpoint === null ? null : new RpcClient(endpoint);
    const tip = await untilLoaded(copy, run.signal);
    const proof = { ...tip, ...(await compare(tip, { copy, source, sourceTip: record?.tip, signal: run.signal })) };
    const set = proof.utxoHash === null ? '' : `, and the same UTXO set (${proof.utxoHash})`;
    const message = `the tip is block ${tip.height} (${tip.bestBlockHash}); ${words[proof.comparedWith]}${set}`;
    return { message, data: { from, ...proof } };
  },
  finish: (step, found) => ({ change: seedAt(step, 'verified'), found }),
};

interface Compared {
  copy: RpcClient;
  source: RpcClient | null;
  sourceTip: Tip | undefined;
  signal: AbortSignal;
}

async function compare(
  { height, bestBlockHash }: Tip,
  { copy, source, sourceTip, signal }: Compared,
): Promise<Comparison> {
  if (source !== null && (await untilLoaded(source, signal).catch(() => null)) !== null) {
    const same = await source.call('getblockhash', [height], signal).catch(errorMessage);
    requireSame(`block ${height}`, bestBlockHash, same);
    return { comparedWith: 'daemon', utxoHash: await compareOutputs(copy, source, signal) };
  }
  if (sourceTip === undefined) return { comparedWith: 'nothing', utxoHash: null };
  const same = await copy.call('getblockhash', [sourceTip.height], signal).catch(errorMessage);
  requireSame(`block ${sourceTip.height}`, same, sourceTip.bestBlockHash);
  return { comparedWith: 'last sample', utxoHash: null };
}

/** Reads a daemon's chain tip. Throws RpcError. */
export async function readTip(daemon: RpcClient, signal: AbortSignal): Promise<Tip> {
  const { blocks, bestblockhash } = chainInfo.parse(await daemon.call('getblockchaininfo', [], signal));
  return { height: blocks, bestBlockHash: bestblockhash };
}

function requireSame(what: string, ofCopy: unknown, ofSource: unknown): void {
  if (ofCopy === ofSource) return;
  throw refused(
    `the copy differs from the source: ${what} is ${ofCopy} in the copy and ${ofSource} in the source; delete this node and create it again`,
  );
}

/** Waits while the daemon loads its chain, and reads its tip. Throws RuntimeError if it does not answer. */
const untilLoaded = (daemon: RpcClient, signal: AbortSignal): Promise<Tip> =>
  untilAnswered(
    () => readTip(daemon, signal),
    (silence) => {
      if (silence !== null) throw new RuntimeError('timeout', `the daemon does not answer: ${silence}`);
    },
    signal,
  );

/** Returns the UTXO set hash of both at the same block; null if they cannot be compared. */
async function compareOutputs(copy: RpcClient, source: RpcClient, signal: AbortSignal): Promise<string | null> {
  const ofSource = await outputsOf(source, signal);
  const ofCopy = ofSource === null ? null : await outputsOf(copy, signal);
  // A source that has advanced has another UTXO set.
  if (ofSource === null || ofCopy === null || ofSource.block !== ofCopy.block) return null;
  requireSame(`the UTXO set hash at ${ofCopy.block}`, ofCopy.hash, ofSource.hash);
  return ofCopy.hash;
}

/** Null if the daemon cannot hash its UTXO set. */
async function outputsOf(daemon: RpcClient, signal: AbortSignal): Promise<{ block: string; hash: string } | null> {
  for (const params of [['muhash'], []]) {
    try {
      const answer = outputs.parse(await daemon.call('gettxoutsetinfo', params, signal, hashSeconds));
      const hash = answer.muhash ?? answer.hash_serialized_3 ?? answer.hash_serialized_2;
      if (hash !== undefined) return { block: answer.bestblock, hash };
    } catch (error) {
      // Versions before 22.0 do not support muhash and use another hash.
      if (!(error instanceof RpcError)) throw error;
    }
  }
  return null;
}
