import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../harness/accessible.ts';
import { consoleUrl, provideConsole } from '../../../harness/console.ts';
import { type Inhabited, inhabit } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';

const site = provideConsole({ heartbeatSeconds: 60 });
let world: Inhabited;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Measures a node once a minute, from so many minutes ago to so many. */
async function measure(nodeId: string, minutes: readonly number[], heightOf: (minute: number) => number) {
  const measured = { peersOutbound: 8, cpuPercent: 12.5, memoryMiB: 812, mempoolTransactions: 400 };
  await world.host.report(
    minutes.map((minute) => {
      const data = { ...measured, at: minutesAgo(minute), sizeOnDiskBytes: (14 - minute / 600) * 1024 ** 3 };
      return world.host.event({
        ...{ kind: 'node.sample', nodeId, at: minutesAgo(minute), message: 'sample' },
        data: sample(heightOf(minute), data),
      });
    }),
  );
}
const from = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, index) => first - index);

let nodeId: string;
beforeAll(async () => {
  world = await inhabit(site.controlPlane);
  const resources = { cpuCores: 2, memoryMiB: 2048, diskGiB: 60 };
  nodeId = await world.newNode({ name: 'measured', resources });
  const other = await world.newNode({ name: 'another' });
  // Ten minutes are not known.
  await measure(nodeId, [...from(40, 26), ...from(15, 1)], (minute) => 140 - minute);
  await measure(other, from(40, 1), (minute) => 150 - minute);
  await world.host.report([
    world.host.event({ nodeId, at: minutesAgo(20), level: 'error', message: 'it ended <b>by itself</b>' }),
  ]);
});

async function openMonitoring(look: { scheme?: 'light' | 'dark'; width?: number } = {}): Promise<Page> {
  const page = await site.openAsOwner(look);
  await page.goto(`nodes/${nodeId}`);
  await page.getByRole('tab', { name: 'Monitoring' }).click();
  await page.getByRole('heading', { name: 'Height' }).waitFor();
  return page;
}

test.each(['light', 'dark'] as const)(
  'charts say in words what they show, with gaps and a forecast, in %s',
  async (scheme) => {
    const page = await openMonitoring({ scheme });
    await page.getByText('1 hour').click();
    await page.getByRole('img', { name: /^Height over time. measured: now 139 · min 100 · max 139 · 1 gap/ }).waitFor();
    await page.getByText('another').first().waitFor();
    await page.getByText(/Grows by .* per day. Reaches the allocated .* in about/).waitFor();
    await page.getByRole('cell', { name: 'it ended <b>by itself</b>' }).waitFor();
    expect(new URL(page.url()).searchParams.get('range')).toBe('1h');
    for (const name of ['Peers', 'Mempool', 'CPU', 'Memory', 'Blocks on disk'])
      await page.getByRole('img', { name: new RegExp(`^${name} over time`) }).waitFor();
    await expectAccessible(page);
  },
);

test('the charts lay the page out a few times, as the overview does', async () => {
  const page = await openMonitoring();
  const metrics = await page.context().newCDPSession(page);
  await metrics.send('Performance.enable');
  const layoutsOf = async (tab: string) => {
    const layouts = async () =>
      (await metrics.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount')?.value ??
      Number.NaN;
    await page.goto('about:blank');
    const before = await layouts();
    await page.goto(new URL(`nodes/${nodeId}${tab}`, consoleUrl(site.controlPlane)).href);
    await page.getByRole('region', { name: 'Blocks on disk' }).waitFor();
    return (await layouts()) - before;
  };
  const [overview, monitoring] = [await layoutsOf(''), await layoutsOf('?tab=monitoring')];
  console.info(`layouts: overview ${overview}, monitoring ${monitoring}`);
  // Laying out each label of a chart for its size made hundreds of them.
  expect(monitoring).toBeLessThan(5 * overview + 20);
});

test('the pointer shows the values of a time in all charts, and the events marked there', async () => {
  const page = await openMonitoring();
  await page.getByText('1 hour').click();
  const chart = page.getByRole('img', { name: /^Height over time. measured: now 139/ });
  const plot = chart.locator('.u-over');
  const { width = 0 } = (await plot.boundingBox()) ?? {};
  const mark = chart.getByText('error: it ended <b>by itself</b>');
  // The event of twenty minutes ago is near two thirds of the axis.
  for (let x = width / 2; !(await mark.isVisible()) && x < width * 0.8; x += 4)
    await plot.hover({ position: { x, y: 50 } });
  expect(await mark.isVisible()).toBe(true);
  await page
    .getByRole('img', { name: /^Peers over time/ })
    .getByText('error: it ended')
    .waitFor();
  await plot.hover({ position: { x: width * 0.9, y: 50 } });
  await chart.getByText(/measured: 1\d\d$/).waitFor();
  expect(await chart.getByText('error: it ended').count()).toBe(0);
});

test('the same is a table by keys alone, and its address says so', async () => {
  const page = await openMonitoring();
  await page.getByText('1 hour').click();
  await page.getByRole('switch', { name: 'Show as table' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('table', { name: 'Metrics' }).waitFor();
  await page.getByRole('cell', { name: '139', exact: true }).first().waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('cell', { name: '139', exact: true }).first().waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    ...{ tab: 'monitoring', range: '1h', table: 'true' },
  });
});

test('ninety days fit on a phone', async () => {
  const page = await openMonitoring({ width: 390 });
  await page.getByText('90 days').click();
  await page.getByRole('img', { name: /^Height over time. measured: now 139/ }).waitFor();
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
  expect(await page.evaluate(fits)).toBe(true);
  await expectAccessible(page);
});
