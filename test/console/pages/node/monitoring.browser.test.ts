import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectDialogAccessible } from '../../../harness/accessible.ts';
import { expectFitsWindow, follow, provideConsole } from '../../../harness/console.ts';
import { addHost, type Host } from '../../../harness/inhabited.ts';
import { tabTo, untilFocused } from '../../../harness/keyboard.ts';
import { sample } from '../../../harness/sample.ts';
import { until } from '../../../harness/until.ts';

// What a node's page shows of its samples: charts, their table, and the overview.

const site = provideConsole({ heartbeatSeconds: 60 });
let world: Host;
let nodeId: string;
let watchedId: string;
// One page, on which the tests follow one another.
let page: Page;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const resources = { cpuCores: 2, memoryMiB: 2048, diskGiB: 60 };

const measured = (nodeId: string, height: number, data: object, at = inMinutes(0)) =>
  world.host.event({ kind: 'node.sample', nodeId, at, message: 'sample', data: sample(height, data) });

/** Measures a node once a minute, so many minutes ago. */
const measureAt = (id: string, minutes: readonly number[], heightOf: (minute: number) => number) =>
  world.host.report(
    minutes.map((minute) => {
      const at = inMinutes(-minute);
      const sizeOnDiskBytes = Math.round((14 - minute / 600) * 1024 ** 3);
      const chainTips = [{ status: 'invalid', count: minute }];
      const warnings = ['Unknown new rules activated'];
      const data = {
        chainTips,
        warnings,
        peersOutbound: 8,
        cpuPercent: 12.5,
        memoryMiB: 812,
        mempoolTransactions: 400,
        mempoolVirtualBytes: 2_380_000,
        mempoolUsageBytes: 11_900_000,
      };
      return measured(id, heightOf(minute), { ...data, at, sizeOnDiskBytes }, at);
    }),
  );
const from = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, index) => first - index);

beforeAll(async () => {
  world = await addHost(site.controlPlane);
  nodeId = await world.newNode({ name: 'measured', resources });
  const other = await world.newNode({ name: 'another' });
  watchedId = await world.newNode({ name: 'watched', network: 'signet' });
  // Ten minutes are not known.
  await measureAt(nodeId, [...from(40, 26), ...from(15, 1)], (minute) => 140 - minute);
  await measureAt(other, from(40, 1), (minute) => 150 - minute);
  await world.host.report([
    world.host.event({ nodeId, at: inMinutes(-20), level: 'error', message: 'it ended <b>by itself</b>' }),
    world.host.event({ nodeId, at: inMinutes(-5), level: 'error', message: 'it ended again' }),
  ]);
  page = await site.openAsOwner({ path: `nodes/${nodeId}` });
});

const chart = (name: string) => page.getByRole('img', { name: new RegExp(`^${name} over time`) });
const height = () => page.getByRole('img', { name: /^Height over time. measured: now 139/ });

test('charts describe in words what they show, with gaps, median and forecast', async () => {
  await page.getByRole('tab', { name: 'Monitoring' }).click();
  await page.getByText('1 h', { exact: true }).click();
  // Another node has ten more blocks.
  await page
    .getByRole('img', { name: /^Blocks behind over time. blocks behind: now \d+ · min \d+ · max 1\d · 1 gap/ })
    .waitFor();
  await page.getByText(/Grows by .* per day. Reaches the allocated .* in about/).waitFor();
  expect(new URL(page.url()).searchParams.get('range')).toBe('1h');
  for (const name of ['Peers', 'Mempool', 'CPU', 'Memory', 'Blocks on disk']) await chart(name).waitFor();
  expect(await height().count()).toBe(0);
  await page.getByRole('button', { name: 'Show 10 more charts' }).click();
  for (const shown of [
    /^Height over time. measured: now 139 · min 100 · max 139 · 1 gap. network median: now 149/,
    /^Chain tips not followed over time. valid forks: now 0.* invalid: now 1 · min 1 · max 40/,
    /^Mempool size over time. virtual size: now 2.38 vMB/,
    /^Mempool memory over time. used: now 11.9 MB/,
    /^Daemon warnings over time. warnings: now 1/,
    /^Verification and index progress over time. verified: now 100 %/,
    /^Unbroadcast transactions over time. transactions: now 0/,
  ])
    await page.getByRole('img', { name: shown }).waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await height().waitFor();
  const { width = 0 } = (await plot().boundingBox()) ?? {};
  // The chart is drawn again in the other colors, and again with each new sample, which ends a hover.
  await until('the values of a time are shown', async () => {
    await page.mouse.move(0, 0);
    await plot().hover({ position: { x: width * 0.9, y: 50 } });
    return await height()
      .getByText(/measured: 1\d\d$/)
      .isVisible();
  });
});

