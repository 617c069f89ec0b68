import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/control-plane/platform/database/open.ts';
import { upgradeRollout } from '../../src/control-plane/tables/releases.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, provideConsole } from '../harness/console.ts';
import { quiet } from '../harness/control-plane.ts';
import { insertIncident } from '../harness/incident-rows.ts';
import { firstPerson } from '../harness/people.ts';

const site = provideConsole();
let incidentId: string;
let rolloutId: string | undefined;
beforeAll(async () => {
  const { browser: owner } = await firstPerson(site.controlPlane);
  const { createOrganization: beta } = await owner.ask(
    'mutation { createOrganization(input: { name: "Beta" }) { id } }',
  );
  const { database, close } = await openDatabase(site.controlPlane.settings, quiet);
  try {
    const at = new Date();
    incidentId = await insertIncident(database, {
      ...{ organizationId: beta.id, executorId: null, subjectId: 'a-key', subjectName: 'a-key' },
      ...({ code: 'key_ends_soon', severity: 'warning', status: 'open', subjectType: 'api_key' } as const),
      ...{ message: 'a-key ends soon', data: {}, startedAt: at, openedAt: at, updatedAt: at },
    });
    const rollout = { organizationId: beta.id, targetVersion: '1.2.0', groupSize: 1, requestedBy: 'Ada' };
    const [row] = await database
      .insert(upgradeRollout)
      .values({ ...rollout, state: 'stopped' })
      .returning();
    rolloutId = row?.id;
  } finally {
    await close();
  }
});

test('a tab stays in its organization when another one switches, and leads to what is in another organization', async () => {
  const page = await site.openAsOwner();
  const other = await page.context().newPage();
  await other.goto(consoleUrl(site.controlPlane));
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

  await other.goto(new URL(`executors/upgrade/${rolloutId}`, consoleUrl(site.controlPlane)).href);
  await other.getByRole('heading', { level: 1, name: 'This rollout is in another organization' }).waitFor();
  await other.goto(new URL(`incidents/${incidentId}`, consoleUrl(site.controlPlane)).href);
  await other.getByRole('heading', { level: 1, name: 'This incident is in another organization' }).waitFor();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Switch to Beta' }).click();
  await other.getByRole('heading', { level: 1, name: 'Key ends soon: a-key' }).waitFor();
  await menu(other, 'Beta').waitFor();
  expect(new URL(other.url()).pathname).toBe(`/incidents/${incidentId}`);
});
