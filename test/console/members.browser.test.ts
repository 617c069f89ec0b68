import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { provideConsole } from '../harness/console.ts';
import { untilFocused } from '../harness/keyboard.ts';

const site = provideConsole();
let owner: Page;
let guest: Page;
beforeAll(async () => {
  owner = await site.openAsOwner();
});

const goToMembers = async (page: Page) => {
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
};
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const askAs = (page: Page, query: string) =>
  page.evaluate(
    `fetch('graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(
      JSON.stringify({ query }),
    )} }).then((answer) => answer.json())`,
  ) as Promise<{ data: unknown; errors?: { extensions: { code: string } }[] }>;

test('a second person is invited by keys, joins by the link, and is seen without a reload', async () => {
  await goToMembers(owner);
  await owner.getByRole('button', { name: 'Invite member' }).focus();
  await owner.keyboard.press('Enter');
  await owner.getByRole('textbox', { name: 'Email' }).waitFor();
  await owner.keyboard.type('second@example.com');
  await expectAccessible(owner);
  await owner.keyboard.press('Enter');
  await owner.getByText('Invitation of second@example.com').waitFor();
  await expectAccessible(owner);
  await owner.getByRole('button', { name: 'Copy link' }).click();
  const link = (await owner.evaluate('navigator.clipboard.readText()')) as string;
  expect(link).toContain('/accept-invitation#token=satrap_i_');
  await owner.getByRole('button', { name: 'Done' }).click();
  await rowOf(owner, 'second@example.com')
    .getByText(/^in [67] d$/)
    .waitFor();

  guest = await site.browser.open(link);
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Second <b>Person</b>');
  await guest.getByLabel('New password').fill('a sentence to keep');
  await guest.keyboard.press('Enter');
  await goToMembers(guest);
  await rowOf(owner, 'Second <b>Person</b>').getByText('second@example.com').waitFor();
  await owner.getByText('No open invitations.').waitFor();
});

test('a member may look, and is shown nothing that is refused', async () => {
  await rowOf(guest, 'owner@example.com').getByText('owner', { exact: true }).waitFor();
  expect(await guest.getByRole('button', { name: 'Invite member' }).count()).toBe(0);
  expect(await guest.getByRole('combobox', { name: /^Role of/ }).count()).toBe(0);
  expect(await guest.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  expect(await guest.getByRole('link', { name: 'Organizations' }).count()).toBe(0);
  const refused = await askAs(guest, 'mutation { inviteMember(input: { email: "x@example.com" }) { token } }');
  expect(refused.errors?.[0]?.extensions.code).toBe('Forbidden');
  expect((await askAs(guest, '{ invitations { id } apiKeys { id } organizations { id } }')).data).toEqual({
    invitations: [],
    apiKeys: [],
    organizations: [],
  });
});

test('a role that changes opens and closes what the other person sees, at once', async () => {
  await owner.getByRole('combobox', { name: /^Role of Second/ }).click();
  await owner.getByRole('option', { name: 'admin' }).click();
  await owner.getByText(/is now admin/).waitFor();
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
  await guest
    .getByRole('alert')
    .getByText(/is already a member of the organization/)
    .waitFor();
  await guest.getByRole('textbox', { name: 'Email' }).fill('third@example.com');
  await guest.getByRole('button', { name: 'Create invitation' }).click();
  await guest.getByText('Invitation of third@example.com').waitFor();
  await guest.getByRole('button', { name: 'Done' }).click();
  expect(await guest.getByRole('combobox', { name: /^Role of owner/ }).count()).toBe(0);
  await owner.getByRole('button', { name: 'Withdraw invitation of third@example.com' }).click();
  await guest.getByText('No open invitations.').waitFor();
});

test('the last owner stays, and a member is removed, who sees it at once', async () => {
  await owner.getByRole('button', { name: 'Leave organization' }).click();
  await owner.getByRole('button', { name: 'Leave Example' }).click();
  await owner
    .getByRole('alert')
    .getByText(/make another member an owner first/)
    .waitFor();
  await expectAccessible(owner);
  await owner.getByRole('button', { name: 'Cancel' }).click();

  await owner.getByRole('button', { name: /^Actions for Second/ }).click();
  await owner.getByRole('menuitem', { name: 'Reset password…' }).click();
  await owner.getByRole('button', { name: 'Create link' }).click();
  await owner.getByText(/set-password#token=satrap_r_/).waitFor();
  await owner.getByRole('button', { name: 'Done' }).click();

  await owner.getByRole('button', { name: /^Actions for Second/ }).click();
  await owner.getByRole('menuitem', { name: 'Remove member…' }).click();
  await owner.getByRole('button', { name: 'Remove member', exact: true }).click();
  await owner.getByText('Member removed.').waitFor();
  await guest.getByRole('heading', { level: 1, name: 'Choose an organization' }).waitFor();
});