const plot = () => height().locator('.u-over');

test('an event is a mark below the axis, with details on hover and focus until Escape', async () => {
  const mark = page.getByRole('button', { name: /error: it ended <b>by itself<\/b>$/ });
  const reading = page.getByText('error: it ended <b>by itself</b>');
  const address = page.url();
  await mark.hover();
  await reading.waitFor();
  await page.mouse.move(0, 0);
  await reading.waitFor({ state: 'detached' });
  // The window leaves the mark behind, the pointer stays.
  await mark.hover();
  await reading.waitFor();
  const [from, to] = [inMinutes(-13), inMinutes(0)].map(encodeURIComponent);
  await follow(page, `nodes/${nodeId}?tab=monitoring&range=1h&from=${from}&to=${to}`);
  await mark.waitFor({ state: 'detached' });
  expect(await reading.count()).toBe(0);
  await follow(page, address);

  await tabTo(page, page.getByRole('button', { name: /error: it ended again$/ }));
  await page.getByText('error: it ended again').waitFor();
  await page.keyboard.press('ArrowLeft');
  await reading.waitFor();
  await page.keyboard.press('Escape');
  await reading.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('it ended <b>by itself</b>').waitFor();
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await untilFocused(mark);
});

test('a drag zooms all charts to the time range of the address, until it is reset', async () => {
  await plot().scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0 } = (await plot().boundingBox()) ?? {};
  await page.mouse.move(x + width * 0.4, y + 50);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.8, y + 50, { steps: 3 });
  await page.mouse.up();
  const reset = page.getByRole('button', { name: 'Reset zoom' });
  await reset.waitFor();
  const { from, to } = Object.fromEntries(new URL(page.url()).searchParams);
  const minutes = (Date.parse(to ?? '') - Date.parse(from ?? '')) / 60_000;
  expect(minutes).toBeGreaterThan(22);
  expect(minutes).toBeLessThan(26);
  // The window ends before the last sample.
  await page.getByRole('img', { name: /^Height over time. measured: now 1[12]\d/ }).waitFor();
  await reset.press('Enter');
  await height().waitFor();
  expect(new URL(page.url()).searchParams.has('from')).toBe(false);
});

test('the values of the charts are a table by keys alone, and the address says so', async () => {
  await page.getByRole('switch', { name: 'Table' }).focus();
  await page.keyboard.press('Space');
  const last = page.getByRole('table', { name: 'Metrics' }).getByRole('cell', { name: '139', exact: true }).first();
  await last.waitFor();
  const headed = await page.getByRole('table', { name: 'Metrics' }).getByRole('columnheader').allInnerTexts();
  const some = ['Blocks behind', 'Height: network median', 'Network traffic: sent', 'Blocks on disk: used'];
  expect(headed).toEqual(expect.arrayContaining(some));
  await expectAccessible(page);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    ...{ tab: 'monitoring', range: '1h', table: 'true' },
  });
});

