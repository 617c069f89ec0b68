import { setTimeout as delay } from 'node:timers/promises';

export interface MinerTarget {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** Mines a block on a regtest node, with the platform's RPC credentials. Throws when the node does not answer. */
async function mineBlock({ host, port, user, password }: MinerTarget, signal: AbortSignal): Promise<void> {
  const response = await fetch(`http://${host}:${port}/`, {
    method: 'POST',
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    // Anyone can spend the reward, which is worthless on a private chain.
    body: JSON.stringify({ jsonrpc: '1.0', id: 'demo', method: 'generatetodescriptor', params: [1, 'raw(51)'] }),
  });
  const answer = (await response.json()) as { error: { message: string } | null };
  if (answer.error !== null) throw new Error(`could not mine a block: ${answer.error.message}`);
}

/** Mines a block every `everyMs` milliseconds until `signal` aborts. */
export async function keepMining(
  target: () => MinerTarget | undefined,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const node = target();
    // A restarting node mines no blocks; the view shows its phase.
    if (node !== undefined) await mineBlock(node, signal).catch(() => undefined);
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
