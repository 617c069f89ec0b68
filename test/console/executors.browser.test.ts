import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, provideConsole } from '../harness/console.ts';
import { TestExecutor } from '../harness/executor.ts';
import { heldNode } from '../harness/held-node.ts';
import { type Inhabited, inhabit } from '../harness/inhabited.ts';

const site = provideConsole({ heartbeatSeconds: 60 });
let world: Inhabited;
let page: Page;
beforeAll(async () => {
  world = await inhabit(site.controlPlane);
  page = await site.openAsOwner();
});

const executor = async () =>
  (
    await site.controlPlane.ask(
      'query($id: ID!) { executor(where: { id: $id }) { cordon { reason } drain { reason } labels { key value } } }',
      { id: world.executorId },
    )
  ).executor;

test('an executor is found, cordoned with a reason, drained and brought back, and labeled', async () => {
  await world.newNode({ name: 'alpha' });
  await page.getByRole('link', { name: 'Hosts' }).click();
  await page.getByRole('link', { name: 'host-1' }).click();
  await page.getByRole('heading', { level: 1, name: 'host-1' }).waitFor();
  expect(await page.getByRole('button', { name: 'Cordon host' }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Reason' }).fill('new disk');
  await page.getByRole('button', { name: 'Cordon host' }).click();
  await page.getByRole('status').getByText('cordoned').waitFor();
  expect(await executor()).toMatchObject({ cordon: { reason: 'new disk' }, drain: null });
  await page.getByRole('button', { name: 'Uncordon host' }).click();
  await page.getByRole('status').getByText('online').waitFor();
  await page.getByRole('textbox', { name: 'Reason' }).fill('move');
  await page.getByRole('button', { name: 'Drain host…' }).click();
  await page.getByRole('dialog').getByText('1 node stops: alpha.').waitFor();
  await expectAccessible(page);
  expect(await executor()).toMatchObject({ drain: null });
  await page.getByRole('dialog').getByRole('button', { name: 'Drain host', exact: true }).click();
  await page.getByText('Under maintenance: runs no nodes').waitFor();
  expect(await executor()).toMatchObject({ drain: { reason: 'move' } });
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByRole('region', { name: 'Hosts' }).getByText('draining').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'End drain' }).click();
  await page.getByRole('status').getByText('online').waitFor();

  const labels = page.getByRole('textbox', { name: 'One per line' });
  await labels.fill('region');
  await page.getByText('“region” is not a label').waitFor();
  await labels.fill('region=eu');
  await page.getByRole('button', { name: 'Save labels' }).click();
  await page.getByRole('button', { name: 'Save labels' }).waitFor({ state: 'detached' });
  expect(await executor()).toMatchObject({ labels: [{ key: 'region', value: 'eu' }] });
});

test('the list of executors leads on where none fits, and lets another host join', async () => {
  await page.goto(new URL('executors', consoleUrl(site.controlPlane)).href);
  await page.getByRole('link', { name: 'host-1' }).waitFor();
  const name = page.getByRole('searchbox', { name: 'Name' });
  await name.fill('nowhere');
  await page.getByText('No hosts match').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'host-1' }).waitFor();
  expect(await name.inputValue()).toBe('');
  await page.getByRole('button', { name: 'Add host' }).click();
  await page.getByRole('textbox', { name: 'Host' }).fill('Not a name');
  await page.getByRole('button', { name: 'Create token' }).click();
  // What the API calls `input.executorName`.
  await page.getByRole('alert').getByText('Host name must have 1 to 63 characters').waitFor();
  await page.getByRole('textbox', { name: 'Host' }).fill('host-2');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page
    .getByRole('dialog')
    .getByText(/ satrap agent install --url \S+ --name host-2$/)
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
});

