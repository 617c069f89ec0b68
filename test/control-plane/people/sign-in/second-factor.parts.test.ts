import { TOTP, URI } from 'otpauth';
import { expect, test } from 'vitest';
import { Browser } from '../../../harness/browser.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { newPerson } from '../../../harness/people.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane();

const confirm = (browser: Browser, input: object) =>
  browser.call('mutation($input: SecondFactorInput!) { confirmSignIn(data: $input) { person { email } } }', { input });
const setUp = 'mutation($password: String!) { setUpSecondFactor(password: $password) { uri recoveryCodes } }';
const confirmSetUp = 'mutation($code: String!) { confirmSecondFactor(code: $code) { person { hasSecondFactor } } }';

/** A person whose authenticator app has a secret of the control plane. */
async function protectedPerson() {
  const person = await newPerson(controlPlane, controlPlane);
  const { setUpSecondFactor } = await person.browser.ask(setUp, { password: person.password });
  const app = URI.parse(setUpSecondFactor.uri);
  if (!(app instanceof TOTP)) throw new Error('the secret is not for codes by time');
  // Not the current one: the test may need that, and each code is accepted once.
  const used = app.generate({ timestamp: Date.now() - 30_000 });
  await person.browser.ask(confirmSetUp, { code: used });
  return { ...person, app, used, recoveryCodes: setUpSecondFactor.recoveryCodes as string[] };
}

async function waitingBrowser({ email, password }: { email: string; password: string }): Promise<Browser> {
  const browser = new Browser(controlPlane);
  await browser.signIn(email, password);
  return browser;
}

test('with a second factor, a password alone signs nobody in; a code does, once', async () => {
  const person = await protectedPerson();
  const { email, password, app, used } = person;
  expect(app.issuer).toBe('Satrap');
  // Whoever sets it up stays signed in, in another session.
  const organization = { name: 'Example' };
  const seen = '{ viewer { person { email hasSecondFactor } organization { name } } sessions { isCurrent } }';
  const viewer = { person: { email, hasSecondFactor: true }, organization };
  expect(await person.browser.ask(seen)).toEqual({ viewer, sessions: [{ isCurrent: true }] });
  const browser = new Browser(controlPlane);
  expect((await browser.signIn(email, password)).data.signIn).toEqual({ needsSecondFactor: true, person: null });
  expect(await browser.who()).toBeNull();
  expect(codeOf(await confirm(browser, { code: '000000' }))).toBe('wrong_code');
  const lastAction = '{ auditActions(filter: { take: 1 }) { nodes { action errorCode target { name } } } }';
  expect((await controlPlane.ask(lastAction)).auditActions.nodes).toEqual([
    { action: 'confirmSignIn', errorCode: 'wrong_code', target: { name: email } },
  ]);
  const second = await waitingBrowser(person);
  const code = app.generate();
  const signedIn = { person: { email } };
  expect((await confirm(browser, { code })).data.confirmSignIn).toEqual(signedIn);
  expect(codeOf(await confirm(second, { code }))).toBe('wrong_code');
  expect(codeOf(await confirm(await waitingBrowser(person), { code: used }))).toBe('wrong_code');
  expect(await second.who()).toBeNull();
  expect(await browser.ask(seen)).toMatchObject({ viewer, sessions: [{}, {}] });
});

test('a sign-in that waits for its code ends with the password that began it', async () => {
  const person = await protectedPerson();
  const waiting = await waitingBrowser(person);
  await person.browser.ask(
    'mutation($input: PasswordChangeInput!) { changePassword(data: $input) { person { id } } }',
    {
      input: { currentPassword: person.password, newPassword: crypto.randomUUID() },
    },
  );
  expect(codeOf(await confirm(waiting, { code: person.app.generate() }))).toBe('session_required');
  expect(await waiting.who()).toBeNull();
});

test('of sign-ins with one recovery code at once, one gets in', async () => {
  const person = await protectedPerson();
  const browsers = await Promise.all(Array.from({ length: 2 }, () => waitingBrowser(person)));
  const input = { recoveryCode: person.recoveryCodes[0] ?? '' };
  const answers = await Promise.all(browsers.map((browser) => confirm(browser, input)));
  expect(answers.map((answer) => codeOf(answer) ?? 'in').toSorted()).toEqual(['in', 'wrong_code']);
  expect(codeOf(await confirm(await waitingBrowser(person), input))).toBe('wrong_code');
});

test('a code without a sign-in before, or with neither or both kinds, is refused', async () => {
  const browser = new Browser(controlPlane);
  expect(codeOf(await confirm(browser, { code: '123456' }))).toBe('session_required');
  expect(codeOf(await confirm(browser, {}))).toBe('invalid_input');
  expect(codeOf(await confirm(browser, { code: '1', recoveryCode: '2' }))).toBe('invalid_input');
});

test('a challenge ends after a few wrong codes', async () => {
  const person = await protectedPerson();
  const browser = await waitingBrowser(person);
  expect(codeOf(await confirm(browser, { code: '000000' }))).toBe('wrong_code');
  for (let index = 1; index < 5; index++) await confirm(browser, { code: '000000' });
  expect(codeOf(await confirm(browser, { code: '000000' }))).toBe('session_required');
  expect(codeOf(await confirm(browser, { code: person.app.generate() }))).toBe('session_required');
});

test('sets the second factor up and removes it with the password, and not twice', async () => {
  const { email, password, browser } = await newPerson(controlPlane, controlPlane);
  expect(codeOf(await browser.call(setUp, { password: 'wrong' }))).toBe('wrong_credentials');
  expect(codeOf(await browser.call(confirmSetUp, { code: '000000' }))).toBe('second_factor_not_set_up');
  const { setUpSecondFactor } = await browser.ask(setUp, { password });
  expect(codeOf(await browser.call(confirmSetUp, { code: '000000' }))).toBe('wrong_code');
  expect((await new Browser(controlPlane).signIn(email, password)).data.signIn.needsSecondFactor).toBe(false);
  const app = URI.parse(setUpSecondFactor.uri) as TOTP;
  await browser.ask(confirmSetUp, { code: app.generate() });
  expect(codeOf(await browser.call(setUp, { password }))).toBe('second_factor_in_use');
  const renew = 'mutation($password: String!) { renewRecoveryCodes(password: $password) { recoveryCodes } }';
  const { renewRecoveryCodes } = await browser.ask(renew, { password });
  expect(renewRecoveryCodes.recoveryCodes).not.toEqual(setUpSecondFactor.recoveryCodes);
  await browser.ask(
    'mutation($password: String!) { removeSecondFactor(password: $password) { person { hasSecondFactor } } }',
    {
      password,
    },
  );
  expect((await new Browser(controlPlane).signIn(email, password)).data.signIn.needsSecondFactor).toBe(false);
  expect(await browser.who()).toBe(email);
  expect(codeOf(await controlPlane.call(setUp, { password }))).toBe('session_required');
});
