import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { loadAgentSettings } from '../../src/agent/settings/load.ts';
import { openStore } from '../../src/agent/store/database.ts';
import { type Installation, installationIn } from '../../src/agent/store/installation.ts';
import { builtProgram } from '../harness/built-program.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestExecutor } from '../harness/executor.ts';
import { closeServer, listenHere } from '../harness/listen.ts';
import { satrap } from '../harness/satrap.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { sharedControlPlane } from '../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
let folder: string;
beforeEach(() => {
  folder = scratchFolder('join');
});

const newToken = async (more = ''): Promise<string> => {
  const env = { SATRAP_URL: controlPlane.url, SATRAP_API_KEY: controlPlane.personalKey };
  return (await satrapHere(`tokens create${more}`, env)).stdout.trim();
};
const dataDir = () => join(folder, 'data');
const config = () => join(folder, 'etc', 'agent.toml');
const keyFile = () => join(folder, 'data', 'executor.key');
const writeConfig = (text: string) => {
  mkdirSync(join(folder, 'etc'), { recursive: true });
  writeFileSync(config(), text);
};
const words = (more: string) =>
  `agent join --config ${config()} --data-dir ${dataDir()} --url ${controlPlane.url}${more}`.split(' ');
const joinHost = (token: string, more = '') => satrapHere(words(more), { SATRAP_ENROLMENT_TOKEN: token });
/** An agent with the key of this host. */
const agent = (name: string) => new TestExecutor(controlPlane, readFileSync(keyFile(), 'utf8').trim(), name);
const useStore = <T>(use: (installation: Installation) => T): T => {
  const store = openStore(dataDir());
  const used = use(installationIn(store));
  store.close();
  return used;
};

test('a host joins with a token, and a second token replaces its key', async () => {
  const outcome = await joinHost(await newToken(), ' --name joined');
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(outcome.stdout).toMatch(/^joined joined Example\. Its key is in .*executor\.key/);
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  const { settings } = loadAgentSettings({ flags: { dataDir: dataDir() }, env: {}, configPath: config() });
  expect(settings).toMatchObject({ url: controlPlane.url, name: 'joined', keyFile: keyFile() });
  expect((await new TestExecutor(controlPlane, settings.apiKey, 'joined').sync()).errors).toBeUndefined();
  expect(outcome.stdout + outcome.stderr).not.toContain(settings.apiKey);
  // Another token must be for this executor. It is used, and the name stays.
  expect((await joinHost(await newToken())).stderr).toContain('satrap tokens create --name joined');
  const { stdout } = await joinHost(await newToken(' --name joined'));
  expect(stdout).toContain('joined joined Example');
  expect(stdout).not.toContain('eregister');
  expect(readFileSync(keyFile(), 'utf8')).not.toContain(settings.apiKey);
});

test('a host joins beside another agent, whose settings and key stay as they are', async () => {
  const other = scratchFolder('other-agent');
  const key = join(other, 'other.key');
  writeFileSync(key, 'of another agent\n', { mode: 0o600 });
  const text = `url = "https://other.example/graphql"\nname = "other"\nchannel = "beta"\napi_key_file = "${key}"\n`;
  writeFileSync(join(other, 'agent.toml'), text);
  // As its /etc/satrap; nothing else on this machine sees it.
  const program = `mount -t tmpfs tmpfs /etc && cp -a ${other}/etc/. /etc && rm -rf /etc/satrap && mkdir /etc/satrap && cp ${other}/agent.toml /etc/satrap && exec "$@"`;
  execFileSync('cp', ['-a', '/etc', other]);
  const token = await newToken();
  const { main } = await builtProgram('host');
  const inside = ['-m', 'sh', '-ec', program, 'sh', process.execPath, main, ...words(' --name beside')];
  const outcome = await execa('unshare', inside, { env: { SATRAP_ENROLMENT_TOKEN: token }, reject: false });
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readFileSync(config(), 'utf8')).not.toContain('beta');
  const { settings } = loadAgentSettings({ flags: { dataDir: dataDir() }, env: {}, configPath: config() });
  expect(settings).toMatchObject({ name: 'beside', keyFile: keyFile() });
  expect(readFileSync(key, 'utf8')).toBe('of another agent\n');
});

test('a host joins at a bare address, and keeps the name in its settings', async () => {
  writeConfig('# mine\nname = "of-the-settings"\n\n[images.bitcoind]\n"28.1" = "example/bitcoin"\n');
  const { stdout } = await joinHost(await newToken(), ` --url ${new URL(controlPlane.url).origin}`);
  expect(stdout).toMatch(/^of-the-settings joined Example/);
  const text = readFileSync(config(), 'utf8');
  expect(text).toContain('# mine\nname = "of-the-settings"\n');
  expect(text).toContain(`url = "${controlPlane.url}"`);
  expect(text.indexOf('url = ')).toBeLessThan(text.indexOf('[images.bitcoind]'));
});

