import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/control-plane/platform/database/open.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, provideConsole } from '../harness/console.ts';
import { quiet } from '../harness/control-plane.ts';
import { insertIncident } from '../harness/incident-rows.ts';
import { type Inhabited, inhabit } from '../harness/inhabited.ts';
import { until } from '../harness/until.ts';

const site = provideConsole({ heartbeatSeconds: 60 });
let world: Inhabited;
let database: pg.Client;
beforeAll(async () => {
  world = await inhabit(site.controlPlane);
  database = new pg.Client({ connectionString: site.controlPlane.settings.databaseUrl });
  await database.connect();
});
afterAll(() => database?.end());

/** Lets a key end in so many days, as if it had been made long ago; null for never. */
const setExpiry = (name: string, days: number | null) =>
  database.query(
    `UPDATE apikey SET created_at = now() - interval '90 days', expires_at = now() + make_interval(days => $2::int) WHERE name = $1`,
    [name, days],
  );

test('events appear by themselves, older ones with scrolling, and hostile text is shown as text', async () => {
  const { host } = world;
  const nodeId = await world.newNode({ name: 'told' });
  await host.report(Array.from({ length: 150 }, (_, index) => host.event({ nodeId, message: `Old event ${index}` })));
  const page = await site.openAsOwner();
  await page.getByRole('link', { name: 'Events' }).click();
  await page.getByRole('cell', { name: 'Old event 149' }).waitFor();
  await expectAccessible(page);
  const hostile = '<img src=x onerror="document.title=1"> \u202egnp.exe \u0007';
  await host.report([host.event({ nodeId, level: 'error', message: hostile })]);
  await page.getByText('<img src=x onerror="document.title=1">').waitFor();
  expect(await page.title()).toBe('Events · Satrap');
  // A row may be too short for it.
  await page.getByRole('button', { name: /^<img src=x/ }).click();
  await page.getByRole('dialog', { name: 'Event' }).getByText('Host: host-1').waitFor();
  await expectAccessible(page);
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

test('an incident opens while somebody looks, says what to do, is acknowledged, and closes by itself', async () => {
  const page = await site.openAsOwner({ scheme: 'dark' });
  await page.getByRole('link', { name: 'Incidents' }).click();
  await page.getByText('No open incidents').waitFor();
  await page.getByRole('button', { name: 'Notifications: 0 open incidents' }).waitFor();
  expect(await page.title()).toBe('Incidents · Satrap');
  await expectAccessible(page);
  await site.controlPlane.key('personal', 'ending');
  await setExpiry('ending', 3);
  await page.getByRole('link', { name: /The personal key ending expires/ }).waitFor();
  await page.getByRole('button', { name: 'Notifications: 1 open incident', exact: true }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Incidents 1 open' }).waitFor();
  expect(await page.title()).toBe('(1) Incidents · Satrap');
  await page.getByRole('link', { name: /The personal key ending expires/ }).click();
  await page.getByText(/Create a new key/).waitFor();
  const places = page.getByRole('group', { name: 'Related pages' });
  await places.getByRole('link', { name: 'API keys' }).waitFor();
  const lastChange = page.getByText('Last change, also the last action').locator('..');
  await lastChange.getByText(/: createApiKey/).waitFor();
  await lastChange.getByText('name: ending').waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Note' }).fill('a new one is on its way');
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByRole('button', { name: 'Save note' }).waitFor();
  await page.getByText('Acknowledged', { exact: true }).waitFor();
  await setExpiry('ending', null);
  await page.getByRole('status').getByText('closed').waitFor();
  await page.getByText(/^Lasted \d/).waitFor();
});

test('the address of a deleted node, executor or incident says that it may be gone, and leads on', async () => {
  const page = await site.openAsOwner();
  const lists = { node: 'Nodes', host: 'Hosts', incident: 'Incidents' };
  for (const [what, list] of Object.entries(lists)) {
    const path = what === 'host' ? 'executors' : `${what}s`;
    for (const id of [randomUUID(), 'none']) {
      await page.goto(new URL(`${path}/${id}`, consoleUrl(site.controlPlane)).href);
      await page.getByRole('heading', { level: 1, name: new RegExp(`^${what} not found$`, 'i') }).waitFor();
    }
    await expectAccessible(page);
    await page.getByRole('link', { name: `all ${what}s` }).click();
    await page.getByRole('heading', { level: 1, name: list }).waitFor();
  }
});

test('of many open incidents, the overview shows the worst first with where to look, and says how many more there are', async () => {
  const { executorId } = world;
  const nodeId = await world.newNode({ name: 'broken' });
  const now = new Date();
  const { database: typed, close } = await openDatabase(site.controlPlane.settings, quiet);
  try {
    await insertIncident(typed, {
      ...{
        organizationId: site.controlPlane.made.organizationId,
        executorId,
        subjectId: nodeId,
        subjectName: 'broken',
      },
      ...({ code: 'node_failing', severity: 'critical', status: 'open', subjectType: 'node' } as const),
      ...{ message: 'broken cannot run', data: {}, startedAt: now, openedAt: now, updatedAt: now },
    });
  } finally {
    await close();
  }
  for (let index = 0; index < 21; index++) {
    await site.controlPlane.key('personal', `many-${index}`);
    await setExpiry(`many-${index}`, 3);
  }
  const page = await site.openAsOwner();
  const open = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  await page.getByRole('link', { name: '2 more' }).waitFor();
  expect(await open.count()).toBe(20);
  await open.first().getByText('broken cannot run').waitFor();
  await expectAccessible(page);
  await open.first().getByRole('link', { name: 'View logs' }).click();
  await page.getByRole('tab', { name: 'Logs', selected: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/nodes/${nodeId}`);
  await page.goBack();
  await page.getByRole('link', { name: '2 more' }).click();
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
});

test('the audit log tells who did what, and what it changed', async () => {
  const nodeId = await world.newNode({ name: 'judged' });
  await site.controlPlane.ask(
    'mutation($id: ID!) { updateNode(where: { id: $id }, data: { name: "renamed" }) { id } }',
    {
      id: nodeId,
    },
  );
  const database = new pg.Client({ connectionString: site.controlPlane.settings.databaseUrl });
  await database.connect();
  try {
    // As another version would write it.
    await database.query(
      `INSERT INTO audit_action (organization_id, at, actor_type, actor_name, action) VALUES ($1, now(), 'robot', 'R2', 'beep')`,
      [site.controlPlane.made.organizationId],
    );
  } finally {
    await database.end();
  }
  const page = await site.openAsOwner();
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('button', { name: 'beep' }).waitFor();
  await page.getByRole('searchbox', { name: 'Action' }).fill('updateNode');
  // A click while the list moves may end on another row.
  await page.getByRole('button', { name: 'beep' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'updateNode' }).click();
  const details = page.getByRole('dialog');
  await details.getByRole('row', { name: /name judged renamed/ }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
});
