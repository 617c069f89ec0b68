import { TOTP, URI } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ownVersion } from '../../src/version.ts';
import { expectAccessible, expectDialogAccessible } from '../harness/accessible.ts';
import { consoleUrl, follow, provideConsole } from '../harness/console.ts';
import { addHost } from '../harness/inhabited.ts';
import { untilFocused } from '../harness/keyboard.ts';
import { newPerson } from '../harness/people.ts';
import { until } from '../harness/until.ts';

const site = provideConsole();
// The tests follow one another: the first one sets the password, and others change it.
const owner = { email: 'owner@example.com', password: 'a sentence to keep' };

/** A page of the first session, and one of nobody. */
let first: Page;
let guest: Page;

const openProfile = async () => {
  const page = await site.openSession({ height: 1600, path: 'profile' }, owner);
  await page.getByText('Chrome on Linux (current)').waitFor();
  return page;
};
const untilOverview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
const untilSignIn = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
const typeCredentials = async (page: Page, password: string) => {
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
};

test('the link of init sets a password on the first run, and works once', async () => {
  const home = consoleUrl(site.controlPlane);
  const path = `set-password#token=${site.controlPlane.made.passwordLink.token}`;
  first = await site.browser.open(home, { height: 1600, path });
  await first.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await expectAccessible(first);
  const address = first.getByLabel('Email');
  expect(await address.inputValue()).toBe(owner.email);
  expect(await address.getAttribute('readonly')).not.toBeNull();
  await untilFocused(first.getByLabel('New password'));
  await first.keyboard.type('short');
  await first.getByRole('button', { name: 'Set password and sign in' }).click();
  await first.getByText('Use at least 12 characters.').waitFor();
  await first.getByLabel('New password').fill(owner.password);
  await first.keyboard.press('Enter');
  await first.getByText('Password set.').waitFor();
  await untilOverview(first);

  guest = await site.browser.open(home, { path });
  await guest.getByText('The link was used or replaced').waitFor();
  expect(await guest.getByLabel('New password').count()).toBe(0);
});

test('a second link opened in the same tab replaces the first, and inherits nothing', async () => {
  const invitationFor = async (email: string) => {
    const invite = `mutation { inviteMember(data: { email: "${email}" }) { token } }`;
    return `accept-invitation#token=${(await site.controlPlane.ask(invite)).inviteMember.token}`;
  };
  await follow(guest, await invitationFor('first@example.com'));
  await guest.getByText('first@example.com').waitFor();
  await guest.getByLabel('Your name').fill('First');
  await guest.goto(await invitationFor('second@example.com'));
  await guest.getByText('second@example.com').waitFor();
  expect(await guest.getByLabel('Your name').inputValue()).toBe('');
  await follow(guest, 'set-password#');
  await guest.getByText('Incomplete link').waitFor();
});

