import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/control-plane/platform/database/database.ts';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { follow, provideConsole, shown } from '../harness/console.ts';
import { addHost, type Host } from '../harness/inhabited.ts';
import { untilFocused } from '../harness/keyboard.ts';
import { until } from '../harness/until.ts';

const site = provideConsole({ heartbeatSeconds: 60 });
let world: Host;
// One page, on which the tests follow one another.
let page: Page;
beforeAll(async () => {
  world = await addHost(site.controlPlane);
  page = await site.openAsOwner();
});

test('events appear by themselves, older ones on scrolling, hostile text as text', async () => {
  const { host } = world;
  const nodeId = await world.newNode({ name: 'told' });
  await host.report(Array.from({ length: 150 }, (_, index) => host.event({ nodeId, message: `Old event ${index}` })));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await follow(page, 'events');
  await page.getByRole('cell', { name: 'Old event 149' }).waitFor();
  const hostile = '<img src=x onerror="document.title=1"> \u202egnp.exe \u0007';
  await host.report([host.event({ nodeId, level: 'error', message: hostile })]);
  await page.getByText('<img src=x onerror="document.title=1">').waitFor();
  expect(await page.title()).toBe('Events · Satrap');
  // A row may be too short for it.
  await page.getByRole('button', { name: /^<img src=x/ }).click();
  await page.getByRole('dialog', { name: 'Event' }).getByRole('row', { name: 'Host host-1' }).waitFor();
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('region', { name: 'Events' }).focus();
  const oldest = page.getByRole('cell', { name: 'Old event 0', exact: true });
  await until('the oldest event is reached', async () => {
    await page.keyboard.press('End');
    return oldest.isVisible();
  });

  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'error' }).click();
  await oldest.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toContain('level=error');
  await follow(page, '');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.goBack();
  await page.getByText('<img src=x').waitFor();
  expect(await oldest.count()).toBe(0);
  await page.getByRole('searchbox', { name: 'Node' }).fill('another');
  await page.getByText('No events').waitFor();
});

