import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownVersion } from '../../src/version.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { firstPerson, newPerson, type TestPerson } from '../harness/people.ts';
import { satrap } from '../harness/satrap.ts';

let controlPlane: TestControlPlane;
let owner: TestPerson;
let member: TestPerson;
let home: string;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  owner = await firstPerson(controlPlane);
  member = await newPerson(controlPlane, owner.browser);
});
afterAll(() => controlPlane?.destroy());
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'satrap-login-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const run = (args: string[], { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}) =>
  satrap(args, { XDG_CONFIG_HOME: home, ...env }, { input });
const login = ({ email, password }: { email: string; password: string }, ...more: string[]) =>
  run(['login', controlPlane.url, '--email', email, ...more], { input: `${password}\n` });
const file = () => join(home, 'satrap', 'contexts.json');
const stored = () => JSON.parse(readFileSync(file(), 'utf8'));
const statusOf = async (key: string) =>
  (await controlPlane.call('{ viewer { purpose } executors { id } }', {}, key)).status;

test('a person signs in with the password, and the commands that follow use a key of their own', async () => {
  const outcome = await login(owner);
  expect(outcome).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(`as ${owner.email}, for Example`),
  });
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'satrap')).mode & 0o777).toBe(0o700);
  const { current, contexts } = stored();
  expect(current).toBe(new URL(controlPlane.url).host);
  expect(outcome.stdout).not.toContain(contexts[current].key);
  expect(JSON.stringify(contexts)).not.toContain(owner.password);
  expect((await run(['executors', 'list', '--json'])).stdout.trim()).toBe('[]');
  const { apiKeys } = await controlPlane.ask('{ apiKeys { id name owner } }');
  expect(apiKeys).toContainEqual({
    id: contexts[current].keyId,
    name: `command line on ${hostname()}`.slice(0, 63),
    owner: owner.email,
  });
});

test('the version of the control plane is shown to whoever has a key', async () => {
  const env = { SATRAP_URL: controlPlane.url, SATRAP_API_KEY: controlPlane.personalKey };
  const { stdout } = await run(['context', 'show'], { env });
  expect(stdout).toMatch(new RegExp(`^URL +VERSION .*\n${controlPlane.url} +${ownVersion()} +Example +\\S+@`));
  const { viewer } = await controlPlane.ask('{ viewer { controlPlaneVersion } }');
  expect(viewer).toEqual({ controlPlaneVersion: ownVersion() });
  expect((await controlPlane.call('{ viewer { controlPlaneVersion } }', {}, null)).data?.viewer ?? null).toBeNull();
});

test('a control plane can be named by its bare address', async () => {
  const { origin } = new URL(controlPlane.url);
  const outcome = await run(['login', origin, '--email', owner.email], { input: `${owner.password}\n` });
  expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining(`Signed in to ${controlPlane.url} as`) });
  const env = { SATRAP_URL: origin, SATRAP_API_KEY: controlPlane.personalKey };
  expect((await run(['executors', 'list'], { env })).stdout).toBe('No hosts yet. Add one with: satrap hosts token\n');
});

test('the session of a sign-in at the command line ends with it', async () => {
  const before = (await owner.browser.ask('{ sessions { id } }')).sessions.length;
  expect((await login(owner)).code).toBe(0);
  expect((await owner.browser.ask('{ sessions { id } }')).sessions).toHaveLength(before);
});

test('a member signs in too, and signing out revokes the key', async () => {
  expect((await login(member)).code).toBe(0);
  const { current, contexts } = stored();
  const { key } = contexts[current];
  expect(await statusOf(key)).toBe(200);
  expect(await run(['logout'])).toMatchObject({ code: 0, stderr: '' });
  expect(await statusOf(key)).toBe(401);
  expect(existsSync(file())).toBe(false);
  expect((await run(['executors', 'list'])).stderr).toContain('sign in with “satrap login URL”');
});

test('a key that the control plane does not accept any more is no reason to stay signed in', async () => {
  expect((await login(owner)).code).toBe(0);
  const { current, contexts } = stored();
  await controlPlane.ask('mutation($id: ID!) { revokeApiKey(where: { id: $id }) { id } }', {
    id: contexts[current].keyId,
  });
  expect(await run(['logout'])).toMatchObject({
    code: 0,
    stdout: `Signed out of ${controlPlane.url}.\n`,
    stderr: `${controlPlane.url} does not accept the API key of ${current}, so it was not revoked.\n`,
  });
  expect((await login(owner)).code).toBe(0);
});

