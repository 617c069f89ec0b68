import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { upgradeRollout } from '../../src/control-plane/tables/releases.ts';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { follow, provideConsole, reload, shown } from '../harness/console.ts';
import { insertIncident } from '../harness/incident-rows.ts';
import { pressAt, untilFocused } from '../harness/keyboard.ts';
import { insertMany, nameOf } from '../harness/many-rows.ts';
import { firstPerson, newPerson } from '../harness/people.ts';
import { release } from '../harness/release.ts';
import { until } from '../harness/until.ts';
import { UpgradableHost, upgradability } from '../harness/upgradable-host.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
// One page, on which the tests follow one another.
let page: Page;
let colleague: { email: string; password: string; memberId: string };
let hosts: Record<'a' | 'b' | 'c', UpgradableHost>;
beforeAll(async () => {
  hosts = { a: await newHost('host-a'), b: await newHost('host-b'), c: await newHost('host-c') };
  colleague = await newPerson(site.controlPlane, site.controlPlane);
  page = await site.openAsOwner();
});

const newHost = (name: string) => UpgradableHost.make(site.controlPlane, name);
const publish = (version: string) =>
  site.controlPlane.ask(
    'mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { release { id } } }',
    {
      data: release(version),
    },
  );
const agent = () => page.getByRole('region', { name: 'Agent' });
const dialog = () => page.getByRole('dialog');
const row = (name: string) => page.getByRole('row', { name });

