import { type Figure, summarise } from '../figures.ts';
import type { BenchBrowser } from './browser.ts';
import { type Seen, seenScript } from './seen.ts';
import { type ConsoleWorld, delayWithin } from './world.ts';

const rounds = 60;
/** Longer than any polling interval of a page. */
const restMs = 2500;

/**
 * A new block, from an agent's report to the frame that shows its number, on two pages that are open at the same time.
 */
export async function benchBlockToPage(browser: BenchBrowser, world: ConsoleWorld): Promise<Figure[]> {
  const pages = [
    { what: 'the node’s page', address: `/nodes/${world.nodeId}`, waits: [] as number[] },
    { what: 'the overview', address: '/', waits: [] as number[] },
  ];
  const open = await Promise.all(
    pages.map(async (each) => {
      const page = await browser.newPage(seenScript);
      await page.goto(each.address);
      return { ...each, page };
    }),
  );
  const reports: number[] = [];
  const shown = (height: number) => JSON.stringify(String(height).replace(/\B(?=(\d{3})+$)/g, '\u202f'));
  for (let round = 0; round < rounds; round++) {
    const height = 200_001 + round;
    await delayWithin(restMs);
    const seen = open.map(({ page }) => page.evaluate(`satrapSeen(satrapText(${shown(height)}))`) as Promise<Seen>);
    // The expressions are installed in the pages before the block comes.
    await Promise.all(open.map(({ page }) => page.evaluate('0')));
    const began = Date.now();
    await world.reportHeight(height);
    reports.push(Date.now() - began);
    for (const [index, { today }] of (await Promise.all(seen)).entries()) open[index]?.waits.push(today - began);
  }
  await Promise.all(open.map(({ page }) => page.context().close()));
  const peer = { what: 'until the control plane has stored it', summary: summarise(reports) };
  return open.map(({ what, waits }) => {
    const ours = summarise(waits);
    return {
      what: `(console-blocks) a block is reported → its number is drawn on ${what}`,
      unit: 'ms',
      ours,
      peer,
      goal: 'p95 ≤ 1,000',
      met: ours.p95 <= 1000,
    };
  });
}
