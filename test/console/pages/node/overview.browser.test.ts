import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../harness/accessible.ts';
import { provideConsole } from '../../../harness/console.ts';
import { type Inhabited, inhabit } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';

const site = provideConsole({ heartbeatSeconds: 60 });
let world: Inhabited;
let nodeId: string;
let page: Page;
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
const fact = (name: string) => page.getByRole('region', { name, exact: true });

/** Reports a sample of the node. */
const measure = (height: number, more: object) =>
  world.host.report([world.host.event({ kind: 'node.sample', nodeId, message: 'sample', data: sample(height, more) })]);
const observe = (phase: string, reason: string | null = null) =>
  world.host.sync({ nodes: [{ id: nodeId, phase, reason, since: minutes(-5), appliedRevision: 1 }] });

beforeAll(async () => {
  world = await inhabit(site.controlPlane);
  nodeId = await world.newNode({ name: 'watched' });
  await observe('running');
  await measure(154, { bestBlockAt: minutes(-3) });
  page = await site.openAsOwner();
  await page.goto(`nodes/${nodeId}`);
});

test('the age of the last block is that of its header, also at once after a block and at a lower height', async () => {
  await fact('Last block').getByText('3 min ago').waitFor();
  await measure(155, { bestBlockAt: minutes(-1.1) });
  await fact('Height').getByText('155').waitFor();
  await fact('Last block').getByText('1 min ago').waitFor();
  // As after a reindex, a reorganization or a crash.
  await measure(12, { bestBlockAt: minutes(-50.1) });
  await fact('Height').getByText('12', { exact: true }).waitFor();
  await fact('Last block').getByText('50 min ago').waitFor();
  await measure(13, { bestBlockAt: null });
  await fact('Last block').getByText('not reported by this version').waitFor();
});

test('neither a measurement nor a block lies in the future, although a clock is ahead', async () => {
  await measure(14, { at: minutes(1), bestBlockAt: minutes(30) });
  await fact('Height').getByText('14', { exact: true }).waitFor();
  await fact('Height').getByText('measured just now').waitFor();
  await fact('Last block').getByText('just now').waitFor();
});

test('a stopped node shows its last values as such, and its reason has relative times with the exact ones on hover', async () => {
  const at = minutes(-4.5);
  await observe('stopped', `the daemon ended at ${at}`);
  await page.getByText('The node is stopped. Last known values, measured').waitFor();
  await page.getByText('the daemon ended 4 min ago').waitFor();
  expect(await page.getByText('the daemon ended').getByRole('time').getAttribute('datetime')).toBe(at);
  await expectAccessible(page);
});
