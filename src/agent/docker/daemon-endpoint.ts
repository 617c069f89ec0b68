import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../text/error-message.ts';
import { agentEndpoint, type RpcEndpoint, RpcError } from '../monitor/rpc.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';

/** How to reach the daemon of one of this agent's nodes; null before ports and credentials are assigned. */
export function endpointOf({ database, settings }: ExecutorOnEngine, nodeId: string): RpcEndpoint | null {
  const record = loadNodeRecord(database, nodeId);
  return record === undefined ? null : agentEndpoint(record, settings.bindAddress);
}

/** The same for a running daemon, which has both. */
export function requireEndpoint(executor: ExecutorOnEngine, nodeId: string): RpcEndpoint {
  const endpoint = endpointOf(executor, nodeId);
  if (endpoint === null) throw new Error('daemon has no ports assigned');
  return endpoint;
}

/** A daemon that loads a large block index reports that it is warming up; a silent one is given up after this time. */
const timeoutMs = 90_000;

/** Repeats `ask` until it succeeds or `onFailure` throws, which gets the reason once the daemon was silent too long. */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  onFailure: (tooLong: string | null) => unknown,
  signal: AbortSignal,
): Promise<T> {
  let silentSince = performance.now();
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RpcError && error.fault === 'warming-up') silentSince = performance.now();
      await onFailure(performance.now() - silentSince > timeoutMs ? errorMessage(error) : null);
      await sleep(500, undefined, { signal });
    }
  }
}
