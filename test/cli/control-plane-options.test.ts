import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  dataSettings,
  portWarning,
  type ServeOptions,
  serveSettings,
  withServeOptions,
} from '../../src/cli/control-plane/options.ts';
import { defaultSettings } from '../../src/control-plane/settings.ts';

beforeEach(() => {
  for (const name of [
    'DATABASE_URL',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'SATRAP_HOST',
    'SATRAP_METRICS_HOST',
    'SATRAP_METRICS_PORT',
    'SATRAP_PORT',
    'SATRAP_CONTROL_PLANE_DATA',
    'SATRAP_SIGN_UP',
    'SATRAP_PUBLIC_URL',
    'SATRAP_TRUSTED_PROXY',
  ])
    vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const serveCommand = () => withServeOptions(new Command('serve'));
const parse = (...args: string[]) => serveSettings(serveCommand().parse(args, { from: 'user' }).opts<ServeOptions>());

test('a control plane without options has the default settings, and no development page', () => {
  expect(parse()).toEqual({
    ...defaultSettings,
    databaseUrl: undefined,
    publicUrl: undefined,
    webhookAllow: [],
    trustedProxies: [],
    traces: false,
    production: true,
  });
});

test('each option of serve changes its setting', () => {
  expect(
    parse(
      ...['--data', '/data', '--host', '::', '--port', '0', '--heartbeat', '5'],
      ...['--keep-events', '1', '--keep-samples', '2', '--upgrade-deadline', '45', '--development'],
      ...['--metrics-port', '9464', '--metrics-host', '10.0.0.1'],
      ...['--sign-up', 'open', '--public-url', 'https://satrap.example/'],
      ...['--webhook-allow', '10.1.0.0/16', '--webhook-allow', '::1/128'],
      ...['--trusted-proxy', '10.0.0.0/8', '--trusted-proxy', 'fd00::/8,192.0.2.1/32'],
    ),
  ).toEqual({
    dataDir: '/data',
    host: '::',
    port: 0,
    metrics: { host: '10.0.0.1', port: 9464 },
    traces: false,
    heartbeatIntervalSeconds: 5,
    eventRetentionDays: 1,
    sampleRetentionDays: 2,
    upgradeDeadlineMinutes: 45,
    signUp: 'open',
    publicUrl: 'https://satrap.example',
    webhookAllow: ['10.1.0.0/16', '::1/128'],
    trustedProxies: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1/32'],
    production: false,
    databaseUrl: undefined,
  });
});

test.each([
  [['--sign-up', 'sometimes'], 'Allowed choices are open, invitation, closed'],
  [['--public-url', 'satrap.example'], 'must start with https:// or http://'],
  [['--trusted-proxy', '10.0.0.1'], '10.0.0.1 is not an address range'],
])('serve refuses %j and says what it takes', (args, message) => {
  const refused = () =>
    serveCommand()
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .parse(args, { from: 'user' });
  expect(refused).toThrow(message);
});

test('host, port and data of serve can come from the environment', () => {
  vi.stubEnv('SATRAP_HOST', '0.0.0.0');
  vi.stubEnv('SATRAP_PORT', '4200');
  vi.stubEnv('SATRAP_CONTROL_PLANE_DATA', '/data');
  expect(parse()).toMatchObject({ host: '0.0.0.0', port: 4200, dataDir: '/data' });
});

test('init and create-key work on the data folder with the other settings at their defaults', () => {
  vi.stubEnv('DATABASE_URL', 'postgres://example');
  expect(dataSettings({ data: '/data' })).toEqual({
    ...defaultSettings,
    dataDir: '/data',
    databaseUrl: 'postgres://example',
    production: true,
  });
});

test('the manual names every option of serve', () => {
  const manual = readFileSync(join(import.meta.dirname, '../../docs/control-plane/install.md'), 'utf8');
  const flags = serveCommand().options.map(({ long }) => long ?? '');
  expect(flags.filter((flag) => !manual.includes(`\`${flag}\``))).toEqual([]);
});

test('serve warns of a port that neither agents nor commands connect to', () => {
  expect(portWarning(6000)).toMatch(/cannot connect to port 6000.* with --port/);
  expect(portWarning(4100)).toBeNull();
});
