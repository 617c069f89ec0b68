import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { sample } from '../../test/harness/sample.ts';
import { type Figure, summarise } from '../figures.ts';
import type { BenchBrowser } from './browser.ts';
import type { ConsoleWorld } from './world.ts';

const rounds = 7;
const openMs = 9000;
const drawnMs = 1000;
const [minuteMs, dayMinutes, everyMinutes] = [60_000, 1440, 5];

/**
 * (console-monitoring) Main thread time of the Monitoring tab with a day of measurements, compared with the overview of
 * the same node.
 */
export async function benchMonitoring(browser: BenchBrowser, world: ConsoleWorld): Promise<Figure[]> {
  await measureADay(world);
  const [overview, monitoring] = [`/nodes/${world.nodeId}`, `/nodes/${world.nodeId}?tab=monitoring`];
  const costs = { overview: [] as Cost[], monitoring: [] as Cost[] };
  for (let round = 0; round < rounds; round++) {
    costs.overview.push(await costOf(browser, overview));
    costs.monitoring.push(await costOf(browser, monitoring));
  }
  const figure = (what: string, unit: string, of: (cost: Cost) => number, most: (peer: number) => number): Figure => {
    const [ours, peer] = [summarise(costs.monitoring.map(of)), summarise(costs.overview.map(of))];
    const goal = most(peer.median);
    return {
      what: `(console-monitoring) ${what} in the first ${openMs / 1000} s of the Monitoring tab, 24 hours of measurements`,
      ...{ unit, ours, peer: { what: 'the node’s overview', summary: peer } },
      goal: `≤ ${goal.toFixed(1)}`,
      met: ours.median <= goal,
    };
  };
  return [
    await benchDrawing(browser, monitoring),
    figure(
      'main-thread processor time',
      's',
      ({ seconds }) => seconds,
      (peer) => 1.5 * peer,
    ),
    // Each chart needs a few to draw; more measurements must not need more.
    figure(
      'layouts',
      'layouts',
      ({ layouts }) => layouts,
      (peer) => peer + 25,
    ),
  ];
}

const spentMs = 'const { user, system } = process.cpuUsage(); (user + system) / 1000';
/** 50 ms where `node` takes 58 ms to start. */
const mostOfNode = 50 / 58;

/** What the main thread does to draw: uPlot draws once a chart has its width, and the canvases are then handed over. */
const drawing = ['LocalFrameView::NotifyResizeObservers', 'LayerTreeHost::DoUpdateLayers'];

/** The six charts alone: a click has them replace the table of the same points, all of which is there. */
async function benchDrawing(browser: BenchBrowser, address: string): Promise<Figure> {
  const page = await browser.newPage();
  // Without the frames of the moving switch.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const session = await page.context().newCDPSession(page);
  await page.goto(`${address}&table=true`);
  await delay(openMs / 2);
  const toggle = await page.getByRole('switch', { name: 'Table' }).elementHandle();
  const click = () => toggle?.evaluate((element) => void setTimeout(() => (element as HTMLInputElement).click()));
  const costs: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    costs.push(
      await tracedMs(session, async () => {
        await click();
        await delay(drawnMs);
      }),
    );
    bare.push(Number(execFileSync(process.execPath, ['-p', spentMs])));
    await click();
    await delay(drawnMs);
  }
  await page.context().close();
  const [ours, floor] = [summarise(costs), summarise(bare)];
  return {
    what: '(console-monitoring) main-thread processor time to draw six charts of 24 hours',
    ...{ unit: 'ms', ours, peer: { what: 'the start of node', summary: floor } },
    goal: `≤ ${mostOfNode.toFixed(2)} of the peer: 50 ms where that takes 58`,
    met: ours.median <= mostOfNode * floor.median,
  };
}

/** Returns the processor time of `drawing` during the work. */
async function tracedMs(session: CDPSession, work: () => Promise<void>): Promise<number> {
  const events: { name: string; tdur?: number }[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as typeof events));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink', 'cc'] },
  });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  const drawn = events.filter(({ name, tdur }) => drawing.includes(name) && tdur !== undefined);
  if (new Set(drawn.map(({ name }) => name)).size < drawing.length)
    throw new Error('the browser gives its work other names');
  return drawn.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
}

interface Cost {
  seconds: number;
  layouts: number;
}

async function costOf(browser: BenchBrowser, address: string): Promise<Cost> {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(address);
  await delay(openMs);
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  await page.context().close();
  return { seconds: metric('TaskDuration'), layouts: metric('LayoutCount') };
}

async function measureADay({ host, nodeId }: ConsoleWorld): Promise<void> {
  const at = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();
  const minutes = Array.from({ length: dayMinutes / everyMinutes }, (_, index) => dayMinutes - index * everyMinutes);
  const samples = minutes.map((minute) => {
    const data = sample(199_990 - Math.floor(minute / 10), { at: at(minute), cpuPercent: minute % 40, memoryMiB: 700 });
    return host.event({ kind: 'node.sample', nodeId, at: at(minute), message: 'sample', data });
  });
  const errors = Array.from({ length: 50 }, (_, index) =>
    host.event({ nodeId, at: at(30 - index / 2), level: 'error', message: `the daemon ended ${index}` }),
  );
  const answer = await host.report([...samples, ...errors]);
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
}
