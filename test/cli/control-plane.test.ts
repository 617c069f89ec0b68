import { createServer } from 'node:http';
import { Command } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownerLines } from '../../src/cli/control-plane/data.ts';
import { whyUnfit } from '../../src/cli/control-plane/install/install.ts';
import { isReady, parseEnvironmentFile, setEnv } from '../../src/cli/control-plane/install/layout.ts';
import {
  dataSettings,
  portWarning,
  type ServeOptions,
  serveOptions,
  serveSettings,
} from '../../src/cli/control-plane/options.ts';
import { releaseStartMemory } from '../../src/cli/control-plane/serve.ts';
import { withAction } from '../../src/cli/options.ts';
import { defaultSettings } from '../../src/control-plane/settings.ts';
import { hastyClock } from '../harness/hasty-clock.ts';
import { closeServer, listenHere } from '../harness/listen.ts';

beforeEach(() => {
  for (const name of Object.keys(process.env).filter((name) => /^(SATRAP_|OTEL_|DATABASE_URL$)/.test(name)))
    vi.stubEnv(name, undefined);
});

const serveCommand = () => withAction(new Command('serve').exitOverride(), serveOptions, () => undefined);
const parse = (words = '') =>
  serveSettings(serveCommand().parse(words.split(' ').filter(Boolean), { from: 'user' }).opts<ServeOptions>());

const ofServe = { databaseUrl: undefined, traces: false };

test('a control plane without options has the defaults and no development page', () => {
  expect(parse()).toMatchObject({ ...defaultSettings, ...ofServe, production: true });
});

test('the link for the first password shows when it expires', () => {
  const passwordLink = { token: 't', link: null, expiresAt: '2126-01-01T00:00:00Z' };
  const result = { organizationId: 'o', email: 'a@example.com', personalKey: 'k', recoveryToken: null };
  expect(ownerLines({ ...result, passwordLink }).at(-1)).toBe(
    'It works once, expires 2126-01-01T00:00:00Z, and is shown only once.',
  );
});

test('each option of serve changes its setting', () => {
  const words = `--data /data --host :: --port 0 --heartbeat 5 --keep-events 1 --keep-samples 2 --upgrade-deadline 45
    --development --metrics-port 9464 --metrics-host 10.0.0.1 --sign-up open --public-url https://satrap.example/
    --sso /etc/sso.toml --webhook-allow 10.1.0.0/16 --webhook-allow ::1/128 --trusted-proxy 10.0.0.0/8
    --trusted-proxy fd00::/8,192.0.2.1/32 --tls-cert /tls/cert.pem --tls-key /tls/key.pem`;
  expect(parse(words.replaceAll(/\s+/g, ' '))).toEqual({
    ...ofServe,
    ...{ dataDir: '/data', host: '::', port: 0, metrics: { host: '10.0.0.1', port: 9464 }, production: false },
    ...{ heartbeatIntervalSeconds: 5, eventRetentionDays: 1, sampleRetentionDays: 2, upgradeDeadlineMinutes: 45 },
    ...{
      signUp: 'open',
      singleSignOn: '/etc/sso.toml',
      publicUrl: 'https://satrap.example',
      webhookAllow: ['10.1.0.0/16', '::1/128'],
    },
    tls: { certFile: '/tls/cert.pem', keyFile: '/tls/key.pem' },
    trustedProxies: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1/32'],
  });
});

test.each(['--tls-cert cert.pem', '--tls-key key.pem'])('serve refuses %s alone', (words) => {
  expect(() => parse(words)).toThrow('HTTPS needs a certificate and its key; set --tls-cert and --tls-key');
});

test.each([
  ['--sign-up sometimes', 'Allowed choices are open, invitation, closed'],
  ['--public-url satrap.example', 'must start with https:// or http://'],
  ['--trusted-proxy 10.0.0.1', '10.0.0.1 is not an address range'],
])('serve refuses %s and says what it takes', (words, message) => {
  const command = serveCommand().configureOutput({ writeErr: () => {} });
  expect(() => command.parse(words.split(' '), { from: 'user' })).toThrow(message);
});