test('what a node left is described, and removed only by its name and those of its wallets', async () => {
  const { host, executorId } = world;
  const nodeId = randomUUID();
  const data = {
    network: 'regtest',
    nodeType: 'full',
    height: 1204,
    sizeBytes: 2048,
    openedWith: '28.1',
    wallets: ['savings'],
  };
  await host.sync({ orphans: [{ nodeId, name: 'left', containerId: null, kept: true, data }] });
  // Nothing is drawn that would move under a pointer when the rest comes.
  const keys = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('ExecutorKeys')) await keys.promise;
    await route.continue();
  });
  const answered = page.waitForResponse((answer) => answer.request().postData()?.includes('ExecutorPage') ?? false);
  await page.goto(new URL(`executors/${executorId}`, consoleUrl(site.controlPlane)).href);
  await (await answered).finished();
  expect(await page.getByText('kept after').count()).toBe(0);
  keys.resolve();
  await page.getByText(/kept after node deletion: regtest, full, height 1.204, 2 KiB/).waitFor();
  const remove = page.getByRole('button', { name: 'Delete data' });
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('textbox', { name: 'Type left to confirm' }).fill('lef');
  expect(await remove.isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Type left to confirm' }).fill('left');
  expect(await remove.isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'savings' }).check();
  await remove.click();
  await page.getByText('Deletion requested.').waitFor();
});

test('a host that offers nodes is shown with them, and they are taken over once a person confirms', async () => {
  const holder = new TestExecutor(site.controlPlane, await site.controlPlane.key('executor', 'holder'), 'holder');
  const executorId = randomUUID();
  await holder.sync({ held: { executorId, nodes: null } });
  await holder.sync({ held: { executorId, nodes: [heldNode({ name: 'alice', height: 840_000 })] } });
  await page.goto(new URL('executors', consoleUrl(site.controlPlane)).href);
  const offer = page.getByRole('region', { name: 'holder offers 1 node' });
  await offer.getByRole('row', { name: /alice.*840.000/ }).waitFor();
  await page.getByText('offers nodes', { exact: true }).waitFor();
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Take over nodes…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take over nodes' }).click();
  await offer.waitFor({ state: 'detached' });
  const { nodes } = await site.controlPlane.ask('{ nodes { name executor { name } } }');
  expect(nodes).toContainEqual({ name: 'alice', executor: { name: 'holder' } });
});

test('agents with the key of another host, of a person, or a revoked one, are shown among the hosts, and the audit log has each once', async () => {
  const { executorKey } = world;
  const refused = async (key: string) => {
    const agent = new TestExecutor(site.controlPlane, key, 'host-9', randomUUID());
    for (let heartbeat = 0; heartbeat < 3; heartbeat++)
      expect((await agent.sync()).errors?.[0]?.extensions?.code).toBeDefined();
  };
  await refused(executorKey);
  await refused(site.controlPlane.personalKey);
  const { createApiKey } = await site.controlPlane.ask(
    'mutation { createApiKey(input: { purpose: executor, name: "lost-host" }) { secret apiKey { id } } }',
  );
  const revoke = 'mutation($id: ID!) { revokeApiKey(where: { id: $id }) { id } }';
  await site.controlPlane.ask(revoke, { id: createApiKey.apiKey.id });
  await refused(createApiKey.secret);
  const { auditActions } = await site.controlPlane.ask(
    '{ auditActions(filter: { action: "syncExecutor", outcome: refused, direction: newer }) { nodes { errorCode } } }',
  );
  expect(auditActions.nodes).toEqual([
    { errorCode: 'executor_key_bound' },
    { errorCode: 'Forbidden' },
    { errorCode: 'Unauthenticated' },
  ]);
  await page.goto(new URL('executors', consoleUrl(site.controlPlane)).href);
  await page.getByText('Agent rejected').waitFor();
  await page.getByText('The API key belongs to another host').waitFor();
  await page.getByText('Not a host key').waitFor();
  await page.getByText(/lost-host.*was revoked or has expired/).waitFor();
  await expectAccessible(page);
});
