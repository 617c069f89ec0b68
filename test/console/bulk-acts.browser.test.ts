import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { provideConsole } from '../harness/console.ts';
import { makeWorld, type World } from '../harness/world.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
let page: Page;
let world: World;
beforeAll(async () => {
  world = await makeWorld(site.controlPlane);
  page = await site.openAsOwner();
  await page.getByRole('link', { name: 'Nodes', exact: true }).click();
});

const result = (name: string) => page.getByRole('dialog').getByRole('row').filter({ hasText: name });
const desired = async () => {
  const { nodes } = await site.controlPlane.ask('{ nodes(orderBy: [{ name: asc }]) { name desiredState } }');
  return Object.fromEntries(
    nodes.map((node: { name: string; desiredState: string }) => [node.name, node.desiredState]),
  );
};

test('all nodes that a filter leaves are stopped at once, with a result for each', async () => {
  await page.getByRole('searchbox', { name: 'Name' }).fill('regtest');
  await page.getByRole('checkbox', { name: 'Select regtest-old' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select signet-a' }).waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select all' }).focus();
  await page.keyboard.press('Space');
  await page.getByText('2 of 2 selected').waitFor();
  await page.getByRole('button', { name: 'Stop…' }).click();
  await page
    .getByRole('dialog')
    .getByText(/The chain data is kept/)
    .waitFor();
  await result('regtest-old').getByText('Already stopped or stopping.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('1 requested, 0 failed, 1 skipped.').waitFor();
  await result('regtest-ci').getByText('requested').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  expect(await desired()).toMatchObject({ 'regtest-ci': 'stopped', 'regtest-old': 'stopped', 'signet-a': 'running' });
});

test('a node that is gone meanwhile is refused, and the others are started', async () => {
  await page.getByRole('button', { name: 'Start…', exact: true }).click();
  await result('regtest-old').getByText('pending').waitFor();
  const { nodes } = await site.controlPlane.ask('{ nodes(where: { name: { equals: "regtest-old" } }) { id } }');
  await site.controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id: nodes[0].id });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('1 requested, 1 failed, 0 skipped.').waitFor();
  await result('regtest-old').getByText('failed').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  expect((await desired())['regtest-ci']).toBe('running');
});

test('the version of many is changed to one that their executors offer, and who cannot be lowered says so before', async () => {
  await page.getByRole('searchbox', { name: 'Name' }).fill('signet');
  // A click while the list moves may end on another row.
  await page.getByRole('checkbox', { name: 'Select regtest-ci' }).waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select signet-a' }).check();
  await page.getByRole('checkbox', { name: 'Select signet-b', exact: true }).check();
  await page.getByRole('button', { name: 'Change version…' }).click();
  await page.getByRole('combobox', { name: 'New version' }).click();
  await page.getByRole('option', { name: '28.0 (for 2 of 2)' }).click();
  await result('signet-a').getByText('28.1 → 28.0').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change to 28.0' }).click();
  await page.getByText('2 requested, 0 failed, 0 skipped.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  const { nodes } = await site.controlPlane.ask('{ nodes(where: { clientVersion: { equals: "28.0" } }) { name } }');
  expect(nodes).toHaveLength(2);

  const clients = ['28.1', '28.0', '22.0'].map((version) => ({
    ...{ client: 'bitcoind', version, image: `example/bitcoin:${version}` },
  }));
  await world.executor.sync({ capabilities: { clients, networks: ['signet', 'regtest'], nodeTypes: ['full'] } });
  await page.getByRole('button', { name: 'Change version…' }).click();
  await page.getByRole('combobox', { name: 'New version' }).click();
  await page.getByRole('option', { name: '22.0 (for 2 of 2)' }).click();
  await result('signet-a').getByText('skipped').waitFor();
  await result('signet-a')
    .getByText(/cannot read this node’s chain data/)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Change to 22.0' }).isDisabled()).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});

test('a person chooses the columns, which this browser keeps', async () => {
  const head = (name: string) => page.getByRole('columnheader', { name });
  await head('Peers').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Peers' }).click();
  await head('Peers').waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Type' }).click();
  await head('Type').waitFor();
  await expectAccessible(page);
  await page.reload();
  await head('Type').waitFor();
  expect(await head('Peers').count()).toBe(0);
});
