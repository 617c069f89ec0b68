import { until } from '../../test/harness/until.ts';
import { type Figure, summarise } from '../figures.ts';
import type { BenchBrowser } from './browser.ts';
import { scroll, scrollBare, smoothnessFigures } from './scrolling.ts';
import { type Seen, seenScript } from './seen.ts';
import { type ConsoleWorld, nodeCount } from './world.ts';

const rounds = 10;
/** Scrolls the list in 8 seconds. */
const pixelsOfFrame = 100;
/** Twenty lines of a log. */
const logPixelsOfFrame = 400;
const logChunks = 50;
const linesOfChunk = 2000;
const plainLines = 1000;

/** A thousand nodes: the time to their first rows compared with the API's time for all of them, and how they scroll. */
export async function benchNodeList(browser: BenchBrowser, world: ConsoleWorld): Promise<Figure[]> {
  await world.addNodes();
  const page = await browser.newPage(seenScript);
  const waits: number[] = [];
  const asked: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto('/events');
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    // By name: the previous page has a list too.
    const { clicked, seen } = (await page.evaluate(`(async () => {
      const link = [...document.querySelectorAll('nav a')].find((each) => each.innerText.trim() === 'Nodes');
      const clicked = performance.now();
      link.click();
      return { clicked, seen: await satrapSeen(() => document.querySelectorAll('table[aria-label="Nodes"] tbody tr').length > 5) };
    })()`)) as { clicked: number; seen: Seen };
    waits.push(seen.now - clicked);
    asked.push(await askForAll(world));
  }
  const ours = summarise(waits);
  const smoothness = await scroll(page, 'section.rows', pixelsOfFrame);
  await page.context().close();
  const bare = await scrollBare(browser, plainLines, pixelsOfFrame);
  return [
    {
      what: `(console-nodes) a click on Nodes → the first rows of ${nodeCount.toLocaleString('en')} are drawn`,
      unit: 'ms',
      ours,
      peer: { what: 'all of them, asked of the API', summary: summarise(asked) },
      goal: 'median ≤ 1,000',
      met: ours.median <= 1000,
    },
    ...smoothnessFigures('console-nodes', 'their list', smoothness, bare),
  ];
}

/** Fetches the nodes as the page does, and returns the milliseconds that it took. */
async function askForAll({ controlPlane }: ConsoleWorld): Promise<number> {
  const began = performance.now();
  for (let skip = 0; skip < nodeCount; skip += 500)
    await controlPlane.ask(
      'query($skip: Int!) { nodes(take: 500, skip: $skip, orderBy: [{ name: asc }]) { id name network status { phase } executor { name } } }',
      { skip },
    );
  return performance.now() - began;
}

/** A log of 100,000 lines: how it scrolls, and the latency of a chunk from the agent to the page at that length. */
export async function benchLog(browser: BenchBrowser, world: ConsoleWorld): Promise<Figure[]> {
  const page = await browser.newPage(seenScript);
  await page.goto(`/nodes/${world.nodeId}?tab=logs`);
  const write = await logWriter(world);
  for (let chunk = 0; chunk < logChunks; chunk++) await write(chunk, linesOfChunk);
  await page.getByText(`line ${logChunks * linesOfChunk - 1} of`).waitFor();
  const waits: number[] = [];
  const stored: number[] = [];
  for (let chunk = logChunks; chunk < logChunks + rounds; chunk++) {
    const seen = page.evaluate(`satrapSeen(satrapText('line ${chunk * linesOfChunk + 9} of'))`) as Promise<Seen>;
    await page.evaluate('0');
    const began = Date.now();
    await write(chunk, 10);
    stored.push(Date.now() - began);
    waits.push((await seen).today - began);
  }
  const ours = summarise(waits);
  const smoothness = await scroll(page, 'section.log', logPixelsOfFrame);
  await page.context().close();
  const bare = await scrollBare(browser, plainLines, logPixelsOfFrame);
  return [
    {
      what: '(console-log) ten lines are reported → they are drawn below 100,000 others',
      unit: 'ms',
      ours,
      peer: { what: 'until the control plane has stored them', summary: summarise(stored) },
      goal: 'p95 ≤ 1,000',
      met: ours.p95 <= 1000,
    },
    ...smoothnessFigures('console-log', 'a log of 100,000 lines', smoothness, bare),
  ];
}

/** Returns a function that writes lines into the log that a page requested, like its agent. */
async function logWriter({ host, nodeId }: ConsoleWorld) {
  const { id } = await until('the log is requested', async () =>
    (await host.requests()).find((each) => each.nodeId === nodeId),
  );
  return async (sequence: number, count: number) => {
    const lines = Array.from(
      { length: count },
      (_, index) => `line ${sequence * linesOfChunk + index} of a daemon that has much to say`,
    );
    const take = async () => {
      const { data } = await host.answer(id, { chunk: { sequence, lines } });
      return data.answerAgentRequest.isTaken;
    };
    await until('the lines are taken', take, 30_000, 20);
  };
}
