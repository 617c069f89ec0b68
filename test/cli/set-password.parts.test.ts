import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../harness/browser.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { codeOf } from '../harness/inhabited.ts';
import { type Outcome, satrap } from '../harness/satrap.ts';

let controlPlane: TestControlPlane;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start();
});
afterAll(() => controlPlane?.destroy());

const setPassword = (...lines: string[]): Promise<Outcome> =>
  satrap(['set-password', '--url', controlPlane.url], {}, { input: lines.join('\n') });
const resetPassword = (email: string, ...more: string[]): Promise<Outcome> =>
  satrap(['control-plane', 'reset-password', email, '--data', controlPlane.settings.dataDir, ...more], {
    DATABASE_URL: controlPlane.settings.databaseUrl ?? '',
  });
const signIn = (password: string) => new Browser(controlPlane).signIn(controlPlane.made.email, password);

test('the first administrator sets a password with what init shows, once', async () => {
  const { token } = controlPlane.made.passwordLink;
  const password = crypto.randomUUID();
  expect(await setPassword(token, password)).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/^Password set\. All earlier sessions were signed out\.\n/),
  });
  expect((await signIn(password)).data.signIn.person.email).toBe(controlPlane.made.email);
  const again = await setPassword(token, password);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('link_not_valid') });
  expect(again.stderr).not.toContain(token);
});

test('an operator makes another link on the command line, and only its password signs in', async () => {
  const made = await resetPassword(
    controlPlane.made.email.toUpperCase(),
    '--json',
    '--public-url',
    'https://a.example',
  );
  const { token, link } = JSON.parse(made.stdout);
  expect(link).toBe(`https://a.example/set-password#token=${token}`);
  const password = crypto.randomUUID();
  await setPassword(token, password);
  expect((await signIn(password)).errors).toBeUndefined();
  expect(codeOf(await signIn('another password'))).toBe('wrong_credentials');
});

test('a link is for a person who exists, and people are told how to use it', async () => {
  expect(await resetPassword('nobody@example.com')).toMatchObject({
    code: 1,
    stderr: 'satrap: nobody has the address nobody@example.com\n',
  });
  const { stdout } = await resetPassword(controlPlane.made.email);
  expect(stdout).toMatch(/^Password secret: {2}satrap_r_\S{43}\n.*satrap set-password\n.*works once/);
});

test('set-password without both lines changes nothing', async () => {
  expect(await setPassword('only the secret')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('each on a line'),
  });
});
