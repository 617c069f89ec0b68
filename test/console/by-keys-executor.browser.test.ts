import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { provideConsole } from '../harness/console.ts';
import { TestExecutor } from '../harness/executor.ts';
import { pressAt, tabTo, untilFocused } from '../harness/keyboard.ts';
import { release } from '../harness/release.ts';
import { until } from '../harness/until.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
// One page, on which these tests follow one another without a click.

const upgradability = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' };
const orphan = {
  ...{ nodeId: randomUUID(), name: 'left', containerId: null, kept: true },
  data: {
    ...{ network: 'regtest', nodeType: 'full', height: 1204, sizeBytes: 2048, openedWith: '28.1' },
    wallets: ['savings'],
  },
};

let host: TestExecutor;
let executorId: string;
let page: Page;
beforeAll(async () => {
  host = await TestExecutor.withKey(site.controlPlane, 'host-1');
  executorId = (await host.sync({ upgradability, orphans: [orphan] })).data.syncExecutor.executorId;
  await site.controlPlane.ask(
    'mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { id } }',
    {
      data: release('1.1.0'),
    },
  );
  page = await site.openAsOwner({ height: 1600 });
  await page.keyboard.type('gx');
  await pressAt(page, page.getByRole('link', { name: 'host-1' }));
  await page.getByRole('heading', { level: 1, name: 'host-1' }).waitFor();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const region = (name: string) => page.getByRole('region', { name });
const state = (text: string) => page.getByRole('status').getByText(text).waitFor();
const executor = async () =>
  (
    await site.controlPlane.ask(
      'query($id: ID!) { executor(where: { id: $id }) { cordon { reason } drain { reason } labels { key value } upgrade { state } } }',
      { id: executorId },
    )
  ).executor;

/** Gives a reason, and presses what needs one. */
async function because(reason: string, act: string): Promise<void> {
  await until('there is no reason', async () => (await field('Reason').inputValue()) === '');
  await tabTo(page, field('Reason'));
  await page.keyboard.type(reason);
  await until(`${act} may be pressed`, () => button(act).isEnabled());
  await pressAt(page, button(act));
}

test('an executor is cordoned, drained and brought back by keys, with the focus where the opposite act is', async () => {
  await because('new disk', 'Cordon host');
  await state('cordoned');
  expect(await executor()).toMatchObject({ cordon: { reason: 'new disk' }, drain: null });
  await untilFocused(button('Uncordon host'));
  await page.keyboard.press('Enter');
  await state('online');

  await because('move', 'Drain host…');
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Drain host', exact: true }));
  await page.getByText('Under maintenance: runs no nodes').waitFor();
  expect(await executor()).toMatchObject({ drain: { reason: 'move' } });
  await untilFocused(button('End drain'));
  await page.keyboard.press('Enter');
  await state('online');
  expect(await executor()).toMatchObject({ cordon: null, drain: null });
});

test('labels are changed by keys, and what is typed outlasts what somebody else saves', async () => {
  const labels = page.getByRole('textbox', { name: /^One per line/ });
  await tabTo(page, labels);
  await page.keyboard.type('region');
  await page.getByText('“region” is not a label').waitFor();
  await site.controlPlane.ask(
    'mutation($id: ID!) { updateExecutor(where: { id: $id }, data: { labels: [{ key: "rack", value: "7" }] }) { id } }',
    { id: executorId },
  );
  await until('the other label is here', async () => (await labels.inputValue()) === 'region');
  await page.keyboard.type('=eu');
  await pressAt(page, button('Save labels'));
  await untilFocused(labels);
  expect(await labels.inputValue()).toBe('region=eu');
  expect(await executor()).toMatchObject({ labels: [{ key: 'region', value: 'eu' }] });
  expect(await button('Save labels').count()).toBe(0);
});

test('an upgrade is asked for and cancelled by keys, with the focus in the part where both acts are', async () => {
  const agent = region('Agent');
  await pressAt(page, agent.getByRole('button', { name: 'Upgrade agent' }));
  await agent.getByText('to 1.1.0: requested').waitFor();
  await untilFocused(agent);
  expect((await executor()).upgrade).not.toBeNull();
  await pressAt(page, button('Cancel upgrade'));
  await agent.getByRole('listitem').filter({ hasText: 'cancelled' }).waitFor();
  await untilFocused(agent);
  expect((await executor()).upgrade).toBeNull();
});

test('what a node left is removed by keys, by its name and those of its wallets', async () => {
  await pressAt(page, button('Delete…'));
  const name = field('Type left to confirm');
  await untilFocused(name);
  await page.keyboard.press('Tab');
  await pressAt(page, button('Cancel'));
  await untilFocused(button('Delete…'));
  await page.keyboard.press('Enter');
  await untilFocused(name);
  await page.keyboard.type('left');
  await pressAt(page, page.getByRole('checkbox', { name: 'savings' }), 'Space');
  await until('the data may be removed', () => button('Delete data').isEnabled());
  await pressAt(page, button('Delete data'));
  await page.getByRole('status').getByText('Deletion requested.').waitFor();
});

test('the key of an agent is given up by keys, and a token for another one is made for just this executor', async () => {
  await pressAt(page, button('Revoke host-1'));
  await page.getByRole('dialog').getByText('Revoke key of host-1?').waitFor();
  await expectAccessible(page);
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }));
  await page.getByText('No valid key.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilFocused(region('API key'));
  expect((await host.sync()).errors?.[0]?.extensions?.code).toBe('Unauthenticated');
  await pressAt(page, region('API key').getByRole('link', { name: 'API keys' }));
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await pressAt(page, button('Add host'));
  await untilFocused(field('Host'));
  await page.keyboard.type('host-1');
  await page.keyboard.press('Enter');
  await pressAt(page, button('Done'));
  await untilFocused(button('Add host'));
  await page.getByRole('region', { name: 'Tokens' }).getByText('host-1').waitFor();
});

test('an executor whose host is gone is forgotten by its name typed out', async () => {
  const database = new pg.Client({ connectionString: site.controlPlane.settings.databaseUrl });
  await database.connect();
  try {
    await database.query('UPDATE executor SET online = false WHERE id = $1', [executorId]);
  } finally {
    await database.end();
  }
  await page.keyboard.type('gx');
  await pressAt(page, page.getByRole('link', { name: 'host-1' }));
  await state('offline');
  const name = field('Type host-1 to confirm');
  await tabTo(page, name);
  await page.keyboard.type('host-');
  expect(await button('Remove host').isDisabled()).toBe(true);
  await page.keyboard.type('1');
  await until('it may be forgotten', () => button('Remove host').isEnabled());
  await pressAt(page, button('Remove host'));
  await page.getByText('No hosts yet').waitFor();
});
