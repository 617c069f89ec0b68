import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadAgentSettings } from '../../src/agent/settings/load.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestExecutor } from '../harness/executor.ts';
import { satrap } from '../harness/satrap.ts';

let controlPlane: TestControlPlane;
let folder: string;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
});
afterAll(() => controlPlane?.destroy());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-join-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const newToken = async (...args: string[]): Promise<string> => {
  const { stdout } = await satrap(['executors', 'token', '--url', controlPlane.url, ...args], {
    SATRAP_API_KEY: controlPlane.personalKey,
  });
  return stdout.trim();
};
const config = () => join(folder, 'etc', 'agent.toml');
const keyFile = () => join(folder, 'data', 'executor.key');
const joinHost = (token: string, ...args: string[]) =>
  satrap(
    ['agent', 'join', '--config', config(), '--data-dir', join(folder, 'data'), '--url', controlPlane.url, ...args],
    {
      SATRAP_ENROLMENT_TOKEN: token,
    },
  );

test('a host joins with a token: key and settings are where the agent reads them', async () => {
  const outcome = await joinHost(await newToken(), '--name', 'joined');
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(outcome.stdout).toMatch(/^joined joined Example\. Its key is in .*executor\.key/);
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  const { settings } = loadAgentSettings({
    flags: { dataDir: join(folder, 'data') },
    env: {},
    configPath: config(),
  });
  expect(settings).toMatchObject({ url: controlPlane.url, name: 'joined', keyFile: keyFile() });
  expect((await new TestExecutor(controlPlane, settings.apiKey, 'joined').sync()).errors).toBeUndefined();
  expect(outcome.stdout + outcome.stderr).not.toContain(settings.apiKey);
});

test.each([
  ['--proxy', 'nonsense', /--proxy must be an http or https URL/],
  ['--proxy', 'socks5://127.0.0.1:1080', /--proxy must be an http or https URL/],
  ['--url', 'satrap.example.com', /--url must be an http or https URL/],
  ['--url', 'https://you:me@satrap.example.com/graphql', /--url must not contain a user or password/],
])(
  'a connection that the agent would refuse is refused before the token is used: %s %s',
  async (flag, value, words) => {
    const outcome = await joinHost('satrap_e_not-used', '--name', 'unconnected', flag, value);
    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
    expect(existsSync(keyFile())).toBe(false);
  },
);

test('a proxy of the environment that is none is named without its password, and without a stack', async () => {
  const password = randomBytes(12).toString('hex');
  const { code, stderr } = await satrap(
    [
      'agent',
      'join',
      '--config',
      config(),
      '--data-dir',
      join(folder, 'data'),
      '--url',
      controlPlane.url,
      '--name',
      'a',
    ],
    { SATRAP_ENROLMENT_TOKEN: 'satrap_e_not-used', http_proxy: `user:${password}@proxy` },
  );
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^satrap: the proxy cannot be used.*\n$/),
  });
});

test('a host that has a key keeps it, and its token is not used up', async () => {
  const token = await newToken();
  expect((await joinHost(await newToken(), '--name', 'keeps')).code).toBe(0);
  const key = readFileSync(keyFile(), 'utf8');
  const again = await joinHost(token, '--name', 'keeps-2');
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('to replace it, add --force') });
  expect(readFileSync(keyFile(), 'utf8')).toBe(key);
  expect((await joinHost(token, '--name', 'keeps-2', '--force')).code).toBe(0);
  expect(readFileSync(keyFile(), 'utf8')).not.toBe(key);
  expect(readFileSync(config(), 'utf8')).toContain('name = "keeps-2"');
});

test('what a person wrote into the configuration stays', async () => {
  const own = join(folder, 'agent.toml');
  writeFileSync(own, '# mine\nnetworks = ["signet"]\n\n[images]\n"28.1" = "example/bitcoin"\n');
  const args = ['--config', own, '--data-dir', join(folder, 'data'), '--url', controlPlane.url, '--name', 'configured'];
  const outcome = await satrap(['agent', 'join', ...args], { SATRAP_ENROLMENT_TOKEN: await newToken() });
  expect(outcome.code).toBe(0);
  const text = readFileSync(own, 'utf8');
  expect(text).toContain('# mine\nnetworks = ["signet"]');
  expect(text.indexOf('url = ')).toBeLessThan(text.indexOf('[images]'));
  const elsewhere = await satrap(['agent', 'join', ...args.with(5, 'http://127.0.0.1:1/graphql')], {
    SATRAP_ENROLMENT_TOKEN: 'satrap_e_unused',
  });
  expect(elsewhere.stderr).toMatch(/has a key already|says otherwise/);
});

test('a token that cannot be used, no token, and a bad name are refused with what to do, and write nothing', async () => {
  expect((await joinHost('satrap_e_made-up', '--name', 'a')).stderr).toContain(
    'Make another one: satrap executors token',
  );
  expect((await joinHost('', '--name', 'a')).stderr).toContain('empty');
  expect((await joinHost('x', '--name', 'no name')).stderr).toContain('cannot be an executor’s name');
  expect(existsSync(keyFile())).toBe(false);
  expect(existsSync(config())).toBe(false);
});

test('the token for an existing executor names it', async () => {
  expect((await joinHost(await newToken(), '--name', 'existing')).code).toBe(0);
  const key = readFileSync(keyFile(), 'utf8').trim();
  await new TestExecutor(controlPlane, key, 'existing').sync();
  const refused = await joinHost(await newToken(), '--name', 'existing', '--force');
  expect(refused.stderr).toContain('satrap executors token --name existing');
  const outcome = await joinHost(await newToken('--name', 'existing'), '--name', 'existing', '--force');
  expect(outcome.code).toBe(0);
});
