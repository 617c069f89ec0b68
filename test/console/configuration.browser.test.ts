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
    await page.getByRole('button', { name: 'Change the configuration' }).click();
    const save = page.getByRole('button', { name: 'Save' });
    await page.getByRole('button', { name: 'Set an option' }).click();
    await page.getByRole('combobox', { name: 'Option' }).fill('maxconnections');
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Value of maxconnections' }).fill('many');
    await page.getByText('must be a whole number').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Value of maxconnections' }).fill('40');

    await page.getByRole('button', { name: 'Set an option' }).click();
    await page.getByRole('combobox', { name: 'Option' }).last().fill('maxconection');
    await page.keyboard.press('Escape');
    await page.getByText(/does not know this key and ignores it; did you mean maxconnections\?/).waitFor();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Option' }).last().fill('rpcuser');
    await page.keyboard.press('Escape');
    await page.getByText('Some rows are managed by the platform').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove rpcuser' }).click();

    await page.getByText('maxconnections: not set → 40').waitFor();
    await page
      .getByText(/new container/)
      .first()
      .waitFor();
    await save.click();
    await page.getByText('Saved.').waitFor();
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
      await tab.getByRole('button', { name: 'Change the configuration' }).click();
    }
    await memory(other).fill('1300');
    await other.getByRole('textbox', { name: 'Processor cores' }).fill('3');
    await memory(page).fill('1250');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').first().waitFor();
    const conflict = other.getByRole('alert').filter({ hasText: 'The configuration has changed since you began' });
    await conflict.getByText('Memory (MiB): 2048 → 1250').waitFor();
    await conflict.getByText(/^owner.* saved this just now/).waitFor();
    expect(await memory(other).inputValue()).toBe('1300');
    expect(await other.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await expectAccessible(other);
    const picture = process.env['SATRAP_SCREENSHOTS'];
    if (picture !== undefined) await other.screenshot({ path: `${picture}/conflict.png` });
    await conflict.getByRole('button', { name: 'Keep my changes' }).click();
    await other.getByText('resources.memoryMiB: 1250 → 1300').waitFor();
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Saved.').first().waitFor();
    expect(await memoryOf()).toEqual({ memoryMiB: 1300, cpuCores: 3 });
    await other.close();
  });

  test('a change that is not saved is asked about before the page is left, and its draft is kept', async () => {
    await page.goto(`nodes/${world.nodeIds['signet-b']}?tab=configuration`);
    await page.getByRole('button', { name: 'Change the configuration' }).click();
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
    await page.getByRole('button', { name: 'Change the configuration' }).waitFor();
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
    await page.getByText('Its data is in the data root default').waitFor();
    await page.getByRole('combobox', { name: 'To another data root' }).click();
    expect(await page.getByRole('option', { name: /away/ }).getAttribute('data-combobox-disabled')).toBe('true');
    await page.getByRole('option', { name: 'ssd, 488.3 GiB free' }).click();
    expect(await page.getByRole('button', { name: /^Move its data to/ }).count()).toBe(0);
    await page.getByLabel('I know that the node is down while its data is copied.').check();
    await page.getByRole('button', { name: 'Move its data to ssd' }).click();
    await page.getByText('The operation is requested.').waitFor();
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
    await page.getByRole('combobox', { name: /change to/ }).click();
    await page.getByRole('option', { name: '28.0' }).click();
    await page.getByText('clientVersion: 28.1 → 28.0').waitFor();
    await page.getByLabel('is removed, wallets in it as well').check();
    await page.getByRole('textbox', { name: 'Type regtest-old to delete it' }).fill('regtest-ol');
    expect(await page.getByRole('button', { name: /^Delete the node/ }).count()).toBe(0);
    await page.keyboard.type('d');
    await page.getByRole('button', { name: 'Delete the node and its chain data' }).click();
    await page.getByText('regtest-old is being deleted.').waitFor();
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
    await page.getByRole('list', { name: 'What stays' }).getByText('the default one, savings <b>').waitFor();
    await page.getByLabel('is removed, wallets in it as well').check();
    await page
      .getByRole('list', { name: 'What is lost' })
      .getByText(/chain data \(to height 1.204/)
      .waitFor();
    expect(await page.getByRole('list', { name: 'What stays' }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Type regtest-ci to delete it' }).fill('regtest-ci');
    await page.getByRole('checkbox', { name: 'savings <b>' }).check();
    await page.getByText('Tick each wallet that is lost').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: /^Delete the node/ }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'the default one' }).check();
    await page.getByRole('button', { name: 'Delete the node and its chain data' }).click();
    await page.getByText('regtest-ci is being deleted.').waitFor();
  });
});
