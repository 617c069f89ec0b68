import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, signInAsOwner, startWithConsole, TestBrowser } from '../harness/console.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { ChangingConsole } from '../harness/other-build.ts';
import { makeWorld } from '../harness/world.ts';

let controlPlane: TestControlPlane;
let browser: TestBrowser;
let files: ChangingConsole;
beforeAll(async () => {
  files = new ChangingConsole(inject('consoleFolder'));
  [controlPlane, browser] = await Promise.all([
    startWithConsole({ ownProcess: true, heartbeatSeconds: 300, consoleDir: files.folder }),
    TestBrowser.start(),
  ]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), controlPlane?.destroy()]);
  files?.[Symbol.dispose]();
});
/** But for what the browser says of requests that nobody answers. */
const faults = () => browser.faults.filter((fault) => !/ERR_CONNECTION|Failed to fetch|network/i.test(fault));

test('while the control plane is away, the page says how old it is; it goes on by itself, and two people see the same', async () => {
  const { executor, nodeIds } = await makeWorld(controlPlane);
  const pages = await Promise.all([browser.open(consoleUrl(controlPlane)), browser.open(consoleUrl(controlPlane))]);
  for (const page of pages) {
    await signInAsOwner(page, controlPlane);
    await page.goto(`nodes/${nodeIds['signet-a']}`);
    await page.getByRole('status').getByText('running').waitFor();
    // The tab as well: what is loaded when it is opened cannot be while the control plane is away.
    await page.getByRole('heading', { name: 'Connect' }).waitFor();
  }
  await controlPlane.stop('SIGKILL');
  for (const page of pages) {
    await page.getByText(/This page is \d+ s old/).waitFor();
    await page.getByText('running', { exact: true }).waitFor();
  }
  await expectAccessible(pages[0] as (typeof pages)[number]);
  await controlPlane.serve();
  const id = nodeIds['signet-a'];
  await executor.sync({ nodes: [{ id, phase: 'stopping', since: new Date().toISOString(), appliedRevision: 1 }] });
  for (const page of pages) {
    await page.getByRole('status').getByText('stopping').waitFor();
    await page.getByText(/This page is/).waitFor({ state: 'detached' });
  }
  expect(faults()).toEqual([]);
});

test('a page whose code was not fetched before the control plane went away says so, and comes by itself', async () => {
  const page = await browser.open(consoleUrl(controlPlane));
  await signInAsOwner(page, controlPlane);
  await controlPlane.stop('SIGKILL');
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('alert').getByText('that the control plane is running').waitFor();
  await expectAccessible(page);
  // What stands beside a page is not missed.
  await page.keyboard.press('Control+k');
  await page.getByRole('link', { name: 'Audit' }).waitFor();
  await controlPlane.serve();
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await page.getByPlaceholder('Search pages and nodes').waitFor();
  expect(faults()).toEqual([]);
});

test('a page whose code is gone with an upgrade of the control plane is that of the new one', async () => {
  const page = await browser.open(consoleUrl(controlPlane));
  await signInAsOwner(page, controlPlane);
  await controlPlane.stop('SIGTERM');
  files.change();
  await controlPlane.serve();
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  expect(await page.locator('script[type="module"]').getAttribute('src')).toMatch(/0\.js$/);
  expect(faults()).toEqual([]);
});
