import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../../src/control-plane/platform/database/database.ts';
import { expectAccessible } from '../../../harness/accessible.ts';
import { expectFitsWindow, follow, provideConsole } from '../../../harness/console.ts';
import { addHost, type Host } from '../../../harness/inhabited.ts';
import { until } from '../../../harness/until.ts';

// The tabs of a node that ask its agent: log, RPC and explanation.

const site = provideConsole({ heartbeatSeconds: 60 });
let world: Host;
// One page, on which the tests follow one another.
let page: Page;
beforeAll(async () => {
  world = await addHost(site.controlPlane);
  page = await site.openAsOwner();
});

async function look(scheme: 'light' | 'dark', width: number): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: 800 });
}

const contentOf = async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await text(await download.createReadStream()) };
};

/** Waits until the agent is asked for something about a node. */
const asked = (nodeId: string, kind: string, except?: string) =>
  until(`the agent is asked: ${kind}`, async () =>
    (await world.host.requests()).find((each) => each.nodeId === nodeId && each.kind === kind && each.id !== except),
  );

/** Opens the log, and returns what an agent that follows it does. */
async function openLog(name: string) {
  const nodeId = await world.newNode({ name });
  await follow(page, `nodes/${nodeId}?tab=logs`);
  const { id: sessionId } = await asked(nodeId, 'follow_log');
  let sequence = 0;
  const write = async (lines: string[], more: object = {}) => {
    await until('the lines are taken', async () => {
      const { data } = await world.host.answer(sessionId, { chunk: { sequence, lines, ...more } });
      return data.answerAgentRequest.isTaken;
    });
    sequence++;
  };
  return { nodeId, sessionId, write };
}

const log = () => page.getByRole('region', { name: 'Log' });
const line = (text: string) => log().getByRole('listitem').filter({ hasText: text });

