import { TOTP, URI } from 'otpauth';
import { expect, test } from 'vitest';
import { ownVersion } from '../../src/version.ts';
import { expectAccessible } from '../harness/accessible.ts';
import { provideConsole } from '../harness/console.ts';
import { untilFocused } from '../harness/keyboard.ts';

const site = provideConsole();
test('a person is told of a wrong present password, sets up a second factor, signs in with a recovery code and with the app, makes a key, and signs out', async () => {
  const page = await site.openAsOwner({ height: 1600 });
  const password = await site.controlPlane.ownerPassword();
  await page.goto('profile');
  // Nobody was asked for another name on the first run.
  await page.getByText(`owner@example.com, owner of Example · Satrap ${ownVersion()}`, { exact: true }).waitFor();
  await page.getByLabel('Current password').fill('another one');
  await page.getByLabel('New password').fill(crypto.randomUUID());
  const change = page.getByRole('button', { name: 'Change password' });
  await change.press('Enter');
  await page.getByRole('alert').getByText('The current password is wrong.').waitFor();
  await untilFocused(change);
  await page.reload();
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
  await expectAccessible(page);
  const [secret = '', codes = ''] = await page.locator('pre').allInnerTexts();
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/);
  const app = URI.parse(`otpauth://totp/Satrap?secret=${secret}`) as TOTP;
  expect(app).toBeInstanceOf(TOTP);
  await page.getByLabel('Enter the six-digit code').fill(app.generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('On: sign-in requires a code from your app').waitFor();

  await page.getByLabel('Key name').fill('laptop');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('Key laptop: copy it now').waitFor();
  const key = await page.locator('pre').last().innerText();
  expect(await site.controlPlane.ask('{ viewer { person { email } } }', {}, key)).toEqual({
    viewer: { person: { email: 'owner@example.com' } },
  });

  const signInAgain = async () => {
    await page.getByRole('button', { name: /profile, theme, sign out/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  };
  await signInAgain();
  await expectAccessible(page);
  await page.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes.split('\n')[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  // A session that ends elsewhere leads to the sign-in, and back to the page afterwards.
  await page.goto('profile');
  await page.getByText('Chrome on Linux (current)').waitFor();
  await site.controlPlane.ask('mutation { endOtherSessions }');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('to')).toBe('/profile');
});
