import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, signInAsOwner, startWithConsole, TestBrowser } from '../harness/console.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { makeWorld, type World } from '../harness/world.ts';

let controlPlane: TestControlPlane;
let browser: TestBrowser;
let world: World;
beforeAll(async () => {
  [controlPlane, browser] = await Promise.all([startWithConsole({ heartbeatSeconds: 300 }), TestBrowser.start()]);
  world = await makeWorld(controlPlane);
});
afterAll(() => Promise.all([browser?.close(), controlPlane?.destroy()]));

test.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 360 },
] as const)(
  'the bell counts the open incidents, names the latest, and leads to them: $scheme, $width px wide',
  async (look) => {
    const page = await browser.open(consoleUrl(controlPlane), look);
    await signInAsOwner(page, controlPlane);
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
    expect(browser.faults).toEqual([]);
  },
);

test('an incident is acknowledged from the bell', async () => {
  const page = await browser.open(consoleUrl(controlPlane));
  await signInAsOwner(page, controlPlane);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const center = page.getByRole('dialog', { name: /^Notifications/ });
  await center.getByRole('button', { name: 'Acknowledge signet-broken' }).click();
  await center.getByText('· acknowledged').waitFor();
  const { notificationIncident } = await controlPlane.ask(
    'query($id: ID!) { notificationIncident(id: $id) { acknowledgedAt } }',
    { id: world.incidentId },
  );
  expect(notificationIncident.acknowledgedAt).not.toBeNull();
  expect(browser.faults).toEqual([]);
});
