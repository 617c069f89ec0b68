import { expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, provideConsole } from '../harness/console.ts';

const site = provideConsole();
test('on the first run, the link of init leads to a password, into the console, and works once', async () => {
  const url = consoleUrl(site.controlPlane);
  const page = await site.browser.open(`${url}set-password#token=${site.controlPlane.made.passwordLink.token}`);
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await expectAccessible(page);
  const address = page.getByLabel('Email');
  expect(await address.inputValue()).toBe(site.controlPlane.made.email);
  expect(await address.getAttribute('readonly')).not.toBeNull();
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.getByText('Use at least 12 characters.').waitFor();
  await page.getByLabel('New password').fill('a sentence to keep');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  const again = await site.browser.open(`${url}set-password#token=${site.controlPlane.made.passwordLink.token}`);
  await again.getByText('It was used or replaced').waitFor();
  expect(await again.getByLabel('New password').count()).toBe(0);
  await expectAccessible(again);
});

test('another link that is opened in the same tab is the one that counts, and takes nothing over from the one before', async () => {
  const tokenFor = async (email: string): Promise<string> =>
    (
      await site.controlPlane.ask(
        'mutation($input: InvitationCreateInput!) { inviteMember(input: $input) { token } }',
        {
          input: { email, role: 'member' },
        },
      )
    ).inviteMember.token;
  const url = consoleUrl(site.controlPlane);
  const page = await site.browser.open(`${url}accept-invitation#token=${await tokenFor('first@example.com')}`);
  await page.getByText('first@example.com').waitFor();
  await page.getByLabel('Your name').fill('First');
  await page.goto(`${url}accept-invitation#token=${await tokenFor('second@example.com')}`);
  await page.getByText('second@example.com').waitFor();
  expect(await page.getByLabel('Your name').inputValue()).toBe('');

  const { people } = await site.controlPlane
    .ask('{ members { person { id } } }')
    .then(({ members }) => ({ people: members }));
  const { createPasswordResetLink: made } = await site.controlPlane.ask(
    'mutation($id: ID!) { createPasswordResetLink(where: { id: $id }) { token } }',
    { id: people[0].person.id },
  );
  await page.goto(`${url}set-password#token=none`);
  await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  await page.goto(`${url}set-password#token=${made.token}`);
  const address = page.getByLabel('Email');
  await address.waitFor();
  expect(await address.inputValue()).toBe(site.controlPlane.made.email);
  await page.goto(`${url}set-password#`);
  await page.getByText('Incomplete link').waitFor();
});
