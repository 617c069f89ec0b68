import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { follow, provideConsole, reload, shown } from '../harness/console.ts';
import { pressAt, tabTo, untilFocused } from '../harness/keyboard.ts';
import { nodeOf } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';
import { makeWorld, type World } from '../harness/world.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
let world: World;
let page: Page;
beforeAll(async () => {
  world = await makeWorld(site.controlPlane);
  page = await site.openAsOwner({ height: 1400 });
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const memory = (tab = page) => tab.getByRole('textbox', { name: 'Memory (MiB)' });

test('a configuration is saved by keys once valid, after its consequences are shown', async () => {
  const id = world.nodeIds['signet-a'];
  await follow(page, `nodes/${id}`);
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  for (let tab = 0; tab < 4; tab++) await page.keyboard.press('ArrowRight');
  const save = button('Save changes');
  const search = page.getByRole('searchbox', { name: 'Search all options' });
  await search.waitFor();
  await tabTo(page, search);
  await page.keyboard.type('maxconn');
  await pressAt(page, button('Override maxconnections'));
  const value = page.getByRole('textbox', { name: 'Value of maxconnections' });
  await untilFocused(value);
  await value.fill('many');
  await page.getByText('must be a whole number').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await search.fill('');
  await value.fill('40');

  await search.fill('maxconection');
  await page.getByText(/does not know this key and ignores it; did you mean maxconnections\?/).waitFor();
  await search.fill('-rpcuser');
  await page.getByText('Managed by the platform').first().waitFor();
  expect(await button('Override rpcuser').count()).toBe(0);
  await expectAccessible(page);
  await search.fill('');

  await page.getByText('maxconnections: not set → 40').waitFor();
  await shown(page.getByText(/new container/).first());
  await until('it may be saved', () => save.isEnabled());
  await pressAt(page, save);
  await page.getByText('Configuration saved.').waitFor();
  await save.waitFor({ state: 'detached' });
  expect(await value.inputValue()).toBe('40');
  expect(await nodeOf(site.controlPlane, id, 'overrides { key value }')).toEqual({
    overrides: [{ key: 'maxconnections', value: '40' }],
  });
  await page.getByText('The daemon runs with other settings: a change is pending').waitFor();
});

test('another person’s change is shown with its author, and overwritten only by choice', async () => {
  const id = world.nodeIds['signet-b'];
  const other = await site.openAsOwner();
  for (const tab of [page, other]) await follow(tab, `nodes/${id}?tab=configuration`);
  await memory(other).fill('1300');
  await other.getByRole('textbox', { name: 'CPU cores' }).fill('3');
  await memory().fill('1250');
  await button('Save changes').click();
  await page.getByText('Configuration saved.').first().waitFor();
  const conflict = other.getByRole('alert').filter({ hasText: 'Configuration changed since you started editing' });
  await conflict.getByText('Memory (MiB): 2048 → 1250').waitFor();
  await conflict.getByText(/^owner.* saved these changes just now/).waitFor();
  expect(await memory(other).inputValue()).toBe('1300');
  const save = other.getByRole('button', { name: 'Save' });
  expect(await save.isDisabled()).toBe(true);
  await expectAccessible(other);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await other.getByText('Memory (MiB): 1250 → 1300').waitFor();
  await save.click();
  await other.getByText('Configuration saved.').first().waitFor();
  expect(await nodeOf(site.controlPlane, id, 'resources { memoryMiB cpuCores }')).toEqual({
    resources: { memoryMiB: 1300, cpuCores: 3 },
  });
});

test('asks before an unsaved change is left, and keeps its draft', async () => {
  await follow(page, `nodes/${world.nodeIds['signet-b']}?tab=configuration`);
  await page.setViewportSize({ width: 1280, height: 520 });
  // What the other tab saved replaces the field's value as soon as it arrives.
  await until('the saved value is shown', async () => (await memory().inputValue()) === '1300');
  await memory().fill('2048');
  const bar = await page.getByRole('region', { name: 'Unsaved changes' }).boundingBox();
  const field = await memory().boundingBox();
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.setViewportSize({ width: 1280, height: 1400 });
  const guard = page.getByRole('dialog', { name: 'Leave without saving?' });
  const leave = () => page.getByRole('link', { name: 'Audit' }).click();
  const untilLeft = () => page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await leave();
  await guard.getByText('keeps the draft until you save or discard it').waitFor();
  await expectDialogAccessible(page);
  await guard.getByRole('button', { name: 'Stay' }).click();
  await guard.waitFor({ state: 'detached' });
  expect(await memory().inputValue()).toBe('2048');
  await leave();
  await guard.getByRole('button', { name: 'Leave' }).click();
  await untilLeft();
  await page.goBack();
  await memory().waitFor();
  expect(await memory().inputValue()).toBe('2048');
  await reload(page);
  await memory().waitFor();
  expect(await memory().inputValue()).toBe('2048');
  await button('Discard changes').click();
  await button('Save changes').waitFor({ state: 'detached' });
  await leave();
  await untilLeft();
});

test('a node’s data moves to another root of its host, with progress, or is cancelled', async () => {
  const { executor, nodeIds } = world;
  const id = nodeIds['regtest-ci'] ?? '';
  const amount = (total: number) => ({ total, usedByNodes: 0, free: total });
  const root = (name: string, freeGiB: number | null) => ({ name, path: `/mnt/${name}`, totalGiB: freeGiB, freeGiB });
  const dataRoots = [root('default', 1953), root('ssd', 488), root('away', null)];
  const report = async (operations: object[]) => {
    const { errors } = await executor.sync({
      resources: { cpuCores: amount(8), memoryMiB: amount(32_768), diskGiB: amount(1953), dataRoots },
      nodes: [{ id, phase: 'running', since: '2026-01-01T00:00:00Z', appliedRevision: 1, operations }],
    });
    expect(errors).toBeUndefined();
  };
  const moveOf = async () =>
    (await nodeOf(site.controlPlane, id, 'operations { id kind state params { move { to } } }')).operations[0];
  await report([]);
  // What a page already knows of a host's disks may be 30 s old.
  await reload(page);
  await follow(page, `nodes/${id}?tab=settings`);
  await page.getByText('Current data root: default').waitFor();
  await page.getByRole('combobox', { name: 'New data root' }).click();
  expect(await page.getByRole('option', { name: /away/ }).getAttribute('data-combobox-disabled')).toBe('true');
  await page.getByRole('option', { name: 'ssd, 488 GiB free' }).click();
  await button('Move data…').click();
  const dialog = page.getByRole('dialog', { name: 'Move data to ssd?' });
  await dialog.getByText('The node is offline while all its data').waitFor();
  await dialog.getByRole('button', { name: 'Move data' }).click();
  await page.getByText('Operation requested.').waitFor();
  const requested = await moveOf();
  expect(requested).toMatchObject({ kind: 'move', state: 'requested', params: { move: { to: 'ssd' } } });
  await report([{ id: requested.id, state: 'running', progress: 0.25, cancellable: true }]);
  await follow(page, `nodes/${id}`);
  await page.getByText('Move the data to ssd').waitFor();
  await page.getByText('25 %').waitFor();
  await expectAccessible(page);
  await button('Cancel operation').click();
  await follow(page, `nodes/${id}?tab=settings`);
  await page.getByRole('cell', { name: 'Cancelled' }).waitFor();
  expect(await moveOf()).toMatchObject({ state: 'cancelled' });
});

test('warns about irreversible changes before a new version or a deletion, by keys', async () => {
  const id = world.nodeIds['regtest-ci'];
  const observed = { id, phase: 'running', since: new Date().toISOString(), appliedRevision: 1 };
  await world.executor.sync({ nodes: [{ ...observed, wallets: ['', 'savings <b>'] }] });
  await follow(page, `nodes/${id}?tab=configuration`);
  await page.getByRole('combobox', { name: 'Version' }).click();
  await page.getByRole('option', { name: '28.0' }).click();
  await page.getByText('Version: 28.1 → 28.0').waitFor();
  await button('Discard changes').click();
  await follow(page, `nodes/${id}`);
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  // The arrow keys open what they reach; the end is reached first, and opened then.
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const kept = page.getByRole('list', { name: 'Will be kept' });
  await kept.getByText('default wallet, savings <b>').waitFor();
  await tabTo(page, page.getByRole('radio', { name: /Keep on disk/ }));
  await page.keyboard.press('ArrowDown');
  await shown(page.getByRole('list', { name: 'Will be deleted' }).getByText(/Chain data \(to height 1.204/));
  expect(await kept.count()).toBe(0);
  await tabTo(page, page.getByRole('textbox', { name: 'Type regtest-ci to confirm' }));
  await page.keyboard.type('regtest-ci');
  await pressAt(page, page.getByRole('checkbox', { name: 'savings <b>' }), 'Space');
  await page.getByText('Confirm the loss of each wallet').waitFor();
  await expectAccessible(page);
  expect(await button('Delete node and chain data').isDisabled()).toBe(true);
  await pressAt(page, page.getByRole('checkbox', { name: 'default wallet' }), 'Space');
  await until('the node may be deleted', () => button('Delete node and chain data').isEnabled());
  await tabTo(page, page.getByRole('textbox', { name: 'Type regtest-ci to confirm' }));
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await until('half a name confirms nothing', () => button('Delete node and chain data').isDisabled());
  await page.keyboard.type('i');
  await pressAt(page, button('Delete node and chain data'));
  await page.getByText('Deleting regtest-ci').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Nodes' }).waitFor();
  const deleted = { desiredState: 'deleted', dataPolicy: 'remove' };
  expect(await nodeOf(site.controlPlane, id, 'desiredState dataPolicy')).toEqual(deleted);
});

test('a node’s page mutes it, and reveals credentials on request only', async () => {
  const id = world.nodeIds['signet-a'];
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await follow(page, `nodes/${id}`);
  await button('Reveal credentials').waitFor();
  expect(sent.filter((body) => body.includes('NodeRpcCredentials'))).toEqual([]);
  const { nodeRpcCredentials } = await site.controlPlane.ask('{ nodeRpcCredentials { password } }');
  await button('Reveal credentials').click();
  await page.getByText(nodeRpcCredentials.password).waitFor();
  await page.getByRole('combobox', { name: 'Example' }).click();
  await page.getByRole('option', { name: 'lnd' }).click();
  await page.getByText('lnd polls this node. For ZeroMQ, set zmqpubrawblock=1 and zmqpubrawtx=1.').waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByRole('button', { name: /changed/ }).waitFor();
  await page.goBack();
  await button('Reveal credentials').waitFor();

  await button('Mute').click();
  await page.getByRole('menuitem', { name: 'Mute for 1 day' }).click();
  await page.getByRole('button', { name: /^Muted until/ }).click();
  const mutes = () =>
    site.controlPlane.ask(
      'query($id: ID!) { notificationSettings { nodeOverrides(where: { id: $id }) { nodeName muted } } }',
      {
        id,
      },
    );
  expect(await mutes()).toEqual({
    notificationSettings: { nodeOverrides: [{ nodeName: 'signet-a', muted: true }] },
  });
  await page.getByRole('menuitem', { name: 'Unmute', exact: true }).click();
  await button('Mute').waitFor();
  expect(await mutes()).toEqual({ notificationSettings: { nodeOverrides: [] } });
});
