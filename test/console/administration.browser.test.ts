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
  await page.getByRole('button', { name: `What to do about ${organization}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
};
const shownText = async () => (await page.getByRole('dialog').getByRole('status').innerText()).split('\n');

test('a key is made for one executor, is seen in use, revoked, and removed from the list', async () => {
  await goTo('k', 'API keys');
  await page.getByRole('button', { name: 'Make a key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).last().waitFor();
  await page.keyboard.type('rack 7');
  await page.getByRole('textbox', { name: 'Only for the executor' }).fill('host-7');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('The key rack 7').waitFor();
  const key = (await shownText()).find((line) => line.startsWith('satrap_')) ?? '';
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await row('rack 7').getByText('host-7, not seen yet').waitFor();

  const executor = new TestExecutor(site.controlPlane, key, 'host-7');
  expect((await executor.sync()).errors).toBeUndefined();
  await row('rack 7').getByRole('link', { name: 'host-7' }).waitFor();
  await page.getByRole('button', { name: 'Revoke the key rack 7' }).click();
  await page.getByText(/agent of host-7 is refused/).waitFor();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await row('rack 7').waitFor({ state: 'detached' });
  expect((await executor.sync()).status).toBe(401);
  await page.getByRole('checkbox', { name: 'Also ended and revoked ones' }).click();
  await row('rack 7').getByText('revoked').waitFor();
  expect(new URL(page.url()).search).toBe('?ended=shown');
  await page.getByRole('button', { name: 'Remove the key rack 7 from the list' }).click();
  await row('rack 7').waitFor({ state: 'detached' });
});

test('a host is let in by a token, which is seen to be used; another one is revoked', async () => {
  await page.getByRole('button', { name: 'Let a host join' }).click();
  await page.getByRole('textbox', { name: 'Only for the executor' }).fill('host-8');
  await page.getByRole('button', { name: 'Make the token' }).click();
  await page.getByText('Run this on the host').waitFor();
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
  await page.getByRole('button', { name: 'Let a host join' }).click();
  await page.getByRole('button', { name: 'Make the token' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke the token for any new executor' }).click();
  await row('any new executor').getByText('revoked').waitFor();
});

test('an organization is made, opened, deactivated and activated, the present one as well', async () => {
  await goTo('z', 'Organizations');
  await page.getByRole('button', { name: 'Make an organization' }).click();
  await page.getByRole('textbox', { name: 'Name' }).last().fill('Second');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  await page.getByText('The people of Second.').waitFor();
  await goTo('z', 'Organizations');
  await choose('Second', 'Deactivate…');
  await page.getByText(/Its nodes keep running/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await row('Second').getByText('deactivated').waitFor();
  await page.getByRole('link', { name: 'Nodes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nodes' }).waitFor();
  await page.getByText('Second is deactivated', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Activate it again' }).click();
  await choose('Second', 'Activate…');
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await row('Second').getByText('active', { exact: true }).waitFor();
  await choose('Example', 'Open');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

test('a release is published from its file, withdrawn with a reason, offered again, and removed', async () => {
  await goTo('r', 'Releases');
  await page.getByText('No release yet').waitFor();
  await page.getByRole('link', { name: 'Publish a release' }).click();
  const paste = page.getByRole('textbox', { name: 'JSON of the release' });
  await paste.fill('{');
  await page.getByRole('button', { name: 'Fill in the form' }).click();
  await page.getByText(/This is no JSON object/).waitFor();
  await paste.fill(
    JSON.stringify(release('2.0.0', { notes: 'New: <img src=x onerror=alert(1)>\n- turned \u202eback' })),
  );
  await page.getByRole('button', { name: 'Fill in the form' }).click();
  await page.getByText('The form holds version 2.0.0 now').waitFor();
  const address = page.getByRole('group', { name: 'Archive for linux-x64' }).getByRole('textbox', { name: 'Address' });
  const good = await address.inputValue();
  await address.fill('http://example.com/satrap.tar.gz');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page
    .getByRole('group', { name: 'Archive for linux-x64' })
    .getByText(/must be an https URL/)
    .waitFor();
  await expectAccessible(page);
  await address.fill(good);
  await page.getByRole('link', { name: 'Releases', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  const notes = page.getByRole('dialog').getByText('New: <img src=x onerror=alert(1)>');
  expect(await notes.innerText()).toBe('New: <img src=x onerror=alert(1)>\n- turned  back');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Change its texts…' }).click();
  await page.getByRole('textbox', { name: 'What is new' }).fill('Faster <b>starts</b>');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Channel' }).fill('beta');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByText('Faster <b>starts</b>').waitFor();
  await row('2.0.0').getByText('beta').waitFor();

  await page.getByRole('textbox', { name: 'Why it is withdrawn' }).fill('breaks nodes');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('breaks nodes').waitFor();
  await page.getByRole('button', { name: 'Offer it again' }).click();
  await page.getByRole('textbox', { name: 'Why it is withdrawn' }).waitFor();
  await page.getByRole('button', { name: 'Remove from the catalog…' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No release yet').waitFor();
});
