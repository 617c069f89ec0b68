import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/control-plane/platform/database/drizzle.ts';
import { apikey } from '../../src/control-plane/tables/accounts.ts';
import { upgradeRollout } from '../../src/control-plane/tables/releases.ts';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { follow, provideConsole, shown } from '../harness/console.ts';
import { insertIncident } from '../harness/incident-rows.ts';
import { addHost, type Host } from '../harness/inhabited.ts';
import { pressAt, tabTo, untilFocused } from '../harness/keyboard.ts';
import { firstPerson } from '../harness/people.ts';
import { until } from '../harness/until.ts';

const site = provideConsole({ heartbeatSeconds: 60 });
let world: Host;
beforeAll(async () => {
  world = await addHost(site.controlPlane);
});

/** Lets keys end in so many days, as if they had been made long ago; null for never. */
const setExpiry = (names: string[], days: number | null) =>
  site.database.execute(
    sql`UPDATE apikey SET created_at = now() - interval '90 days', expires_at = now() + make_interval(days => ${days}::int) WHERE name IN ${names}`,
  );

test('events appear by themselves, older ones with scrolling, and hostile text is shown as text', async () => {
  const { host } = world;
  const nodeId = await world.newNode({ name: 'told' });
  await host.report(Array.from({ length: 150 }, (_, index) => host.event({ nodeId, message: `Old event ${index}` })));
  const page = await site.openAsOwner({ path: 'events' });
  await page.getByRole('cell', { name: 'Old event 149' }).waitFor();
  const hostile = '<img src=x onerror="document.title=1"> \u202egnp.exe \u0007';
  await host.report([host.event({ nodeId, level: 'error', message: hostile })]);
  await page.getByText('<img src=x onerror="document.title=1">').waitFor();
  expect(await page.title()).toBe('Events · Satrap');
  // A row may be too short for it.
  await page.getByRole('button', { name: /^<img src=x/ }).click();
  await page.getByRole('dialog', { name: 'Event' }).getByRole('row', { name: 'Host host-1' }).waitFor();
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('region', { name: 'Events' }).focus();
  const oldest = page.getByRole('cell', { name: 'Old event 0', exact: true });
  await until('the oldest event is reached', async () => {
    await page.keyboard.press('End');
    return oldest.isVisible();
  });

  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'error' }).click();
  await oldest.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toContain('level=error');
  await page.reload();
  await page.getByText('<img src=x').waitFor();
  await page.getByRole('searchbox', { name: 'Node' }).fill('another');
  await page.getByText('No events').waitFor();
  await expectAccessible(page);
});