test('upgrades an agent from its page by keys, with progress, reason and history', async () => {
  const { a } = hosts;
  await until('the use of its key is noted', async () => {
    const usages = `{ executor(where: { id: "${a.id}" }) { apiKeyUsages { lastUsedAt } } }`;
    return (await site.controlPlane.ask(usages)).executor.apiKeyUsages[0].lastUsedAt !== null;
  });
  await follow(page, `executors/${a.id}?tab=settings`);
  await shown(page.getByRole('region', { name: 'API key' }).getByText(/never expires · last used/));
  await page.getByRole('tab', { name: 'Overview' }).click();
  await agent().getByText('No newer release').waitFor();
  await publish('1.1.0');
  await agent().getByRole('button', { name: 'Upgrade agent' }).press('Enter');
  await agent().getByText('to 1.1.0: requested').waitFor();
  // Where both acts are.
  await untilFocused(agent());
  await a.report('fetching', { progress: 0.4, reason: 'fetches <i>31 MB</i>' });
  await agent().getByText('to 1.1.0: fetching').waitFor();
  await agent().getByText('40 %').waitFor();
  await agent().getByText('fetches <i>31 MB</i>').waitFor();
  await expectAccessible(page);
  await agent().getByRole('button', { name: 'Cancel upgrade' }).press('Enter');
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

test('upgrades many agents in groups while nobody looks, with progress for everybody', async () => {
  const { a, b, c } = hosts;
  await a.sync({ upgradability, upgrade: null });
  await page.getByRole('link', { name: 'Hosts' }).click();
  await page.getByRole('link', { name: 'Upgrade agents' }).click();
  await page.getByRole('button', { name: 'Upgrade 3 of 3 hosts in 3 groups' }).press('Enter');
  await dialog().getByText('3 hosts in 3 groups').waitFor();
  await pressAt(page, dialog().getByRole('button', { name: 'Start rollout' }));
  await page.getByRole('heading', { level: 1, name: 'Rollout of 1.1.0' }).waitFor();
  await row('host-a').getByText('requested').waitFor();
  expect(await b.sync()).toBeNull();
  const address = page.url();

  // Somebody else, on a phone, who may change nothing; the page that started it shows something else.
  await follow(page, 'nowhere');
  const phone = await site.openSession({ width: 390, height: 844, path: address }, colleague);
  await phone.getByText('0 of 3 upgraded to 1.1.0').waitFor();
  await phone.getByText('1 in progress, 2 waiting.').waitFor();
  expect(await phone.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  await a.report('fetching', { progress: 0.4 });
  await shown(phone.getByRole('row', { name: /host-a/ }).getByText('fetching, 40 %'));
  await a.report('committed', { version: '1.1.0' });
  await b.asked();
  await phone.getByText('1 of 3 upgraded to 1.1.0').waitFor();
  await b.report('failed', { reason: 'signed by <i>another</i> key' });
  await shown(phone.getByText(/host-b was not upgraded: signed by <i>another<\/i> key\. 1 host not started\./));
  await shown(phone.getByRole('row', { name: /host-b/ }).getByText('signed by <i>another</i> key'));
  expect(await c.sync()).toBeNull();

  // The owner comes back, and finds it in the list.
  await follow(page, 'executors/upgrade');
  await page.getByRole('link', { name: '1.1.0: 1 of 3 upgraded' }).click();
  await row('host-b').getByText('failed').waitFor();
  await page.getByRole('button', { name: 'Retry and resume' }).press('Enter');
  await b.asked();
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
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
  await page.getByRole('region', { name: 'Rollouts' }).getByText('finished').waitFor();
});

test('a rollout is cancelled, continues without a failed member, and is previewed', async () => {
  const { a, b } = hosts;
  await publish('1.2.0');
  await follow(page, 'executors/upgrade');
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
  const startElsewhere =
    'mutation($data: UpgradeRolloutStartInput!) { startUpgradeRollout(data: $data) { rollout { id } } }';
  await site.controlPlane.ask(startElsewhere, { data });
  await a.asked('1.2.0');
  await page.getByRole('button', { name: 'Upgrade 1 of 3 hosts in 1 group', exact: true }).click();
  const problem = dialog().getByRole('alert');
  await shown(problem.getByText(/host-c belongs to the rollout of 1\.2\.0/));
  await shown(page.getByText(/host-a is being upgraded to 1\.2\.0 \(/));
  expect(await dialog().getByRole('button', { name: 'Start rollout' }).isDisabled()).toBe(true);
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('the address names the organization, so two windows of a session can show two', async () => {
  const { browser: owner } = await firstPerson(site.controlPlane);
  const {
    createOrganization: { organization: beta },
  } = await owner.ask('mutation { createOrganization(data: { name: "Beta" }) { organization { id } } }');
  const at = new Date();
  const incidentId = await insertIncident(site.database, {
    ...{ organizationId: beta.id, executorId: null, subjectId: 'a-key', subjectName: 'a-key' },
    ...({ code: 'key_ends_soon', severity: 'warning', status: 'open', subjectType: 'api_key' } as const),
    ...{ message: 'a-key ends soon', data: {}, startedAt: at, openedAt: at, updatedAt: at },
  });
  const rollout = { organizationId: beta.id, targetVersion: '1.2.0', groupSize: 1, requestedBy: 'Ada' };
  const [stopped] = await site.database
    .insert(upgradeRollout)
    .values({ ...rollout, state: 'stopped' })
    .returning();
  const pathOf = (tab: typeof page) => new URL(tab.url()).pathname;
  // That there is another organization is found with the console.
  await page.goto('nodes');
  await until('the address has the organization', () => pathOf(page) === '/o/example/nodes');
  const other = await page.context().newPage();
  await other.goto('');
  const menu = (tab: typeof page, name: string) => tab.getByRole('button', { name: `Organization ${name}: switch` });
  await menu(other, 'Example').waitFor();
  await menu(page, 'Example').click();
  await page.getByRole('menuitem', { name: /Beta/ }).click();
  await menu(page, 'Beta').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect(pathOf(page)).toBe('/o/beta');

  await other.getByRole('link', { name: 'Nodes', exact: true }).click();
  await other.getByRole('heading', { level: 1, name: 'Nodes' }).waitFor();
  await menu(other, 'Example').waitFor();
  await reload(other);
  await menu(other, 'Example').waitFor();

  // A link of a colleague opens in its organization, and the back button returns to the previous one.
  await follow(other, `o/beta/executors/upgrade/${stopped?.id}`);
  await other.getByRole('heading', { level: 1, name: 'Rollout of 1.2.0' }).waitFor();
  await menu(other, 'Beta').waitFor();
  await other.goBack();
  await other.getByRole('heading', { level: 1, name: 'Nodes' }).waitFor();
  await menu(other, 'Example').waitFor();
  await follow(other, 'o/gamma%2f/nodes');
  await other.getByRole('heading', { level: 1, name: 'You can’t open this organization' }).waitFor();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Example', exact: true }).click();
  await other.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await menu(page, 'Beta').waitFor();
  await follow(other, `incidents/${incidentId}`);
  await other.getByRole('heading', { level: 1, name: 'Incident not found' }).waitFor();
  // An answer for one organization that comes after the window went to another.
  const { promise: viewerAsked, resolve: askViewer } = Promise.withResolvers<void>();
  await other.route('**/graphql', async (route) => {
    const request = route.request();
    if (request.headers()['satrap-organization'] !== 'example' || !/query Viewer\b/.test(request.postData() ?? ''))
      return route.continue();
    askViewer();
  });
  await site.controlPlane.ask(
    `mutation { updateMemberRole(where: { id: "${colleague.memberId}" }, role: admin) { member { id } } }`,
  );
  await viewerAsked;
  await follow(other, `o/beta/incidents/${incidentId}`);
  await other.getByRole('heading', { level: 1, name: 'Key ends soon: a-key' }).waitFor();
  await menu(other, 'Beta').waitFor();
  expect(pathOf(other)).toBe(`/o/beta/incidents/${incidentId}`);
  await other.close();
  await menu(page, 'Beta').click();
  await page.getByRole('menuitem', { name: /Example/ }).click();
  await menu(page, 'Example').waitFor();
});

/** One more than two pages hold. */
const count = 1001;

/** Goes to the end of a list, after which more may come. */
const untilLast = (list: string, last: string) =>
  until('the last one is shown', async () => {
    const rows = page.getByRole('region', { name: list, exact: true });
    await rows.focus();
    await page.keyboard.press('End');
    return rows.getByText(last, { exact: true }).isVisible();
  });

describe('of many', () => {
  beforeAll(() => insertMany(site.database, site.controlPlane.made.organizationId, count));

  test.each([
    // Of the tests above: the owner, who has a key, a member, and three hosts, which are the last ones.
    { path: 'members', list: 'Members', more: 2, kind: 'person' },
    { path: 'executors?sort=name', list: 'Hosts', more: 3, kind: 'host' },
    { path: 'keys', list: 'API keys', more: 4, kind: 'key' },
    { path: 'keys', list: 'Tokens', more: 0, kind: 'token' },
    { path: 'notifications', list: 'Nodes with overrides', more: 0, kind: 'node' },
  ])('$list, of which there are more than two pages, are shown to the last one', async ({ path, list, more, kind }) => {
    if (!page.url().endsWith(path)) await follow(page, path);
    const rows = page.getByRole('region', { name: list, exact: true });
    await rows.getByRole('row').nth(5).waitFor();
    await untilLast(list, nameOf(kind, count - 1));
    const head = 1;
    expect(Number(await rows.getByRole('table').getAttribute('aria-rowcount'))).toBe(head + count + more);
  });

  test('nodes, the first do not wait for the rest, and only visible ones are rendered', async () => {
    const { promise: othersMayCome, resolve: letOthersCome } = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      const { query, variables } = route.request().postDataJSON();
      if (/query NodeList\b/.test(query) && variables.cursor !== null) await othersMayCome;
      await route.continue();
    });
    await follow(page, 'nodes?name=node-');
    const table = page.getByRole('table', { name: 'Nodes' });
    await table.getByRole('link', { name: 'node-0000' }).waitFor();
    await page.getByText('100 nodes loaded…').waitFor();
    expect(await table.getAttribute('aria-rowcount')).toBe('-1');
    const selectAll = page.getByRole('checkbox', { name: 'Select all' });
    expect(await selectAll.count()).toBe(0);
    letOthersCome();
    await selectAll.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await table.getAttribute('aria-rowcount')).toBe('1002');
    expect(await table.getByRole('row').count()).toBeLessThan(80);
    await untilLast('Nodes', nameOf('node', count - 1));
    expect(await table.getByRole('row').count()).toBeLessThan(80);
  });
});