test('a member can revoke no key of others, and make none for executors', async () => {
  expect((await login(owner, '--context', 'owner')).code).toBe(0);
  const { keyId, key } = stored().contexts.owner;
  const revoke = 'mutation($id: ID!) { revokeApiKey(where: { id: $id }) { id } }';
  expect((await member.browser.call(revoke, { id: keyId })).errors?.[0]?.extensions?.code).toBe('Forbidden');
  expect(await statusOf(key)).toBe(200);
  const make = 'mutation { createApiKey(input: { purpose: executor, name: "x" }) { secret } }';
  expect((await member.browser.call(make)).errors?.[0]?.extensions?.code).toBe('Forbidden');
});

test('several contexts are kept, listed without their keys, chosen and removed', async () => {
  expect((await login(owner, '--context', 'first')).code).toBe(0);
  expect((await login(member, '--context', 'second')).code).toBe(0);
  const list = async () => JSON.parse((await run(['context', 'list', '--json'])).stdout);
  expect(await list()).toMatchObject([
    { name: 'first', email: owner.email, isCurrent: false },
    { name: 'second', email: member.email, isCurrent: true },
  ]);
  expect(JSON.stringify(await list())).not.toContain('satrap_p_');
  // A member makes no tokens, an owner does.
  expect((await run(['executors', 'token'])).stderr).toContain('Forbidden');
  expect((await run(['executors', 'token', '--context', 'first'])).stdout).toMatch(/^satrap_e_/);
  expect((await run(['context', 'use', 'first'])).code).toBe(0);
  expect((await run(['executors', 'token'])).stdout).toMatch(/^satrap_e_/);
  expect((await run(['context', 'remove', 'first'])).stdout).toBe(
    'Removed context first. Its API key was not revoked.\n',
  );
  expect(await list()).toMatchObject([{ name: 'second', isCurrent: true }]);
  expect((await run(['context', 'use', 'first'])).stderr).toContain('no context named first');
  expect((await login(owner, '--context', 'second')).stderr).toContain('already signed in as second');
});

test('flags outweigh the environment, which outweighs the context; a refused key is named', async () => {
  expect((await login(member)).code).toBe(0);
  const token = (env: Record<string, string>, ...args: string[]) => run(['executors', 'token', ...args], { env });
  const env = { SATRAP_API_KEY: controlPlane.personalKey, SATRAP_URL: controlPlane.url };
  expect((await token(env)).code).toBe(0);
  expect((await token({})).stderr).toContain('Forbidden');
  const keyFile = join(home, 'bad.key');
  writeFileSync(keyFile, 'satrap_p_made-up', { mode: 0o600 });
  expect((await token(env, '--api-key-file', keyFile)).stderr).toContain(`the key is from ${keyFile}`);
  expect((await token({ ...env, SATRAP_API_KEY: 'satrap_p_made-up' })).stderr).toContain(
    'the key is from SATRAP_API_KEY',
  );
});

test('the key of a context is not sent to another URL', async () => {
  expect((await login(owner, '--context', 'mine')).code).toBe(0);
  const { stderr, code } = await run(['executors', 'list', '--url', 'http://127.0.0.1:1/graphql']);
  expect(stderr).toContain('its key is not sent to http://127.0.0.1:1/graphql');
  expect(code).toBe(2);
});

test('a key that was made elsewhere can be kept in place of a sign-in', async () => {
  const keyFile = join(home, 'personal.key');
  writeFileSync(keyFile, controlPlane.personalKey, { mode: 0o600 });
  expect((await run(['login', controlPlane.url, '--api-key-file', keyFile])).stdout).toContain(`as ${owner.email}`);
  expect((await run(['executors', 'list', '--json'])).stdout.trim()).toBe('[]');
  writeFileSync(keyFile, await controlPlane.key('executor'));
  const refused = await run(['login', controlPlane.url, '--api-key-file', keyFile, '--context', 'other']);
  expect(refused.stderr).toContain('does not accept this personal API key');
});

test('a wrong password, a bad URL and an open file are refused with what to do', async () => {
  expect((await login({ email: owner.email, password: 'wrong password here' })).code).toBe(1);
  expect(existsSync(file())).toBe(false);
  expect((await run(['login', 'example.com', '--email', 'a@b.c'])).stderr).toContain('is not an http or https URL');
  expect((await run(['login', controlPlane.url])).stderr).toContain('use --email');
  expect((await login(owner)).code).toBe(0);
  chmodSync(file(), 0o644);
  expect((await run(['executors', 'list'])).stderr).toContain(`run: chmod 600 ${file()}`);
  chmodSync(file(), 0o600);
  writeFileSync(file(), '{}');
  expect((await run(['executors', 'list'])).stderr).toContain('sign in again');
});
