import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { follow, provideConsole, reload } from '../harness/console.ts';
import { TestExecutor } from '../harness/executor.ts';
import { pressAt, tabTo } from '../harness/keyboard.ts';
import { nodeOf } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';
import { makeWorld, type World } from '../harness/world.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
let world: World;
let page: Page;
const orphanId = randomUUID();
beforeAll(async () => {
  world = await makeWorld(site.controlPlane);
  const keeper = await TestExecutor.withKey(site.controlPlane, 'oslo-3');
  const data = { network: 'regtest', nodeType: 'full', height: 1204, sizeBytes: 2048, openedWith: '28.1' };
  const orphan = { nodeId: orphanId, name: 'left', containerId: null, kept: true };
  await keeper.sync({ orphans: [{ ...orphan, data: { ...data, wallets: ['', 'savings'] } }] });
  page = await site.openAsOwner({ height: 1400 });
});

// The tab keeps the plan of a test that failed.
beforeEach(async () => {
  await follow(page, 'nowhere');
  await page.getByText('Page not found').waitFor();
  await page.evaluate(
    "Object.keys(sessionStorage).filter((key) => key.includes('deploy')).forEach((key) => sessionStorage.removeItem(key))",
  );
});

const deployButton = () => page.getByRole('button', { name: 'Deploy node', exact: true });
const canDeploy = () => page.getByRole('button', { name: 'Deploy node', exact: true, disabled: false }).waitFor();
const summary = () => page.getByRole('region', { name: 'Summary' });
/** A fact of the summary. */
const reads = (name: string, value: string | RegExp) => summary().getByRole('row', { name }).getByText(value).waitFor();
const open = (block: string) => page.locator('summary', { hasText: block }).click();
const fields =
  'id name network signet { challenge seedNodes } nodeType clientVersion desiredState resources { memoryMiB } overrides { key value } executor { name } operations { kind params { adopt { name } } }';
const nodeOfPage = () => nodeOf(site.controlPlane, new URL(page.url()).pathname.split('/').at(-1), fields);

test('a node is planned on one page, keeps all input, and is deployed as shown', async () => {
  await page.getByRole('link', { name: 'Nodes', exact: true }).click();
  await page.getByRole('link', { name: 'Deploy node' }).click();
  // It starts with what can be deployed at once.
  await canDeploy();
  await page.getByText('No host supports mainnet or testnet4.').waitFor();
  await reads('Node', 'signet, full');
  await reads('Name', 'signet-1');
  await page.getByText(/^Host: largest free share of 3 eligible hosts/).waitFor();
  await tabTo(page, page.getByRole('radio', { name: /^Automatic/ }));
  await page.keyboard.press('ArrowDown');
  await reads('Host', 'berlin-1');
  await canDeploy();

  // A fault is shown at its field and named in the summary, which leads there.
  await page.getByRole('textbox', { name: 'Name' }).fill('signet-a');
  const taken = 'another node of this organization is called signet-a';
  await page.getByText(taken).nth(1).waitFor();
  expect(await deployButton().isDisabled()).toBe(true);
  await summary().getByRole('button', { name: taken }).press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await summary()
    .getByText(/^The name must/)
    .waitFor();
  await page.keyboard.type('new-one');
  await page.getByRole('radio', { name: /^regtest/ }).check();
  await page.getByRole('combobox', { name: 'Version', exact: true }).click();
  await page.getByRole('option', { name: 'Bitcoin Core 28.0' }).click();

  await open('Advanced');
  await page.getByRole('textbox', { name: 'Memory (MiB)' }).fill('12');
  await summary()
    .getByText(/must be a whole number of MiB/)
    .waitFor();
  await page.getByRole('searchbox', { name: 'Search all options' }).fill('maxconnections');
  await page.getByRole('button', { name: 'Override maxconnections' }).click();
  await page.getByRole('textbox', { name: 'Value of maxconnections' }).fill('many');
  await summary()
    .getByText(/must be a whole number(?! of MiB)/)
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Value of maxconnections' }).fill('40');
  await page.getByRole('textbox', { name: 'Memory (MiB)' }).fill('512');
  await canDeploy();

  await reload(page);
  await reads('Name', 'new-one');
  await reads('Node', 'regtest, full');
  await reads('Reserves', '1 core, 512 MiB memory, 1 GiB disk');
  const consequences = page.getByRole('list', { name: 'Consequences' });
  await consequences.getByText('Starts immediately.').waitFor();
  const warnings = page.getByRole('list', { name: 'Warnings' });
  await warnings.getByText(/^Bitcoin Core 28.0: end of life since .*, vulnerable: CVE/).waitFor();
  await open('Advanced');
  await page.getByRole('row', { name: /maxconnections 40 set by you/ }).waitFor();

  await deployButton().click();
  await page.getByRole('heading', { level: 1, name: 'new-one' }).waitFor();
  expect(await nodeOfPage()).toMatchObject({
    ...{ network: 'regtest', clientVersion: '28.0', desiredState: 'running', resources: { memoryMiB: 512 } },
    ...{ overrides: [{ key: 'maxconnections', value: '40' }], executor: { name: 'berlin-1' } },
  });
  await follow(page, 'nodes/new');
  await reads('Name', 'signet-1');
});

