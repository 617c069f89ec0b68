import { errorMessage } from '../../../text/error-message.ts';
import { RpcClient } from '../../monitor/rpc.ts';
import { loadNodeRecord } from '../../node/record-store.ts';
import { RuntimeError, refused } from '../../runtime/runtime-error.ts';
import { endpointOf, requireEndpoint, untilAnswered } from '../daemon-endpoint.ts';
import type { Found, StepKind } from '../step-kind.ts';
import { utxoHash } from '../utxo-hash.ts';
import { readTip, type Tip } from './read-tip.ts';
import { operationOf, type Seeding, seedAt } from './seeding.ts';

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
  operationOf,
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
  const ofSource = await utxoHash(source, signal);
  const ofCopy = ofSource === null ? null : await utxoHash(copy, signal);
  // A source that has advanced has another UTXO set.
  if (ofSource === null || ofCopy === null || ofSource.block !== ofCopy.block) return null;
  if (ofSource.algorithm !== ofCopy.algorithm) return null;
  requireSame(`the UTXO set hash at ${ofCopy.block}`, ofCopy.hash, ofSource.hash);
  return ofCopy.hash;
}