test('the audit log tells who did what, and what it changed, by keys', async () => {
  const id = await world.newNode({ name: 'judged' });
  const renamed = `renamed-${id.slice(0, 8)}`;
  await site.controlPlane.ask(
    `mutation { updateNode(where: { id: "${id}" }, data: { name: "${renamed}" }) { node { id } } }`,
  );
  // As another version would write it.
  await site.database.execute(
    sql`INSERT INTO audit_action (organization_id, at, actor_type, actor_name, action)
      VALUES (${site.controlPlane.made.organizationId}, now(), 'robot', 'R2', 'beep')`,
  );
  await follow(page, '');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.keyboard.type('ga');
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await page.getByRole('button', { name: 'Beeped' }).waitFor();
  await page.getByRole('searchbox', { name: 'API action' }).focus();
  await page.keyboard.type('updateNode');
  // A key while the list moves may be for another row.
  await page.getByRole('button', { name: 'Beeped' }).waitFor({ state: 'detached' });
  const action = page.getByRole('table').getByRole('button', { name: 'Changed node' });
  await action.press('Enter');
  await shown(
    page.getByRole('dialog', { name: 'Changed node' }).getByRole('row', { name: `name judged → ${renamed}` }),
  );
  await expectDialogAccessible(page);
  // The title stays while the panel slides out.
  const titles = await page.evaluateHandle(() => {
    const seen = new Set<string>();
    const look = () => {
      const title = document.querySelector('[role=dialog] h2');
      if (title === null) return;
      seen.add(title.textContent ?? '');
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await titles.evaluate((seen) => [...seen])).toEqual(['Changed node']);
  await untilFocused(action);
});

/** The text of the file that an export saves. */
async function exportOf(format: 'CSV' | 'JSON'): Promise<{ name: string; content: string }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Export ${format}` }).click(),
  ]);
  return { name: download.suggestedFilename(), content: await text(await download.createReadStream()) };
}

const searchOf = () => Object.fromEntries(new URL(page.url()).searchParams);
const linesOf = (content: string) => content.trimEnd().split('\r\n');

describe('the listed events', () => {
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  const cell = (name: string) => page.getByRole('cell', { name, exact: true });
  beforeAll(async () => {
    const { host } = world;
    const event = (message: string, hours: number) => host.event({ kind: 'test.timed', message, at: at(hours) });
    await host.report([event('Long ago', 300), event('Yesterday', 20), event('Just before', 0.5)]);
  });

  test('are those of a time range, which the address keeps', async () => {
    await follow(page, 'events?kind=test.timed');
    await cell('Long ago').waitFor();
    await page.getByText('24 h', { exact: true }).click();
    await cell('Long ago').waitFor({ state: 'detached' });
    await cell('Yesterday').waitFor();
    expect(searchOf()).toEqual({ kind: 'test.timed', range: '24h' });
    await expectAccessible(page);
  });

  test('are those between two instants, by keys', async () => {
    await page.getByRole('button', { name: 'Custom…' }).press('Enter');
    await page.getByLabel('From', { exact: true }).fill('2020-01-01T00:00');
    const end = page.getByLabel('To', { exact: true });
    await end.fill('2019-01-01T00:00');
    await page.getByText('Must be after the start.').waitFor();
    await expectDialogAccessible(page);
    await end.fill(at(100).slice(0, 16));
    await page.keyboard.press('Enter');
    await cell('Long ago').waitFor();
    await cell('Yesterday').waitFor({ state: 'detached' });
    expect(Object.keys(searchOf()).toSorted()).toEqual(['from', 'kind', 'to']);
    await page.getByRole('button', { name: 'Reset range' }).click();
    await cell('Just before').waitFor();
  });

  test('are found by a part of their text', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('YESTER');
    await cell('Just before').waitFor({ state: 'detached' });
    await cell('Yesterday').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await cell('Long ago').waitFor();
  });

  test('are exported as filtered, from all pages', async () => {
    await follow(page, 'events?find=Old%20event');
    await page.getByRole('cell', { name: 'Old event 149' }).waitFor();
    const { name, content } = await exportOf('CSV');
    expect(name).toMatch(/^satrap-events-\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...lines] = linesOf(content);
    expect(head).toMatch(/^time,level,kind,message,host,node,/);
    expect(lines).toHaveLength(150);
    const json: { message: string }[] = JSON.parse((await exportOf('JSON')).content);
    expect(json.map(({ message }) => message)).toContain('Old event 0');
    expect(json).toHaveLength(150);
  });
});

test('the audit log is searched and exported', async () => {
  await world.newNode({ name: 'wanted-one' });
  await follow(page, 'audit');
  await page.getByRole('searchbox', { name: 'Search' }).fill('WANTED');
  await page.getByRole('button', { name: 'Beeped' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Deployed node' }).waitFor();
  expect(searchOf()).toEqual({ find: 'WANTED' });
  const [, ...lines] = linesOf((await exportOf('CSV')).content);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/,createNode,node,wanted-one,/);
});

test('the activity of a node is filtered by time and text', async () => {
  const id = await world.newNode({ name: 'busy' });
  const { host } = world;
  await host.report([
    host.event({ nodeId: id, message: 'A pump stopped', at: new Date(Date.now() - 50 * 3_600_000).toISOString() }),
    host.event({ nodeId: id, message: 'A pump runs' }),
  ]);
  await follow(page, `nodes/${id}?tab=activity`);
  const entry = (name: string) => page.getByRole('cell', { name, exact: true });
  await entry('A pump stopped').waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('PUMP');
  await page.getByText('deployed node').waitFor({ state: 'detached' });
  await page.getByText('24 h', { exact: true }).click();
  await entry('A pump stopped').waitFor({ state: 'detached' });
  await entry('A pump runs').waitFor();
  expect(searchOf()).toEqual({ tab: 'activity', find: 'PUMP', range: '24h' });
});
