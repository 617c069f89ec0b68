import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, signInAsOwner, startWithConsole, TestBrowser } from '../harness/console.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { makeWorld } from '../harness/world.ts';

let controlPlane: TestControlPlane;
let browser: TestBrowser;
beforeAll(async () => {
  [controlPlane, browser] = await Promise.all([startWithConsole({ heartbeatSeconds: 300 }), TestBrowser.start()]);
});
afterAll(() => Promise.all([browser?.close(), controlPlane?.destroy()]));

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
    await page.getByText(/What you see is \d+ s old/).waitFor();
    await page.getByText('running', { exact: true }).waitFor();
  }
  await expectAccessible(pages[0] as (typeof pages)[number]);
  await controlPlane.serve();
  const id = nodeIds['signet-a'];
  await executor.sync({ nodes: [{ id, phase: 'stopping', since: new Date().toISOString(), appliedRevision: 1 }] });
  for (const page of pages) {
    await page.getByRole('status').getByText('stopping').waitFor();
    await page.getByText(/What you see is/).waitFor({ state: 'detached' });
  }
  expect(browser.faults.filter((fault) => !/ERR_CONNECTION|Failed to fetch|network/i.test(fault))).toEqual([]);
});
