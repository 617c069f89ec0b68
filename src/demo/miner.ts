import { setTimeout as delay } from 'node:timers/promises';
import type { RpcEndpoint } from '../agent/monitor/rpc.ts';
import { authorityOf } from '../text/authority.ts';

export type MinerTarget = RpcEndpoint;

/** Calls a node's RPC with the platform's credentials. Throws when the node does not answer, or answers with an error. */
export async function callNode(
  { host, port, user, password }: MinerTarget,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(`http://${authorityOf(host, port)}/`, {
    method: 'POST',
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    body: JSON.stringify({ jsonrpc: '1.0', id: 'demo', method, params }),
  });
  const answer = (await response.json()) as { result: unknown; error: { message: string } | null };
  if (answer.error !== null) throw new Error(`${method} failed: ${answer.error.message}`);
  return answer.result;
}

/** Mines blocks on a regtest node. Anyone can spend the reward, which has no value on a private chain. */
export const mineBlocks = (target: MinerTarget, count: number, signal: AbortSignal, descriptor = 'raw(51)') =>
  callNode(target, 'generatetodescriptor', [count, descriptor], signal);

/** Mines a block every `everyMs` milliseconds until `signal` aborts. */
export async function keepMining(target: MinerTarget, everyMs: number, signal: AbortSignal) {
  while (!signal.aborted) {
    // A restarting node mines no blocks; the view shows its phase.
    await mineBlocks(target, 1, signal).catch(() => undefined);
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
