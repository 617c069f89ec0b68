import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, signInAsOwner, startWithConsole, TestBrowser } from '../harness/console.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { expectReachableByKeys } from '../harness/keyboard.ts';
import { makeWorld, type World } from '../harness/world.ts';

/** Every page: a name, its address, and a text by which it is there. */
const pages: readonly (readonly [name: string, address: (world: World) => string, text: string])[] = [
  ['overview', () => '', 'Needs attention'],
  ['nodes', () => 'nodes', 'signet-broken'],
  ['nodes-filtered', () => 'nodes?phase=running&sort=-height', 'signet-b'],
  ['deploy', () => 'nodes/new', 'It runs on'],
  ['deploy-copy', ({ nodeIds }) => `nodes/new?seed=${nodeIds['signet-a']}`, 'signet-new'],
  ['deploy-review', () => 'nodes/new?step=review', 'Effective configuration'],
  ['node', ({ nodeIds }) => `nodes/${nodeIds['signet-new']}`, 'Connect'],
  ['node-failing', ({ nodeIds }) => `nodes/${nodeIds['signet-broken']}`, 'Unable to bind'],
  ['node-configuration', ({ nodeIds }) => `nodes/${nodeIds['signet-a']}?tab=configuration`, 'Effective configuration'],
  ['node-monitoring', ({ nodeIds }) => `nodes/${nodeIds['signet-a']}?tab=monitoring&range=1h`, 'Blocks on disk'],
  ['node-events', ({ nodeIds }) => `nodes/${nodeIds['signet-broken']}?tab=events`, 'Unable to bind'],
  ['node-logs', ({ nodeIds }) => `nodes/${nodeIds['signet-a']}?tab=logs`, 'Follow'],
  ['node-rpc', ({ nodeIds }) => `nodes/${nodeIds['signet-a']}?tab=rpc`, 'Call the node’s RPC'],
  ['node-why', ({ nodeIds }) => `nodes/${nodeIds['signet-a']}?tab=why`, 'This was refused'],
  ['node-danger', ({ nodeIds }) => `nodes/${nodeIds['signet-a']}?tab=danger`, 'Delete the node'],
  ['executors', () => 'executors', 'helsinki-2'],
  ['executor', ({ executorId }) => `executors/${executorId}`, 'a further node may ask for'],
  ['upgrade-executors', () => 'executors/upgrade', 'There is no release yet'],
  ['incidents', () => 'incidents', 'signet-broken'],
  ['incident', ({ incidentId }) => `incidents/${incidentId}`, 'What to do'],
  ['events', () => 'events', 'Unable to bind'],
  ['audit', () => 'audit', 'createNode'],
  ['notifications', () => 'notifications', 'Nothing was sent yet'],
  ['members', () => 'members', 'None. Whoever you invite'],
  ['keys', () => 'keys', 'for an executor’s agent'],
  ['organizations', () => 'organizations', 'the present one'],
  ['releases', () => 'releases', 'No release yet'],
  ['release-new', () => 'releases/new', 'Container image'],
  ['profile', () => 'profile', 'Chrome on Linux'],
  ['not-found', () => 'nowhere', 'There is no such page'],
];

const looks = [
  { look: 'light', scheme: 'light', width: 1280, height: 800 },
  { look: 'dark', scheme: 'dark', width: 1280, height: 800 },
  { look: 'phone', scheme: 'light', width: 390, height: 844 },
] as const;

/** `npm run screenshots` sets it. */
const screenshots = process.env['SATRAP_SCREENSHOTS'];

let controlPlane: TestControlPlane;
let browser: TestBrowser;
let world: World;
beforeAll(async () => {
  [controlPlane, browser] = await Promise.all([startWithConsole({ heartbeatSeconds: 300 }), TestBrowser.start()]);
  world = await makeWorld(controlPlane);
  if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true });
});
afterAll(() => Promise.all([browser?.close(), controlPlane?.destroy()]));

describe.each(looks)('on a page in $look', ({ look, ...options }) => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.open(consoleUrl(controlPlane), options);
    await signInAsOwner(page, controlPlane);
  });

  test.each(pages)('is accessible: %s', async (name, address, text) => {
    await page.goto(address(world));
    await page.getByRole('main').getByText(text).first().waitFor();
    // Nothing is wider than the window.
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (screenshots !== undefined) await page.screenshot({ path: join(screenshots, `${name}-${look}.png`) });
    await expectAccessible(page);
    expect(overflow).toBe(0);
    if (look === 'light') await expectReachableByKeys(page);
    expect(browser.faults).toEqual([]);
  });
});
