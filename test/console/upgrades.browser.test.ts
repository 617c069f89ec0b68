import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { expectFitsWindow, follow, provideConsole, shown } from '../harness/console.ts';
import { pressAt, untilFocused } from '../harness/keyboard.ts';
import { newPerson } from '../harness/people.ts';
import { release } from '../harness/release.ts';
import { until } from '../harness/until.ts';
import { UpgradableHost, upgradability } from '../harness/upgradable-host.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
let page: Page;
let hosts: Record<'a' | 'b' | 'c', UpgradableHost>;
beforeAll(async () => {
  hosts = { a: await newHost('host-a'), b: await newHost('host-b'), c: await newHost('host-c') };
  page = await site.openAsOwner({ height: 1600 });
});

const newHost = (name: string) => UpgradableHost.make(site.controlPlane, name);
const publish = (version: string) =>
  site.controlPlane.ask('mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { id } }', {
    data: release(version),
  });
const agent = () => page.getByRole('region', { name: 'Agent' });
const dialog = () => page.getByRole('dialog');
const row = (name: string) => page.getByRole('row', { name });

test('an agent is upgraded from its executor’s page by keys, and its progress, reason and history are seen', async () => {
  const { a } = hosts;
  await until('the use of its key is noted', async () => {
    const usages = `{ executor(where: { id: "${a.id}" }) { apiKeyUsages { lastUsedAt } } }`;
    return (await site.controlPlane.ask(usages)).executor.apiKeyUsages[0].lastUsedAt !== null;
  });
  await page.goto(`executors/${a.id}`);
  await agent().getByText('No newer release').waitFor();
  await shown(page.getByRole('region', { name: 'API key' }).getByText(/never expires · last used/));
  await publish('1.1.0');
  await pressAt(page, agent().getByRole('button', { name: 'Upgrade agent' }));
  await agent().getByText('to 1.1.0: requested').waitFor();
  // Where both acts are.
  await untilFocused(agent());
  await a.report('fetching', { progress: 40, reason: 'fetches <i>31 MB</i>' });
  await agent().getByText('to 1.1.0: fetching').waitFor();
  await agent().getByText('40 %').waitFor();
  await agent().getByText('fetches <i>31 MB</i>').waitFor();
  await expectAccessible(page);
  await pressAt(page, agent().getByRole('button', { name: 'Cancel upgrade' }));
  await agent().getByRole('listitem').filter({ hasText: 'cancelled' }).waitFor();
  await untilFocused(agent());
  expect(await a.sync()).toBeNull();

  await agent().getByRole('button', { name: 'Upgrade' }).click();
  await agent().getByText('to 1.1.0: requested').waitFor();
  await a.report('switching');
  await shown(agent().getByText(/Too late to cancel/));
  await a.report('rolled_back', { reason: 'the new version did not reach the engine' });
  const past = agent().getByRole('listitem');
  await shown(past.filter({ hasText: 'rolled back' }).getByText(/did not reach the engine/));
  const unable = { ...upgradability, canUpgrade: false, reason: 'no signing key' };
  await a.sync({ upgrade: null, upgradability: unable });
  await agent().getByText('host-a cannot be upgraded remotely: no signing key').waitFor();
  expect(await agent().getByRole('button', { name: 'Upgrade' }).count()).toBe(0);
});

