import { expect, test } from 'vitest';
import { like } from '../../../../src/control-plane/platform/database/drizzle.ts';
import { throttle } from '../../../../src/control-plane/tables/accounts.ts';
import { Browser } from '../../../harness/browser.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { newPerson } from '../../../harness/people.ts';
import { sharedControlPlane, sharedDatabase } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane({ ownProcess: true });
const database = sharedDatabase(controlPlane);

const resetOf = async (id: string) =>
  (await controlPlane.ask('mutation($id: ID!) { createPasswordResetLink(where: { id: $id }) { token } }', { id }))
    .createPasswordResetLink.token;

test('too many wrong passwords for an account get 429 with Retry-After, also for the right one, and a reset ends that', async () => {
  const { id, email, password } = await newPerson(controlPlane, controlPlane);
  const browser = new Browser(controlPlane);
  // Successful sign-ins do not count.
  for (let index = 0; index < 3; index++) expect((await browser.signIn(email, password)).errors).toBeUndefined();
  const codes: (string | undefined)[] = [];
  for (let index = 0; index < 10; index++) codes.push(codeOf(await browser.signIn(email, 'wrong')));
  expect(codes).toEqual(Array(10).fill('wrong_credentials'));
  const refused = await browser.signIn(email, password);
  expect([refused.status, codeOf(refused)]).toEqual([429, 'RateLimited']);
  expect(Number(browser.headers.get('retry-after'))).toBeGreaterThan(0);
  // The limit is in the database: it holds on another replica, or after a restart.
  await controlPlane.stop();
  await controlPlane.serve();
  expect(codeOf(await browser.signIn(email, password))).toBe('RateLimited');
  expect(codeOf(await browser.signIn(controlPlane.made.email, 'wrong'))).toBe('wrong_credentials');
  const newPassword = crypto.randomUUID();
  await browser.ask('mutation($input: PasswordResetInput!) { resetPassword(input: $input) }', {
    input: { token: await resetOf(id), newPassword },
  });
  expect((await browser.signIn(email, newPassword)).errors).toBeUndefined();
});

test('an address that tries too many accounts gets 429', async () => {
  const browser = new Browser(controlPlane);
  const attempt = async () => codeOf(await browser.signIn(`${crypto.randomUUID()}@example.com`, 'wrong'));
  expect(await attempt()).toBe('wrong_credentials');
  // Before each call, because a slow machine regains attempts between two of them.
  const useUp = () => database.update(throttle).set({ tokens: 0 }).where(like(throttle.key, 'address %'));
  await useUp();
  expect(await attempt()).toBe('RateLimited');
  await useUp();
  const links = await browser.call('mutation { resetPassword(input: { token: "x", newPassword: "a new password" }) }');
  expect(codeOf(links)).toBe('RateLimited');
  await useUp();
  const preview = await browser.call('{ invitation(where: { token: "x" }) { email } }');
  expect([preview.data.invitation, codeOf(preview)]).toEqual([null, 'RateLimited']);
});
