import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, startWithConsole, TestBrowser } from '../harness/console.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';

let controlPlane: TestControlPlane;
let browser: TestBrowser;
beforeAll(async () => {
  [controlPlane, browser] = await Promise.all([startWithConsole(), TestBrowser.start()]);
});
afterAll(() => Promise.all([browser?.close(), controlPlane?.destroy()]));

test('on the first run, the link of init leads to a password, into the console, and works once', async () => {
  const url = consoleUrl(controlPlane);
  const page = await browser.open(`${url}set-password#token=${controlPlane.made.passwordLink.token}`);
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Your e-mail address').fill('owner@example.com');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set the password and sign in' }).click();
  await page.getByText('It needs 12 characters at least.').waitFor();
  await page.getByLabel('New password').fill('a sentence to keep');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

  const again = await browser.open(`${url}set-password#token=${controlPlane.made.passwordLink.token}`);
  await again.getByLabel('Your e-mail address').fill('owner@example.com');
  await again.getByLabel('New password').fill('another sentence to keep');
  await again.keyboard.press('Enter');
  await again.getByRole('alert').getByText('ask an administrator for another').waitFor();
  expect(browser.faults).toEqual([]);
});
