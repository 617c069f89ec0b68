import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { expectFitsWindow, follow, provideConsole, shown } from '../harness/console.ts';
import { pressAt, tabTo, untilFocused } from '../harness/keyboard.ts';
import { nodeOf } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';
import { makeWorld, type World } from '../harness/world.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
// One page, on which the tests follow one another. That the tab key reaches all of a page is tested in
// `pages.browser.test.ts`.
let world: World;
let page: Page;
beforeAll(async () => {
  world = await makeWorld(site.controlPlane);
  page = await site.open();
});
// What a failed test left open would fail the next ones as well.
beforeEach(({ onTestFailed }) =>
  onTestFailed(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('nodes');
  }),
);

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const searchField = () => page.getByRole('searchbox', { name: 'Name' });
const paletteField = () => page.getByPlaceholder(/^Search pages, nodes/);
const dialog = () => page.getByRole('dialog');
const openPalette = () => page.keyboard.press('Control+k').then(() => untilFocused(paletteField()));
const closeByKey = () => page.keyboard.press('Escape').then(() => dialog().waitFor({ state: 'detached' }));
const searchOf = () => Object.fromEntries(new URL(page.url()).searchParams);
const untilNames = (wanted: readonly string[]) =>
  until(`the nodes are ${wanted}`, async () => {
    const names = await page.getByRole('table', { name: 'Nodes' }).getByRole('link').allInnerTexts();
    return JSON.stringify(names) === JSON.stringify(wanted);
  });
const nodeNamed = (name: string) =>
  nodeOf(site.controlPlane, world.nodeIds[name], 'desiredState dataPolicy revision clientVersion');
const result = (name: string) => dialog().getByRole('row').filter({ hasText: name });
const closeResults = () => dialog().getByRole('button', { name: 'Close' }).last().click();

