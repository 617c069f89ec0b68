import { expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { provideConsole, signIn } from '../harness/console.ts';

const site = provideConsole();
const openProfile = async () => {
  const page = await site.openAsOwner({ height: 1600 });
  await page.goto('profile');
  await page.getByText('Chrome on Linux (current)').waitFor();
  return page;
};

test('a person ends one other session, and then all others, whose pages lead to the sign-in', async () => {
  const [first, second, third] = [await openProfile(), await openProfile(), await openProfile()];
  await first.reload();
  const ends = first.getByRole('button', { name: 'End session of Chrome on Linux' });
  await ends.nth(1).waitFor();
  expect(await ends.count()).toBe(2);
  await ends.first().click();
  await first.getByText('Session ended.').waitFor();
  await ends.nth(1).waitFor({ state: 'detached' });
  await first.getByRole('button', { name: 'End other sessions' }).click();
  await first.getByText('Other sessions ended.').waitFor();
  await ends.first().waitFor({ state: 'detached' });
  for (const page of [second, third]) await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await expectAccessible(first);
  await first.reload();
  await first.getByText('Chrome on Linux (current)').waitFor();
});

test('a person revokes a key of their own, which is worthless then', async () => {
  const page = await openProfile();
  await page.getByLabel('Key name').fill('laptop');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Key laptop: copy it now').waitFor();
  const key = await page.locator('pre').last().innerText();
  const statusWithKey = async () => (await site.controlPlane.call('{ nodesCount }', {}, key)).status;
  expect(await statusWithKey()).toBe(200);
  const revoke = page.getByRole('button', { name: 'Revoke laptop' });
  await revoke.click();
  await page.getByText('Key revoked.').waitFor();
  await revoke.waitFor({ state: 'detached' });
  expect(await statusWithKey()).toBe(401);
});

test('a person changes the password: the other sessions end, and only the new one signs in', async () => {
  const [page, other] = [await openProfile(), await openProfile()];
  const former = await site.controlPlane.ownerPassword();
  const next = 'another sentence to keep';
  await page.getByLabel('Current password').fill(former);
  await page.getByLabel('New password').fill(next);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed.').waitFor();
  await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await other.getByLabel('Email').fill(site.controlPlane.made.email);
  await other.getByLabel('Password', { exact: true }).fill(former);
  await other.keyboard.press('Enter');
  await other.getByRole('alert').waitFor();
  const again = await site.open();
  await signIn(again, site.controlPlane.made.email, next);
  await page.reload();
  await page.getByText('Chrome on Linux (current)').waitFor();
});
