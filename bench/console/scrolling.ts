import type { Page } from 'playwright-core';
import { type Figure, type Summary, summarise } from '../figures.ts';
import type { BenchBrowser } from './browser.ts';
import { scrollScript } from './seen.ts';

const rounds = 3;
const seconds = 6;
const slowFrameMs = 50;
/** Frame interval of headless Chromium. */
const frameMs = 1000 / 60;
const maxDropped = 5;

/** Scrolling metrics of a box on a page. */
export interface Smoothness {
  /** Time between two frames, in milliseconds. */
  frames: Summary;
  /** Percentage of the frames of a smooth page. */
  dropped: Summary;
  /** CPU time of the page's main thread per frame, in milliseconds: independent of other programs. */
  cost: Summary;
  /** Frames longer than 50 ms, per round. */
  slow: Summary;
}

/** Scrolls a box there and back, as fast as a strong flick of a wheel. */
export async function scroll(page: Page, selector: string, pixels: number): Promise<Smoothness> {
  const all: number[] = [];
  const dropped: number[] = [];
  const slow: number[] = [];
  const costs: number[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  for (let round = 0; round < rounds; round++) {
    const before = await busyMs();
    const frames = (await page.evaluate(scrollScript(selector, pixels, seconds))) as number[];
    costs.push(((await busyMs()) - before) / frames.length);
    all.push(...frames);
    const took = frames.reduce((sum, each) => sum + each, 0);
    dropped.push(Math.max(0, 1 - frames.length / (took / frameMs)) * 100);
    slow.push(frames.filter((each) => each > slowFrameMs).length);
  }
  await session.detach();
  return { frames: summarise(all), dropped: summarise(dropped), slow: summarise(slow), cost: summarise(costs) };
}

/** The same on a page with only lines of text. */
export async function scrollBare(browser: BenchBrowser, lines: number, pixels: number): Promise<Smoothness> {
  const page = await browser.newPage();
  await page.setContent(
    `<div id="box" style="overflow:auto;height:700px">${'<div style="height:48px">a line of text</div>'.repeat(lines)}</div>`,
  );
  const smoothness = await scroll(page, '#box', pixels);
  await page.context().close();
  return smoothness;
}

/** The figures of a scrolled box compared with those of a bare one. */
export function smoothnessFigures(name: string, what: string, ours: Smoothness, bare: Smoothness): Figure[] {
  const peer = (summary: Summary) => ({ what: 'plain lines without any script', summary });
  return [
    {
      what: `(${name}) processor time of the page for a frame while ${what} is scrolled`,
      unit: 'ms',
      ours: ours.cost,
      peer: peer(bare.cost),
      goal: '≤ 8, half of a frame',
      met: ours.cost.median <= 8,
    },
    {
      what: `(${name}) from frame to frame while ${what} is scrolled`,
      unit: 'ms',
      ours: ours.frames,
      peer: peer(bare.frames),
      goal: 'p95 ≤ 33.4, or 1.5× of the peer on a busy machine',
      met: ours.frames.p95 <= Math.max(33.4, 1.5 * bare.frames.p95),
    },
    {
      what: `(${name}) dropped frames of those that 60 in a second would be`,
      unit: '%',
      ours: ours.dropped,
      peer: peer(bare.dropped),
      goal: `≤ ${maxDropped} more than the peer`,
      met: ours.dropped.median <= bare.dropped.median + maxDropped,
    },
    {
      what: `(${name}) frames longer than ${slowFrameMs} ms, in ${seconds} s`,
      unit: 'frames',
      ours: ours.slow,
      peer: peer(bare.slow),
      goal: '≤ 3 more than the peer',
      met: ours.slow.median <= bare.slow.median + 3,
    },
  ];
}
