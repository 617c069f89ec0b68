import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeEach, expect, test, vi } from 'vitest';
import { dataSettings, type ServeOptions, serveOptions, serveSettings } from '../../src/cli/control-plane/options.ts';
import { releaseStartMemory } from '../../src/cli/control-plane/serve.ts';
import { withAction } from '../../src/cli/options.ts';
import { defaultSettings } from '../../src/control-plane/settings.ts';
import { hastyClock } from '../harness/hasty-clock.ts';

beforeEach(() => {
  for (const name of Object.keys(process.env).filter((name) => /^(SATRAP_|OTEL_|DATABASE_URL$)/.test(name)))
    vi.stubEnv(name, undefined);
});

const serveCommand = () => withAction(new Command('serve').exitOverride(), serveOptions, () => undefined);
const parse = (words = '') =>
  serveSettings(serveCommand().parse(words.split(' ').filter(Boolean), { from: 'user' }).opts<ServeOptions>());

const ofServe = { databaseUrl: undefined, traces: false };

test('a control plane without options has the default settings, and no development page', () => {
  expect(parse()).toMatchObject({ ...defaultSettings, ...ofServe, production: true });
});

test('each option of serve changes its setting', () => {
  const words = `--data /data --host :: --port 0 --heartbeat 5 --keep-events 1 --keep-samples 2 --upgrade-deadline 45
    --development --metrics-port 9464 --metrics-host 10.0.0.1 --sign-up open --public-url https://satrap.example/
    --webhook-allow 10.1.0.0/16 --webhook-allow ::1/128 --trusted-proxy 10.0.0.0/8
    --trusted-proxy fd00::/8,192.0.2.1/32`;
  expect(parse(words.replaceAll(/\s+/g, ' '))).toEqual({
    ...ofServe,
    ...{ dataDir: '/data', host: '::', port: 0, metrics: { host: '10.0.0.1', port: 9464 }, production: false },
    ...{ heartbeatIntervalSeconds: 5, eventRetentionDays: 1, sampleRetentionDays: 2, upgradeDeadlineMinutes: 45 },
    ...{ signUp: 'open', publicUrl: 'https://satrap.example', webhookAllow: ['10.1.0.0/16', '::1/128'] },
    trustedProxies: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1/32'],
  });
});

test.each([
  ['--sign-up sometimes', 'Allowed choices are open, invitation, closed'],
  ['--public-url satrap.example', 'must start with https:// or http://'],
  ['--trusted-proxy 10.0.0.1', '10.0.0.1 is not an address range'],
])('serve refuses %s and says what it takes', (words, message) => {
  const command = serveCommand().configureOutput({ writeErr: () => {} });
  expect(() => command.parse(words.split(' '), { from: 'user' })).toThrow(message);
});

test('host, port and data can come from the environment, and commands without a server use the database of it', () => {
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

test('the manual names every option of serve', () => {
  const manual = readFileSync(join(import.meta.dirname, '../../docs/control-plane/install.md'), 'utf8');
  const flags = serveCommand().options.map(({ long }) => long ?? '');
  expect(flags.filter((flag) => !manual.includes(`\`${flag}\``))).toEqual([]);
});

test('garbage of the start is collected once, but not by a program that ends at once', async () => {
  const collect = vi.fn();
  const clock = hastyClock(0);
  await releaseStartMemory({ clock, signal: AbortSignal.abort(), collect });
  expect(collect).not.toHaveBeenCalled();
  await releaseStartMemory({ clock, signal: new AbortController().signal, collect });
  expect(collect.mock.calls).toEqual([[{ type: 'major', execution: 'async' }]]);
});