test('an incident opens while somebody looks, says what to do, is acknowledged on its page and from the bell, and closes by itself', async () => {
  const page = await site.openAsOwner({ scheme: 'dark', width: 360 });
  const bell = (count: string) => page.getByRole('button', { name: `Notifications: ${count}`, exact: true });
  await bell('0 open incidents').waitFor();
  await page.keyboard.type('gi');
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
  await page.getByText('No open incidents').waitFor();
  expect(await page.title()).toBe('Incidents · Satrap');
  for (const name of ['ending', 'other']) await site.controlPlane.key('personal', name);
  await setExpiry(['ending', 'other'], 3);
  await page.getByRole('link', { name: /The personal key other expires/ }).waitFor();
  await bell('2 open incidents').waitFor();
  await until('the title counts them', async () => (await page.title()) === '(2) Incidents · Satrap');

  await tabTo(page, page.getByRole('radio', { name: 'Open' }));
  await page.keyboard.press('ArrowRight');
  // The address changes before the page is drawn, and the arrows move from what is drawn.
  await page.getByRole('radio', { name: 'Closed', checked: true }).waitFor({ state: 'attached' });
  expect(new URL(page.url()).search).toBe('?status=closed');
  await page.keyboard.press('ArrowLeft');
  await pressAt(page, page.getByRole('link', { name: /The personal key ending expires/ }));
  await page.getByText(/Create a new key/).waitFor();
  const places = page.getByRole('group', { name: 'Related pages' });
  await places.getByRole('link', { name: 'API keys' }).waitFor();
  const lastChange = page.getByText('Last change, also the last action').locator('..');
  await lastChange.getByText(/: createApiKey/).waitFor();
  await lastChange.getByText('name: ending').waitFor();
  await tabTo(page, page.getByRole('textbox', { name: 'Note' }));
  await page.keyboard.type('a new one is on its way');
  await pressAt(page, page.getByRole('button', { name: 'Acknowledge', exact: true }));
  await page.getByRole('button', { name: 'Save note' }).waitFor();
  await page.getByText('Acknowledged', { exact: true }).waitFor();

  const center = page.getByRole('dialog', { name: /^Notifications/ });
  await bell('2 open incidents').click();
  await center.getByText(/The personal key other expires/).waitFor();
  await expectAccessible(page, { isOpen: true });
  await center.getByRole('button', { name: 'Acknowledge other' }).click();
  await center.getByRole('button', { name: 'Acknowledge other' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await center.waitFor({ state: 'detached' });
  const { notificationIncidents } = await site.controlPlane.ask(
    '{ notificationIncidents { nodes { subjectName acknowledgedAt note } } }',
  );
  expect(notificationIncidents.nodes).toHaveLength(2);
  const taken = (subjectName: string, note: string | null) => ({
    subjectName,
    note,
    acknowledgedAt: expect.any(String),
  });
  expect(notificationIncidents.nodes).toContainEqual(taken('other', null));
  expect(notificationIncidents.nodes).toContainEqual(taken('ending', 'a new one is on its way'));

  await setExpiry(['ending'], null);
  await page.getByRole('status').getByText('closed').waitFor();
  await page.getByText(/^Lasted \d/).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('navigation').getByRole('link', { name: 'Incidents 1 open' }).waitFor();
  await bell('1 open incident').click();
  await expectAccessible(page, { isOpen: true });
  await center.getByRole('link', { name: 'other' }).click();
  await center.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Key ends soon: other' }).waitFor();
  await bell('1 open incident').click();
  await center.getByRole('link', { name: 'All incidents' }).click();
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
  await setExpiry(['other'], null);
});

test('of many open incidents, the overview shows the worst first with where to look, and says how many more there are', async () => {
  const nodeId = await world.newNode({ name: 'broken' });
  const { organizationId } = site.controlPlane.made;
  const now = new Date();
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  await insertIncident(site.database, {
    ...{ organizationId, executorId: world.executorId, subjectId: nodeId, subjectName: 'broken' },
    ...({ code: 'node_failing', severity: 'critical', status: 'open', subjectType: 'node' } as const),
    ...{ message: 'broken cannot run', data: {}, startedAt: now, openedAt: now, updatedAt: now },
  });
  await site.database.insert(apikey).values(
    Array.from({ length: 21 }, (_, index) => ({
      ...{ id: randomUUID(), configId: 'executor' as const, name: `many-${index}`, start: 'satrap_e_' },
      ...{ key: randomUUID(), referenceId: organizationId, organizationId },
      ...{ createdAt: inDays(-90), expiresAt: inDays(3) },
    })),
  );
  const page = await site.openAsOwner();
  const open = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  await page.getByRole('link', { name: '2 more' }).waitFor();
  expect(await open.count()).toBe(20);
  await open.first().getByText('broken cannot run').waitFor();
  await open.first().getByText('“satrap nodes logs broken”').waitFor();
  await open.first().getByRole('link', { name: 'View logs' }).click();
  await page.getByRole('tab', { name: 'Logs', selected: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/nodes/${nodeId}`);
  await page.goBack();
  await page.getByRole('link', { name: '2 more' }).click();
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();

  // The address of what is deleted, or was never there, says so and leads on.
  for (const [what, path, list] of [
    ['Node', 'nodes', 'Nodes'],
    ['Host', 'executors', 'Hosts'],
    ['Incident', 'incidents', 'Incidents'],
  ] as const) {
    for (const id of [randomUUID(), 'none']) {
      await follow(page, `${path}/${id}`);
      await page.getByRole('heading', { level: 1, name: `${what} not found` }).waitFor();
      await page.getByRole('link', { name: `all ${what.toLowerCase()}s` }).click();
      await page.getByRole('heading', { level: 1, name: list }).waitFor();
    }
  }
  await page.goto('nodes/none');
  await page.getByRole('heading', { level: 1, name: 'Node not found' }).waitFor();
  await expectAccessible(page);
});

test('the audit log tells who did what, and what it changed, by keys', async () => {
  const id = await world.newNode({ name: 'judged' });
  await site.controlPlane.ask(`mutation { updateNode(where: { id: "${id}" }, data: { name: "renamed" }) { id } }`);
  // As another version would write it.
  await site.database.execute(
    sql`INSERT INTO audit_action (organization_id, at, actor_type, actor_name, action)
      VALUES (${site.controlPlane.made.organizationId}, now(), 'robot', 'R2', 'beep')`,
  );
  const page = await site.openAsOwner();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  // A key may come before the page listens to it.
  await until('the audit log opens', async () => {
    await page.keyboard.type('ga');
    return page.getByRole('heading', { level: 1, name: 'Audit' }).isVisible();
  });
  await page.getByRole('button', { name: 'beep' }).waitFor();
  await tabTo(page, page.getByRole('searchbox', { name: 'Action' }));
  await page.keyboard.type('updateNode');
  // A key while the list moves may be for another row.
  await page.getByRole('button', { name: 'beep' }).waitFor({ state: 'detached' });
  const action = page.getByRole('table').getByRole('button', { name: 'updateNode' });
  await pressAt(page, action);
  await shown(page.getByRole('dialog').getByRole('row', { name: /name judged renamed/ }));
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await untilFocused(action);
});

test('a tab stays in its organization when another one switches, and leads to what is in another organization', async () => {
  const { browser: owner } = await firstPerson(site.controlPlane);
  const { createOrganization: beta } = await owner.ask(
    'mutation { createOrganization(input: { name: "Beta" }) { id } }',
  );
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
  const page = await site.openAsOwner();
  const other = await page.context().newPage();
  await other.goto('');
  const menu = (tab: typeof page, name: string) => tab.getByRole('button', { name: `Organization ${name}: switch` });
  await menu(other, 'Example').waitFor();
  await menu(page, 'Example').click();
  await page.getByRole('menuitem', { name: /Beta/ }).click();
  await menu(page, 'Beta').waitFor();

  await other.getByRole('link', { name: 'Nodes', exact: true }).click();
  await other.getByRole('heading', { level: 1, name: 'Nodes' }).waitFor();
  await menu(other, 'Example').waitFor();
  await other.reload();
  await menu(other, 'Example').waitFor();

  await other.goto(`executors/upgrade/${stopped?.id}`);
  await other.getByRole('heading', { level: 1, name: 'This rollout is in another organization' }).waitFor();
  await other.goto(`incidents/${incidentId}`);
  await other.getByRole('heading', { level: 1, name: 'This incident is in another organization' }).waitFor();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Switch to Beta' }).click();
  await other.getByRole('heading', { level: 1, name: 'Key ends soon: a-key' }).waitFor();
  await menu(other, 'Beta').waitFor();
  expect(new URL(other.url()).pathname).toBe(`/incidents/${incidentId}`);
  await other.close();
});
