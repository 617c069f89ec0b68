import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { consoleUrl, signInAsOwner, TestBrowser } from '../../../harness/console.ts';
import { type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { until } from '../../../harness/until.ts';

let world: Inhabited;
let browser: TestBrowser;
beforeAll(async () => {
  [world, browser] = await Promise.all([startInhabited({ consoleDir: inject('consoleFolder') }), TestBrowser.start()]);
  await world.host.sync();
});
afterAll(() => Promise.all([browser?.close(), world?.controlPlane.destroy()]));

test('of a node that is not synced, an agent without pending steps does not mean that all is done', async () => {
  const id = await world.newNode({ name: 'explained' });
  const observe = (phase: string) => world.host.sync({ nodes: [{ id, phase, since: new Date().toISOString() }] });
  await observe('syncing');
  const page = await browser.open(consoleUrl(world.controlPlane));
  await signInAsOwner(page, world.controlPlane);
  await page.goto(`nodes/${id}?tab=why`);
  const request = await until('the agent is asked', async () =>
    (await world.host.requests()).find(({ kind, nodeId }) => kind === 'explain' && nodeId === id),
  );
  await observe('syncing');
  const result = { nodeId: id, desired: ['running'], observed: ['it runs'], steps: [], waitingFor: null };
  await world.host.answer(request.id, { result });
  const shown = page.getByText('The agent has no pending steps: the container matches the desired state.');
  await shown.waitFor();
  expect(await shown.innerText()).toContain('The node itself is not synced yet; see the status above.');
  await observe('running');
  await page.getByText('not synced yet').waitFor({ state: 'detached' });
  expect(await shown.innerText()).not.toContain('not synced');
  expect(browser.faults).toEqual([]);
});
