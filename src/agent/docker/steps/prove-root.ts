import { RpcClient } from '../../monitor/rpc.ts';
import { crashMessage } from '../../node/crash-message.ts';
import { RuntimeError, refused } from '../../runtime/runtime-error.ts';
import { requireEndpoint, untilAnswered } from '../daemon-endpoint.ts';
import { containerLogs } from '../engine/container-logs.ts';
import { inspectContainer } from '../engine/containers.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import type { Found, StepRun } from '../step-kind.ts';
import { moveAt, moveStep } from './move-step.ts';
import { readTip } from './read-tip.ts';

/** Maximum number of restarts by the engine before the move is given up. */
const maxRestarts = 3;

/** Waits until the daemon answers from the copy with the same chain as before. */
export const proveRoot = moveStep<'prove-root', { containerId: string }>({
  kind: 'prove-root',
  texts: ({ move }) => ['wait until the daemon answers from the copy', `The daemon answered from ${move.to}`],
  event: 'node.move_answered',
  async apply({ containerId }, run) {
    const { client, signal, snapshot } = run;
    using rpc = new RpcClient(requireEndpoint(run, snapshot.desired.id));
    const onFailure = async (silence: string | null) => {
      await requireUp(client, containerId);
      if (silence !== null) throw refused(silence);
    };
    return await untilAnswered(() => readProof(rpc, run), onFailure, signal);
  },
  becomes: ({ move }, snapshot) => ({ operations: { move: moveAt(move, snapshot, 'answered') } }),
});

async function readProof(rpc: RpcClient, { signal, snapshot: { tip } }: StepRun): Promise<Found> {
  const { height, bestBlockHash } = await readTip(rpc, signal);
  const proof = {
    message: `height ${height}, ${bestBlockHash}`,
    data: { height, bestBlockHash, hasTip: tip !== null },
  };
  if (tip === null) return proof;
  if (height < tip.height) throw new Error(`the daemon is at height ${height} but was at ${tip.height} before`);
  const hash = await rpc.call('getblockhash', [tip.height], signal);
  if (hash !== tip.bestBlockHash)
    throw new Error(`block ${tip.height} is ${hash} in the copy but was ${tip.bestBlockHash} before`);
  return { ...proof, message: `${proof.message}, and the last known block matches` };
}

async function requireUp(client: EngineClient, containerId: string): Promise<void> {
  const container = await inspectContainer(client, containerId);
  if (container === null) throw new RuntimeError('not-found', 'the container was removed');
  const { state, exitCode, restartCount } = container;
  if (state !== 'stopped' && restartCount < maxRestarts) return;
  const words = crashMessage(await containerLogs(client, containerId, 20));
  const times = restartCount > 0 ? ` ${restartCount + 1} times` : '';
  throw refused(`the daemon exited${times} with code ${exitCode} on the copy${words === null ? '' : `: ${words}`}`);
}
