import type { Page } from 'playwright-core';
import { type Figure, summarise } from '../figures.ts';
import type { BenchBrowser } from './browser.ts';
import { type Seen, seenScript } from './seen.ts';
import type { ConsoleWorld } from './world.ts';

const rounds = 15;
const maxBytes = 250_000;

/**
 * The time and bytes until the overview is there with an empty cache, compared with an empty page of the same server.
 */
export async function benchFirstLoad(browser: BenchBrowser, { hostName }: ConsoleWorld): Promise<Figure[]> {
  const bytes = await bytesOf(browser, hostName);
  const paints: number[] = [];
  const reactions: number[] = [];
  const again: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await browser.newPage(`${seenScript}${watchScript(hostName)}`);
    const { useful, reaction } = await load(page);
    paints.push(useful.now);
    reactions.push(reaction.now);
    again.push((await load(page)).useful.now);
    await page.context().close();
    floor.push(await bareLoad(browser));
  }
  const bare = { what: 'a bare file of the same server', summary: summarise(floor) };
  const [paint, reaction, second] = [summarise(paints), summarise(reactions), summarise(again)];
  return [
    {
      what: '(console-load) what the browser fetches for the overview, headers included',
      unit: 'bytes',
      ours: summarise([bytes.files]),
      peer: { what: 'and of the API', summary: summarise([bytes.api]) },
      goal: `≤ ${maxBytes.toLocaleString('en')} of files`,
      met: bytes.files <= maxBytes,
    },
    {
      what: '(console-load) navigation → overview with its data drawn, empty cache',
      unit: 'ms',
      ours: paint,
      peer: bare,
      goal: 'median ≤ 1,000',
      met: paint.median <= 1000,
    },
    {
      what: '(console-load) navigation → a click on Nodes, made at once, has drawn their page, empty cache',
      unit: 'ms',
      ours: reaction,
      peer: bare,
      goal: 'median ≤ 1,500',
      met: reaction.median <= 1500,
    },
    {
      what: '(console-load) navigation → overview with its data drawn, files cached',
      unit: 'ms',
      ours: second,
      peer: bare,
      goal: 'median ≤ 500',
      met: second.median <= 500,
    },
  ];
}

/** Records when the overview shows the name of an executor; then clicks, and records when the next page is there. */
const watchScript = (hostName: string): string => `
  const shows = () => document.querySelector('main')?.innerText.includes(${JSON.stringify(hostName)});
  const nodesLink = () => [...document.querySelectorAll('nav a')].find((each) => each.innerText.trim() === 'Nodes');
  let reaction;
  const useful = satrapSeen(() => shows() && nodesLink(), (link) => {
    link.click();
    reaction = satrapSeen(() => document.querySelector('h1')?.innerText === 'Nodes');
  });
  globalThis.satrapLoad = useful.then(async (seen) => ({ useful: seen, reaction: await reaction }));`;

async function load(page: Page): Promise<{ useful: Seen; reaction: Seen }> {
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  return page.evaluate('satrapLoad');
}

async function bareLoad(browser: BenchBrowser): Promise<number> {
  const page = await browser.newPage(`${seenScript}

    globalThis.satrapLoad = new Promise((resolve) => addEventListener('load', resolve)).then(satrapDrawn);`);
  await page.goto('/favicon.svg', { waitUntil: 'domcontentloaded' });
  const { now } = (await page.evaluate('satrapLoad')) as Seen;
  await page.context().close();
  return now;
}

/** Counts the bytes on the wire until the page is idle. */
async function bytesOf(browser: BenchBrowser, hostName: string): Promise<{ files: number; api: number }> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const isApi = new Map<string, boolean>();
  const bytes = { files: 0, api: 0 };
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    isApi.set(requestId, new URL(request.url).pathname === '/graphql'),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[isApi.get(requestId) ? 'api' : 'files'] += encodedDataLength;
  });
  await page.goto('/');
  await page.getByRole('main').getByText(hostName).first().waitFor();
  // Prefetched files count too.
  await page.waitForTimeout(2000);
  await page.context().close();
  return bytes;
}
