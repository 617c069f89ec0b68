import { randomBytes, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { loadAgentSettings } from '../../src/agent/settings/load.ts';
import { openStore } from '../../src/agent/store/database.ts';
import { Installation } from '../../src/agent/store/installation.ts';
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

test('a host that joins again keeps to the proxy and the authorities of its settings', async () => {
  mkdirSync(join(folder, 'etc'));
  for (const [setting, reason] of [
    ['proxy = "http://127.0.0.1:1"', /127\.0\.0\.1:1\b/],
    ['ca_file = "/nowhere.pem"', /invalid certificates in \/nowhere\.pem/],
  ] as const) {
    writeFileSync(config(), `${setting}\n`);
    expect(await joinHost('satrap_e_unused')).toMatchObject({ stderr: expect.stringMatching(reason) });
  }
});

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
    stderr: expect.stringMatching(/^satrap: invalid proxy.*\n$/),
  });
});

test('a host that has joined uses the token that it is given, and keeps its name', async () => {
  expect((await joinHost(await newToken(), '--name', 'rejoins')).code).toBe(0);
  const key = readFileSync(keyFile(), 'utf8');
  const outcome = await joinHost(await newToken());
  expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('rejoins joined Example') });
  expect(readFileSync(keyFile(), 'utf8')).not.toBe(key);
  expect(outcome.stdout).not.toContain('eregister');
});

test('a host that joins another control plane leaves the one before, and says so where that is gone', async () => {
  await joinHost(await newToken(), '--name', 'moves');
  const key = readFileSync(keyFile(), 'utf8').trim();
  await new TestExecutor(controlPlane, key, 'moves').sync();
  const other = await TestControlPlane.start({ heartbeatSeconds: 60 });
  onTestFinished(() => other.destroy());
  const token = (await other.ask('mutation { createEnrolmentToken(input: {}) { token } }')).createEnrolmentToken.token;
  const outcome = await joinHost(token, '--url', other.url);
  expect(outcome.stdout).toContain(`Deregistered from ${controlPlane.url}`);
  expect(readFileSync(config(), 'utf8')).toContain(`url = "${other.url}"`);
  const { executors } = await controlPlane.ask('{ executors { name uninstalledAt } }');
  expect(executors).toContainEqual({ name: 'moves', uninstalledAt: expect.any(String) });
  const back = await newToken('--name', 'moves');
  await other.stop();
  expect((await joinHost(back)).stdout).toContain(`Could not deregister from ${other.url}`);
});

test('a recovering token is for hosts that hold nodes', async () => {
  const refused = await joinHost(await newToken('--recover'), '--name', 'empty');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('this host holds none') });
  const store = openStore(join(folder, 'data'));
  new Installation(store).executorId = randomUUID();
  store.close();
  expect((await joinHost(await newToken('--recover'), '--name', 'full')).code).toBe(0);
});

test('a host whose agent has lost its store names the executor of what is left there, and goes on as it', async () => {
  const executorId = randomUUID();
  const token = await newToken('--recover');
  const refused = await joinHost(token, '--name', 'storeless');
  expect(refused.stderr).toContain('--executor-id');
  expect((await joinHost(token, '--name', 'storeless', '--executor-id', executorId)).code).toBe(0);
  const store = openStore(join(folder, 'data'));
  expect(new Installation(store).executorId).toBe(executorId);
  store.close();
  const other = await joinHost(token, '--name', 'storeless', '--executor-id', randomUUID());
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining(`is already executor ${executorId}`) });
});

test('what a person wrote into the configuration stays', async () => {
  const own = join(folder, 'agent.toml');
  writeFileSync(own, '# mine\nnetworks = ["signet"]\n\n[images.bitcoind]\n"28.1" = "example/bitcoin"\n');
  const args = ['--config', own, '--data-dir', join(folder, 'data'), '--url', controlPlane.url, '--name', 'configured'];
  const outcome = await satrap(['agent', 'join', ...args], { SATRAP_ENROLMENT_TOKEN: await newToken() });
  expect(outcome.code).toBe(0);
  const text = readFileSync(own, 'utf8');
  expect(text).toContain('# mine\nnetworks = ["signet"]');
  expect(text.indexOf('url = ')).toBeLessThan(text.indexOf('[images.bitcoind]'));
});

test('a token that cannot be used, no token, and a bad name are refused with what to do, and write nothing', async () => {
  expect((await joinHost('satrap_e_made-up', '--name', 'a')).stderr).toContain(
    'Create another one: satrap hosts token',
  );
  expect((await joinHost('', '--name', 'a')).stderr).toBe(
    'satrap: no enrolment token: name its file, set SATRAP_ENROLMENT_TOKEN, or write it to standard input\n',
  );
  const empty = join(folder, 'empty-token');
  writeFileSync(empty, '\n');
  expect((await joinHost('', '--name', 'a', '--token-file', empty)).stderr).toBe(`satrap: ${empty} is empty\n`);
  const missing = await joinHost('', '--name', 'a', '--token-file', join(folder, 'none'));
  expect(missing.stderr).toMatch(/cannot read .*none: ENOENT/);
  expect((await joinHost('x', '--name', 'no name')).stderr).toContain('is not a valid name');
  expect(existsSync(keyFile())).toBe(false);
  expect(existsSync(config())).toBe(false);
  // Not even the folders that they would be in.
  expect(readdirSync(folder)).toEqual(['empty-token']);
});

test('a host joins at the bare address of a control plane, under the name that its settings have', async () => {
  mkdirSync(join(folder, 'etc'));
  writeFileSync(config(), 'name = "of-the-settings"\n');
  const bare = new URL(controlPlane.url).origin;
  expect((await joinHost(await newToken(), '--url', bare)).stdout).toMatch(/^of-the-settings joined Example/);
  expect(readFileSync(config(), 'utf8')).toContain(`url = "${controlPlane.url}"`);
});

test('the token for an existing executor names it', async () => {
  expect((await joinHost(await newToken(), '--name', 'existing')).code).toBe(0);
  const key = readFileSync(keyFile(), 'utf8').trim();
  await new TestExecutor(controlPlane, key, 'existing').sync();
  const refused = await joinHost(await newToken(), '--name', 'existing');
  expect(refused.stderr).toContain('satrap hosts token --name existing');
  const outcome = await joinHost(await newToken('--name', 'existing'), '--name', 'existing');
  expect(outcome.code).toBe(0);
});
