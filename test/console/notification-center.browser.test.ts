import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { provideConsole } from '../harness/console.ts';
import { makeWorld, type World } from '../harness/world.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
let world: World;
beforeAll(async () => {
  world = await makeWorld(site.controlPlane);
});

test.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 360 },
] as const)(
  'the bell counts the open incidents, names the latest, and leads to them: $scheme, $width px wide',
  async (look) => {
    const page = await site.openAsOwner(look);
    const bell = page.getByRole('button', { name: 'Notifications: 1 open incident', exact: true });
    await bell.click();
    const center = page.getByRole('dialog', { name: /^Notifications/ });
    await center.getByText('signet-broken cannot run').waitFor();
    await expectAccessible(page, { isOpen: true });
    const picture = process.env['SATRAP_SCREENSHOTS'];
    if (picture !== undefined) await page.screenshot({ path: `${picture}/notification-center-${look.width}.png` });
    await page.keyboard.press('Escape');
    await center.waitFor({ state: 'detached' });
    await bell.click();
    await center.getByRole('link', { name: 'signet-broken' }).click();
    await center.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`/incidents/${world.incidentId}`);
    await bell.click();
    await center.getByRole('link', { name: 'All incidents' }).click();
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
    expect(await page.title()).toBe('(1) Incidents · Satrap');
  },
);

test('an incident is acknowledged from the bell', async () => {
  const page = await site.openAsOwner();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const center = page.getByRole('dialog', { name: /^Notifications/ });
  await center.getByRole('button', { name: 'Acknowledge signet-broken' }).click();
  await center.getByText('· acknowledged').waitFor();
  const { notificationIncident } = await site.controlPlane.ask(
    'query($id: ID!) { notificationIncident(id: $id) { acknowledgedAt } }',
    { id: world.incidentId },
  );
  expect(notificationIncident.acknowledgedAt).not.toBeNull();
});