test('a person ends other sessions, revokes a key, and changes the password', async () => {
  const [second, third] = [await openProfile(), await openProfile()];
  await follow(first, 'profile');
  await first.getByText('Chrome on Linux (current)').waitFor();
  // Nobody was asked for another name on the first run.
  await first.getByText(`owner@example.com, owner of Example · Satrap ${ownVersion()}`, { exact: true }).waitFor();
  const ends = first.getByRole('button', { name: 'End session of Chrome on Linux' });
  await ends.nth(1).waitFor();
  expect(await ends.count()).toBe(2);
  await ends.first().click();
  await first.getByText('Session ended.').waitFor();
  await ends.nth(1).waitFor({ state: 'detached' });
  await first.getByRole('button', { name: 'End other sessions' }).click();
  await first.getByText('Other sessions ended.').waitFor();
  await ends.first().waitFor({ state: 'detached' });
  for (const page of [second, third]) await untilSignIn(page);
  expect(new URL(third.url()).searchParams.get('to')).toBe('/o/example/profile');
  await typeCredentials(third, owner.password);
  await third.getByText('Chrome on Linux (current)').waitFor();

  await first.getByRole('button', { name: 'Create key' }).click();
  await first.getByRole('textbox', { name: 'Name' }).fill('laptop');
  await first.keyboard.press('Enter');
  await first.getByText('Key laptop').waitFor();
  const key = await first.locator('pre').innerText();
  await first.getByRole('button', { name: 'Done' }).click();
  const { viewer } = await site.controlPlane.ask('{ viewer { person { email } } }', {}, key);
  expect(viewer).toEqual({ person: { email: owner.email } });
  await first.getByRole('button', { name: 'Revoke laptop' }).click();
  await first.getByRole('button', { name: 'Revoke key' }).click();
  await first.getByText('Key revoked.').waitFor();
  await first.getByRole('button', { name: 'Revoke laptop' }).waitFor({ state: 'detached' });
  expect((await site.controlPlane.call('{ nodeCounts { total } }', {}, key)).status).toBe(401);

  // With the present password, a person sets another one: the other sessions end.
  const former = owner.password;
  const next = 'another sentence to keep';
  const change = first.getByRole('button', { name: 'Change password' });
  await first.getByLabel('Current password').fill('another one');
  await first.getByLabel('New password').fill(next);
  await change.press('Enter');
  await first.getByRole('alert').getByText('The current password is wrong.').waitFor();
  await untilFocused(change);
  await first.getByLabel('Current password').fill(former);
  await first.getByLabel('New password').fill(next);
  await first.keyboard.press('Enter');
  await first.getByText('Password changed.').waitFor();
  owner.password = next;
  await untilSignIn(third);
  await typeCredentials(third, former);
  await third.getByRole('alert').waitFor();
  await typeCredentials(third, next);
  await third.getByText('Chrome on Linux (current)').waitFor();
  // Answers from the control plane: the session in which the password was changed has not ended.
  await follow(first, 'members');
  await first.getByRole('row').filter({ hasText: owner.email }).waitFor();
});

test('a person sets up a second factor, signs out, and signs in with a recovery code', async () => {
  const page = first;
  await follow(page, 'profile');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Your password').fill(owner.password);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
  await expectDialogAccessible(page);
  const [secret = '', codes = ''] = await page.locator('pre').allInnerTexts();
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
  const app = URI.parse(`otpauth://totp/Satrap?secret=${secret}`) as TOTP;
  expect(app).toBeInstanceOf(TOTP);
  await page.getByLabel('Enter the six-digit code').fill(app.generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('On: sign-in requires a code from your app').waitFor();
  await page.getByRole('button', { name: /profile, theme, sign out/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await typeCredentials(page, owner.password);
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes.split('\n')[0] ?? '');
  await page.keyboard.press('Enter');
  await untilOverview(page);
});

test('a member sees no actions, and an unknown tab shows the overview', async () => {
  const member = await newPerson(site.controlPlane, site.controlPlane);
  const { newNode } = await addHost(site.controlPlane);
  const nodeId = await newNode({ name: 'signet-a' });
  const other = await site.openSession({ path: `nodes/${nodeId}?tab=nonsense` }, member);
  await other.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
  await until('the tab is gone from the address', () => new URL(other.url()).search === '');
  await follow(other, 'nodes');
  const count = (role: 'button' | 'checkbox' | 'tab', name = /./) => other.getByRole(role, { name }).count();
  await other.getByRole('link', { name: 'signet-a' }).waitFor();
  expect(await count('checkbox')).toBe(0);
  await other.getByRole('link', { name: 'signet-a' }).click();
  await other.getByRole('heading', { level: 1, name: 'signet-a' }).waitFor();
  await other.getByRole('tab', { name: 'Diagnose' }).waitFor();
  expect(await count('button', /Restart|Mute|Reveal/)).toBe(0);
  expect(await count('tab', /Settings/)).toBe(0);
  // Somebody may have sent the address.
  await follow(other, `nodes/${nodeId}?tab=settings`);
  await other.getByText('Only owners and admins of the organization').waitFor();
  await follow(other, 'notifications');
  await other.getByText('Ask an owner or admin of the organization to add one.').waitFor();
  await other.getByText('Host offline for').waitFor();
  await other.getByText('No overrides.', { exact: true }).waitFor();
  expect(await other.getByText(/Get incidents by email|Set thresholds of a node/).count()).toBe(0);
  expect(await count('button', /Save|test|channel|Redeliver|override/)).toBe(0);
});
