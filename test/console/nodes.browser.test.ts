import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/control-plane/platform/database/open.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, provideConsole, signIn } from '../harness/console.ts';
import { quiet } from '../harness/control-plane.ts';
import { firstPerson, newPerson } from '../harness/people.ts';
import { insertNode } from '../harness/rows.ts';
import { until } from '../harness/until.ts';
import { makeWorld, type World } from '../harness/world.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
let world: World;
let page: Page;
beforeAll(async () => {
  world = await makeWorld(site.controlPlane);
  page = await site.openAsOwner();
});

const names = () => page.getByRole('table', { name: 'Nodes' }).getByRole('link').allInnerTexts();
const untilNames = (wanted: readonly string[]) =>
  until(`the nodes are ${wanted}`, async () => JSON.stringify(await names()) === JSON.stringify(wanted));

describe('the list of nodes', () => {
  test('is filtered and sorted by hand, and its address says how', async () => {
    await page.getByRole('link', { name: 'Nodes', exact: true }).click();
    await untilNames(['regtest-ci', 'regtest-old', 'signet-a', 'signet-b', 'signet-broken', 'signet-new']);
    await page.getByRole('searchbox', { name: 'Name' }).fill('SIGNET');
    await page.getByRole('combobox', { name: 'Phase' }).click();
    await page.getByRole('option', { name: /^running/ }).click();
    await untilNames(['signet-a', 'signet-b']);
    await page.getByRole('button', { name: 'Name' }).click();
    await untilNames(['signet-b', 'signet-a']);
    const search = Object.fromEntries(new URL(page.url()).searchParams);
    expect(search).toEqual({ name: 'SIGNET', phase: 'running', sort: '-name' });
    const again = await site.openAsOwner();
    await again.goto(page.url());
    await again.getByRole('link', { name: 'signet-b' }).waitFor();
    expect(await again.getByRole('searchbox', { name: 'Name' }).inputValue()).toBe('SIGNET');
    await again.goto(`${consoleUrl(site.controlPlane)}nodes?phase=nonsense&sort=__proto__`);
    await again.getByRole('link', { name: 'regtest-ci' }).waitFor();
  });

  test('leads back to all nodes where none fits, and its fields say so', async () => {
    await page.goto('nodes?phase=running');
    const name = page.getByRole('searchbox', { name: 'Name' });
    await name.fill('nowhere');
    await page.getByText('No nodes match').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'signet-a' }).waitFor();
    expect(await name.inputValue()).toBe('');
    expect(await page.getByRole('combobox', { name: 'Phase' }).inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('');
  });

  test('says how many of all nodes the filters leave, and an address that makes no sense is set right', async () => {
    await page.goto('nodes?phase=running&phrase=nonsense');
    await page.getByText('3 of 6 nodes').waitFor();
    expect(new URL(page.url()).search).toBe('?phase=running');
    await page.goto('nodes');
    await page.getByText('6 nodes', { exact: true }).waitFor();
    await page.goto(`nodes/${world.nodeIds['signet-a']}?tab=nonsense`);
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    await until('the tab is gone from the address', async () => new URL(page.url()).search === '');
  });

  test('who types as soon as the palette was asked for loses no letter', async () => {
    const fresh = await site.openAsOwner();
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
    await fresh.route(/\/assets\/palette-.*\.js/, async (route) => {
      await mayCome;
      await route.continue();
    });
    await fresh.keyboard.press('Control+k');
    await fresh.keyboard.type('signet-n');
    letCome();
    const field = fresh.getByPlaceholder('Search pages and nodes');
    await field.waitFor();
    await fresh.keyboard.type('ew');
    await fresh.getByRole('dialog').getByText('signet-new').waitFor();
    expect(await field.inputValue()).toBe('signet-new');
    await fresh.unrouteAll({ behavior: 'wait' });
  });

  test('shows a change without a reload', async () => {
    await page.goto('nodes?phase=stopped');
    await untilNames(['regtest-old']);
    const id = world.nodeIds['regtest-ci'];
    await world.executor.sync({
      nodes: [{ id, phase: 'stopped', since: new Date().toISOString(), appliedRevision: 1 }],
    });
    await untilNames(['regtest-ci', 'regtest-old']);
  });

  test('a restart and a stop say what follows and wait for a confirmation, and a double click is one request', async () => {
    const id = world.nodeIds['signet-a'];
    const asked = async () =>
      (await site.controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { desiredState revision } }', { id }))
        .node;
    const before = await asked();
    await page.goto(`nodes/${id}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByText('Clients lose their connection.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Restart' }).dblclick();
    await dialog.getByRole('button', { name: 'Restart' }).dblclick();
    await page.getByText('Restarting signet-a').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await asked()).toEqual({ ...before, revision: before.revision + 1 });
  });

  test('a member sees no acts, and what the control plane would refuse is not offered', async () => {
    const { email, password } = await newPerson(site.controlPlane, (await firstPerson(site.controlPlane)).browser);
    const other = await site.open();
    await signIn(other, email, password);
    await other.goto('nodes');
    await other.getByRole('link', { name: 'signet-a' }).waitFor();
    expect(await other.getByRole('checkbox').count()).toBe(0);
    await other.getByRole('link', { name: 'signet-a' }).click();
    await other.getByRole('heading', { level: 1, name: 'signet-a' }).waitFor();
    await other.getByRole('tab', { name: 'Explain' }).waitFor();
    expect(await other.getByRole('button', { name: 'Restart' }).count()).toBe(0);
    expect(await other.getByRole('tab', { name: 'Danger' }).count()).toBe(0);
    // Somebody may have sent the address.
    await other.goto(`nodes/${world.nodeIds['signet-a']}?tab=danger`);
    await other.getByText('Only owners and admins of the organization').waitFor();
    await other.goto('notifications');
    await other.getByText('No webhook. Ask an owner or admin').waitFor();
  });

  test('what a host says of a node is shown as text, whatever it is', async () => {
    const reason = `<img src=x onerror="document.title='broken'"> \u202eabc\u0007 ${'x'.repeat(7000)}`;
    const id = world.nodeIds['signet-b'];
    await world.executor.sync({ nodes: [{ id, phase: 'failing', reason, since: new Date().toISOString() }] });
    await page.goto(`nodes/${id}`);
    const shown = page.getByText('<img src=x onerror=');
    await shown.first().waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    // A long reason leaves the tabs in sight.
    expect((await page.getByRole('tab', { name: 'Overview' }).boundingBox())?.y).toBeLessThan(600);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('button', { name: 'Show less' }).click();
    expect(await shown.first().innerText()).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
      true,
    );
    // The number of open incidents, which rules of the server may open at any time.
    expect(await page.title()).toMatch(/^\(\d+\) signet-b · Satrap$/);
  });

  test('of a thousand nodes the first ones do not wait for the others, and the page holds only those that can be seen', async () => {
    const { database, close } = await openDatabase(site.controlPlane.settings, quiet);
    const [executor] = await site.controlPlane.ask('{ executors { id } }').then(({ executors }) => executors);
    const place = { organizationId: site.controlPlane.made.organizationId, executorId: executor.id };
    try {
      for (let index = 0; index < 1000; index++)
        await insertNode(database, place, { name: `many-${String(index).padStart(4, '0')}`, network: 'regtest' });
    } finally {
      await close();
    }
    const { promise: othersMayCome, resolve: letOthersCome } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON();
      if (/query NodeList\b/.test(query) && variables.skip > 0) await othersMayCome;
      await route.continue();
    });
    await page.goto('nodes?name=many-');
    const table = page.getByRole('table', { name: 'Nodes' });
    await table.getByRole('link', { name: 'many-0000' }).waitFor();
    await page.getByText('Showing the first 100. Loading more…').waitFor();
    expect(await table.getAttribute('aria-rowcount')).toBe('-1');
    const all = page.getByRole('checkbox', { name: 'Select all' });
    expect(await all.count()).toBe(0);
    letOthersCome();
    await all.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await table.getAttribute('aria-rowcount')).toBe('1001');
    expect(await table.getByRole('row').count()).toBeLessThan(80);
    await page.getByRole('region', { name: 'Nodes' }).focus();
    await until('the last row is shown', async () => {
      await page.keyboard.press('End');
      return table.getByRole('link', { name: 'many-0999' }).isVisible();
    });
    expect(await table.getByRole('row').count()).toBeLessThan(80);
  });
});