test('a log is followed, searched by keys, kept in the address, and saved', async () => {
  const { nodeId, sessionId, write } = await openLog('told');
  const tips = ['UpdateTip: new best height=1', 'Loading wallet', 'UpdateTip: new best height=2'];
  await write(tips);
  await line('height=2').waitFor();
  await write(['the last words'], { notice: 'the node stopped', dropped: 7 });
  await line('the node stopped').waitFor();
  await line('7 lines were dropped').waitFor();

  await page.getByRole('searchbox', { name: 'Search the log' }).fill('updatetip');
  await page.getByText('2 lines', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('1 of 2 lines').waitFor();
  await page.keyboard.press('Shift+Enter');
  await page.getByText('2 of 2 lines').waitFor();
  await expectAccessible(page);
  expect(new URL(page.url()).searchParams.get('find')).toBe('updatetip');
  const notices = ['-- 7 lines were dropped, because the reader was too slow --', '-- the node stopped --'];
  const text = [...tips, ...notices, 'the last words', ''].join('\n');
  expect(await contentOf()).toEqual({ name: 'told.log', text });

  const long = sql`now() - interval '13 hours'`;
  await site.database.execute(sql`UPDATE agent_request SET created_at = ${long} WHERE id = ${sessionId}`);
  const next = await asked(nodeId, 'follow_log', sessionId);
  expect(next.args.followLog.from).not.toBeNull();
  await line('log reopened').waitFor();
  await page.getByRole('switch', { name: 'Follow' }).click();
  await line('the last words').waitFor();
});

test('names a host that does not respond, and shows its log once it does', async () => {
  const silent = page.getByRole('alert').getByText('host-1 did not respond');
  const { nodeId, write } = await openLog('silent');
  await silent.waitFor();
  expect(await log().count()).toBe(0);
  await write(['first words']);
  await line('first words').waitFor();
  expect(await silent.count()).toBe(0);
  await follow(page, `nodes/${nodeId}?tab=diagnose`);
  await silent.waitFor();
  const { id } = await asked(nodeId, 'explain');
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  await expectAccessible(page);
  await world.host.answer(id, {
    result: { explain: { desired: ['running'], observed: ['up'], steps: [], waitingFor: null } },
  });
  await page.getByRole('heading', { name: 'Observed state' }).waitFor();
});

test('reads the log of a past time range once, between its bounds', async () => {
  const nodeId = await world.newNode({ name: 'night' });
  const [from, to] = ['2026-01-01T01:00:00.000Z', '2026-01-01T02:00:00.000Z'];
  await follow(page, `nodes/${nodeId}?tab=logs&from=${from}&to=${to}`);
  const { id, args } = await asked(nodeId, 'log');
  expect(args.log).toEqual({ tail: 2000, from, to });
  await page.getByText('Loading log…').waitFor();
  await world.host.answer(id, { result: { log: ['UpdateTip: in the night', 'Loading wallet'] } });
  await line('in the night').waitFor();
  expect(await page.getByRole('switch', { name: 'Follow' }).count()).toBe(0);
  await expectAccessible(page);
});

test('reports a past time range without lines, and a log that cannot be read', async () => {
  const nodeId = await world.newNode({ name: 'quiet' });
  const open = (day: number) =>
    follow(page, `nodes/${nodeId}?tab=logs&from=2026-01-0${day}T01:00:00Z&to=2026-01-0${day}T02:00:00Z`);
  await open(1);
  const { id } = await asked(nodeId, 'log');
  await world.host.answer(id, { result: { log: [] } });
  await page.getByText('No lines in this time range.').waitFor();
  await open(2);
  const next = await asked(nodeId, 'log', id);
  await world.host.answer(next.id, { error: 'the node has no container' });
  await page.getByRole('alert').getByText('The node has no container.').waitFor();
});

test('follows a log up to now from the start of its time range', async () => {
  const nodeId = await world.newNode({ name: 'lately' });
  await follow(page, `nodes/${nodeId}?tab=logs&range=1h`);
  const { args } = await asked(nodeId, 'follow_log');
  expect(args.followLog.tail).toBe(2000);
  expect(Math.abs(Date.parse(args.followLog.from) - (Date.now() - 3_600_000))).toBeLessThan(600_000);
  expect(await page.getByRole('combobox', { name: 'Initial lines' }).count()).toBe(0);
});

test('hostile lines are text, also a megabyte without a break, in dark and on a phone', async () => {
  await look('dark', 390);
  const { write } = await openLog('hostile');
  await write(['<img src=x onerror="document.title=1"><script>document.title=2</script>']);
  await write(['\u202egnp.exe \u0007\u001b[31m']);
  await write(['x'.repeat(1024 * 1024 - 10)]);
  await line('<img src=x').waitFor();
  const more = page.getByRole('button', { name: /more characters/ });
  await more.waitFor();
  expect(await log().locator('img, script').count()).toBe(0);
  expect(await line('gnp.exe').innerText()).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
  expect(await page.title()).toBe('hostile · Satrap');
  await expectFitsWindow(page);
  await more.click();
  const whole = page.getByRole('dialog', { name: 'Full line' });
  const { length } = (await whole.getByText(/^x+$/).textContent()) ?? '';
  expect(length).toBe(1024 * 1024 - 10);
  await page.keyboard.press('Escape');
  await whole.waitFor({ state: 'detached' });
});

test('the page renders only the visible of 100,000 lines, and keeps its position', async () => {
  await look('light', 1280);
  const { write } = await openLog('long');
  const chunkOf = (chunk: number) => Array.from({ length: 2000 }, (_, index) => `line ${chunk * 2000 + index} of many`);
  for (let chunk = 0; chunk < 50; chunk++) await write(chunkOf(chunk));
  await line('line 99999 of').waitFor();
  expect(await log().getByRole('listitem').count()).toBeLessThan(120);
  await log().focus();
  await page.keyboard.press('Home');
  await line('line 0 of').waitFor();
  await page.keyboard.press('PageDown');
  await write(chunkOf(50));
  const first = log().getByRole('listitem').first();
  await until('older lines gave way', async () => (await first.innerText()).startsWith('line 2000 '));
  expect(await first.getAttribute('aria-setsize')).toBe('100000');
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await line('line 101999 of').waitFor();
  expect(await log().getByRole('listitem').count()).toBeLessThan(120);
});

test('a call is chosen and sent by keys, and its answer is shown and saved as a file', async () => {
  const id = await world.newNode({ name: 'called' });
  const answer = async (outcome: object): Promise<{ method: string; params: string[] }> => {
    const request = await asked(id, 'rpc');
    await world.host.answer(request.id, outcome);
    return request.args.rpc;
  };
  await follow(page, `nodes/${id}?tab=diagnose`);
  await page.getByRole('button', { name: 'Call getblockchaininfo' }).waitFor();
  await page.getByRole('combobox', { name: 'Method' }).fill('getblockhash');
  await page.getByRole('option', { name: 'getblockhash' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const height = page.getByRole('textbox', { name: 'height' });
  await height.fill('many');
  await page.getByText('must be a height').waitFor();
  await height.fill('840000');
  await page.keyboard.press('Enter');
  expect(await answer({ error: 'Block height out of range' })).toEqual({ method: 'getblockhash', params: ['840000'] });
  await page.getByRole('alert').getByText('Block height out of range').waitFor();
  await expectAccessible(page);
  expect(new URL(page.url()).searchParams.get('method')).toBe('getblockhash');
  await height.fill('7');
  await page.getByRole('button', { name: 'Call getblockhash' }).click();
  const hostile = JSON.stringify({ subver: '<img src=x onerror="document.title=1">\u202eabc' });
  await answer({ result: { rpc: `{"fee":0.00000001,${hostile.slice(1)}` } });
  const shown = page.getByRole('region', { name: 'Result' });
  await shown.getByText('<img src=x').waitFor();
  const text = await shown.innerText();
  expect(text).not.toMatch(/\p{Bidi_Control}/u);
  expect(text).toContain('"fee": 0.00000001');
  const file = await contentOf();
  expect(file.name).toBe('called-getblockhash.json');
  expect(JSON.parse(file.text)).toMatchObject({ subver: expect.any(String) });

  // An answer of a megabyte, in dark and on a phone.
  await look('dark', 390);
  await follow(page, `nodes/${id}?tab=diagnose&method=getrawmempool`);
  await page.getByRole('button', { name: 'Call getrawmempool' }).click();
  await answer({ result: { rpc: JSON.stringify(Array.from({ length: 15_000 }, () => 'ab'.repeat(32))) } });
  await page.getByText('Result truncated.').waitFor();
  await expectFitsWindow(page);
});

test('an agent without pending steps does not mean that an unsynced node is done', async () => {
  const id = await world.newNode({ name: 'explained' });
  const observe = (phase: string) => world.host.sync({ nodes: [{ id, phase, since: new Date().toISOString() }] });
  await observe('syncing');
  await follow(page, `nodes/${id}?tab=diagnose`);
  const request = await asked(id, 'explain');
  await observe('syncing');
  const explain = { desired: ['running'], observed: ['it runs'], steps: [], waitingFor: null };
  await world.host.answer(request.id, { result: { explain } });
  const shown = page.getByText('No pending steps. The container matches the desired state.');
  await shown.waitFor();
  expect(await shown.innerText()).toContain('The node is not synced yet: see its status above.');
  await observe('running');
  await page.getByText('not synced yet').waitFor({ state: 'detached' });
  expect(await shown.innerText()).not.toContain('not synced');
});
