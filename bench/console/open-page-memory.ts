import type { CDPSession, Page } from 'playwright-core';
import { sample } from '../../test/harness/sample.ts';
import { type Figure, summarise } from '../figures.ts';
import type { BenchBrowser } from './browser.ts';
import { type Seen, seenScript } from './seen.ts';
import type { ConsoleWorld } from './world.ts';

/** An hour of a busy host: an event per second, a measurement per 30 seconds, a changed heartbeat per minute. */
const minutes = 60;
/** Until then, the browser compiles the page's code, and fills its own lists of requests and long tasks. */
const warmUpMinutes = 10;
const eventsOfMinute = 60;
/** A tenth of the readings is compared with another tenth. */
const tenth = minutes / 10;
const maxGrowth = 1.1;

/** The heap of pages that are left open, with the events of an hour at maximum speed. */
export async function benchOpenPages(browser: BenchBrowser, world: ConsoleWorld): Promise<Figure[]> {
  const pages = await Promise.all([
    watch(browser, 'the events', '/events'),
    watch(browser, 'the overview', '/'),
    watch(browser, 'a node’s events', `/nodes/${world.nodeId}?tab=events`),
  ]);
  for (let minute = -warmUpMinutes; minute < minutes; minute++) {
    await liveAMinute(world, minute, (text) => {
      for (const { page, seen } of pages)
        seen.push(page.evaluate(`satrapSeen(satrapText(${JSON.stringify(text)}))`) as Promise<Seen>);
    });
    for (const { seen, session, heap } of pages) {
      await seen.pop();
      const used = await heapMiB(session);
      if (minute >= 0) heap.push(used);
    }
  }
  for (const { page } of pages) await page.context().close();
  return pages.map(({ what, heap }) => {
    const [first, last] = [summarise(heap.slice(0, tenth)), summarise(heap.slice(-tenth))];
    return {
      what: `(console-memory) heap of ${what} in the last tenth of an hour of ${minutes * eventsOfMinute} events`,
      unit: 'MiB',
      ours: last,
      peer: { what: 'in the first tenth, after ten minutes more', summary: first },
      goal: `≤ ${maxGrowth}× of the peer`,
      met: last.median <= maxGrowth * first.median,
    };
  });
}

interface Watched {
  what: string;
  page: Page;
  session: CDPSession;
  seen: Promise<Seen>[];
  heap: number[];
}

async function watch(browser: BenchBrowser, what: string, address: string): Promise<Watched> {
  const page = await browser.newPage(seenScript);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  return { what, page, session, seen: [], heap: [] };
}

/** Reports the events of a minute. `expect` gets the text of the last event before it is sent. */
async function liveAMinute(
  { host, nodeId }: ConsoleWorld,
  minute: number,
  expect: (text: string) => void,
): Promise<void> {
  const last = `the daemon says ${minute}.${eventsOfMinute - 1} of this hour`;
  const events = Array.from({ length: eventsOfMinute }, (_, second) =>
    host.event({ nodeId, message: `the daemon says ${minute}.${second} of this hour` }),
  );
  const measured = [0, 1].map(() =>
    host.event({ kind: 'node.sample', nodeId, message: 'sample', data: sample(300_010 + minute) }),
  );
  const observed = { id: nodeId, phase: minute % 2 === 0 ? 'running' : 'syncing', appliedRevision: 1 };
  expect(last);
  await host.sync({ nodes: [{ ...observed, since: new Date().toISOString() }] });
  const { errors } = await host.report([...events, ...measured]);
  if (errors) throw new Error(JSON.stringify(errors));
}

/** The heap of a page after garbage collection, in MiB. */
async function heapMiB(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
