import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../test/harness/until.ts';
import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';

const blocks = 40;
/** Longer than the pause of the sender, by a time that differs each time: a block must not find it always alike. */
const pauseMs = (block: number): number => 1000 + ((block * 137) % 500);
const bursts = 15;
const blocksInBurst = 10;
/** Milliseconds between two polls: the maximum error of the measurement. */
const pollEveryMs = 5;

/**
 * (block) Block mined → height visible through the API, compared with the time at which the daemon's own RPC shows it.
 * Each block is alone, as on every network but regtest; then bursts of blocks, of which the last one is timed.
 */
export async function benchBlocks({ nodes }: BenchHost): Promise<Figure[]> {
  const { id } = await nodes.create('blocks');
  await nodes.untilPhase(id, 'running');
  let height = 0;
  const mine = async (count: number) => {
    for (let block = 0; block < count; block++) await nodes.mine(id, 1);
    height += count;
    const minedAt = performance.now();
    const visibleAfter = async (isVisible: () => Promise<boolean>) => {
      await until('the height is visible', isVisible, 30_000, pollEveryMs);
      return performance.now() - minedAt;
    };
    const [ours, daemon] = await Promise.all([
      visibleAfter(async () => ((await nodes.get(id))?.metrics?.height ?? 0) >= height),
      visibleAfter(async () => Number(await nodes.rpc(id, 'getblockcount')) >= height),
    ]);
    return { ours, daemon };
  };
  const single = [];
  for (let block = 0; block < blocks; block++) {
    await delay(pauseMs(block));
    single.push(await mine(1));
  }
  const burst = [];
  for (let round = 0; round < bursts; round++) {
    await delay(pauseMs(round));
    burst.push(await mine(blocksInBurst));
  }
  await nodes.delete(id);
  await nodes.untilGone(id);
  return [
    figureOf('(block) block mined → height in the API', single),
    figureOf(`(block) last of ${blocksInBurst} blocks at once mined → height in the API`, burst),
  ];
}

function figureOf(what: string, times: readonly { ours: number; daemon: number }[]): Figure {
  const ours = summarise(times.map((time) => time.ours));
  return {
    what,
    unit: 'ms',
    ours,
    peer: { what: 'the daemon’s own RPC', summary: summarise(times.map(({ daemon }) => daemon)) },
    goal: 'median ≤ 250, p95 ≤ 1000',
    met: ours.median <= 250 && ours.p95 <= 1000,
  };
}
