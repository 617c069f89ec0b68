import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../harness/accessible.ts';
import { provideConsole } from '../../../harness/console.ts';
import { type Inhabited, inhabit } from '../../../harness/inhabited.ts';
import { until } from '../../../harness/until.ts';

const site = provideConsole({ heartbeatSeconds: 60 });
let world: Inhabited;
beforeAll(async () => {
  world = await inhabit(site.controlPlane);
  await world.host.sync();
});

/** Answers the next call that the agent is asked for, and returns it. */
async function answer(outcome: object): Promise<{ method: string; params: string[] }> {
  const { id, args } = await until('a call is asked for', async () =>
    (await world.host.requests()).find(({ kind }) => kind === 'rpc'),
  );
  await world.host.answer(id, outcome);
  return args;
}

test('a call is chosen, made and answered by keys alone; its answer is text, and a file', async () => {
  const id = await world.newNode({ name: 'called' });
  const page = await site.openAsOwner();
  await page.goto(`nodes/${id}`);
  await page.getByRole('tab', { name: 'RPC' }).click();
  await page.getByRole('button', { name: 'Call getblockchaininfo' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Method' }).fill('getblockhash');
  await page.getByRole('option', { name: 'getblockhash' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const height = page.getByRole('textbox', { name: 'height' });
  await height.fill('many');
  await page.getByText('must be a height').waitFor();
  await expectAccessible(page);
  await height.fill('840000');
  await page.keyboard.press('Enter');
  expect(await answer({ error: 'Block height out of range' })).toEqual({ method: 'getblockhash', params: ['840000'] });
  await page.getByRole('alert').getByText('Block height out of range').waitFor();
  await expectAccessible(page);
  expect(new URL(page.url()).searchParams.get('method')).toBe('getblockhash');
  await page.reload();
  await height.fill('7');
  await page.getByRole('button', { name: 'Call getblockhash' }).click();
  const hostile = JSON.stringify({ subver: '<img src=x onerror="document.title=1">\u202eabc' });
  await answer({ result: `{"fee":0.00000001,${hostile.slice(1)}` });
  const shown = page.getByRole('region', { name: 'Result' });
  await shown.getByText('<img src=x').waitFor();
  const text = await shown.innerText();
  expect(text).not.toMatch(/\p{Bidi_Control}/u);
  expect(text).toContain('"fee": 0.00000001');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('called-getblockhash.json');
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ subver: expect.any(String) });
});

test('an answer of a megabyte is shown in part, in dark and on a phone', async () => {
  const id = await world.newNode({ name: 'large' });
  const page = await site.openAsOwner({ scheme: 'dark', width: 390 });
  await page.goto(`nodes/${id}?tab=rpc&method=getrawmempool`);
  await page.getByRole('button', { name: 'Call getrawmempool' }).click();
  await answer({ result: JSON.stringify(Array.from({ length: 15_000 }, () => 'ab'.repeat(32))) });
  await page.getByText('Result truncated.').waitFor();
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
  expect(await page.evaluate(fits)).toBe(true);
  await expectAccessible(page);
});

test('of a node that is not synced, an agent without pending steps does not mean that all is done', async () => {
  const id = await world.newNode({ name: 'explained' });
  const observe = (phase: string) => world.host.sync({ nodes: [{ id, phase, since: new Date().toISOString() }] });
  await observe('syncing');
  const page = await site.openAsOwner();
  await page.goto(`nodes/${id}?tab=why`);
  const request = await until('the agent is asked', async () =>
    (await world.host.requests()).find(({ kind, nodeId }) => kind === 'explain' && nodeId === id),
  );
  await observe('syncing');
  const result = { nodeId: id, desired: ['running'], observed: ['it runs'], steps: [], waitingFor: null };
  await world.host.answer(request.id, { result });
  const shown = page.getByText('No pending steps. The container matches the desired state.');
  await shown.waitFor();
  expect(await shown.innerText()).toContain('The node is not synced yet: see its status above.');
  await observe('running');
  await page.getByText('not synced yet').waitFor({ state: 'detached' });
  expect(await shown.innerText()).not.toContain('not synced');
  // Its tab asks the agent again and again.
  await page.close();
});
