import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { expectAccessible } from '../../harness/accessible.ts';
import { consoleUrl, signInAsOwner, TestBrowser } from '../../harness/console.ts';
import { type Inhabited, startInhabited } from '../../harness/inhabited.ts';
import { until } from '../../harness/until.ts';

let world: Inhabited;
let browser: TestBrowser;
beforeAll(async () => {
  [world, browser] = await Promise.all([startInhabited({ consoleDir: inject('consoleFolder') }), TestBrowser.start()]);
  await world.host.sync({ features: ['rpc-call'] });
});
afterAll(() => Promise.all([browser?.close(), world?.controlPlane.destroy()]));

/** Answers the next call that the agent is asked for, and returns it. */
async function answer(outcome: object): Promise<{ method: string; params: string[] }> {
  const { query, variables } = JSON.parse(world.host.syncBody({ features: ['rpc-call'] }));
  const document = query.replace(/logRequests \{[^}]*\}/, 'rpcRequests { callId method params }');
  const { callId, ...asked } = await until('a call is asked for', async () => {
    const { data } = await world.controlPlane.call(document, variables, world.executorKey);
    return data.syncExecutor.rpcRequests[0];
  });
  const input = { callId, ...outcome };
  const report = 'mutation($input: NodeRpcResultInput!) { reportNodeRpcResult(input: $input) }';
  await world.controlPlane.call(report, { input }, world.executorKey);
  return asked;
}

test('a call is chosen, made and answered by keys alone; its answer is text, and a file', async () => {
  const id = await world.newNode({ name: 'called' });
  const page = await browser.open(consoleUrl(world.controlPlane));
  await signInAsOwner(page, world.controlPlane);
  await page.goto(`nodes/${id}`);
  await page.getByRole('tab', { name: 'RPC' }).click();
  await page.getByRole('button', { name: 'Call getblockchaininfo' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Method' }).fill('getblockhash');
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
  await answer({ result: JSON.stringify({ subver: '<img src=x onerror="document.title=1">\u202eabc' }) });
  const shown = page.getByRole('region', { name: 'Answer' });
  await shown.getByText('<img src=x').waitFor();
  expect(await shown.innerText()).not.toMatch(/\p{Bidi_Control}/u);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('called-getblockhash.json');
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ subver: expect.any(String) });
  expect(browser.faults).toEqual([]);
});

test('an answer of a megabyte is shown in part, in dark and on a phone', async () => {
  const id = await world.newNode({ name: 'large' });
  const page = await browser.open(consoleUrl(world.controlPlane), { scheme: 'dark', width: 390 });
  await signInAsOwner(page, world.controlPlane);
  await page.goto(`nodes/${id}?tab=rpc&method=getrawmempool`);
  await page.getByRole('button', { name: 'Call getrawmempool' }).click();
  await answer({ result: JSON.stringify(Array.from({ length: 15_000 }, () => 'ab'.repeat(32))) });
  await page.getByText('This is the beginning of the answer').waitFor();
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
  expect(await page.evaluate(fits)).toBe(true);
  await expectAccessible(page);
  expect(browser.faults).toEqual([]);
});
