import { until } from '../test/harness/until.ts';
import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';

const blocks = 60;
/** Between two looks, in milliseconds: no more than this is added to what is measured. */
const lookEvery = 5;

/** (b) Block made → height visible through the API, against the moment at which the daemon itself tells of it over RPC. */
export async function benchBlocks({ nodes }: BenchHost): Promise<Figure> {
  const { id } = await nodes.create('blocks');
  await nodes.untilPhase(id, 'running');
  const ours: number[] = [];
  const daemon: number[] = [];
  for (let height = 1; height <= blocks; height++) {
    await nodes.mine(id, 1);
    const made = performance.now();
    const look = async (seen: () => Promise<boolean>, times: number[]) => {
      await until('the height is there', seen, 30_000, lookEvery);
      times.push(performance.now() - made);
    };
    await Promise.all([
      look(async () => ((await nodes.get(id))?.metrics?.height ?? 0) >= height, ours),
      look(async () => Number(await nodes.rpc(id, 'getblockcount')) >= height, daemon),
    ]);
  }
  await nodes.delete(id);
  await nodes.untilGone(id);
  const mine = summarise(ours);
  return {
    what: '(b) block made → height in the API',
    unit: 'ms',
    ours: mine,
    peer: { what: 'the daemon’s own RPC', summary: summarise(daemon) },
    goal: 'median ≤ 250, p95 ≤ 1000',
    met: mine.median <= 250 && mine.p95 <= 1000,
  };
}