test('sign-in and the list of shortcuts, by keys', async () => {
  await untilFocused(page.getByLabel('Email'));
  await page.keyboard.type(site.controlPlane.made.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(await site.controlPlane.ownerPassword());
  await page.keyboard.press('Enter');
  await heading('Overview');
  await page.keyboard.type('?');
  await dialog().getByText('Focus the search field').waitFor();
  await expectDialogAccessible(page);
  await closeByKey();
  await page.keyboard.type('gn');
  await heading('Nodes');
});

test('who types as soon as the palette was asked for loses no letter', async () => {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(/\/assets\/palette-.*\.js/, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('signet-n');
  letCome();
  await paletteField().waitFor();
  await page.keyboard.type('ew');
  await dialog().getByText('signet-new', { exact: true }).waitFor();
  expect(await paletteField().inputValue()).toBe('signet-new');
  await page.unrouteAll({ behavior: 'wait' });
  await closeByKey();
});

test('the palette reports a refused search, which can be repeated', async () => {
  const isGraphql = (url: URL) => url.pathname.endsWith('/graphql');
  const searched: string[] = [];
  await page.route(isGraphql, async (route) => {
    const body = route.request().postData() ?? '';
    if (!body.includes('FindForPalette')) return route.continue();
    searched.push(body);
    await route.fulfill({ json: { errors: [{ message: 'no search now', extensions: { code: 'conflict' } }] } });
  });
  await openPalette();
  await page.keyboard.type('regtest-old');
  // A slow typist searches for the beginning as well.
  await until('all of the text is searched for', () => searched.some((body) => body.includes('"regtest-old"')));
  await dialog().getByText('No search now').waitFor();
  await page.unroute(isGraphql);
  await dialog().getByRole('button', { name: 'Retry' }).click();
  await dialog().getByText('regtest-old', { exact: true }).waitFor();
  expect(await dialog().getByRole('alert').count()).toBe(0);
  await closeByKey();
});

test('skip link, search field and palette, by keys', async () => {
  await pressAt(page, page.getByRole('button', { name: 'Skip to main content' }));
  await untilFocused(page.getByRole('main'));
  await page.keyboard.type('/');
  await untilFocused(searchField());
  await openPalette();
  await page.keyboard.press('Escape');
  await untilFocused(searchField());
  await openPalette();
  await page.keyboard.type('regtest-c');
  await dialog().getByText('regtest-ci', { exact: true }).waitFor();
  await expectAccessible(page, { isOpen: true, within: '[role=dialog]' });
  await page.keyboard.press('Enter');
  await heading('regtest-ci');
  // Until it is gone, keys are its own.
  await dialog().waitFor({ state: 'detached' });
  await openPalette();
  await page.keyboard.type('restart regtest-c');
  await page.locator('[data-selected]', { hasText: 'Restart regtest-ci' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Restart regtest-ci?' }).waitFor();
  await closeByKey();
  await page.keyboard.type('gn');
  await heading('Nodes');
});

test('keys filter and sort the list; the address and the columns are kept', async () => {
  await untilNames(['signet-broken', 'signet-new', 'regtest-ci', 'signet-a', 'signet-b', 'regtest-old']);
  await page.getByRole('row', { name: /signet-new syncing 58.5 %/ }).waitFor();
  await searchField().focus();
  await page.keyboard.type('SIGNET');
  const phase = page.getByRole('combobox', { name: 'State' });
  await phase.press('ArrowDown');
  const option = page.getByRole('option', { name: /^in sync/ });
  await option.waitFor();
  await expectAccessible(page, { isOpen: true });
  const chooseByKeys = async () => {
    await until('the arrow keys have come to it', async () => {
      await page.keyboard.press('ArrowDown');
      return (await option.getAttribute('data-combobox-selected')) === 'true';
    });
    await page.keyboard.press('Enter');
  };
  await chooseByKeys();
  await untilNames(['signet-a', 'signet-b']);
  // The same choice again takes it back: in the list that has come back, not in the one that is just going.
  await option.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await option.waitFor();
  await chooseByKeys();
  await untilNames(['signet-broken', 'signet-new', 'signet-a', 'signet-b']);
  const byName = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  await byName.press('Enter');
  await untilNames(['signet-a', 'signet-b', 'signet-broken', 'signet-new']);
  await byName.press('Enter');
  await untilNames(['signet-new', 'signet-broken', 'signet-b', 'signet-a']);
  expect(searchOf()).toEqual({ name: 'SIGNET', sort: '-name' });

  const head = (name: string) => page.getByRole('columnheader', { name });
  await head('Peers').waitFor();
  await button('Columns').press('Enter');
  await pressAt(page, page.getByRole('checkbox', { name: 'Type' }), 'Space');
  await head('Type').waitFor();
  await page.getByRole('checkbox', { name: 'Peers' }).click();
  await head('Peers').waitFor({ state: 'detached' });
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await untilFocused(button('Columns'));

  await page.goto('nodes?name=a&health=in_sync&phrase=nonsense&version=28.1');
  await page.getByText('1 of 6 nodes').waitFor();
  expect(searchOf()).toEqual({ name: 'a', health: 'in_sync', version: '"28.1"' });
  await page.getByRole('button', { name: /^28\.1: end of life/ }).waitFor();
  await page.getByLabel('Any: Version').click();
  await until('any version is listed', () => searchOf()['version'] === undefined);
  expect(await searchField().inputValue()).toBe('a');
  await head('Type').waitFor();
  expect(await head('Peers').count()).toBe(0);
  await searchField().fill('nowhere');
  await page.getByText('No nodes match').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByText('6 nodes', { exact: true }).waitFor();
  expect([await searchField().inputValue(), await phase.inputValue(), searchOf()]).toEqual(['', '', {}]);
  await follow(page, 'nodes?health=nonsense&sort=__proto__');
  await page.getByText('6 nodes', { exact: true }).waitFor();
});

test('stops and starts all filtered nodes at once, with a result for each', async () => {
  await searchField().focus();
  await page.keyboard.type('regtest');
  await page.getByText('2 of 6 nodes').waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).press('Space');
  await page.getByText('2 of 2 selected').waitFor();
  await button('Stop…').press('Enter');
  await shown(dialog().getByText(/The chain data is kept/));
  await result('regtest-old').getByText('Already stopped or stopping.').waitFor();
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await untilFocused(button('Stop…'));
  await page.keyboard.press('Enter');
  await pressAt(page, dialog().getByRole('button', { name: 'Stop', exact: true }));
  await page.getByText('1 requested, 0 failed, 1 skipped.').waitFor();
  await result('regtest-ci').getByText('requested').waitFor();
  await closeByKey();
  expect(await nodeNamed('regtest-ci')).toMatchObject({ desiredState: 'stopped' });
  expect(await nodeNamed('signet-a')).toMatchObject({ desiredState: 'running' });

  // A node that is gone meanwhile is refused, and the others are started.
  await button('Start…').click();
  await result('regtest-old').getByText('pending').waitFor();
  const id = world.nodeIds['regtest-old'];
  await site.controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { node { id } } }', { id });
  await dialog().getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('1 requested, 1 failed, 0 skipped.').waitFor();
  await result('regtest-old').getByText('failed').waitFor();
  await closeResults();
  expect(await nodeNamed('regtest-ci')).toMatchObject({ desiredState: 'running' });
});

test('changes many nodes to an offered version, and names those it cannot downgrade', async () => {
  const chooseVersion = async (option: RegExp) => {
    await button('Change version…').click();
    await page.getByRole('combobox', { name: 'New version' }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await searchField().fill('signet');
  // A click while the list moves may end on another row.
  await page.getByRole('checkbox', { name: 'Select regtest-ci' }).waitFor({ state: 'detached' });
  await page.getByText('2 more selected, not shown.').waitFor();
  await page.getByRole('checkbox', { name: 'Select signet-a' }).check();
  await page.getByRole('checkbox', { name: 'Select signet-b', exact: true }).check();
  // A request that fails leaves the dialog: another change is checked again.
  await button('Label…').click();
  const labels = page.getByRole('textbox', { name: 'Labels' });
  await labels.fill('team=a');
  await result('signet-a').getByText('pending').waitFor();
  await page.route(
    (url) => url.pathname.endsWith('/graphql'),
    (route) => route.fulfill({ json: { errors: [{ message: 'too late', extensions: { code: 'conflict' } }] } }),
    { times: 1 },
  );
  await dialog().getByRole('button', { name: 'Label', exact: true }).click();
  await dialog().getByText('Too late').waitFor();
  await labels.fill('team=b');
  await result('signet-a').getByText('pending').waitFor();
  await closeByKey();

  await chooseVersion(/^28\.0, for 2 of 2$/);
  await result('signet-a').getByText('28.1 → 28.0').waitFor();
  await expectDialogAccessible(page);
  // One at a time, the second would wait for the first, whose host has no agent here.
  await dialog().getByRole('combobox', { name: 'Restart 2 running nodes' }).click();
  await page.getByRole('option', { name: /^All at the same time/ }).click();
  await button('Change to 28.0').click();
  await page.getByText('2 requested, 0 failed, 0 skipped.').waitFor();
  await closeResults();
  for (const name of ['signet-a', 'signet-b']) expect(await nodeNamed(name)).toMatchObject({ clientVersion: '28.0' });

  const clients = ['28.1', '28.0', '22.0'].map((version) => ({
    ...{ client: 'bitcoind', version, image: `example/bitcoin:${version}` },
  }));
  await world.executor.sync({ capabilities: { clients, networks: ['signet', 'regtest'], nodeTypes: ['full'] } });
  await chooseVersion(/^22\.0, for 2 of 2$/);
  await result('signet-a').getByText('skipped').waitFor();
  await shown(result('signet-a').getByText(/cannot read this node’s chain data/));
  expect(await button('Change to 22.0').isDisabled()).toBe(true);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
});

test('changes options and resources of many nodes, each with its own difference', async () => {
  await button('Change settings…').click();
  await dialog().getByRole('searchbox', { name: 'Search all options' }).fill('dbcache');
  await dialog().getByRole('button', { name: 'Override dbcache', exact: true }).click();
  await dialog().getByRole('textbox', { name: 'Value of dbcache' }).fill('300');
  await dialog().getByRole('textbox', { name: 'Options to reset' }).fill('maxconnections, listen');
  await result('signet-a').getByText('dbcache: not set → 300').waitFor();
  await expectDialogAccessible(page);
  await dialog().getByRole('combobox', { name: 'Restart 2 running nodes' }).click();
  await page.getByRole('option', { name: /^All at the same time/ }).click();
  await dialog().getByRole('button', { name: 'Change settings', exact: true }).click();
  await page.getByText('2 requested, 0 failed, 0 skipped.').waitFor();
  await closeResults();
  for (const name of ['signet-a', 'signet-b'])
    expect(await nodeOf(site.controlPlane, world.nodeIds[name], 'overrides { key value }')).toEqual({
      overrides: [{ key: 'dbcache', value: '300' }],
    });
});

test('mutes and unmutes many nodes together, which keep their thresholds', async () => {
  const ids = ['signet-a', 'signet-b'].map((name) => world.nodeIds[name]);
  const nodeOverrides = [{ nodeId: ids[0], thresholds: { blocksBehind: 7 } }];
  await site.controlPlane.ask(
    'mutation($input: NotificationSettingsInput!) { saveNotificationSettings(input: $input) { settings { revision } } }',
    { input: { nodeOverrides } },
  );
  const overrides = async () =>
    (
      await site.controlPlane.ask(
        '{ notificationSettings { nodeOverrides { nodeName muted mutedUntil thresholds { blocksBehind } } } }',
      )
    ).notificationSettings.nodeOverrides;
  await button('Mute…').click();
  await dialog().getByRole('combobox', { name: 'Duration' }).waitFor();
  await expectDialogAccessible(page);
  await dialog().getByRole('button', { name: 'Mute', exact: true }).click();
  await page.getByText('Muted 2 nodes.').waitFor();
  const muted = { muted: true, mutedUntil: expect.any(String) };
  expect(await overrides()).toEqual([
    { nodeName: 'signet-a', ...muted, thresholds: { blocksBehind: 7 } },
    { nodeName: 'signet-b', ...muted, thresholds: { blocksBehind: null } },
  ]);
  await button('Mute…').click();
  await dialog().getByRole('combobox', { name: 'Duration' }).click();
  await page.getByRole('option', { name: 'Unmute', exact: true }).click();
  await dialog().getByRole('button', { name: 'Unmute', exact: true }).click();
  await page.getByText('Unmuted 2 nodes.').waitFor();
  expect(await overrides()).toMatchObject([{ nodeName: 'signet-a', muted: false }]);
});

test('nodes are deleted together in one request, which keeps their chain data', async () => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  for (const name of ['signet-a', 'signet-b'])
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).uncheck();
  await searchField().fill('');
  for (const name of ['signet-new', 'regtest-ci']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const all = page.getByRole('checkbox', { name: 'Select all' });
  expect(await all.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  await button('Delete…').click();
  await shown(dialog().getByText(/The chain data stays on the host\./));
  await result('signet-new').getByText('pending').waitFor();
  await expectDialogAccessible(page);
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
  // The selection of before the filter is still there, with a node that is being deleted.
  await page.getByText('2 requested, 0 failed, 1 skipped.').waitFor();
  await result('regtest-old').getByText('Being deleted.').waitFor();
  await closeResults();
  const deleted = { desiredState: 'deleted', dataPolicy: 'keep' };
  for (const name of ['signet-new', 'regtest-ci']) expect(await nodeNamed(name)).toMatchObject(deleted);
  expect(sent.filter((body) => body.includes('mutation'))).toHaveLength(1);
  // Nothing is left of the selection once its nodes are gone.
  const gone = ['signet-new', 'regtest-ci', 'regtest-old'].map((name) => world.nodeIds[name]);
  const since = new Date().toISOString();
  await world.executor.sync({ nodes: gone.map((id) => ({ id, phase: 'deleted', since })) });
  await page.getByText('3 nodes', { exact: true }).waitFor();
  await page.locator('.save-bar').waitFor({ state: 'detached' });
});

test('restart and stop state effects and ask first; a double click is one request', async () => {
  const before = await nodeNamed('signet-a');
  await follow(page, `nodes/${world.nodeIds['signet-a']}`);
  await page.getByRole('button', { name: 'Stop' }).click();
  await dialog().getByText('Clients lose their connection.').waitFor();
  await closeByKey();
  await page.getByRole('button', { name: 'Restart' }).dblclick();
  await dialog().getByRole('button', { name: 'Restart' }).dblclick();
  await page.getByText('Restarting signet-a').first().waitFor();
  await dialog().waitFor({ state: 'detached' });
  expect(await nodeNamed('signet-a')).toEqual({ ...before, revision: before.revision + 1 });
});

test('a node is renamed on its page, and links to its copy', async () => {
  const id = world.nodeIds['signet-b'];
  await follow(page, `nodes/${id}`);
  await button('Actions for signet-b').press('Enter');
  await page.getByRole('menuitem', { name: 'Rename node…' }).click();
  const name = dialog().getByRole('textbox', { name: 'Name' });
  await untilFocused(name);
  await expectDialogAccessible(page);
  await name.fill('Not a name');
  await dialog().getByRole('button', { name: 'Rename node' }).click();
  await dialog().getByRole('alert').waitFor();
  await name.fill('signet-c');
  await page.keyboard.press('Enter');
  await heading('signet-c');
  await button('Actions for signet-c').click();
  await page.getByRole('menuitem', { name: 'Copy node…' }).click();
  await heading('Deploy node');
  await page.getByText('Stops signet-c').waitFor();
  await site.controlPlane.ask(
    `mutation { updateNode(where: { id: "${id}" }, data: { name: "signet-b" }) { node { id } } }`,
  );
});

test('lists the nodes of an incident, all selected for an action', async () => {
  await follow(page, 'nodes?incident=node_failing&select=all');
  await page.getByText('1 of 1 selected').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select signet-broken' }).isChecked()).toBe(true);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.locator('.save-bar').waitFor({ state: 'detached' });
  expect(searchOf()).toEqual({ incident: 'node_failing' });
});

test('what a host reports about a node appears without a reload, as text', async () => {
  await follow(page, 'nodes?health=failing');
  await untilNames(['signet-broken']);
  const reason = `<img src=x onerror="document.title='broken'"> \u202eabc\u0007 ${'x'.repeat(7000)}`;
  const id = world.nodeIds['signet-b'];
  await world.executor.sync({ nodes: [{ id, phase: 'failing', reason, since: new Date().toISOString() }] });
  await untilNames(['signet-b', 'signet-broken']);
  await follow(page, `nodes/${id}`);
  const shown = page.getByText('<img src=x onerror=');
  await shown.first().waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  // A long reason leaves the tabs in sight.
  expect((await page.getByRole('tab', { name: 'Overview' }).boundingBox())?.y).toBeLessThan(600);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Show less' }).click();
  expect(await shown.first().innerText()).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
  await expectFitsWindow(page);
  // The number of open incidents, which rules of the server may open at any time.
  expect(await page.title()).toMatch(/^\(\d+\) signet-b · Satrap$/);
});
