import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { expectAccessible } from '../../../harness/accessible.ts';
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

/** Answers the next call that the agent is asked for, and returns it. */
async function answer(outcome: object): Promise<{ method: string; params: string[] }> {
  const { id, args } = await until('a call is asked for', async () => (await world.host.requests())[0]);
  await world.host.answer(id, outcome);
  return args;
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
  const shown = page.getByRole('region', { name: 'Answer' });
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
