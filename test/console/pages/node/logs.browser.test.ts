import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
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

/** What an agent is asked for. */
const requestOf = async (nodeId: string) => (await world.host.requests()).find((each) => each.nodeId === nodeId);

/** Opens the tab, and returns what an agent that follows the log does. */
async function openLog(name: string, look: { scheme?: 'light' | 'dark'; width?: number } = {}) {
  const nodeId = await world.newNode({ name });
  const page = await site.openAsOwner(look);
  await page.goto(`nodes/${nodeId}`);
  await page.getByRole('tab', { name: 'Logs' }).click();
  const { id: sessionId } = await until('the log is asked for', () => requestOf(nodeId));
  let sequence = 0;
  const write = async (lines: string[], more: object = {}) => {
    await until('the lines are taken', async () => {
      const { data } = await world.host.answer(sessionId, { chunk: { sequence, lines, ...more } });
      return data.answerAgentRequest.isTaken;
    });
    sequence++;
  };
  return { page, nodeId, sessionId, write };
}

const log = (page: Page) => page.getByRole('region', { name: 'Log' });
const line = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text });

test('a log is followed, searched by keys, kept in the address, and saved as a file', async () => {
  const { page, write } = await openLog('told');
  await write(['UpdateTip: new best height=1', 'Loading wallet', 'UpdateTip: new best height=2']);
  await line(page, 'height=2').waitFor();
  await write(['the last words'], { notice: 'the node stopped', dropped: 7 });
  await line(page, 'the node stopped').waitFor();
  await line(page, '7 lines were dropped').waitFor();
  await expectAccessible(page);

  await page.getByRole('searchbox', { name: 'Search the log' }).fill('updatetip');
  await page.getByText('2 lines', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('1 of 2 lines').waitFor();
  await page.keyboard.press('Shift+Enter');
  await page.getByText('2 of 2 lines').waitFor();
  await expectAccessible(page);
  expect(new URL(page.url()).searchParams.get('find')).toBe('updatetip');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('told.log');
  expect(readFileSync(await download.path(), 'utf8')).toBe(
    [
      ...['UpdateTip: new best height=1', 'Loading wallet', 'UpdateTip: new best height=2'],
      ...['-- 7 lines were dropped, because the reader was too slow --', '-- the node stopped --', 'the last words'],
      '',
    ].join('\n'),
  );
});

test('hostile lines are text, also a megabyte without a break, in dark and on a phone', async () => {
  const { page, write } = await openLog('hostile', { scheme: 'dark', width: 390 });
  await write([
    '<img src=x onerror="document.title=1"><script>document.title=2</script>',
    '\u202egnp.exe \u0007\u001b[31m',
  ]);
  await write(['x'.repeat(1024 * 1024 - 10)]);
  await line(page, '<img src=x').waitFor();
  const more = page.getByRole('button', { name: /more characters/ });
  await more.waitFor();
  expect(await log(page).locator('img, script').count()).toBe(0);
  expect(await line(page, 'gnp.exe').innerText()).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
  expect(await page.title()).toBe('hostile · Satrap');
  const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
  expect(await page.evaluate(fits)).toBe(true);
  await expectAccessible(page);
  await more.click();
  const whole = page.getByRole('dialog', { name: 'Full line' });
  await until('all of it is shown', async () => (await whole.innerText()).length > 1_000_000);
  await page.keyboard.press('Escape');
  await whole.waitFor({ state: 'detached' });
});

test('of a hundred thousand lines, the page holds those that can be seen; it stays where somebody reads', async () => {
  const { page, write } = await openLog('long');
  const chunks = Array.from({ length: 51 }, (_, chunk) =>
    Array.from({ length: 2000 }, (_, index) => `line ${chunk * 2000 + index} of a daemon that has much to say`),
  );
  for (const lines of chunks.slice(0, 50)) await write(lines);
  await line(page, 'line 99999 of').waitFor();
  expect(await log(page).getByRole('listitem').count()).toBeLessThan(120);
  await log(page).focus();
  await page.keyboard.press('Home');
  await line(page, 'line 0 of').waitFor();
  await page.keyboard.press('PageDown');
  await write(chunks[50] ?? []);
  await until('older lines gave way', async () => {
    const first = log(page).getByRole('listitem').first();
    return (
      (await first.getAttribute('aria-setsize')) === '100000' && (await first.innerText()).startsWith('line 2000 ')
    );
  });
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await line(page, 'line 101999 of').waitFor();
  expect(await log(page).getByRole('listitem').count()).toBeLessThan(120);
});

test('a log goes on after its session was lost, from where it was, and ends with the switch', async () => {
  const { page, nodeId, sessionId, write } = await openLog('lost');
  await write(['before']);
  await line(page, 'before').waitFor();
  const { default: pg } = await import('pg');
  const database = new pg.Client({ connectionString: site.controlPlane.settings.databaseUrl });
  await database.connect();
  await database.query("UPDATE agent_request SET created_at = now() - interval '13 hours' WHERE id = $1", [sessionId]);
  await database.end();
  const next = await until(
    'another session begins',
    async () => {
      const request = await requestOf(nodeId);
      return request !== undefined && request.id !== sessionId && request;
    },
    60_000,
  );
  expect(next.args.since).not.toBeNull();
  await line(page, 'log reopened').waitFor();
  await page.getByRole('switch', { name: 'Follow' }).click();
  await line(page, 'before').waitFor();
});
