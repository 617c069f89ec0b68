import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { follow, provideConsole } from '../harness/console.ts';
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

const title = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
const next = async (name: string) => {
  await page.getByRole('button', { name: `Next: ${name}` }).click();
  await title(name);
};
const fields =
  'id name network nodeType clientVersion desiredState resources { memoryMiB } overrides { key value } executor { name } operations { kind params }';
const nodeOfPage = () => nodeOf(site.controlPlane, new URL(page.url()).pathname.split('/').at(-1), fields);

test('a node is planned step by step, nothing is lost on the way, and it is what was shown', async () => {
  await page.getByRole('link', { name: 'Nodes', exact: true }).click();
  await page.getByRole('link', { name: 'Deploy node' }).click();
  await title('Placement');
  await page.getByText(/^Will run on .*: /).waitFor();
  await tabTo(page, page.getByRole('combobox', { name: 'Host' }));
  await page.keyboard.type('berlin-1');
  await page.getByRole('option', { name: /^berlin-1 \(.* cores, .* memory, .* disk available\)$/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Will run on berlin-1').waitFor();

  await next('Node');
  // The keys go on from the title.
  await page.keyboard.press('Tab');
  await page.keyboard.type('signet-a');
  await page.getByText('another node of this organization is called signet-a').first().waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('');
  await page.getByRole('button', { name: 'Next: Resources' }).click();
  await page.getByRole('alert').getByText('Fix the fields above to continue.').waitFor();
  await page.getByText(/^The name must/).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('new-one');
  await page.getByText('regtest', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Version', exact: true }).click();
  await page.getByRole('option', { name: '28.0' }).click();
  await page.getByRole('button', { name: 'Next: Resources' }).click();

  await title('Resources');
  await page.getByText(/Available on .*berlin-1/).waitFor();
  await page.getByRole('textbox', { name: 'Memory (MiB)' }).fill('12');
  await page.getByText(/must be a whole number of MiB/).waitFor();
  await page.getByRole('button', { name: 'Next: Configuration' }).click();
  await page.getByRole('alert').getByText('Fix the fields above to continue.').waitFor();
  await page.getByRole('link', { name: /Configuration/ }).click();
  await title('Configuration');
  await page.getByRole('listitem').filter({ hasText: 'Resources' }).getByText('(required)').waitFor();
  await page.getByRole('searchbox', { name: 'Search all options' }).fill('maxconnections');
  await page.getByRole('button', { name: 'Set maxconnections' }).click();
  await page.getByRole('textbox', { name: 'Value of maxconnections' }).fill('many');
  await page.getByText('must be a whole number').waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Value of maxconnections' }).fill('40');

  await page.getByRole('button', { name: 'Back' }).click();
  await title('Resources');
  await page.getByRole('textbox', { name: 'Memory (MiB)' }).fill('512');
  await page.reload();
  await page.getByRole('link', { name: /Review/ }).click();
  const mark =
    /new-one: full regtest node with bitcoind 28.0 \(end of life since .*, vulnerable: .*\), 1 core, 512 MiB/;
  await page.getByText(mark).waitFor();
  const consequences = page.getByRole('list', { name: 'Consequences' });
  await consequences.getByText('Starts immediately.').waitFor();
  await consequences.getByText(/^bitcoind 28.0: end of life since .*affected by .*\(high: a crafted block/).waitFor();
  await page.getByRole('row', { name: /maxconnections 40 set by you/ }).waitFor();
  await page.goBack();
  await title('Resources');
  await page.goForward();
  await title('Review');

  await page.getByRole('button', { name: 'Deploy node', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'new-one' }).waitFor();
  expect(await nodeOfPage()).toMatchObject({
    ...{ network: 'regtest', clientVersion: '28.0', desiredState: 'running', resources: { memoryMiB: 512 } },
    ...{ overrides: [{ key: 'maxconnections', value: '40' }], executor: { name: 'berlin-1' } },
  });
  await follow(page, 'nodes/new');
  await next('Node');
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
});

test('a node that does not fit is refused once in each step, with what is available, and a pruned one is offered', async () => {
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
  await page.getByRole('combobox', { name: 'Host' }).click();
  await page.getByRole('option', { name: /^small-4 / }).click();
  await page.getByText(/^This node does not fit: small-4 cannot give \d+ GiB of disk \(74.3 of 251.9 GiB/).waitFor();
  await next('Node');
  await page.getByRole('textbox', { name: 'Name' }).fill('does-not-fit');
  await page.getByRole('combobox', { name: 'Version', exact: true }).click();
  await page.getByRole('option', { name: /^knots 29\.3/ }).click();
  for (const step of ['Resources', 'Review']) {
    await page.getByRole('link', { name: new RegExp(step) }).click();
    await title(step);
    await page.getByText('A pruned node fits.').waitFor();
    expect(await page.getByText(/small-4 cannot give/).count()).toBe(1);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Use a pruned node/ }).click();
  await page.getByText('Will run on small-4').waitFor();
  await page.getByText(/does-not-fit: pruned mainnet node/).waitFor();
  const deploy = page.getByRole('button', { name: 'Deploy node', exact: true });
  await until('it may be deployed', () => deploy.isEnabled());
  const rules = 'Bitcoin Knots enforces different consensus rules from Bitcoin Core.';
  await page.getByRole('list', { name: 'Consequences' }).getByText(rules).waitFor();
});

test('a node is deployed by keys alone with kept data, and the wallets that come with it are named', async () => {
  await follow(page, 'nodes/new');
  await title('Placement');
  await tabTo(page, page.getByRole('radio', { name: 'Sync from the network' }));
  await page.keyboard.press('ArrowDown');
  const kept = page.getByRole('row').filter({ hasText: 'left' });
  await kept.getByText('default wallet, savings').waitFor();
  await kept.getByText('regtest').waitFor();
  await expectAccessible(page);
  await page.getByText('Select the data to reuse.').waitFor();
  await pressAt(page, page.getByRole('radio', { name: 'left on oslo-3' }), 'Space');
  await page.getByText('Will run on oslo-3: it has the chain data of left').waitFor();
  await pressAt(page, page.getByRole('button', { name: 'Next: Node' }));
  await title('Node');
  await page.getByText('regtest (set by the chain data)').waitFor();
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('goes-on');
  for (const step of ['Resources', 'Configuration', 'Review']) {
    await pressAt(page, page.getByRole('button', { name: `Next: ${step}` }));
    await title(step);
  }
  await page.getByText(/data of left from height 1.204/).waitFor();
  await page.getByText('Takes over the wallets: default wallet, savings.').waitFor();
  await pressAt(page, page.getByRole('button', { name: 'Deploy node', exact: true }));
  await page.getByRole('heading', { level: 1, name: 'goes-on' }).waitFor();
  expect(await nodeOfPage()).toMatchObject({ id: orphanId, operations: [{ kind: 'adopt', params: { name: 'left' } }] });
});

test('a copy of a node says what it does to that node, before anybody asks for it', async () => {
  await follow(page, `nodes/new?seed=${world.nodeIds['signet-new']}`);
  await page.getByRole('radio', { name: 'signet-new on berlin-1' }).waitFor();
  expect(await page.getByRole('radio', { name: 'signet-new on berlin-1' }).isChecked()).toBe(true);
  await next('Node');
  await page.getByRole('textbox', { name: 'Name' }).fill('a-copy');
  await page.getByRole('link', { name: /Review/ }).click();
  await page.getByText(/Stops signet-new during the copy of 14.2 GiB/).waitFor();
  await page.getByRole('button', { name: 'Deploy node', exact: true }).and(page.locator(':enabled')).waitFor();
});
