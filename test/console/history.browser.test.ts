import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/control-plane/platform/database/database.ts';
import { expectDialogAccessible } from '../harness/accessible.ts';
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
