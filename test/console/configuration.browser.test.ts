import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, provideConsole } from '../harness/console.ts';
import { makeWorld, type World } from '../harness/world.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
let world: World;
let page: Page;
beforeAll(async () => {
  world = await makeWorld(site.controlPlane);
  page = await site.openAsOwner({ height: 1400 });
});

const overridesOf = async (id: string | undefined) =>
  (await site.controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { overrides { key value } } }', { id })).node
    .overrides;

describe('the configuration of a node', () => {
  test('is saved once every value is good and no row is managed by the platform, after its consequences were seen', async () => {
    const id = world.nodeIds['signet-a'];
    await page.goto(`nodes/${id}?tab=configuration`);
    await page.getByRole('heading', { name: 'Effective configuration' }).waitFor();
    await page.getByText('The daemon runs with these settings.').waitFor();
    await page.getByRole('button', { name: 'Edit configuration' }).click();
    const save = page.getByRole('button', { name: 'Save' });
    await page.getByRole('button', { name: 'Add option' }).click();
    await page.getByRole('combobox', { name: 'Option' }).fill('maxconnections');
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Value of maxconnections' }).fill('many');
    await page.getByText('must be a whole number').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Value of maxconnections' }).fill('40');

    await page.getByRole('button', { name: 'Add option' }).click();
    await page.getByRole('combobox', { name: 'Option' }).last().fill('maxconection');
    await page.keyboard.press('Escape');
    await page.getByText(/does not know this key and ignores it; did you mean maxconnections\?/).waitFor();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Option' }).last().fill('rpcuser');
    await page.keyboard.press('Escape');
    await page.getByText('Some options are managed by the platform').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove rpcuser' }).click();

    await page.getByText('maxconnections: not set → 40').waitFor();
    await page
      .getByText(/new container/)
      .first()
      .waitFor();
    await save.click();
    await page.getByText('Configuration saved.').waitFor();
    expect(await overridesOf(id)).toEqual([{ key: 'maxconnections', value: '40' }]);
    await page.getByRole('row', { name: /maxconnections 40 set by you/ }).waitFor();
    await page.getByRole('heading', { name: 'Desired configuration' }).waitFor();
    await page.getByText('The daemon runs with other settings: a change is pending').waitFor();
  });

  test('what somebody else saves meanwhile is shown with its author, and is not overwritten without a choice', async () => {
    const id = world.nodeIds['signet-b'];
    const memoryOf = async () =>
      (
        await site.controlPlane.ask(
          'query($id: ID!) { node(where: { id: $id }) { resources { memoryMiB cpuCores } } }',
          {
            id,
          },
        )
      ).node.resources;
    const address = `${consoleUrl(site.controlPlane)}nodes/${id}?tab=configuration`;
    const other = await page.context().newPage();
    const memory = (tab: Page) => tab.getByRole('textbox', { name: 'Memory (MiB)' });
    for (const tab of [page, other]) {
      await tab.goto(address);
      await tab.getByRole('button', { name: 'Edit configuration' }).click();
    }
    await memory(other).fill('1300');
    await other.getByRole('textbox', { name: 'CPU cores' }).fill('3');
    await memory(page).fill('1250');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Configuration saved.').first().waitFor();
    const conflict = other.getByRole('alert').filter({ hasText: 'Configuration changed since you started editing' });
    await conflict.getByText('Memory (MiB): 2048 → 1250').waitFor();
    await conflict.getByText(/^owner.* saved these changes just now/).waitFor();
    expect(await memory(other).inputValue()).toBe('1300');
    expect(await other.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await expectAccessible(other);
    const picture = process.env['SATRAP_SCREENSHOTS'];
    if (picture !== undefined) await other.screenshot({ path: `${picture}/conflict.png` });
    await conflict.getByRole('button', { name: 'Keep my changes' }).click();
    await other.getByText('Memory (MiB): 1250 → 1300').waitFor();
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Configuration saved.').first().waitFor();
    expect(await memoryOf()).toEqual({ memoryMiB: 1300, cpuCores: 3 });
    await other.close();
  });

  test('a change that is not saved is asked about before the page is left, and its draft is kept', async () => {
    await page.goto(`nodes/${world.nodeIds['signet-b']}?tab=configuration`);
    await page.getByRole('button', { name: 'Edit configuration' }).click();
    const memory = page.getByRole('textbox', { name: 'Memory (MiB)' });
    await memory.fill('2048');
    const guard = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Audit' }).click();
    await guard.getByText('keeps the draft').waitFor();
    await expectAccessible(page);
    await guard.getByRole('button', { name: 'Stay' }).click();
    await guard.waitFor({ state: 'detached' });
    expect(await memory.inputValue()).toBe('2048');
    await page.getByRole('link', { name: 'Audit' }).click();
    await guard.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    await page.goBack();
    await memory.waitFor();
    expect(await memory.inputValue()).toBe('2048');
    await page.reload();
    await memory.waitFor();
    expect(await memory.inputValue()).toBe('2048');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit configuration' }).waitFor();
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  });

  test('its data is moved to another data root of its host, which is shown as it goes, and cancelled', async () => {
    const { executor, nodeIds } = world;
    const id = nodeIds['regtest-ci'] ?? '';
    const amount = (total: number) => ({ total, usedByNodes: 0, free: total });
    const root = (name: string, freeMiB: number | null) => ({ name, path: `/mnt/${name}`, totalMiB: freeMiB, freeMiB });
    const dataRoots = [root('default', 2_000_000), root('ssd', 500_000), root('away', null)];
    const report = async (operations: object[]) => {
      const { errors } = await executor.sync({
        resources: { cpuCores: amount(8), memoryMiB: amount(32_768), diskMiB: amount(2_000_000), dataRoots },
        nodes: [{ id, phase: 'running', since: '2026-01-01T00:00:00Z', appliedRevision: 1, operations }],
      });
      expect(errors).toBeUndefined();
    };
    const moveOf = async () => {
      const query = 'query($id: ID!) { node(where: { id: $id }) { operations { id kind state params } } }';
      return (await site.controlPlane.ask(query, { id })).node.operations[0];
    };
    await report([]);
    await page.goto(`nodes/${id}?tab=danger`);
    await page.getByText('Current data root: default').waitFor();
    await page.getByRole('combobox', { name: 'New data root' }).click();
    expect(await page.getByRole('option', { name: /away/ }).getAttribute('data-combobox-disabled')).toBe('true');
    await page.getByRole('option', { name: 'ssd, 488.3 GiB free' }).click();
    expect(await page.getByRole('button', { name: /^Move data to/ }).count()).toBe(0);
    await page.getByLabel('I understand the node is offline while its data is copied.').check();
    await page.getByRole('button', { name: 'Move data to ssd' }).click();
    await page.getByText('Operation requested.').waitFor();
    const requested = await moveOf();
    expect(requested).toMatchObject({ kind: 'move', state: 'requested', params: { to: 'ssd' } });
    await report([{ id: requested.id, state: 'running', progress: 0.25, cancellable: true }]);
    await page.goto(`nodes/${id}`);
    await page.getByText('Move the data to ssd').waitFor();
    await page.getByText('25 %').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel operation' }).click();
    await page.getByRole('cell', { name: 'Cancelled' }).waitFor();
    expect(await moveOf()).toMatchObject({ state: 'cancelled' });
  });

  test('what cannot be undone is said before another version or a deletion is asked for', async () => {
    const id = world.nodeIds['regtest-old'];
    await page.goto(`nodes/${id}?tab=danger`);
    await page.getByRole('combobox', { name: 'New version' }).click();
    await page.getByRole('option', { name: '28.0' }).click();
    await page.getByText('Version: 28.1 → 28.0').waitFor();
    await page.getByLabel('Delete permanently, including wallets').check();
    await page.getByRole('textbox', { name: 'Type regtest-old to confirm' }).fill('regtest-ol');
    expect(await page.getByRole('button', { name: /^Delete node/ }).count()).toBe(0);
    await page.keyboard.type('d');
    await page.getByRole('button', { name: 'Delete node and chain data' }).click();
    await page.getByText('Deleting regtest-old').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Nodes' }).waitFor();
    const { node } = await site.controlPlane.ask(
      'query($id: ID!) { node(where: { id: $id }) { desiredState dataPolicy } }',
      { id },
    );
    expect(node).toEqual({ desiredState: 'deleted', dataPolicy: 'remove' });
  });

  test('a node with wallets loses none of them unnamed, and what is lost and what stays is said', async () => {
    const id = world.nodeIds['regtest-ci'];
    const observed = { id, phase: 'running', since: new Date().toISOString(), appliedRevision: 1 };
    await world.executor.sync({ nodes: [{ ...observed, wallets: ['', 'savings <b>'] }] });
    await page.goto(`nodes/${id}?tab=danger`);
    await page.getByRole('list', { name: 'Will be kept' }).getByText('default wallet, savings <b>').waitFor();
    await page.getByLabel('Delete permanently, including wallets').check();
    await page
      .getByRole('list', { name: 'Will be deleted' })
      .getByText(/Chain data \(to height 1.204/)
      .waitFor();
    expect(await page.getByRole('list', { name: 'Will be kept' }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Type regtest-ci to confirm' }).fill('regtest-ci');
    await page.getByRole('checkbox', { name: 'savings <b>' }).check();
    await page.getByText('Confirm the loss of each wallet').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: /^Delete node/ }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'default wallet' }).check();
    await page.getByRole('button', { name: 'Delete node and chain data' }).click();
    await page.getByText('Deleting regtest-ci').waitFor();
  });
});
