import { randomUUID } from 'node:crypto';
import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { eq, sql } from '../../src/control-plane/platform/database/database.ts';
import { executor as host } from '../../src/control-plane/tables/executors.ts';
import { node } from '../../src/control-plane/tables/nodes.ts';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { follow, provideConsole, shown } from '../harness/console.ts';
import { TestExecutor } from '../harness/executor.ts';
import { heldNode } from '../harness/held-node.ts';
import { insertIncident } from '../harness/incident-rows.ts';
import { addHost, type Host } from '../harness/inhabited.ts';
import { pressAt, untilFocused } from '../harness/keyboard.ts';
import { sample } from '../harness/sample.ts';
import { until } from '../harness/until.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
// One page, on which the tests follow one another, those of a host without a click. That the tab key reaches all of a
// page is tested in `pages.browser.test.ts`.
const chainData = { network: 'regtest', nodeType: 'full', height: 1204, sizeBytes: 2048, openedWith: '28.1' };
const orphan = {
  ...{ nodeId: randomUUID(), name: 'left', containerId: null, kept: true },
  data: { ...chainData, wallets: ['savings'] },
};

let world: Host;
let nodeId: string;
let rebelId: string;
let page: Page;
beforeAll(async () => {
  world = await addHost(site.controlPlane);
  await world.host.sync({ orphans: [orphan] });
  nodeId = await world.newNode({ name: 'alpha' });
  page = await site.openAsOwner();
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const region = (name: string) => page.getByRole('region', { name });
const state = (text: string) => page.getByRole('status').getByText(text).waitFor();
const fields = 'cordon { reason } drain { reason } labels { key value }';
const executor = async () =>
  (await site.controlPlane.ask(`{ executor(where: { id: "${world.executorId}" }) { ${fields} } }`)).executor;

const tab = (name: string) => page.getByRole('tab', { name });

/** Opens the dialog of an action and gives the reason that it needs. */
async function because(reason: string, act: string): Promise<void> {
  await button(`${act}…`).press('Enter');
  await untilFocused(field('Reason'));
  expect(await inDialog(act).isDisabled()).toBe(true);
  await page.keyboard.type(reason);
}

/** Presses a button as soon as that is possible. */
async function pressOnce(target: Locator): Promise<void> {
  await until(`${target} may be pressed`, () => target.isEnabled());
  await target.press('Enter');
}

test('draws a host’s page once complete, so that nothing moves under the pointer', async () => {
  await heading('Overview');
  const keys = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('ExecutorKeys')) await keys.promise;
    await route.continue();
  });
  const answered = page.waitForResponse((answer) => answer.request().postData()?.includes('query Executor(') ?? false);
  await page.keyboard.type('gx');
  await heading('Hosts');
  await page.getByRole('link', { name: 'host-1' }).press('Enter');
  await page.waitForURL(`**/executors/${world.executorId}`);
  await (await answered).finished();
  expect(await region('Capacity').count()).toBe(0);
  keys.resolve();
  await region('Capacity')
    .getByText(/ cores allocated/)
    .waitFor();
  await tab('Settings').click();
  await page.getByText(/kept after node deletion: regtest, full, height 1.204, 2 KiB/).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('cordons, drains and restores a host by keys, with the focus on the next action', async () => {
  await heading('host-1');
  await because('new disk', 'Cordon host');
  await pressOnce(inDialog('Cordon host'));
  await state('cordoned');
  expect(await executor()).toMatchObject({ cordon: { reason: 'new disk' }, drain: null });
  await untilFocused(button('Uncordon host'));
  await page.keyboard.press('Enter');
  await state('online');

  await because('move', 'Drain host');
  await page.getByRole('dialog').getByText('1 node stops: alpha.').waitFor();
  await expectDialogAccessible(page);
  expect(await executor()).toMatchObject({ cordon: null, drain: null });
  await pressAt(page, inDialog('Drain host'));
  await page.getByText('Draining: 0 of 1 nodes stopped').waitFor();
  await page.getByRole('progressbar', { name: 'Stopped nodes' }).waitFor({ state: 'attached' });
  expect(await executor()).toMatchObject({ drain: { reason: 'move' } });
  await untilFocused(button('End drain'));
  const stopped = { id: nodeId, phase: 'stopped', reason: null, since: new Date().toISOString(), appliedRevision: 2 };
  await world.host.sync({ orphans: [orphan], nodes: [stopped] });
  await page.getByText('Drained: all nodes stopped').waitFor();
  await follow(page, '');
  await region('Hosts').getByText('drained').waitFor();
  await page.goBack();
  await button('End drain').press('Enter');
  await state('online');
  expect(await executor()).toMatchObject({ cordon: null, drain: null });
});

test('labels are changed by keys, and what is typed outlasts what somebody else saves', async () => {
  await tab('Settings').press('Enter');
  const labels = page.getByRole('textbox', { name: 'Labels' });
  await labels.focus();
  await page.keyboard.type('region');
  await page.getByText('“region” is not a label').waitFor();
  const data = '{ labels: [{ key: "rack", value: "7" }] }';
  await site.controlPlane.ask(
    `mutation { updateExecutor(where: { id: "${world.executorId}" }, data: ${data}) { executor { id } } }`,
  );
  await until('the other label is here', async () => (await labels.inputValue()) === 'region');
  await page.keyboard.type('=eu');
  await pressOnce(button('Save labels'));
  await page.getByRole('alert').getByText('Current values: labels rack=7. To apply your changes').waitFor();
  await pressOnce(button('Save labels'));
  await page.getByText('Labels saved.').waitFor();
  await untilFocused(button('Save labels'));
  expect(await labels.inputValue()).toBe('region=eu');
  expect(await executor()).toMatchObject({ labels: [{ key: 'region', value: 'eu' }] });
  expect(await button('Save labels').isDisabled()).toBe(true);
});

test('what a node left is removed by keys only by its name and those of its wallets', async () => {
  await button('Delete…').press('Enter');
  const name = field('Type left to confirm');
  await untilFocused(name);
  await page.keyboard.press('Escape');
  await untilFocused(button('Delete…'));
  await page.keyboard.press('Enter');
  await untilFocused(name);
  await page.keyboard.type('left');
  expect(await button('Delete data').isDisabled()).toBe(true);
  await expectAccessible(page);
  await pressAt(page, page.getByRole('checkbox', { name: 'savings' }), 'Space');
  await until('the data may be removed', () => button('Delete data').isEnabled());
  await name.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await until('half a name confirms nothing', () => button('Delete data').isDisabled());
  await page.keyboard.type('t');
  await pressOnce(button('Delete data'));
  await page.getByText('Deletion requested.').waitFor();
});

test('the key of an agent is given up by keys', async () => {
  await button('Revoke host').press('Enter');
  await page.getByRole('dialog').getByText('Revoke key host?').waitFor();
  await pressAt(page, inDialog('Revoke key'));
  await page.getByText('No valid key.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilFocused(region('API key'));
  expect((await world.host.sync()).errors?.[0]?.extensions?.code).toBe('unauthenticated');
});

test('a split network shows both branches as a tree with nodes and reason', async () => {
  const [longer, rejected] = ['a'.repeat(64), 'b'.repeat(64)];
  rebelId = await world.newNode({ name: 'rebel' });
  const invalid = { height: 105, hash: longer, branchLength: 5, status: 'invalid' as const };
  for (const [id, metrics] of [
    [nodeId, sample(105, { bestBlockHash: longer })],
    [rebelId, sample(100, { bestBlockHash: rejected, branches: [invalid] })],
  ] as const)
    await site.database.update(node).set({ metrics, metricsAt: new Date() }).where(eq(node.id, id));
  await follow(page, 'networks');
  await page.getByRole('link', { name: 'regtest' }).click();
  const items = page.getByRole('list', { name: 'Branches' }).getByRole('listitem');
  await shown(items.getByText('Tip 105: 1 node'));
  const texts = await items.allInnerTexts();
  expect(texts).toHaveLength(2);
  expect(texts[0]).toMatch(/alpha\s+at 105/);
  expect(texts[1]).toContain('Stopped after block 100: 1 node');
  expect(texts[1]).toContain('rebel rejects the other branch as invalid.');
  const lefts = await items.evaluateAll((found) => found.map((item) => item.getBoundingClientRect().left));
  expect(lefts[1]).toBeGreaterThan(lefts[0] ?? 0);
  await expectAccessible(page);
});

test('the list of hosts leads on where none fits, and lets another host join', async () => {
  await follow(page, 'executors');
  const name = page.getByRole('searchbox', { name: 'Name' });
  await name.fill('nowhere');
  await page.getByText('No hosts match').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'host-1' }).waitFor();
  expect(await name.inputValue()).toBe('');
  await button('Add host').click();
  await field('Host').fill('Not a name');
  await button('Create install command').click();
  // What the API calls `data.executorName`.
  await page.getByRole('alert').getByText('Host name must have 1 to 63 characters').waitFor();
  await field('Host').fill('host-2');
  await page.route('**/graphql', withInstaller);
  await button('Create install command').click();
  await shown(page.getByRole('dialog').getByText(/^curl -fsSL \S+\/install \| .* sh -s -- --name host-2$/));
  await page.unroute('**/graphql', withInstaller);
  await expectDialogAccessible(page);
  await page.getByRole('tab', { name: 'Satrap is installed' }).click();
  await shown(page.getByRole('dialog').getByText(/ satrap agent install --url \S+ --name host-2$/));
  await page.getByRole('tab', { name: 'Docker container' }).click();
  await expectDialogAccessible(page);
  await pressAt(page, button('Done'));
  await untilFocused(button('Add host'));
});