test('many are upgraded in groups by the control plane, while nobody looks, and everybody sees how far that is', async () => {
  const { a, b, c } = hosts;
  await a.sync({ upgradability, upgrade: null });
  await page.getByRole('link', { name: 'Hosts' }).click();
  await page.getByRole('link', { name: 'Upgrade agents' }).click();
  await pressAt(page, page.getByRole('button', { name: 'Upgrade 3 of 3 hosts in 3 groups' }));
  await dialog().getByText('3 hosts in 3 groups').waitFor();
  await pressAt(page, dialog().getByRole('button', { name: 'Start rollout' }));
  await page.getByRole('heading', { level: 1, name: 'Rollout of 1.1.0' }).waitFor();
  await row('host-a').getByText('requested').waitFor();
  expect(await b.sync()).toBeNull();
  const address = page.url();

  // Somebody else, on a phone, who may change nothing; the page that started it is closed.
  await page.close();
  const member = await newPerson(site.controlPlane, site.controlPlane);
  const colleague = await site.openSession({ width: 390, height: 844, path: address }, member);
  await colleague.getByText('0 of 3 upgraded to 1.1.0').waitFor();
  expect(await colleague.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  await a.report('fetching', { progress: 40 });
  await shown(colleague.getByRole('row', { name: /host-a/ }).getByText('fetching, 40 %'));
  await a.report('committed', { version: '1.1.0' });
  await b.asked();
  await colleague.getByText('1 of 3 upgraded to 1.1.0').waitFor();
  await b.report('failed', { reason: 'signed by <i>another</i> key' });
  await shown(colleague.getByText(/host-b was not upgraded: signed by <i>another<\/i> key\. 1 not started\./));
  await colleague.getByRole('listitem').getByText('host-b: signed by <i>another</i> key').waitFor();
  await expectAccessible(colleague);
  await expectFitsWindow(colleague);
  expect(await c.sync()).toBeNull();

  // The owner comes back, and finds it in the list.
  page = await site.openAsOwner({ path: 'executors/upgrade' });
  await page.getByRole('link', { name: '1.1.0: 1 of 3 upgraded' }).click();
  await row('host-b').getByText('failed').waitFor();
  await pressAt(page, page.getByRole('button', { name: 'Retry and resume' }));
  await b.asked();
  await pressAt(page, page.getByRole('button', { name: 'Pause' }));
  await page.getByText(/Paused with 1 waiting/).waitFor();
  await untilFocused(page.getByRole('button', { name: 'Resume rollout' }));
  await b.become();
  await page.getByText('2 of 3 upgraded to 1.1.0').waitFor();
  expect(await c.sync()).toBeNull();
  await page.getByRole('button', { name: 'Resume rollout' }).click();
  await c.become();
  await page.getByText('All hosts upgraded.').waitFor();
  await page.getByRole('link', { name: 'Hosts' }).click();
  await page.getByRole('link', { name: 'Upgrade agents' }).click();
  await page.getByRole('region', { name: 'Past rollouts' }).getByText('finished').waitFor();
});

test('a rollout is cancelled, goes on without a member that failed, and is previewed with what stands against it', async () => {
  const { a, b } = hosts;
  await publish('1.2.0');
  page = await site.openAsOwner({ path: 'executors/upgrade' });
  await page.getByRole('checkbox', { name: 'Upgrade host-c' }).click();
  await page.getByRole('button', { name: 'Upgrade 2 of 3 hosts in 2 groups' }).click();
  await dialog().getByRole('button', { name: 'Start rollout' }).click();
  await a.asked('1.2.0');
  await a.report('rolled_back', { reason: 'it crashed' }, '1.2.0');
  await page.getByRole('button', { name: 'Skip failed and resume' }).click();
  await row('host-a').getByText('skipped').waitFor();
  await b.asked('1.2.0');
  await page.getByRole('button', { name: 'Cancel rollout…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel rollout' }).click();
  await page.getByText('No further upgrades start. 1 in progress will finish.').waitFor();
  await b.become('1.2.0');
  await row('host-b').getByText('upgraded').waitFor();

  await follow(page, 'executors/upgrade');
  const start = page.getByRole('button', { name: 'Upgrade 2 of 3 hosts in 2 groups' });
  await start.waitFor();
  // Two of them wait in a rollout that was started elsewhere, and that no executor shows.
  const data = { executorIds: [a.id, hosts.c.id], targetVersion: '1.2.0' };
  const startElsewhere = 'mutation($data: UpgradeRolloutStartInput!) { startUpgradeRollout(data: $data) { id } }';
  await site.controlPlane.ask(startElsewhere, { data });
  await a.asked('1.2.0');
  await page.getByRole('button', { name: 'Upgrade 1 of 3 hosts in 1 group', exact: true }).click();
  const problem = dialog().getByRole('alert');
  await shown(problem.getByText(/host-c belongs to the rollout of 1\.2\.0/));
  await shown(dialog().getByText(/host-a is being upgraded to 1\.2\.0 \(/));
  expect(await dialog().getByRole('button', { name: 'Start rollout' }).isDisabled()).toBe(true);
  await expectDialogAccessible(page);
});
