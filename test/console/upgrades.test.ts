import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, signInAsOwner, startWithConsole, TestBrowser } from '../harness/console.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { TestExecutor } from '../harness/executor.ts';
import { release } from '../harness/release.ts';
import { until } from '../harness/until.ts';

/** An agent that can be upgraded, as the control plane hears it. */
interface Host {
  id: string;
  /** Returns the upgrade that the answer names. */
  sync(said?: object): Promise<{ requestId: string; targetVersion: string } | null>;
  report(state: string, more?: object): Promise<unknown>;
}

const upgradability = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' };

let controlPlane: TestControlPlane;
let browser: TestBrowser;
let page: Page;
let hosts: Record<'a' | 'b' | 'c', Host>;
beforeAll(async () => {
  [controlPlane, browser] = await Promise.all([startWithConsole({ heartbeatSeconds: 300 }), TestBrowser.start()]);
  hosts = { a: await newHost('host-a'), b: await newHost('host-b'), c: await newHost('host-c') };
  page = await browser.open(consoleUrl(controlPlane), { height: 1600 });
  await signInAsOwner(page, controlPlane);
});
afterAll(() => Promise.all([browser?.close(), controlPlane?.destroy()]));

async function newHost(name: string): Promise<Host> {
  const host = await TestExecutor.withKey(controlPlane, name);
  const said = { upgradability, version: '1.0.0' };
  const sync = async (more: object = {}) => {
    const { data, errors } = await host.sync(Object.assign(said, more));
    if (errors) throw new Error(JSON.stringify(errors));
    return data.syncExecutor;
  };
  const { executorId } = await sync({});
  return {
    id: executorId,
    sync: async (more) => (await sync(more)).upgrade,
    report: async (state, more) => {
      const { upgrade } = await sync({ upgrade: undefined });
      return sync({ upgrade: { requestId: upgrade.requestId, state, ...more } });
    },
  };
}

const publish = (version: string) =>
  controlPlane.ask('mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { id } }', {
    data: release(version),
  });
const keyUsedAt = async (id: string) => {
  const query = 'query($id: ID!) { executor(where: { id: $id }) { apiKeyUsages { lastUsedAt } } }';
  return (await controlPlane.ask(query, { id })).executor.apiKeyUsages[0].lastUsedAt;
};
const agent = () => page.getByRole('region', { name: 'Agent' });

test('an agent is upgraded from its executor’s page, and its progress, reason and history are seen', async () => {
  const { a } = hosts;
  await until('the use of its key is noted', async () => (await keyUsedAt(a.id)) !== null);
  await page.goto(`executors/${a.id}`);
  await agent().getByText('There is no later release for it').waitFor();
  await page
    .getByRole('region', { name: 'Key' })
    .getByText(/has no end, last used/)
    .waitFor();
  await publish('1.1.0');
  await agent().getByRole('button', { name: 'Upgrade' }).click();
  await agent().getByText('to 1.1.0: asked for').waitFor();
  await a.report('fetching', { progress: 40, reason: 'fetches <i>31 MB</i>' });
  await agent().getByText('to 1.1.0: fetching').waitFor();
  await agent().getByText('40 %').waitFor();
  await agent().getByText('fetches <i>31 MB</i>').waitFor();
  await expectAccessible(page);
  await agent().getByRole('button', { name: 'Cancel the upgrade' }).click();
  await agent().getByRole('row').filter({ hasText: 'cancelled' }).waitFor();

  await agent().getByRole('button', { name: 'Upgrade' }).click();
  await agent().getByText('to 1.1.0: asked for').waitFor();
  await a.report('switching');
  await agent()
    .getByText(/Too late to cancel/)
    .waitFor();
  await a.report('rolled_back', { reason: 'the new version did not reach the engine' });
  await agent()
    .getByRole('row')
    .filter({ hasText: 'went back' })
    .getByText(/did not reach the engine/)
    .waitFor();
  await expectAccessible(page);
  await a.sync({
    upgrade: undefined,
    upgradability: { ...upgradability, canUpgrade: false, reason: 'no signing key' },
  });
  await agent().getByText('It cannot be upgraded from here: no signing key').waitFor();
  expect(await agent().getByRole('button', { name: 'Upgrade' }).count()).toBe(0);
});

test('many are upgraded in groups, none after the first failure, and the page is not left by accident', async () => {
  const { a, b, c } = hosts;
  await a.sync({ upgradability });
  await page.getByRole('link', { name: 'Executors' }).click();
  await page.getByRole('link', { name: 'Upgrade agents' }).click();
  await page.getByRole('button', { name: 'Upgrade 3 of 3, in 3 groups' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Upgrade 3 of 3, in 3 groups' }).click();
  await page.getByRole('region', { name: 'Group 1 of 3' }).getByText('asked for').waitFor();
  await until('host-a is asked', async () => (await a.sync({ upgrade: undefined })) !== null);
  expect(await b.sync()).toBeNull();
  await page.getByRole('link', { name: 'Nodes' }).click();
  await page.getByText('Leave while groups wait?').waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  await a.report('failed', { reason: 'the signature is of another key' });
  await page.getByText(/Stopped at the first failure; 2 were not asked/).waitFor();
  await page.getByText('the signature is of another key').waitFor();
  await expectAccessible(page);
  expect(await b.sync()).toBeNull();

  await page.getByRole('button', { name: 'Choose again' }).click();
  await page.getByRole('checkbox', { name: 'Upgrade host-a' }).click();
  await page.getByRole('button', { name: 'Upgrade 2 of 3, in 2 groups' }).click();
  await until('host-b is asked', async () => (await b.sync())?.targetVersion === '1.1.0');
  // The page is closed, and what it had asked for comes to its end.
  const address = page.url();
  await page.close({ runBeforeUnload: false });
  page = await page.context().newPage();
  await b.sync({ version: '1.1.0' });
  await page.goto(address);
  await page.getByText('1 of 2 have version 1.1.0').waitFor();
  await page.getByText(/No further group is asked: 1 wait/).waitFor();
  await expectAccessible(page);
  expect(await c.sync()).toBeNull();
  await page.getByRole('button', { name: 'Go on with the next group' }).click();
  await until('host-c is asked', async () => (await c.sync())?.targetVersion === '1.1.0');
  await c.sync({ version: '1.1.0' });
  await page.getByText('All are upgraded.').waitFor();
  // Nothing waits, so that the page may be left.
  await page.getByRole('link', { name: 'Nodes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nodes' }).waitFor();
  expect(browser.faults).toEqual([]);
});