/** Answers as a control plane that was installed from a release. */
async function withInstaller(route: Route): Promise<void> {
  if (!route.request().postData()?.includes('createEnrolmentToken')) return route.fallback();
  const response = await route.fetch();
  const { data } = await response.json();
  const createEnrolmentToken = { ...data.createEnrolmentToken, installFault: null };
  await route.fulfill({ response, json: { data: { createEnrolmentToken } } });
}

test('a control plane without a release offers no command that downloads one', async () => {
  await follow(page, 'executors');
  await button('Add host').click();
  await button('Create install command').click();
  await shown(page.getByRole('dialog').getByText(/ satrap agent install --url /));
  await shown(page.getByText('This control plane has no release to download.'));
  await shown(page.getByText('127.0.0.1 is this machine only'));
  expect(await page.getByRole('tab', { name: 'Linux' }).count()).toBe(0);
  await expectDialogAccessible(page);
  await button('Done').click();
});

test('agents with a wrong key are shown among the hosts, once each in the audit log', async () => {
  const refused = async (key: string) => {
    const agent = new TestExecutor(site.controlPlane, key, 'host-9', randomUUID());
    for (let heartbeat = 0; heartbeat < 3; heartbeat++)
      expect((await agent.sync()).errors?.[0]?.extensions?.code).toBeDefined();
  };
  const other = await TestExecutor.withKey(site.controlPlane, 'host-3');
  await other.sync();
  await refused(other.key);
  await refused(site.controlPlane.personalKey);
  const { createApiKey } = await site.controlPlane.ask(
    'mutation { createApiKey(data: { purpose: executor, name: "lost-host" }) { secret apiKey { id } } }',
  );
  await site.controlPlane.ask(
    `mutation { revokeApiKey(where: { id: "${createApiKey.apiKey.id}" }) { apiKey { id } } }`,
  );
  await refused(createApiKey.secret);
  const { auditActions } = await site.controlPlane.ask(
    '{ auditActions(filter: { action: "syncExecutor", outcome: refused, direction: newer }) { nodes { errorCode } } }',
  );
  // The first one is of host-1, whose key was revoked above.
  const codes = auditActions.nodes.map(({ errorCode }: { errorCode: string }) => errorCode);
  expect(codes.slice(-3)).toEqual(['executor_key_bound', 'Forbidden', 'unauthenticated']);
  expect(codes.length).toBeLessThanOrEqual(4);
  await page.getByText('Agent rejected').first().waitFor();
  await page.getByText('The API key belongs to another host').waitFor();
  await page.getByText('Not a host key').waitFor();
  await page.getByText(/lost-host.*was revoked or has expired/).waitFor();
});