test('a custom signet is entered with the network and shown with the node', async () => {
  await follow(page, 'nodes/new');
  await page.getByRole('radio', { name: /^signet/ }).check();
  await open('Custom signet');
  await page.getByRole('textbox', { name: 'Challenge' }).fill('51a');
  await summary()
    .getByText(/must be a script in hexadecimal/)
    .waitFor();
  expect(await deployButton().isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Challenge' }).fill('51ab');
  await page.getByRole('textbox', { name: 'Seed nodes' }).fill('seed.example:38333');
  await reads('Node', 'signet:51ab, full');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('of-my-signet');
  await canDeploy();
  await deployButton().click();
  await page.getByRole('heading', { level: 1, name: 'of-my-signet' }).waitFor();
  await page.getByText(/^signet:51ab · full/).waitFor();
  expect(await nodeOfPage()).toMatchObject({
    ...{ network: 'signet', signet: { challenge: '51ab', seedNodes: ['seed.example:38333'] } },
  });
});

test('a node that does not fit shows what is available, and one click fixes it', async () => {
  const small = await TestExecutor.withKey(site.controlPlane, 'small-4');
  const amount = (total: number, free = total) => ({ total, usedByNodes: 0, free });
  await small.sync({
    resources: { cpuCores: amount(8), memoryMiB: amount(32_768), diskGiB: amount(251.9, 74.3) },
    capabilities: {
      clients: [
        { client: 'bitcoind', version: '28.1', image: 'example/bitcoin:28.1' },
        { client: 'knots', version: '29.3.knots20260508', image: 'example/knots:29.3' },
      ],
      ...{ networks: ['mainnet'], nodeTypes: ['full', 'pruned'] },
    },
  });
  await follow(page, 'nodes/new');
  // What fits the host is selected with the network.
  await page.getByRole('radio', { name: /^mainnet/ }).check();
  await reads('Node', 'mainnet, pruned');
  await canDeploy();
  await page.getByRole('radio', { name: /^full.*Does not fit: 74.3 GiB disk available/ }).check();
  await page.getByText('This node does not fit').waitFor();
  await page.getByText(/^no host can run the node:.* small-4 has 74.3 of 251.9 GiB of disk available/).waitFor();
  expect(await deployButton().isDisabled()).toBe(true);
  expect(await page.getByRole('radio', { name: /^berlin-1 .*Does not offer mainnet/ }).isDisabled()).toBe(true);
  await page.getByRole('radio', { name: /^small-4 .*74.3 GiB disk available, needs 1.2 TiB disk/ }).check();
  await page.getByRole('combobox', { name: 'Version', exact: true }).click();
  await page.getByRole('option', { name: /^Bitcoin Knots 29\.3/ }).click();
  await summary()
    .getByText(/^small-4 has 74.3 of 251.9 GiB of disk available, 1200 needed/)
    .waitFor();
  await expectAccessible(page);
  await summary()
    .getByRole('button', { name: /^Make it pruned \(20 GiB/ })
    .click();
  await reads('Host', 'small-4');
  await canDeploy();
  const rules = 'Bitcoin Knots enforces different consensus rules from Bitcoin Core.';
  await page.getByRole('list', { name: 'Warnings' }).getByText(rules).waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  await reads('Node', 'signet, full');
});

test('a node is deployed by keys with kept data, whose wallets are named', async () => {
  await follow(page, 'nodes/new');
  await canDeploy();
  await pressAt(page, page.locator('summary', { hasText: 'Chain data' }), 'Enter');
  await tabTo(page, page.getByRole('radio', { name: /^Sync from the network/ }));
  await page.keyboard.press('ArrowDown');
  await summary().getByText('Select the data to reuse.').waitFor();
  await tabTo(page, page.getByRole('combobox', { name: 'Deleted node' }));
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: /^left on oslo-3 \(regtest, full, height 1.204, 2 KiB\)$/ }).waitFor();
  await expectAccessible(page, { isOpen: true });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Host: holds the chain data of left').waitFor();
  await page.getByText('Sets the network (regtest) and the host (oslo-3).').waitFor();
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('goes-on');
  await page.getByText(/data of left from height 1.204/).waitFor();
  await page.getByText('Takes over the wallets: default wallet, savings.').waitFor();
  await canDeploy();
  await pressAt(page, deployButton());
  await page.getByRole('heading', { level: 1, name: 'goes-on' }).waitFor();
  expect(await nodeOfPage()).toMatchObject({
    id: orphanId,
    operations: [{ kind: 'adopt', params: { adopt: { name: 'left' } } }],
  });
});

test('a copy of a node says what it does to that node, before anybody asks for it', async () => {
  await follow(page, `nodes/new?seed=${world.nodeIds['signet-new']}`);
  const source = page.getByRole('combobox', { name: 'Node to copy' });
  await until('the node is selected', async () =>
    (await source.inputValue()).startsWith('signet-new on berlin-1 (signet'),
  );
  await page.getByText(/Stops signet-new during the copy of 14.2 GiB/).waitFor();
  await canDeploy();
});

test('a pasted bitcoin.conf shows a verdict for each line and fills in the plan', async () => {
  await follow(page, 'nodes/new');
  await canDeploy();
  await open('Existing bitcoin.conf');
  const text = 'regtest=1\nprune=600\nrpcpassword=hunter2\ndbcache=90\nport=1\n';
  await page.getByRole('textbox', { name: 'Contents of the file' }).fill(text);
  await page.getByRole('button', { name: 'Read file' }).click();
  const lines = page.getByRole('table', { name: 'Lines of the file' });
  await lines.getByRole('row', { name: /^3 rpcpassword=\(hidden\) Dropped/ }).waitFor();
  await lines.getByRole('row', { name: /^4 dbcache=90 Kept/ }).waitFor();
  await lines.getByRole('row', { name: /^5 port=1 Dropped ports and bindings/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use settings' }).click();
  await reads('Node', 'regtest, pruned');
  await canDeploy();
  await deployButton().click();
  await page.waitForURL(/nodes\/[0-9a-f-]{36}/);
  expect(await nodeOfPage()).toMatchObject({
    ...{ network: 'regtest', nodeType: 'pruned' },
    overrides: [
      { key: 'prune', value: '600' },
      { key: 'dbcache', value: '90' },
    ],
  });
});
