import { until } from '../test/harness/until.ts';
import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';

const blocks = 60;
/** Milliseconds between two polls: the maximum error of the measurement. */
const pollEveryMs = 5;

/**
 * (block) Block mined → height visible through the API, compared with the time at which the daemon's own RPC shows it.
 */
export async function benchBlocks({ nodes }: BenchHost): Promise<Figure> {
  const { id } = await nodes.create('blocks');
  await nodes.untilPhase(id, 'running');
  const ours: number[] = [];
  const daemon: number[] = [];
  for (let height = 1; height <= blocks; height++) {
    await nodes.mine(id, 1);
    const minedAt = performance.now();
    const measure = async (isVisible: () => Promise<boolean>, times: number[]) => {
      await until('the height is visible', isVisible, 30_000, pollEveryMs);
      times.push(performance.now() - minedAt);
    };
    await Promise.all([
      measure(async () => ((await nodes.get(id))?.metrics?.height ?? 0) >= height, ours),
      measure(async () => Number(await nodes.rpc(id, 'getblockcount')) >= height, daemon),
    ]);
  }
  await nodes.delete(id);
  await nodes.untilGone(id);
  const figure = summarise(ours);
  return {
    what: '(block) block mined → height in the API',
    unit: 'ms',
    ours: figure,
    peer: { what: 'the daemon’s own RPC', summary: summarise(daemon) },
    goal: 'median ≤ 250, p95 ≤ 1000',
    met: figure.median <= 250 && figure.p95 <= 1000,
  };
}