test('refuses an invalid URL, name or proxy before it uses the token, hiding passwords', async () => {
  for (const [flag, reason] of [
    ['--proxy socks5://127.0.0.1:1080', '--proxy must be an http or https URL'],
    ['--url satrap.example.com', '--url must be an http or https URL'],
    ['--url https://you:me@satrap.example.com/graphql', '--url must not contain a user or password'],
    ['--name .hidden', 'is not a valid name'],
  ] as const)
    expect(await joinHost('satrap_e_not-used', ` --name unconnected ${flag}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(reason),
    });
  const http_proxy = `user:${randomBytes(12).toString('hex')}@proxy`;
  expect(await satrap(words(' --name a'), { SATRAP_ENROLMENT_TOKEN: 'satrap_e_not-used', http_proxy })).toMatchObject({
    ...{ code: 2, stderr: expect.stringMatching(/^error: invalid proxy: [^@]*\n$/) },
  });
  expect(readdirSync(folder)).toEqual([]);
});

// A proxy and certificates apply to a whole process.
test('a host that joins again keeps to the proxy and the authorities of its settings', async () => {
  for (const [setting, reason] of [
    ['proxy = "http://127.0.0.1:1"', /127\.0\.0\.1:1\b/],
    ['ca_file = "/nowhere.pem"', /invalid certificates in \/nowhere\.pem/],
  ] as const) {
    writeConfig(`${setting}\n`);
    expect((await satrap(words(''), { SATRAP_ENROLMENT_TOKEN: 'satrap_e_unused' })).stderr).toMatch(reason);
  }
});

/** Joins with variables of the shell, and returns the settings that the host keeps. */
async function joinWith(env: Record<string, string>, more: string): Promise<string> {
  const outcome = await satrap(words(more), { SATRAP_ENROLMENT_TOKEN: await newToken(), ...env });
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  return readFileSync(config(), 'utf8');
}

test('a host that joins through the proxy of the shell keeps it as a setting', async () => {
  const proxy = createServer((incoming, outgoing) => {
    const { method = 'GET', headers } = incoming;
    const passed = request(incoming.url ?? '', { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  const HTTP_PROXY = `http://127.0.0.1:${await listenHere(proxy)}`;
  onTestFinished(() => closeServer(proxy));
  expect(await joinWith({ HTTP_PROXY }, ' --name proxied')).toContain(`proxy = "${HTTP_PROXY}"`);
});

test('a host keeps no proxy of the shell for a URL that NO_PROXY covers', async () => {
  const settings = await joinWith({ HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.0/8' }, ' --name direct');
  expect(settings).not.toContain('proxy');
});

test('refuses an invalid or missing token with the fix, and writes nothing', async () => {
  const refusal = async (token: string, more = '') => (await joinHost(token, ` --name a${more}`)).stderr;
  expect(await refusal('satrap_e_made-up')).toContain('Create one with satrap tokens create');
  expect(await refusal('')).toBe(
    'error: no enrolment token: name its file, set SATRAP_ENROLMENT_TOKEN, or write it to standard input\n',
  );
  const empty = join(folder, 'empty-token');
  writeFileSync(empty, '\n');
  expect(await refusal('', ` --token-file ${empty}`)).toBe(`error: ${empty} is empty\n`);
  expect(await refusal('', ` --token-file ${folder}/none`)).toMatch(/cannot read .*none: ENOENT/);
  // Not even the folders that they would be in.
  expect(readdirSync(folder)).toEqual(['empty-token']);
});

test('a host that joins another control plane leaves the previous one', async () => {
  await joinHost(await newToken(), ' --name moves');
  await agent('moves').sync();
  const other = await TestControlPlane.start({ heartbeatSeconds: 60 });
  onTestFinished(() => other.destroy());
  const token = (await other.ask('mutation { createEnrolmentToken(data: {}) { token } }')).createEnrolmentToken.token;
  expect((await joinHost(token, ` --url ${other.url}`)).stdout).toContain(`Deregistered from ${controlPlane.url}`);
  expect(readFileSync(config(), 'utf8')).toContain(`url = "${other.url}"`);
  const { executors } = await controlPlane.ask('{ executors { name uninstalledAt } }');
  expect(executors).toContainEqual({ name: 'moves', uninstalledAt: expect.any(String) });
  const back = await newToken(' --name moves');
  await other.stop();
  expect((await joinHost(back)).stdout).toContain(`Could not deregister from ${other.url}`);
});

test('a recovery token is for hosts with nodes; one without a store names its host', async () => {
  const executorId = randomUUID();
  const token = await newToken(' --recover');
  const recover = async (more = '') => joinHost(token, ` --name storeless${more}`);
  expect(await recover()).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/this host holds none.*--executor-id/s),
  });
  expect((await recover(` --executor-id ${executorId}`)).code).toBe(0);
  expect(useStore((installation) => installation.executorId)).toBe(executorId);
  expect(await recover(` --executor-id ${randomUUID()}`)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(`is already executor ${executorId}.*satrap hosts delete ${executorId}`),
  });
  // As one whose store holds nodes.
  expect((await recover()).code).toBe(0);
  // As one that offers them.
  expect((await agent('storeless').sync({ held: { executorId, nodes: null } })).errors).toBeUndefined();
  expect((await recover()).code).toBe(0);
  writeFileSync(keyFile(), 'lost');
  expect(await recover()).toMatchObject({
    stderr: expect.stringContaining('another key, which this host does not hold'),
  });
});