test('charts cause few layouts, fit a phone, and count whole blocks', async () => {
  const metrics = await page.context().newCDPSession(page);
  await metrics.send('Performance.enable');
  const layoutsOf = async (tab: string) => {
    const layouts = async () =>
      (await metrics.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount')?.value ??
      Number.NaN;
    await follow(page, 'nowhere');
    await page.getByText('Page not found').waitFor();
    const before = await layouts();
    await follow(page, `nodes/${nodeId}${tab}`);
    await page.getByRole('region', { name: 'Blocks on disk' }).waitFor();
    return (await layouts()) - before;
  };
  const [overview, monitoring] = [await layoutsOf(''), await layoutsOf('?tab=monitoring')];
  console.info(`layouts: overview ${overview}, monitoring ${monitoring}`);
  // There are about 30. Laying out each label of a chart for its size made hundreds of them.
  expect(monitoring).toBeLessThan(5 * overview + 90);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByText('90 d', { exact: true }).click();
  await chart('Blocks behind').waitFor();
  await expectFitsWindow(page);

  await measureAt(watchedId, [30, 1], (minute) => (minute === 30 ? 0 : 1));
  await page.evaluate(recordLabels);
  await follow(page, `nodes/${watchedId}?tab=monitoring&range=1h`);
  await page.getByRole('button', { name: 'Show 10 more charts' }).click();
  await page.getByRole('img', { name: /^Height over time. watched: now 1 · min 0/ }).waitFor();
  // A time range without errors has no strip of them.
  expect(await page.getByRole('group', { name: /^Events/ }).count()).toBe(0);
  await until('the axis has each number once', async () => (await page.evaluate('labels.join()')) === '0,1');
});

/** Records what is written beside the axis of the heights from now on, since it was drawn last. */
const recordLabels = `{
  globalThis.labels = [];
  const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
  const isOfHeight = ({ canvas }) => canvas.closest('[role=img]')?.ariaLabel.startsWith('Height');
  Object.assign(CanvasRenderingContext2D.prototype, {
    clearRect(...area) {
      if (isOfHeight(this)) labels.length = 0;
      clearRect.apply(this, area);
    },
    fillText(text, ...place) {
      if (isOfHeight(this) && /^\\d$/.test(text)) labels.push(text);
      fillText.call(this, text, ...place);
    },
  });
  null;
}`;

test('the overview shows the ages of block and values, also if a clock is ahead', async () => {
  const report = (blocks: number, data: object) => world.host.report([measured(watchedId, blocks, data)]);
  const observe = (phase: string, reason: string | null = null) =>
    world.host.sync({ nodes: [{ id: watchedId, phase, reason, since: inMinutes(-5), appliedRevision: 1 }] });
  await observe('running');
  await report(154, { bestBlockAt: inMinutes(-3) });
  await page.setViewportSize({ width: 1280, height: 800 });
  await follow(page, `nodes/${watchedId}`);
  const fact = (name: string, text: string) =>
    page
      .getByRole('region', { name, exact: true })
      .getByText(text, { exact: /^\d+$/.test(text) })
      .waitFor();
  await fact('Last block', '3 min ago');
  await report(155, { bestBlockAt: inMinutes(-1.1) });
  await fact('Height', '155');
  await fact('Last block', '1 min ago');
  // As after a reindex, a reorganization or a crash.
  await report(12, { bestBlockAt: inMinutes(-50.1) });
  await fact('Height', '12');
  await fact('Last block', '50 min ago');
  await report(13, { bestBlockAt: null });
  await fact('Last block', 'not reported by this version');
  // Neither a measurement nor a block lies in the future.
  await report(14, { at: inMinutes(1), bestBlockAt: inMinutes(30) });
  await fact('Height', '14');
  await fact('Height', 'measured just now');
  await fact('Last block', 'just now');

  const at = inMinutes(-4.5);
  await observe('stopped', `the daemon ended at ${at}`);
  await page.getByText('Last known values, as of').waitFor();
  await page.getByText('the daemon ended 4 min ago').waitFor();
  expect(await page.getByText('the daemon ended').getByRole('time').getAttribute('datetime')).toBe(at);
});