test('a host that offers nodes shows them, and takes a person’s confirmation', async () => {
  const holder = await TestExecutor.withKey(site.controlPlane, 'holder');
  const executorId = randomUUID();
  await holder.sync({ held: { executorId, nodes: null } });
  await holder.sync({ held: { executorId, nodes: [heldNode({ name: 'alice', height: 840_000 })] } });
  const offer = region('holder offers 1 node');
  await offer.getByRole('row', { name: /alice.*840.000/ }).waitFor();
  await page.getByText('offers nodes', { exact: true }).waitFor();
  // With the rejected agents.
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Take over nodes…' }).click();
  await inDialog('Take over nodes').click();
  await offer.waitFor({ state: 'detached' });
  const { nodes } = await site.controlPlane.ask('{ nodes { name executor { name } } }');
  expect(nodes).toContainEqual({ name: 'alice', executor: { name: 'holder' } });
});

test('a host that is gone is forgotten by its name typed out, by keys', async () => {
  for (const id of [nodeId, rebelId])
    await site.controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { node { id } } }', { id });
  await site.database.execute(sql`UPDATE executor SET online = false WHERE id = ${world.executorId}`);
  await follow(page, `executors/${world.executorId}?tab=settings`);
  await state('offline');
  const name = field('Type host-1 to confirm');
  await name.focus();
  await page.keyboard.type('host-');
  expect(await button('Remove host').isDisabled()).toBe(true);
  await page.keyboard.type('1');
  await pressOnce(button('Remove host'));
  await heading('Hosts');
  await page.getByRole('link', { name: 'holder' }).first().waitFor();
  await page.getByRole('link', { name: 'host-1' }).waitFor({ state: 'detached' });
});

