import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { provideConsole } from '../harness/console.ts';
import { pressAt, tabTo, untilFocused } from '../harness/keyboard.ts';
import { firstPerson, newPerson } from '../harness/people.ts';
import { until } from '../harness/until.ts';
import { makeWorld, type World } from '../harness/world.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
// One page, on which these tests follow one another without a click: each begins where the one before it ended.

let world: World;
let page: Page;
beforeAll(async () => {
  world = await makeWorld(site.controlPlane);
  await newPerson(site.controlPlane, (await firstPerson(site.controlPlane)).browser);
  page = await site.open({ height: 1000 });
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const search = () => new URL(page.url()).search;
const nodeOf = async (id: string | undefined) =>
  (
    await site.controlPlane.ask(
      'query($id: ID!) { node(where: { id: $id }) { desiredState dataPolicy overrides { key value } } }',
      { id },
    )
  ).node;

test('sign-in, skip link, shortcuts, search field and palette', async () => {
  await untilFocused(page.getByLabel('Email'));
  await page.keyboard.type(site.controlPlane.made.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(await site.controlPlane.ownerPassword());
  await page.keyboard.press('Enter');
  await heading('Overview');
  await page.keyboard.type('?');
  await page.getByRole('dialog').getByText('Focus the search field').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.keyboard.type('gn');
  await heading('Nodes');
  await pressAt(page, page.getByRole('button', { name: 'Skip to main content' }));
  await untilFocused(page.getByRole('main'));
  await heading('Nodes');
  await page.keyboard.type('/');
  await untilFocused(page.getByRole('searchbox', { name: 'Name' }));
  await page.keyboard.type('signet');
  await page.getByRole('row', { name: /regtest-ci/ }).waitFor({ state: 'detached' });

  await page.keyboard.press('Control+k');
  await untilFocused(page.getByPlaceholder('Search pages and nodes'));
  await page.keyboard.press('Escape');
  await untilFocused(page.getByRole('searchbox', { name: 'Name' }));
  await page.keyboard.press('Control+k');
  await untilFocused(page.getByPlaceholder('Search pages and nodes'));
  await page.keyboard.type('regtest-c');
  await page.getByRole('dialog').getByText('regtest-ci').waitFor();
  await expectAccessible(page, { isOpen: true });
  await page.keyboard.press('Enter');
  await heading('regtest-ci');
  // Until it is gone, keys are its own.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.type('gn');
});

test('filters, columns, order and the choice of rows of a table, and an act on them', async () => {
  await heading('Nodes');
  const phase = page.getByRole('combobox', { name: 'Phase' });
  await pressAt(page, phase, 'ArrowDown');
  const option = page.getByRole('option', { name: /^running/ });
  await option.waitFor();
  await expectAccessible(page, { isOpen: true });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until('the filter is in the address', () => search().startsWith('?phase='));
  // The same choice once more takes it back: in the list that has come back, not in the one that is just going.
  await option.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  const chosen = page.locator('[role=option][data-combobox-active]');
  await chosen.waitFor();
  await until('the arrow keys have come to it', async () => {
    await page.keyboard.press('ArrowDown');
    return (await chosen.getAttribute('data-combobox-selected')) === 'true';
  });
  await page.keyboard.press('Enter');
  await until('nothing is filtered', () => search() === '');

  await pressAt(page, button('Columns'));
  await pressAt(page, page.getByRole('checkbox', { name: 'Type' }), 'Space');
  await page.getByRole('columnheader', { name: 'Type' }).waitFor();
  await page.keyboard.press('Escape');
  await untilFocused(button('Columns'));

  await pressAt(page, page.getByRole('columnheader', { name: 'Height' }).getByRole('button'));
  await until('the order is in the address', () => search().startsWith('?sort='));
  await pressAt(page, page.getByRole('checkbox', { name: 'Select signet-a' }), 'Space');
  await page.getByText('1 of 6 selected').waitFor();
  await pressAt(page, button('Stop…'));
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await untilFocused(button('Stop…'));
  await page.keyboard.press('Enter');
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }));
  await page.getByText('1 requested, 0 failed, 0 skipped.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await nodeOf(world.nodeIds['signet-a'])).desiredState).toBe('stopped');
});

test('the tabs of a node, a change of its configuration, and its deletion by name', async () => {
  await pressAt(page, page.getByRole('link', { name: 'regtest-old' }));
  await heading('regtest-old');
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const change = button('Edit configuration');
  await pressAt(page, change);
  await pressAt(page, button('Add option'));
  await tabTo(page, page.getByRole('combobox', { name: 'Option', exact: true }));
  await page.keyboard.type('maxconn');
  await page.getByRole('option', { name: 'maxconnections' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Value of maxconnections' }));
  await page.keyboard.type('40');
  await page.getByText('maxconnections: not set → 40').waitFor();
  await until('it may be saved', () => button('Save changes').isEnabled());
  await pressAt(page, button('Save changes'));
  await untilFocused(change);
  const id = world.nodeIds['regtest-old'];
  expect((await nodeOf(id)).overrides).toEqual([{ key: 'maxconnections', value: '40' }]);

  await tabTo(page, page.getByRole('tab', { name: 'Configuration' }));
  // The arrow keys open what they reach; the end is reached first, and opened then.
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Delete node' }).waitFor();
  await tabTo(page, page.getByRole('radio', { name: /Keep on disk/ }));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByRole('textbox', { name: 'Type regtest-old to confirm' }));
  await page.keyboard.type('regtest-old');
  await pressAt(page, button('Delete node and chain data'));
  await heading('Nodes');
  expect(await nodeOf(id)).toMatchObject({ desiredState: 'deleted', dataPolicy: 'remove' });
});

test('an incident is found and acknowledged, an action of the audit is opened, and a window of time is chosen', async () => {
  await page.keyboard.type('gi');
  await heading('Incidents');
  await tabTo(page, page.getByRole('radio', { name: 'Open' }));
  await page.keyboard.press('ArrowRight');
  await until('the filter is in the address', () => search() === '?status=closed');
  // The address changes before the page is drawn, and the arrows move from what is drawn.
  await page.getByRole('radio', { name: 'Closed', checked: true }).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowLeft');
  await until('nothing is filtered', () => search() === '');
  await pressAt(
    page,
    page
      .getByRole('table')
      .getByRole('link', { name: /signet-broken/ })
      .first(),
  );
  await pressAt(page, button('Acknowledge'));
  await page
    .getByText(/acknowledged/i)
    .first()
    .waitFor();

  await page.keyboard.type('ga');
  await heading('Audit');
  const action = page.getByRole('table').getByRole('button', { name: 'createNode' }).first();
  await pressAt(page, action);
  await page.getByRole('dialog').getByRole('heading', { name: 'Changes' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await untilFocused(action);

  await page.goto('notifications');
  const window = button('Redeliver period…');
  await pressAt(page, window);
  const from = page.getByLabel('From', { exact: true });
  const before = await from.inputValue();
  await tabTo(page, from);
  await page.keyboard.press('ArrowDown');
  await until('another time is chosen', async () => (await from.inputValue()) !== before);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await untilFocused(window);
});

test('the menu of a member, a role, a key, and the colors', async () => {
  await page.goto('members');
  const menu = button(/^Actions for member/);
  await pressAt(page, menu);
  await page.getByRole('menuitem', { name: 'Remove member…' }).waitFor();
  await expectAccessible(page, { isOpen: true });
  await page.keyboard.press('Escape');
  await untilFocused(menu);
  await pressAt(page, page.getByRole('combobox', { name: /^Role of member/ }));
  await page.getByRole('option', { name: 'admin' }).waitFor();
  await expectAccessible(page, { isOpen: true });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByText('member is now admin.').waitFor();

  await pressAt(page, menu);
  await untilFocused(page.getByRole('menu'));
  await page.keyboard.press('End');
  await untilFocused(page.getByRole('menuitem', { name: 'Remove member…' }));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilFocused(menu);

  await page.keyboard.type('gk');
  await heading('API keys');
  await pressAt(page, button('Create key'));
  await untilFocused(page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('by keys');
  await page.keyboard.press('Enter');
  await pressAt(page, button('Done'));
  await untilFocused(button('Create key'));
  await page.getByRole('table').getByText('by keys').waitFor();

  const person = button(/profile, theme, sign out/);
  await pressAt(page, person);
  await untilFocused(page.getByRole('menu'));
  await page.keyboard.type('d');
  await untilFocused(page.getByRole('menuitem', { name: 'Dark' }));
  await page.keyboard.press('Enter');
  await untilFocused(person);
  await until('it is dark', async () => {
    return (await page.locator('html').getAttribute('data-mantine-color-scheme')) === 'dark';
  });

  // What is open is judged in the other colors too.
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Light' }).waitFor();
  await expectAccessible(page, { isOpen: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await untilFocused(page.getByPlaceholder('Search pages and nodes'));
  await expectAccessible(page, { isOpen: true });
  await page.keyboard.press('Escape');
  await pressAt(page, button('Create key'));
  await pressAt(page, page.getByRole('dialog').getByRole('combobox', { name: 'Purpose' }));
  await page.getByRole('option').first().waitFor();
  await expectAccessible(page, { isOpen: true });
});
