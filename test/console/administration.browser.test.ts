import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { provideConsole } from '../harness/console.ts';
import { TestExecutor } from '../harness/executor.ts';
import { release } from '../harness/release.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
let page: Page;
beforeAll(async () => {
  page = await site.openAsOwner();
});

const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const goTo = async (key: string, name: string) => {
  await page.getByRole('main').focus();
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await page.getByRole('heading', { level: 1, name }).waitFor();
};
const choose = async (organization: string, act: string) => {
  await page.getByRole('button', { name: `Actions for ${organization}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
};
const shownText = async () => (await page.getByRole('dialog').getByRole('status').innerText()).split('\n');

test('a key is made for one executor, is seen in use, revoked, and removed from the list', async () => {
  await goTo('k', 'API keys');
  await page.getByRole('button', { name: 'Create key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).last().waitFor();
  await page.keyboard.type('rack 7');
  await page.getByRole('textbox', { name: 'Host' }).fill('host-7');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('Key rack 7').waitFor();
  const key = (await shownText()).find((line) => line.startsWith('satrap_')) ?? '';
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await row('rack 7').getByText('host-7 (not connected yet)').waitFor();

  const executor = new TestExecutor(site.controlPlane, key, 'host-7');
  expect((await executor.sync()).errors).toBeUndefined();
  await row('rack 7').getByRole('link', { name: 'host-7' }).waitFor();
  await page.getByRole('button', { name: 'Revoke rack 7' }).click();
  await page.getByText(/agent of host-7 loses access/).waitFor();
  await page.getByRole('button', { name: 'Revoke key', exact: true }).click();
  await row('rack 7').waitFor({ state: 'detached' });
  expect((await executor.sync()).status).toBe(401);
  await page.getByRole('checkbox', { name: 'Show expired and revoked' }).click();
  await row('rack 7').getByText('revoked').waitFor();
  expect(new URL(page.url()).search).toBe('?ended=shown');
  await page.getByRole('button', { name: 'Delete rack 7' }).click();
  await row('rack 7').waitFor({ state: 'detached' });
});

test('a host is let in by a token, which is seen to be used; another one is revoked', async () => {
  await page.getByRole('button', { name: 'Add host' }).click();
  await page.getByRole('textbox', { name: 'Host' }).fill('host-8');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText('Install Satrap on the host').waitFor();
  const token = /SATRAP_ENROLMENT_TOKEN=(\S+)/.exec((await shownText()).join('\n'))?.[1];
  await page.getByRole('button', { name: 'Done' }).click();
  await row('host-8').getByText('open').waitFor();
  const input = { token, name: 'host-8', instanceId: randomUUID() };
  await site.controlPlane.ask(
    'mutation($input: EnrolExecutorInput!) { enrolExecutor(input: $input) { executorName } }',
    {
      input,
    },
  );
  await row('host-8').getByText('used').waitFor();
  await page.getByRole('button', { name: 'Add host' }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke token for any new host' }).click();
  await row('any new host').getByText('revoked').waitFor();
});

test('an organization is made, opened, deactivated and activated, the present one as well', async () => {
  await goTo('z', 'Organizations');
  await page.getByRole('button', { name: 'Add organization' }).click();
  await page.getByRole('textbox', { name: 'Name' }).last().fill('Second');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  await page.getByText('Members of Second.').waitFor();
  await goTo('z', 'Organizations');
  await choose('Second', 'Deactivate…');
  await page.getByText(/Nodes keep running/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Deactivate organization' }).click();
  await row('Second').getByText('deactivated').waitFor();
  await page.getByRole('link', { name: 'Nodes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nodes' }).waitFor();
  await page.getByText('Second is deactivated', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Reactivate organization' }).click();
  await choose('Second', 'Activate…');
  await page.getByRole('button', { name: 'Activate organization' }).click();
  await row('Second').getByText('active', { exact: true }).waitFor();
  await choose('Example', 'Open');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

test('a release is published from its file, withdrawn with a reason, offered again, and removed', async () => {
  await goTo('r', 'Releases');
  await page.getByText('No releases yet').waitFor();
  await page.getByRole('link', { name: 'Publish release' }).click();
  const paste = page.getByRole('textbox', { name: 'Release JSON' });
  await paste.fill('{');
  await page.getByRole('button', { name: 'Fill form' }).click();
  await page.getByText(/Not a JSON object/).waitFor();
  await paste.fill(
    JSON.stringify(release('2.0.0', { notes: 'New: <img src=x onerror=alert(1)>\n- turned \u202eback' })),
  );
  await page.getByRole('button', { name: 'Fill form' }).click();
  await page.getByText('Form filled with version 2.0.0').waitFor();
  const address = page.getByRole('group', { name: 'Archive for linux-x64' }).getByRole('textbox', { name: 'URL' });
  const good = await address.inputValue();
  await address.fill('http://example.com/satrap.tar.gz');
  await page.getByRole('button', { name: 'Publish release' }).click();
  await page
    .getByRole('group', { name: 'Archive for linux-x64' })
    .getByText(/must be an https URL/)
    .waitFor();
  await expectAccessible(page);
  await address.fill(good);
  await page.getByRole('link', { name: 'Releases', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Publish release' }).click();
  const notes = page.getByRole('dialog').getByText('New: <img src=x onerror=alert(1)>');
  expect(await notes.innerText()).toBe('New: <img src=x onerror=alert(1)>\n- turned  back');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Edit release…' }).click();
  await page.getByRole('textbox', { name: 'Release notes' }).fill('Faster <b>starts</b>');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Channel' }).fill('beta');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByText('Faster <b>starts</b>').waitFor();
  await row('2.0.0').getByText('beta').waitFor();

  await page.getByRole('textbox', { name: 'Withdrawal reason' }).fill('breaks nodes');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('breaks nodes').waitFor();
  await page.getByRole('button', { name: 'Reinstate release' }).click();
  await page.getByRole('textbox', { name: 'Withdrawal reason' }).waitFor();
  await page.getByRole('button', { name: 'Delete release…' }).click();
  await page.getByRole('button', { name: 'Delete release', exact: true }).click();
  await page.getByText('No releases yet').waitFor();
});
