import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { upgradeRollout } from '../../src/control-plane/tables/releases.ts';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { follow, provideConsole, shown } from '../harness/console.ts';
import { TestExecutor } from '../harness/executor.ts';
import { insertIncident } from '../harness/incident-rows.ts';
import { pressAt, tabTo, untilFocused } from '../harness/keyboard.ts';
import { release } from '../harness/release.ts';
import { until } from '../harness/until.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
// Two pages, of the owner and of a guest, on which the tests follow one another.
let page: Page;
let guest: Page;
beforeAll(async () => {
  page = await site.openAsOwner();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name }).waitFor();
const goTo = async (key: string, name: string) => {
  await page.getByRole('main').focus();
  await page.keyboard.type(`g${key}`);
  await heading(name);
};
const choose = async (subject: RegExp | string, act: string) => {
  await button(subject).click();
  await page.getByRole('menuitem', { name: act }).click();
};
const shownText = async () => (await dialog().getByRole('status').innerText()).split('\n');

test('a key is made by keys for one executor, is seen in use, revoked, and removed from the list', async () => {
  await goTo('k', 'API keys');
  await pressAt(page, button('Create key'));
  await untilFocused(dialog().getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('rack 7');
  await tabTo(page, dialog().getByRole('textbox', { name: 'Host' }));
  await page.keyboard.type('host-7');
  await page.keyboard.press('Enter');
  await page.getByText('Key rack 7').waitFor();
  const key = (await shownText()).find((line) => line.startsWith('satrap_')) ?? '';
  await expectDialogAccessible(page);
  await pressAt(page, button('Done'));
  await untilFocused(button('Create key'));
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
  await page.getByRole('textbox', { name: 'Host' }).fill('host-8');
  await button('Create token').click();
  await page.getByText('Install Satrap on the host').waitFor();
  const token = /SATRAP_ENROLMENT_TOKEN=(\S+)/.exec((await shownText()).join('\n'))?.[1];
  await button('Done').click();
  await row('host-8').getByText('open').waitFor();
  const input = { token, name: 'host-8', instanceId: randomUUID() };
  const enrol = 'mutation($input: EnrolExecutorInput!) { enrolExecutor(input: $input) { executorName } }';
  await site.controlPlane.ask(enrol, { input });
  await row('host-8').getByText('used').waitFor();
  await button('Add host').click();
  await button('Create token').click();
  await button('Done').click();
  await button('Revoke token for any new host').click();
  await row('any new host').getByText('revoked').waitFor();
});

test('a release is published from its file, withdrawn with a reason, offered again, and removed', async () => {
  await goTo('r', 'Releases');
  await page.getByText('No releases yet').waitFor();
  await page.getByRole('link', { name: 'Publish release' }).click();
  const paste = page.getByRole('textbox', { name: 'Release JSON' });
  await paste.fill('{');
  await button('Fill form').click();
  await page.getByText(/Not a JSON object/).waitFor();
  const notes = 'New: <img src=x onerror=alert(1)>\n- turned \u202eback';
  await paste.fill(JSON.stringify(release('2.0.0', { notes })));
  await button('Fill form').click();
  await page.getByText('Form filled with version 2.0.0').waitFor();
  const archive = page.getByRole('group', { name: 'Archive for linux-x64' });
  const address = archive.getByRole('textbox', { name: 'URL' });
  const good = await address.inputValue();
  await address.fill('http://example.com/satrap.tar.gz');
  await button('Publish release').click();
  await archive.getByText(/must be an https URL/).waitFor();
  await expectAccessible(page);
  await address.fill(good);
  await page.getByRole('link', { name: 'Releases', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await button('Publish release').click();
  const text = dialog().getByText('New: <img src=x onerror=alert(1)>');
  expect(await text.innerText()).toBe('New: <img src=x onerror=alert(1)>\n- turned  back');
  await expectDialogAccessible(page);

  await button('Edit release…').click();
  await page.getByRole('textbox', { name: 'Release notes' }).fill('Faster <b>starts</b>');
  await dialog().getByRole('textbox', { name: 'Channel' }).fill('beta');
  await expectDialogAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog().getByText('Faster <b>starts</b>').waitFor();
  await row('2.0.0').getByText('beta').waitFor();

  await page.getByRole('textbox', { name: 'Withdrawal reason' }).fill('breaks nodes');
  await page.keyboard.press('Enter');
  await dialog().getByText('breaks nodes').waitFor();
  await button('Reinstate release').click();
  await page.getByRole('textbox', { name: 'Withdrawal reason' }).waitFor();
  await button('Delete release…').click();
  await button('Delete release').click();
  await page.getByText('No releases yet').waitFor();
});

test('a second person is invited by keys, joins by the link, and is seen without a reload', async () => {
  await goTo('m', 'Members');
  await pressAt(page, button('Invite member'));
  await untilFocused(page.getByRole('textbox', { name: 'Email' }));
  await page.keyboard.type('second@example.com');
  await expectDialogAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('Invitation of second@example.com').waitFor();
  await expectDialogAccessible(page);
  await button('Copy link').click();
  const link = (await page.evaluate('navigator.clipboard.readText()')) as string;
  expect(link).toContain('/accept-invitation#token=satrap_i_');
  await button('Done').click();
  await shown(row('second@example.com').getByText(/^in [67] d$/));

  guest = await site.browser.open(link);
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Second <b>Person</b>');
  await guest.getByLabel('New password').fill('a sentence to keep');
  await guest.keyboard.press('Enter');
  await heading('Overview', guest);
  await follow(guest, 'members');
  await row('Second <b>Person</b>').getByText('second@example.com').waitFor();
  await page.getByText('No open invitations.').waitFor();
});

test('a role that is changed by keys opens what the other person sees, at once', async () => {
  await pressAt(page, page.getByRole('combobox', { name: /^Role of Second/ }));
  await page.getByRole('option', { name: 'admin' }).waitFor();
  await expectAccessible(page, { isOpen: true });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByText(/is now admin/).waitFor();
  await guest.getByRole('link', { name: 'API keys' }).waitFor();

  // An admin invites, and does not touch an owner.
  await guest.getByRole('button', { name: 'Invite member' }).click();
  // The dialog takes the focus once it is open, and a list that loses it closes.
  await untilFocused(guest.getByRole('textbox', { name: 'Email' }));
  await guest.getByRole('combobox', { name: 'Role' }).click();
  await guest.getByRole('option', { name: /^admin/ }).waitFor();
  expect(await guest.getByRole('option', { name: /^owner/ }).count()).toBe(0);
  await guest.getByRole('option', { name: /^member/ }).click();
  await guest.getByRole('textbox', { name: 'Email' }).fill('owner@example.com');
  await guest.getByRole('button', { name: 'Create invitation' }).click();
  await shown(guest.getByRole('alert').getByText(/is already a member of the organization/));
  await guest.getByRole('textbox', { name: 'Email' }).fill('third@example.com');
  await guest.getByRole('button', { name: 'Create invitation' }).click();
  await guest.getByText('Invitation of third@example.com').waitFor();
  await guest.getByRole('button', { name: 'Done' }).click();
  expect(await guest.getByRole('combobox', { name: /^Role of owner/ }).count()).toBe(0);
  await button('Withdraw invitation of third@example.com').click();
  await guest.getByText('No open invitations.').waitFor();
});

test('the last owner stays, and a member is removed by keys, who sees it at once', async () => {
  await button('Leave organization').click();
  await button('Leave Example').click();
  await shown(page.getByRole('alert').getByText(/make another member an owner first/));
  await expectDialogAccessible(page);
  await button('Cancel').click();

  const menu = button(/^Actions for Second/);
  await choose(/^Actions for Second/, 'Reset password…');
  await button('Create link').click();
  await page.getByText(/set-password#token=satrap_r_/).waitFor();
  await button('Done').click();
  await dialog().waitFor({ state: 'detached' });

  await pressAt(page, menu);
  await untilFocused(page.getByRole('menu'));
  await expectAccessible(page, { isOpen: true });
  await page.keyboard.press('End');
  await untilFocused(page.getByRole('menuitem', { name: 'Remove member…' }));
  await page.keyboard.press('Enter');
  await dialog().waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await untilFocused(menu);
  await choose(/^Actions for Second/, 'Remove member…');
  await button('Remove member').click();
  await page.getByText('Member removed.').waitFor();
  await heading('Choose an organization', guest);
});

test('a person chooses the colors by keys, and what opens is accessible in them', async () => {
  const person = button(/profile, theme, sign out/);
  await pressAt(page, person);
  await untilFocused(page.getByRole('menu'));
  await page.keyboard.type('d');
  await untilFocused(page.getByRole('menuitem', { name: 'Dark' }));
  await page.keyboard.press('Enter');
  await untilFocused(person);
  await until('it is dark', async () => {
    return (await page.locator('html').getAttribute('data-mantine-color-scheme')) === 'dark';
  });
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Light' }).waitFor();
  await expectAccessible(page, { isOpen: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await untilFocused(page.getByPlaceholder('Search pages and nodes'));
  await expectDialogAccessible(page);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await pressAt(page, page.getByRole('button', { name: 'Invite member' }));
  await pressAt(page, dialog().getByRole('combobox', { name: 'Role' }));
  await page.getByRole('option').first().waitFor();
  await expectAccessible(page, { isOpen: true });
  await page.goto('');
});

test('an organization is made, opened, deactivated and activated, the present one as well', async () => {
  await goTo('z', 'Organizations');
  await button('Add organization').click();
  await page.getByRole('textbox', { name: 'Name' }).last().fill('Second');
  await page.keyboard.press('Enter');
  await heading('Members');
  await page.getByText('Members of Second.').waitFor();
  await goTo('z', 'Organizations');
  await choose('Actions for Second', 'Deactivate…');
  await page.getByText(/Nodes keep running/).waitFor();
  await expectDialogAccessible(page);
  await button('Deactivate organization').click();
  await row('Second').getByText('deactivated').waitFor();
  await page.getByRole('link', { name: 'Nodes' }).click();
  await heading('Nodes');
  await page.getByText('Second is deactivated', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Reactivate organization' }).click();
  await choose('Actions for Second', 'Activate…');
  await button('Activate organization').click();
  await row('Second').getByText('active', { exact: true }).waitFor();
  await choose('Actions for Example', 'Open');
  await heading('Overview');
});

test('a tab stays in its organization when another one switches, and leads to what is in another organization', async () => {
  const { organizations } = await site.controlPlane.ask('{ organizations { id name } }');
  const organizationId = organizations.find(({ name }: { name: string }) => name === 'Second').id;
  const at = new Date();
  const incidentId = await insertIncident(site.database, {
    ...{ organizationId, executorId: null, subjectId: 'a-key', subjectName: 'a-key' },
    ...({ code: 'key_ends_soon', severity: 'warning', status: 'open', subjectType: 'api_key' } as const),
    ...{ message: 'a-key ends soon', data: {}, startedAt: at, openedAt: at, updatedAt: at },
  });
  const [rollout] = await site.database
    .insert(upgradeRollout)
    .values({ organizationId, targetVersion: '1.2.0', groupSize: 1, requestedBy: 'Ada', state: 'stopped' })
    .returning();

  const other = await site.openAsOwner();
  const menu = (tab: Page, name: string) => tab.getByRole('button', { name: `Organization ${name}: switch` });
  await menu(other, 'Example').waitFor();
  await menu(page, 'Example').click();
  await page.getByRole('menuitem', { name: /Second/ }).click();
  await menu(page, 'Second').waitFor();
  await other.getByRole('link', { name: 'Nodes', exact: true }).click();
  await heading('Nodes', other);
  await menu(other, 'Example').waitFor();
  await other.reload();
  await menu(other, 'Example').waitFor();

  await follow(other, `executors/upgrade/${rollout?.id}`);
  await heading('This rollout is in another organization', other);
  await follow(other, `incidents/${incidentId}`);
  await heading('This incident is in another organization', other);
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Switch to Second' }).click();
  await heading('Key ends soon: a-key', other);
  await menu(other, 'Second').waitFor();
  expect(new URL(other.url()).pathname).toBe(`/incidents/${incidentId}`);
});
