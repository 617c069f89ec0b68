import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../../text/error-message.ts';
import { RpcClient, type RpcEndpoint, RpcError } from '../../monitor/rpc.ts';
import { crashMessage } from '../../node/crash-message.ts';
import type { ChainTip } from '../../runtime/node-record.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import { containerLogs } from '../engine/container-logs.ts';
import { inspectContainer } from '../engine/containers.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { readTip } from '../seed/verify-data.ts';

export interface ProofRequest {
  client: EngineClient;
  containerId: string;
  daemon: RpcEndpoint;
  /** The end of the chain as the daemon said it last from the old copy. */
  tip: ChainTip | null;
  signal: AbortSignal;
}

export interface RootProof {
  height: number;
  bestBlockHash: string;
  /** Whether its chain has the block that was known last. */
  hasTip: boolean;
}

/** A daemon that loads a large block index says so; one that says nothing at all is given up after this time. */
const patienceMs = 90_000;
/** How often the engine may have started it again before it is given up. */
const maxRestarts = 3;

/** Waits until the daemon answers from a copy with the chain that it had before. Throws RuntimeError where it does not. */
export async function proveRoot({ client, containerId, daemon, tip, signal }: ProofRequest): Promise<RootProof> {
  const rpc = new RpcClient(daemon);
  let hopefulAt = performance.now();
  try {
    for (;;) {
      try {
        return await readProof(rpc, tip, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof RpcError && error.fault === 'warming-up') hopefulAt = performance.now();
        await requireUp(client, containerId);
        if (performance.now() - hopefulAt > patienceMs) throw new RuntimeError('refused', errorMessage(error));
        await sleep(500, undefined, { signal });
      }
    }
  } finally {
    rpc.close();
  }
}

async function readProof(rpc: RpcClient, tip: ChainTip | null, signal: AbortSignal): Promise<RootProof> {
  const { height, bestBlockHash } = await readTip(rpc, signal);
  if (tip === null) return { height, bestBlockHash, hasTip: false };
  if (height < tip.height) throw new Error(`the daemon is at height ${height}, and was at ${tip.height} before`);
  const hash = await rpc.call('getblockhash', [tip.height], signal);
  if (hash === tip.bestBlockHash) return { height, bestBlockHash, hasTip: true };
  throw new Error(`block ${tip.height} is ${hash} there, and was ${tip.bestBlockHash} before`);
}

async function requireUp(client: EngineClient, containerId: string): Promise<void> {
  const container = await inspectContainer(client, containerId);
  if (container === null) throw new RuntimeError('not-found', 'the container is gone');
  const { state, exitCode, restartCount } = container;
  if (state !== 'stopped' && restartCount < maxRestarts) return;
  const words = crashMessage(await containerLogs(client, containerId, 20));
  const times = restartCount > 0 ? ` ${restartCount + 1} times` : '';
  throw new RuntimeError(
    'refused',
    `the daemon ended there${times} with exit code ${exitCode}${words === null ? '' : ` and said “${words}”`}`,
  );
}
