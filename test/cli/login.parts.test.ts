import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ownVersion } from '../../src/version.ts';
import { Browser } from '../harness/browser.ts';
import { codeOf } from '../harness/inhabited.ts';
import { newPerson, type TestPerson } from '../harness/people.ts';
import type { Outcome } from '../harness/satrap.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { sharedControlPlane } from '../harness/shared-control-plane.ts';

type Person = Pick<TestPerson, 'email' | 'password' | 'browser'>;

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
let passwordSet: Outcome;
let owner: Person;
let member: Person;
let home: string;
beforeAll(async () => {
  const [{ email, passwordLink }, password] = [controlPlane.made, crypto.randomUUID()];
  passwordSet = await setPassword(passwordLink.token, password);
  owner = { email, password, browser: new Browser(controlPlane) };
  await owner.browser.signIn(email, password);
  member = await newPerson(controlPlane, owner.browser);
});
beforeEach(() => {
  home = scratchFolder('login');
});

const setPassword = (...lines: string[]) =>
  satrapHere(`set-password --url ${controlPlane.url}`, {}, { input: lines.join('\n') });
const run = (words: string, env: Record<string, string> = {}, input = '') =>
  satrapHere(words, { XDG_CONFIG_HOME: home, ...env }, { input });
const login = ({ email, password }: Omit<Person, 'browser'>, more = '') =>
  run(`login ${controlPlane.url} --email ${email}${more}`, {}, `${password}\n`);
const file = () => join(home, 'satrap', 'contexts.json');
const stored = () => JSON.parse(readFileSync(file(), 'utf8'));
const statusOf = async (key: string) => (await controlPlane.call('{ executors { id } }', {}, key)).status;
/** An environment with the personal key of the owner. */
const keyed = (url = controlPlane.url) => ({ SATRAP_URL: url, SATRAP_API_KEY: controlPlane.personalKey });

test('the first administrator sets a password with what init shows, once', async () => {
  expect(passwordSet).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/^Password set\. All earlier sessions were signed out\.\n/),
  });
  expect(await owner.browser.who()).toBe(owner.email);
  const { token } = controlPlane.made.passwordLink;
  const again = await setPassword(token, crypto.randomUUID());
  expect(again).toMatchObject({ code: 5, stderr: expect.stringContaining('link_not_valid') });
  expect(again.stderr).not.toContain(token);
  expect(await setPassword('only the secret')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('each on a line'),
  });
});

test('a new link of an operator replaces the password of an existing person', async () => {
  const reset = (words: string) =>
    run(`control-plane reset-password ${words} --data ${controlPlane.settings.dataDir}`, {
      DATABASE_URL: controlPlane.settings.databaseUrl ?? '',
    });
  const { email } = await newPerson(controlPlane, owner.browser);
  const made = await reset(`${email.toUpperCase()} --json --public-url https://a.example`);
  const { token, link } = JSON.parse(made.stdout);
  expect(link).toBe(`https://a.example/set-password#token=${token}`);
  const password = crypto.randomUUID();
  await setPassword(token, password);
  const browser = new Browser(controlPlane);
  expect((await browser.signIn(email, password)).errors).toBeUndefined();
  expect(codeOf(await browser.signIn(email, 'another password'))).toBe('wrong_credentials');
  expect((await reset(email)).stdout).toMatch(
    /^Password secret: {2}satrap_r_\S{43}\n.*satrap set-password\n.*works once/,
  );
  expect(await reset('nobody@example.com')).toMatchObject({
    code: 1,
    stderr: 'error: nobody has the address nobody@example.com\n',
  });
});

test('login signs in with the password; later commands use a key of their own', async () => {
  const sessions = async () => (await owner.browser.ask('{ sessions { id } }')).sessions.length;
  const before = await sessions();
  const { origin } = new URL(controlPlane.url);
  const outcome = await run(`login ${origin} --email ${owner.email}`, {}, `${owner.password}\n`);
  expect(outcome).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(`Signed in to ${controlPlane.url} as ${owner.email}, for Example`),
  });
  expect(await sessions()).toBe(before);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'satrap')).mode & 0o777).toBe(0o700);
  const { current, contexts } = stored();
  expect(current).toBe(new URL(controlPlane.url).host);
  expect(outcome.stdout).not.toContain(contexts[current].key);
  expect(JSON.stringify(contexts)).not.toContain(owner.password);
  expect((await run('context show')).stdout).toMatch(
    new RegExp(`^URL +VERSION .*\n${controlPlane.url} +${ownVersion()} +Example +\\S+@`),
  );
  expect((await controlPlane.call('{ viewer { controlPlaneVersion } }', {}, null)).data?.viewer ?? null).toBeNull();
  const { apiKeys } = await controlPlane.ask('{ apiKeys { id name owner } }');
  expect(apiKeys).toContainEqual({
    id: contexts[current].keyId,
    name: `command line on ${hostname()}`.slice(0, 63),
    owner: owner.email,
  });
});