test('labels of nodes are changed from the list, and on the page of one', async () => {
  const labels = page.getByRole('textbox', { name: 'Labels' });
  await follow(page, 'nodes');
  await page.getByRole('checkbox', { name: 'Select alice' }).check();
  await button('Label…').click();
  await labels.fill('team=pay\nold-');
  await page.getByRole('dialog').getByText('pending').waitFor();
  await expectDialogAccessible(page);
  await inDialog('Label').click();
  await page.getByText('1 requested, 0 failed, 0 skipped.').waitFor();
  await inDialog('Close').last().click();
  await page.getByRole('link', { name: 'alice' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await until('the label is on its page', async () => (await labels.inputValue()) === 'team=pay');
  await labels.fill('team=core');
  await pressOnce(button('Save labels'));
  await page.getByText('Labels saved.').waitFor();
  const { nodes } = await site.controlPlane.ask('{ nodes(where: { name: { equals: "alice" } }) { labels { value } } }');
  expect(nodes).toEqual([{ labels: [{ value: 'core' }] }]);
});

describe('a host with problems', () => {
  let executorId: string;
  beforeAll(async () => {
    const away = await TestExecutor.withKey(site.controlPlane, 'away-1');
    executorId = (await away.sync()).data.syncExecutor.executorId;
    const { organizationId } = site.controlPlane.made;
    const now = new Date();
    await insertIncident(site.database, {
      ...{ organizationId, executorId, subjectId: executorId, subjectName: 'away-1' },
      ...({ code: 'disk_filling', severity: 'warning', status: 'open', subjectType: 'executor' } as const),
      ...{ message: 'The disk of away-1 is full in 3 days.', data: {}, startedAt: now, openedAt: now, updatedAt: now },
    });
  });

  test('lists its open incidents with advice', async () => {
    await follow(page, `executors/${executorId}`);
    await heading('away-1');
    const incidents = region('Open incidents');
    await incidents.getByRole('button', { name: /Disk filling: away-1/ }).press('Enter');
    await incidents.getByText('Plan more disk space').waitFor();
    await expectAccessible(page);
  });

  test('says what to do once it is offline, and how old its values are', async () => {
    const lastSeenAt = new Date(Date.now() - 20 * 60_000);
    await site.database.update(host).set({ lastSeenAt, online: false }).where(eq(host.id, executorId));
    await follow(page, 'executors');
    await follow(page, `executors/${executorId}`);
    await page.getByText('No heartbeat for 20 min').waitFor();
    await page.getByText('systemctl status satrap-agent').waitFor();
    await region('Capacity')
      .getByText(/^as of 2\d min ago/)
      .waitFor();
    await expectAccessible(page);
  });
});
