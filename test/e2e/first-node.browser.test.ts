import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { TestAgent } from '../harness/agent.ts';
import { provideConsole } from '../harness/console.ts';
import { TestNodes } from '../harness/nodes.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { testAgent } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

const patient = { timeout: 90_000 };
const site = provideConsole();

/**
 * Makes this machine an executor with the command shown by a page of a control plane without a release, which is for hosts
 * that have Satrap. test/machine runs the one that downloads a release.
 */
async function joinWith(command: string): Promise<TestAgent> {
  const token = /SATRAP_ENROLMENT_TOKEN=(\S+)/.exec(command)?.[1] ?? '';
  const url = /satrap agent install --url (\S+)/.exec(command)?.[1] ?? '';
  const dataDir = scratchFolder('agent');
  const args = ['--config', join(dataDir, 'agent.toml'), '--data-dir', dataDir, '--url', url, '--name', 'first-host'];
  const joined = await satrapHere(['agent', 'join', ...args], { SATRAP_ENROLMENT_TOKEN: token });
  expect(joined).toMatchObject({ code: 0, stderr: '' });
  const apiKey = readFileSync(join(dataDir, 'executor.key'), 'utf8').trim();
  return testAgent(site.controlPlane, { url, apiKey, dataDir, name: 'first-host' });
}

const height = (page: Page, value: string) =>
  page.getByRole('region', { name: 'Height' }).getByText(value, { exact: true }).waitFor(patient);
const phase = (page: Page, word: string) => page.getByRole('status').getByText(word, { exact: true }).waitFor(patient);

test('leads from the first sign-in to a running node and its deletion, also by keys', {
  timeout: 300_000,
}, async () => {
  const { controlPlane } = site;
  const page = await site.openAsOwner();
  await page.getByRole('region', { name: 'Get started' }).getByText('Add a host').waitFor();
  await page.getByRole('button', { name: 'Create install command' }).click();
  await page.getByText('Waiting for the host').waitFor();
  await page.getByText(/expires in 5\d min/).waitFor();
  const agent = await joinWith(await page.locator('pre').first().innerText());
  onTestFinished(() => agent.destroy());
  const executorId = await agent.startAndSync();

  // The page goes on by itself.
  await page.getByText('first-host is connected and ready for a node.').waitFor(patient);
  await page.getByRole('link', { name: 'Deploy node' }).click();
  const deploy = page.getByRole('button', { name: 'Deploy node', exact: true });
  // It starts with what this host has capacity for.
  await until('a node may be deployed', () => deploy.isEnabled());
  await page.getByRole('radio', { name: /^regtest/ }).check();
  await page.getByRole('textbox', { name: 'Name' }).fill('first-node');
  await page.getByText('Starts a new, empty chain.').waitFor();
  await until('the node may be deployed', () => deploy.isEnabled());
  await deploy.click();
  await page.getByRole('heading', { level: 1, name: 'first-node' }).waitFor();
  await phase(page, 'running');

  const nodes = new TestNodes(controlPlane, executorId);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await nodes.mine(id, 3);
  await height(page, '3');
  await nodes.mine(id, 2);
  await height(page, '5');
  await page.getByRole('tab', { name: 'Logs' }).click();
  const hash = await nodes.mine(id, 1);
  await page.getByRole('region', { name: 'Log' }).getByText(hash).first().waitFor(patient);
  await page.getByRole('tab', { name: 'Diagnose' }).click();
  await page.getByRole('button', { name: 'Call getblockchaininfo' }).click();
  await page.getByRole('region', { name: 'Result' }).getByText(`"bestblockhash": "${hash}"`).waitFor(patient);
  const caller = { SATRAP_URL: controlPlane.url, SATRAP_API_KEY: controlPlane.personalKey };
  const asked = await satrapHere(['nodes', 'rpc', 'first-node', 'getblockhash', '6'], caller);
  expect(asked).toMatchObject({ code: 0, stdout: `${hash}\n` });
  const refused = await satrapHere(['nodes', 'rpc', 'first-node', 'getblockhash', '7'], caller);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Block height out of range') });
  const stop = await satrapHere(['nodes', 'rpc', 'first-node', 'stop'], caller);
  expect(stop).toMatchObject({ code: 2, stderr: expect.stringContaining('read-only') });
  await page.getByText('No pending steps. The container matches the desired state.').waitFor(patient);

  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await phase(page, 'stopped');
  await page.getByRole('button', { name: 'Start' }).click();
  await phase(page, 'running');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Delete permanently, including wallets').check();
  await page.getByRole('textbox', { name: 'Type first-node to confirm' }).fill('first-node');
  await page.getByRole('button', { name: 'Delete node and chain data' }).click();
  await page.getByText('No nodes yet').waitFor(patient);
  expect([await agent.volumes(), await agent.containers()]).toEqual([[], []]);
});
