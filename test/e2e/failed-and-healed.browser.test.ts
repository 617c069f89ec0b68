import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, signInAsOwner, TestBrowser } from '../harness/console.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';

let host: TestHost;
let browser: TestBrowser;
beforeAll(async () => {
  [host, browser] = await Promise.all([testHost({ consoleDir: inject('consoleFolder') }), TestBrowser.start()]);
});
afterAll(() => Promise.all([browser?.close(), host?.[Symbol.asyncDispose]()]));

const patient = { timeout: 90_000 };
const phase = (page: Page, word: string) => page.getByRole('status').getByText(word, { exact: true }).waitFor(patient);

/** Sets another option of the node whose configuration is open. */
async function setOption(page: Page, key: string, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Add option' }).click();
  await page.getByRole('combobox', { name: 'Option', exact: true }).last().fill(key);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: `Value of ${key}` }).click();
  await page.getByRole('option', { name: label, exact: true }).click();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Edit configuration' }).waitFor();
}

test('a node that a change of its configuration has made to fail says why in its daemon’s words, and is healed where it was broken', async () => {
  const { id } = await host.runNode('broken', { revertFailedChange: false });
  const hash = await host.nodes.mine(id, 2);
  const page = await browser.open(consoleUrl(host.controlPlane), { height: 1400 });
  await signInAsOwner(page, host.controlPlane);
  await page.getByRole('link', { name: 'Nodes', exact: true }).click();
  await page.getByRole('table', { name: 'Nodes' }).getByRole('link', { name: 'broken' }).click();
  await phase(page, 'running');
  await page.getByRole('tab', { name: 'Configuration' }).click();
  await page.getByRole('button', { name: 'Edit configuration' }).click();
  // Valid for bitcoind, and unknown to an older stand-in.
  await setOption(page, 'onlynet', 'cjdns');
  await setOption(page, 'cjdnsreachable', '1 (on)');
  await page.getByText('onlynet: not set → cjdns').waitFor();
  await save(page);
  await phase(page, 'failing');
  await page
    .getByText(/exited with code 1.*Unknown network specified in -onlynet/s)
    .first()
    .waitFor(patient);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'broken' }).first().click(patient);
  await page.getByRole('tab', { name: 'Explain' }).click();
  await page
    .getByText(/-onlynet/)
    .first()
    .waitFor(patient);
  await page.getByRole('tab', { name: 'Configuration' }).click();
  await page.getByRole('button', { name: 'Edit configuration' }).click();
  await page.getByRole('button', { name: 'Remove onlynet' }).click();
  await page.getByRole('button', { name: 'Remove cjdnsreachable' }).click();
  await page.getByText('onlynet: cjdns → not set').waitFor();
  await save(page);
  await phase(page, 'running');
  expect(await host.nodes.rpc(id, 'getbestblockhash')).toBe(hash);
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('row').filter({ hasText: '-onlynet' }).first().waitFor();
  expect(browser.faults).toEqual([]);
});
