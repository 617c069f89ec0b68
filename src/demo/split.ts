import { setTimeout as delay } from 'node:timers/promises';
import { networkLines } from '../cli/networks/show.ts';
import { HostSetupError } from '../devhost/setup-error.ts';
import type { Demo } from './demo.ts';
import { callNode, mineBlocks } from './miner.ts';

export const splitNames = ['split-1', 'split-2', 'split-3', 'split-4'] as const;
const [miner, ...others] = splitNames;
const rebel = 'split-4';

interface SplitOptions {
  say(line: string): void;
  signal: AbortSignal;
  /** How long the split stays after it was found. */
  lookMs: number;
}

const withinMs = 3 * 60_000;
const blockEveryMs = 2000;

/** Tells one of four nodes to reject a block, waits for the incident, and tells the node to reconsider. */
export async function showSplit(demo: Demo, { say, signal, lookMs }: SplitOptions): Promise<void> {
  const blocks = blocksOf(demo, signal);
  await blocks.mine(miner, 10);
  await blocks.pass(miner, others);
  const height = await blocks.height(miner);
  say(`four nodes agree at block ${height}`);
  const rejected = await blocks.hash(miner, height);
  await blocks.call(rebel, 'invalidateblock', rejected);
  say(`told ${rebel} to reject block ${height}; it mines 2 blocks of its own`);
  // With another reward: a block of the same second would be the one that it rejects.
  await blocks.mine(rebel, 2, 'raw(52)');
  const loyal = others.filter((name) => name !== rebel);
  const grow = async () => {
    await blocks.mine(miner, 1);
    await blocks.pass(miner, loyal);
  };
  const open = await until(demo, 'open', grow, signal);
  say(open.message);
  const { network } = await demo.api.call('GetNetwork', { name: 'regtest' });
  for (const line of network === null ? [] : networkLines(network)) say(line);
  if (lookMs > 0)
    say(`look at Networks and the incident in the console; ${rebel} reconsiders in ${lookMs / 60_000} minutes`);
  for (const end = performance.now() + lookMs; performance.now() < end; ) {
    await grow();
    await delay(blockEveryMs, undefined, { signal });
  }
  await blocks.call(rebel, 'reconsiderblock', rejected);
  await blocks.pass(miner, others);
  say(`told ${rebel} to reconsider block ${height}; the incident closes a minute after all nodes agree`);
  await until(demo, 'closed', async () => {}, signal, open.id);
  say('all nodes agree again, and the incident is closed');
}

async function until(
  demo: Demo,
  status: 'open' | 'closed',
  meanwhile: () => Promise<void>,
  signal: AbortSignal,
  id?: string,
): Promise<{ id: string; message: string }> {
  for (const end = performance.now() + withinMs; performance.now() < end; ) {
    const { notificationIncidents } = await demo.api.call('ListIncidents', { status });
    const found = notificationIncidents.nodes.find((row) => row.code === 'chain_split' && (id ?? row.id) === row.id);
    if (found !== undefined) return found;
    await meanwhile();
    await delay(blockEveryMs, undefined, { signal });
  }
  throw new HostSetupError(`the incident is not ${status} within ${withinMs / 60_000} minutes`);
}

/** Mines and passes on blocks. The nodes are no peers, so each split is under control. */
function blocksOf(demo: Demo, signal: AbortSignal) {
  const call = (name: string, method: string, ...params: unknown[]) =>
    callNode(demo.target(name), method, params, signal);
  const mine = (name: string, count: number, descriptor?: string) =>
    mineBlocks(demo.target(name), count, signal, descriptor);
  const height = async (name: string) => Number(await call(name, 'getblockcount'));
  const hash = async (name: string, at: number) => String(await call(name, 'getblockhash', at));
  /** Hands the blocks of a node to others that lack them. */
  const pass = async (from: string, others: readonly string[]) => {
    const top = await height(from);
    for (const other of others) {
      let common = Math.min(top, await height(other));
      while ((await hash(from, common)) !== (await hash(other, common))) common--;
      for (let next = common + 1; next <= top; next++) {
        await call(other, 'submitblock', await call(from, 'getblock', await hash(from, next), 0));
      }
    }
  };
  return { call, mine, height, hash, pass };
}
