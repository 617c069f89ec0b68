import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { provideConsole, shown } from '../harness/console.ts';
import { TestExecutor } from '../harness/executor.ts';
import { untilFocused } from '../harness/keyboard.ts';
import { release } from '../harness/release.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
let page: Page;
let guest: Page;
beforeAll(async () => {
  page = await site.openAsOwner();
});

const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true });
const field = (name: string, on = page) => on.getByRole('textbox', { name });
const alert = (text: RegExp, on = page) => shown(on.getByRole('alert').getByText(text));
const row = (text: string, on = page) => on.getByRole('row').filter({ hasText: text });
const goTo = async (key: string, name: string, on = page) => {
  await on.getByRole('main').focus();
  await on.keyboard.press('g');
  await on.keyboard.press(key);
  await on.getByRole('heading', { level: 1, name }).waitFor();
};
const choose = async (of: string | RegExp, act: string) => {
  await button(of).click();
  await page.getByRole('menuitem', { name: act }).click();
};
const shownText = async () => (await page.getByRole('dialog').getByRole('status').innerText()).split('\n');

test('a second person is invited by keys, joins, and appears without a reload', async () => {
  await goTo('m', 'Members');
  await button('Invite member').focus();
  await page.keyboard.press('Enter');
  await field('Email').waitFor();
  await page.keyboard.type('second@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('Invitation of second@example.com').waitFor();
  await expectDialogAccessible(page);
  await button('Copy link').click();
  const link = (await page.evaluate('navigator.clipboard.readText()')) as string;
  expect(link).toContain('/accept-invitation#token=satrap_i_');
  await button('Done').click();
  await shown(row('second@example.com').getByText(/^in [67] d$/));

  guest = await site.browser.open(link);
  await field('Your name', guest).fill('Second <b>Person</b>');
  await guest.getByLabel('Password', { exact: true }).fill('a sentence to keep');
  await guest.keyboard.press('Enter');
  await guest.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await goTo('m', 'Members', guest);
  await row('Second <b>Person</b>').getByText('second@example.com').waitFor();
  await page.getByText('No open invitations.').waitFor();
});

test('a member may look, and is shown nothing that is refused', async () => {
  await row('owner@example.com', guest).getByText('owner', { exact: true }).waitFor();
  expect(await button('Invite member', guest).count()).toBe(0);
  expect(await guest.getByRole('combobox', { name: /^Role of/ }).count()).toBe(0);
  expect(await guest.getByRole('link', { name: /^(API keys|Organizations)$/ }).count()).toBe(0);
});

test('a role that changes opens and closes what the other person sees, at once', async () => {
  await page.getByRole('combobox', { name: /^Role of Second/ }).click();
  await page.getByRole('option', { name: 'admin' }).click();
  await page.getByText(/is now admin/).waitFor();
  await guest.getByRole('link', { name: 'API keys' }).waitFor();

  // An admin invites, and does not touch an owner.
  await button('Invite member', guest).click();
  // The dialog takes the focus once it is open, and a list that loses it closes.
  await untilFocused(field('Email', guest));
  await guest.getByRole('combobox', { name: 'Role' }).click();
  await guest.getByRole('option', { name: /^admin/ }).waitFor();
  expect(await guest.getByRole('option', { name: /^owner/ }).count()).toBe(0);
  await guest.getByRole('option', { name: /^member/ }).click();
  await field('Email', guest).fill('owner@example.com');
  await button('Create invitation', guest).click();
  await alert(/is already a member of the organization/, guest);
  await field('Email', guest).fill('third@example.com');
  await button('Create invitation', guest).click();
  await guest.getByText('Invitation of third@example.com').waitFor();
  await button('Done', guest).click();
  expect(await guest.getByRole('combobox', { name: /^Role of owner/ }).count()).toBe(0);
  await button('Revoke invitation of third@example.com').click();
  await guest.getByText('No open invitations.').waitFor();
});

test('the last owner stays, and a member is removed, who sees it at once', async () => {
  await button('Leave organization…').click();
  await button('Leave Example').click();
  await alert(/make another member an owner first/);
  await expectDialogAccessible(page);
  await button('Cancel').click();

  await choose(/^Actions for Second/, 'Reset password…');
  await button('Create link').click();
  await page.getByText(/set-password#token=satrap_r_/).waitFor();
  await button('Done').click();

  await choose(/^Actions for Second/, 'Remove member…');
  await button('Remove member').click();
  await page.getByText('Member removed.').waitFor();
  await guest.getByRole('heading', { level: 1, name: 'You can’t open this organization' }).waitFor();
});

test('a key is created for one executor, seen in use, revoked and removed', async () => {
  await goTo('k', 'API keys');
  await button('Create key').focus();
  await page.keyboard.press('Enter');
  await field('Name').last().waitFor();
  await page.keyboard.type('rack 7');
  await page.getByRole('combobox', { name: 'Purpose' }).last().click();
  await page.getByRole('option', { name: 'host agent' }).click();
  await field('Host').fill('host-7');
  await expectDialogAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('Key rack 7').waitFor();
  const key = (await shownText()).find((line) => line.startsWith('satrap_')) ?? '';
  await button('Done').click();
  await row('rack 7').getByText('host-7 (not connected yet)').waitFor();

  const executor = new TestExecutor(site.controlPlane, key, 'host-7');
  expect((await executor.sync()).errors).toBeUndefined();
  await row('rack 7').getByRole('link', { name: 'host-7' }).waitFor();
  await button('Revoke rack 7').click();
  await page.getByText(/agent of host-7 loses access/).waitFor();
  await button('Revoke key').click();
  await row('rack 7').waitFor({ state: 'detached' });
  expect((await executor.sync()).status).toBe(401);
  await page.getByRole('checkbox', { name: 'Show expired and revoked' }).click();
  await row('rack 7').getByText('revoked').waitFor();
  expect(new URL(page.url()).search).toBe('?ended=shown');
  await button('Delete rack 7').click();
  await row('rack 7').waitFor({ state: 'detached' });
});

test('a host is let in by a token, which is seen to be used; another one is revoked', async () => {
  await button('Add host').click();
  await field('Host').fill('host-8');
  await button('Create install command').click();
  await page.getByText('Waiting for the host').waitFor();
  const token = /SATRAP_ENROLMENT_TOKEN=(\S+)/.exec(await page.locator('pre').innerText())?.[1];
  const input = { token, name: 'host-8', instanceId: randomUUID() };
  const enrol = 'mutation($input: EnrolExecutorInput!) { enrolExecutor(data: $input) { executorName } }';
  await site.controlPlane.ask(enrol, { input });
  await page.getByText('host-8 has joined').waitFor();
  await button('Done').click();
  await row('host-8').getByText('used').waitFor();
  await button('Add host').click();
  await button('Create install command').click();
  await button('Done').click();
  await button('Revoke token for any new host').click();
  await row('any new host').getByText('revoked').waitFor();
});

test('an organization is created, opened, deactivated and activated', async () => {
  await goTo('z', 'Organizations');
  await button('Add organization').click();
  await field('Name').last().fill('Second');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  await page.getByRole('button', { name: 'Organization Second: switch' }).waitFor();
  await goTo('z', 'Organizations');
  await choose('Actions for Second', 'Deactivate…');
  await page.getByText(/Nodes keep running/).waitFor();
  await expectDialogAccessible(page);
  await button('Deactivate organization').click();
  await page.getByText('Second deactivated.').waitFor();
  await row('Second').getByText('deactivated').waitFor();
  await page.getByRole('link', { name: 'Nodes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nodes' }).waitFor();
  await page.getByText('Second is deactivated', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Reactivate organization' }).click();
  await choose('Actions for Second', 'Activate…');
  await button('Activate organization').click();
  await row('Second').getByText('active', { exact: true }).waitFor();
  await choose('Actions for Example', 'Open');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

test('a release is published from its file, withdrawn, offered again and removed', async () => {
  await goTo('r', 'Releases');
  await page.getByText('No releases yet').waitFor();
  await page.getByRole('link', { name: 'Publish release' }).click();
  const paste = field('release.json');
  await paste.fill('{');
  await page.getByText(/^Not the release.json/).waitFor();
  const hostile = 'New: <img src=x onerror=alert(1)>\n- turned \u202eback';
  const good = JSON.stringify(release('2.0.0', { notes: hostile }));
  const file = {
    name: 'release.json',
    mimeType: 'application/json',
    buffer: Buffer.from(good.replace('https:', 'http:')),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('row', { name: /^Version 2\.0\.0/ }).waitFor();
  await button('Publish release').click();
  await page
    .getByRole('alert')
    .getByText(/must be an https URL/)
    .waitFor();
  await expectAccessible(page);
  await paste.fill(good);
  await page.getByRole('link', { name: 'Releases', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await button('Publish release').click();
  const notes = page.getByRole('dialog').getByText('New: <img src=x onerror=alert(1)>');
  expect(await notes.innerText()).toBe('New: <img src=x onerror=alert(1)>\n- turned  back');

  await button('Edit release…').click();
  await field('Release notes').fill('Faster <b>starts</b>');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Channel' }).fill('beta');
  await expectDialogAccessible(page);
  await button('Save changes').click();
  await page.getByRole('dialog').getByText('Faster <b>starts</b>').waitFor();
  await row('2.0.0').getByText('beta').waitFor();

  await button('Withdraw release…').click();
  await field('Reason').fill('breaks nodes');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('breaks nodes').waitFor();
  await button('Reinstate release').click();
  await button('Withdraw release…').waitFor();
  await button('Delete release…').click();
  await button('Delete release').click();
  await page.getByText('No releases yet').waitFor();
});