test('host, port and data come from the environment, also for other commands', () => {
  const env = {
    SATRAP_HOST: '0.0.0.0',
    SATRAP_PORT: '4200',
    SATRAP_CONTROL_PLANE_DATA: '/data',
    DATABASE_URL: 'postgres://a',
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  expect(parse()).toMatchObject({ host: '0.0.0.0', port: 4200, dataDir: '/data' });
  expect(dataSettings('/data')).toMatchObject({ dataDir: '/data', databaseUrl: 'postgres://a', production: true });
});

test('every option of serve but the one for developers can be a setting of the service', () => {
  const flags = serveOptions.filter(({ envVar }) => envVar === undefined).map(({ long }) => long);
  expect(flags).toEqual(['--development']);
});

test('garbage of the start is collected once, but not by a program that ends at once', async () => {
  const collect = vi.fn();
  const clock = hastyClock(0);
  await releaseStartMemory({ clock, signal: AbortSignal.abort(), collect });
  expect(collect).not.toHaveBeenCalled();
  await releaseStartMemory({ clock, signal: new AbortController().signal, collect });
  expect(collect.mock.calls).toEqual([[{ type: 'major', execution: 'sync', flavor: 'last-resort' }]]);
});

const server = createServer((_request, answer) => answer.end());
afterEach(() => closeServer(server));
const listen = async (port = 0) => String(await listenHere(server, port));

/** What stands in the way of an installation with these settings, as far as it names one of the words. */
const faults = async (env: Record<string, string>, words: string) => {
  const owner = { email: 'you@example.com', organization: 'Example' };
  const found = await whyUnfit({ SATRAP_PORT: '0', SATRAP_METRICS_PORT: '0', ...env }, owner, false);
  return found.filter((fault) => fault.includes(words));
};

test('an installation changes nothing if the certificate cannot be read', async () => {
  const tls = { SATRAP_TLS_CERT: '/nowhere/cert.pem', SATRAP_TLS_KEY: '/nowhere/key.pem' };
  expect(await faults(tls, 'TLS')).toEqual([expect.stringContaining('the TLS key file /nowhere/key.pem: ENOENT')]);
});

test('finds a control plane on a port that browsers block, and serve warns of it', async () => {
  expect(await isReady({ SATRAP_PORT: await listen(6697) })).toBe(true);
  expect(portWarning(6697)).toMatch(/cannot connect to port 6697.* with --port/);
  expect(portWarning(4100)).toBeNull();
});

test.each([
  ['SATRAP_PORT', '--host and --port'],
  ['SATRAP_METRICS_PORT', 'SATRAP_METRICS_PORT in /etc/satrap/control-plane.env'],
])('where the port of %s is taken, the advice is %s', async (setting, advice) => {
  const port = await listen();
  expect(await faults({ [setting]: port }, ' port ')).toEqual([
    `Cannot use port ${port} of 127.0.0.1: in use by another program. Choose another one with ${advice}.`,
  ]);
});

test('an empty DATABASE_URL means the embedded database; a bad port names its file', async () => {
  expect(await faults({ DATABASE_URL: '' }, 'DATABASE_URL')).toEqual([]);
  const message = 'SATRAP_METRICS_PORT in /etc/satrap/control-plane.env must be a port from 0 to 65535, not 41OO';
  await expect(faults({ SATRAP_METRICS_PORT: '41OO' }, '')).rejects.toMatchObject({ name: 'CommandError', message });
});

test('reads an environment file as systemd does, and keeps the operator’s settings', () => {
  const text = `# DATABASE_URL=postgres://commented
; SATRAP_HOST=commented

DATABASE_URL=postgres://me:pa#ss@db/satrap?a=b\u0020
 SATRAP_PORT = 4200
SATRAP_HOST="::1"
QUOTED='it is # "so"'
ESCAPED="a \\"b\\" \\n"
EMPTY=
LONG=one \\
two
no assignment
`;
  expect(parseEnvironmentFile(text)).toEqual({
    ...{ DATABASE_URL: 'postgres://me:pa#ss@db/satrap?a=b', SATRAP_PORT: '4200', SATRAP_HOST: '::1' },
    ...{ QUOTED: 'it is # "so"', ESCAPED: 'a "b" \\n', EMPTY: '', LONG: 'one two' },
  });
  const kept = '# of the operator\nDATABASE_URL=postgres://a\n';
  expect(setEnv(`${kept}SATRAP_PORT=4100\n`, { SATRAP_PORT: '4200', SATRAP_HOST: '::1' })).toBe(
    `${kept}SATRAP_PORT=4200\nSATRAP_HOST=::1\n`,
  );
});