test('signing out revokes a context’s key, even one that is no longer accepted', async () => {
  expect((await login(member)).code).toBe(0);
  const { current, contexts } = stored();
  const { key } = contexts[current];
  expect(await statusOf(key)).toBe(200);
  expect(await run('logout')).toMatchObject({ code: 0, stderr: '' });
  expect(await statusOf(key)).toBe(401);
  expect(existsSync(file())).toBe(false);
  expect((await run('executors list')).stderr).toContain('sign in with “satrap login URL”');
  expect((await login(owner)).code).toBe(0);
  const { keyId: id } = stored().contexts[current];
  await controlPlane.ask('mutation($id: ID!) { revokeApiKey(where: { id: $id }) { apiKey { id } } }', { id });
  expect(await run('logout')).toEqual({
    code: 0,
    stdout: `Signed out of ${controlPlane.url}.\n`,
    stderr: `${controlPlane.url} does not accept the API key of ${current}, so it was not revoked.\n`,
  });
});

test('signing in again replaces a context whose key is refused', async () => {
  expect((await login(owner, ' --context lost')).code).toBe(0);
  expect((await login(owner, ' --context lost')).stderr).toContain('already signed in as lost');
  const { keyId: id } = stored().contexts['lost'];
  await controlPlane.ask('mutation($id: ID!) { revokeApiKey(where: { id: $id }) { apiKey { id } } }', { id });
  expect((await login(owner, ' --context lost')).code).toBe(0);
  expect(stored().contexts['lost'].keyId).not.toBe(id);
  expect((await run('logout')).code).toBe(0);
});

test('several contexts are kept, listed without their keys, chosen and removed', async () => {
  expect((await login(owner, ' --context first')).code).toBe(0);
  expect((await login(member, ' --context second')).code).toBe(0);
  const list = async () => JSON.parse((await run('context list --json')).stdout);
  expect(await list()).toMatchObject([
    { name: 'first', email: owner.email, isCurrent: false },
    { name: 'second', email: member.email, isCurrent: true },
  ]);
  expect(JSON.stringify(await list())).not.toContain('satrap_p_');
  // A member makes no tokens, an owner does.
  expect((await run('tokens create')).stderr).toContain('Forbidden');
  expect((await run('tokens create --context first')).stdout).toMatch(/^satrap_e_/);
  expect((await run('context use first')).code).toBe(0);
  expect((await run('tokens create')).stdout).toMatch(/^satrap_e_/);
  expect((await run('context remove first')).stdout).toBe('Removed context first. Its API key was not revoked.\n');
  expect(await list()).toMatchObject([{ name: 'second', isCurrent: true }]);
  expect((await run('context use first')).stderr).toContain('no context named first');
  expect((await login(owner, ' --context second')).stderr).toContain('already signed in as second');
});

test('flags override the environment, then the context, whose key is only for its URL', async () => {
  expect((await login(member, ' --context mine')).code).toBe(0);
  expect((await run('tokens create', keyed(new URL(controlPlane.url).origin))).code).toBe(0);
  expect(await run('executors list --url http://127.0.0.1:1/graphql')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('its key is not sent to http://127.0.0.1:1/graphql'),
  });
  const keyFile = join(home, 'bad.key');
  writeFileSync(keyFile, 'satrap_p_made-up', { mode: 0o600 });
  const refused = await run(`tokens create --api-key-file ${keyFile}`, keyed());
  expect(refused.stderr).toContain(`the key is from ${keyFile}`);
  const { stderr } = await run('tokens create', { ...keyed(), SATRAP_API_KEY: 'satrap_p_made-up' });
  expect(stderr).toMatch(
    /^error: .*API key.*\(unauthenticated\); the key is from SATRAP_API_KEY\ndocumentation: http\S+\/docs\/errors\.html#unauthenticated\n$/,
  );
  expect(stderr).not.toContain('made-up');
});

test('a key that was made elsewhere can be kept in place of a sign-in', async () => {
  const keyFile = join(home, 'personal.key');
  writeFileSync(keyFile, controlPlane.personalKey, { mode: 0o600 });
  const withFile = `login ${controlPlane.url} --api-key-file ${keyFile}`;
  expect((await run(withFile)).stdout).toContain(`as ${owner.email}`);
  expect((await run('executors list --json')).stdout.trim()).toBe('[]');
  writeFileSync(keyFile, await controlPlane.key('executor'));
  expect((await run(`${withFile} --context other`)).stderr).toContain('does not accept this personal API key');
});

test('a wrong password, a bad URL and an open file are refused with what to do', async () => {
  expect((await login({ email: owner.email, password: 'wrong password here' })).code).toBe(3);
  expect(existsSync(file())).toBe(false);
  expect((await run('login example.com --email a@b.c')).stderr).toContain('is not an http or https URL');
  expect((await run(`login ${controlPlane.url}`)).stderr).toContain('use --email');
  expect((await login(owner)).code).toBe(0);
  chmodSync(file(), 0o644);
  expect((await run('executors list')).stderr).toContain(`run: chmod 600 ${file()}`);
  chmodSync(file(), 0o600);
  writeFileSync(file(), '{}');
  expect((await run('executors list')).stderr).toContain('sign in again');
});
