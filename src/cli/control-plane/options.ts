import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import ipaddr from 'ipaddr.js';
import { type Logger, pino } from 'pino';
import { isBlockedPort } from '../../contract/blocked-ports.ts';
import {
  type ControlPlaneSettings,
  ControlPlaneSetupError,
  defaultSettings,
  type SignUpMode,
  signUpModes,
} from '../../control-plane/settings.ts';
import { CommandError, toCommandError } from '../command-error.ts';
import { wholeNumber } from '../parse.ts';
import { dataDir, envPath, readEnv } from './install/layout.ts';

export interface DataOptions {
  data: string;
}

export interface PublicUrlOptions {
  publicUrl?: string;
}

export interface ListenOptions {
  host: string;
  port: number;
}

export interface ServeOptions extends DataOptions, PublicUrlOptions, ListenOptions {
  heartbeat: number;
  keepEvents: number;
  keepSamples: number;
  upgradeDeadline: number;
  signUp: SignUpMode;
  trustedProxy: string[];
  webhookAllow: string[];
  metricsHost: string;
  metricsPort?: number;
  console?: string;
  development?: boolean;
}

export const withDataOption = (command: Command): Command =>
  command.addOption(
    new Option(
      '--data <directory>',
      'for the secret file, and for the embedded database unless DATABASE_URL names a PostgreSQL',
    )
      .env('SATRAP_CONTROL_PLANE_DATA')
      .default(defaultSettings.dataDir),
  );

export const withPublicUrlOption = (command: Command): Command =>
  command.addOption(
    new Option(
      '--public-url <url>',
      'what people’s browsers call this control plane, such as https://satrap.example.com',
    )
      .env('SATRAP_PUBLIC_URL')
      .argParser(publicUrl),
  );

export const withListenOptions = (command: Command): Command =>
  command
    .addOption(new Option('--host <address>', 'address to listen on').env('SATRAP_HOST').default(defaultSettings.host))
    .addOption(
      new Option('--port <port>', 'port to listen on; 0 for any free one')
        .env('SATRAP_PORT')
        .argParser(wholeNumber(0, 65_535))
        .default(defaultSettings.port),
    );

const days = wholeNumber(1, 36_500);

/** Adds the options of the server. Their defaults are those of the settings. */
export const withServeOptions = (command: Command): Command =>
  withListenOptions(withPublicUrlOption(withDataOption(command)))
    .option(
      '--heartbeat <seconds>',
      'how often agents report',
      wholeNumber(1, 300),
      defaultSettings.heartbeatIntervalSeconds,
    )
    .option('--keep-events <days>', 'how long events are kept', days, defaultSettings.eventRetentionDays)
    .option(
      '--keep-samples <days>',
      'how late a sample may come and still count in the history',
      days,
      defaultSettings.sampleRetentionDays,
    )
    .option(
      '--upgrade-deadline <minutes>',
      'how long the upgrade of an agent may take until it counts as failed',
      wholeNumber(1, 1440),
      defaultSettings.upgradeDeadlineMinutes,
    )
    .addOption(
      new Option('--sign-up <mode>', 'who may sign up: everybody, who was invited, or nobody')
        .env('SATRAP_SIGN_UP')
        .choices(signUpModes)
        .default(defaultSettings.signUp),
    )
    .addOption(
      new Option(
        '--trusted-proxy <range>',
        'addresses of reverse proxies that are believed what they say of their clients, such as 10.0.0.0/8; may be repeated',
      )
        .env('SATRAP_TRUSTED_PROXY')
        .argParser(addressRange)
        .default([], 'none'),
    )
    .addOption(
      new Option(
        '--webhook-allow <range>',
        'addresses that are not public and that webhooks may go to all the same, also without TLS; may be repeated',
      )
        .env('SATRAP_WEBHOOK_ALLOW')
        .argParser(addressRange)
        .default([], 'none'),
    )
    .addOption(
      new Option('--metrics-port <port>', 'port of GET /metrics for Prometheus; without it there is none')
        .env('SATRAP_METRICS_PORT')
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(
      new Option('--metrics-host <address>', 'address to listen on for GET /metrics')
        .env('SATRAP_METRICS_HOST')
        .default(defaultSettings.host),
    )
    .addOption(
      new Option('--console <directory>', 'where the built console lies (default: the one that comes with satrap)').env(
        'SATRAP_CONSOLE',
      ),
    )
    .option('--development', 'with introspection and an explorer page');

/** Reads the address that browsers know. Throws for what is no such URL. */
function publicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('It must begin with https:// or http://.');
  }
  return url.href.replace(/\/+$/, '');
}

/** Reads one range, or several with commas in between, and adds them to those before. Throws for what is no range. */
function addressRange(text: string, previous: string[]): string[] {
  const ranges = text.split(',').map((range) => range.trim());
  const faulty = ranges.find((range) => !ipaddr.isValidCIDR(range));
  if (faulty !== undefined) throw new InvalidArgumentError(`${faulty} is no range of addresses such as 10.0.0.0/8.`);
  return [...previous, ...ranges];
}

/** Returns what an operator should know of a port that is valid; null for most. */
export const portWarning = (port: number): string | null =>
  isBlockedPort(port)
    ? `no fetch connects to port ${port} (https://fetch.spec.whatwg.org/#port-blocking), neither agents nor satrap’s own commands; choose another with --port, unless a proxy on another port stands before it`
    : null;

export const serveSettings = ({ data, development = false, ...options }: ServeOptions): ControlPlaneSettings => ({
  ...dataSettings({ data }),
  host: options.host,
  port: options.port,
  signUp: options.signUp,
  publicUrl: options.publicUrl,
  trustedProxies: options.trustedProxy,
  production: !development,
  heartbeatIntervalSeconds: options.heartbeat,
  eventRetentionDays: options.keepEvents,
  sampleRetentionDays: options.keepSamples,
  upgradeDeadlineMinutes: options.upgradeDeadline,
  webhookAllow: options.webhookAllow,
  consoleDir: options.console,
  traces: Boolean(process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] || process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']),
  metrics: options.metricsPort === undefined ? undefined : { host: options.metricsHost, port: options.metricsPort },
});

/** Returns the settings for work on the data without a server. */
export const dataSettings = ({ data }: DataOptions): ControlPlaneSettings => ({
  ...defaultSettings,
  dataDir: data,
  databaseUrl: process.env['DATABASE_URL'] || undefined,
  production: true,
});

/**
 * Works on the data without a server. Root takes what the environment leaves open from the settings of this host's service, unless another folder
 * is named. Rejects with a CommandError for what the operator can fix.
 */
export async function onData<T>(
  { data, publicUrl: given }: DataOptions & PublicUrlOptions,
  work: (settings: ControlPlaneSettings) => Promise<T>,
): Promise<T> {
  const isOfService = process.getuid?.() === 0 && data === dataDir && existsSync(envPath);
  if (isOfService) for (const [key, value] of Object.entries(readEnv())) process.env[key] ??= value;
  const { SATRAP_PUBLIC_URL: named, SATRAP_CONTROL_PLANE_DATA: place } = process.env;
  const settings = dataSettings({ data: (isOfService && place) || data });
  try {
    return await work({ ...settings, publicUrl: given ?? (named ? publicUrl(named) : undefined) });
  } catch (error) {
    const known = toCommandError(toCommandError(error, ControlPlaneSetupError), InvalidArgumentError, 2);
    if (!isOfService || !(known instanceof CommandError)) throw known;
    throw new CommandError(`${known.message} (with the settings of ${envPath})`, known.exitCode);
  }
}

/** Rejects with a CommandError for what the operator can fix. */
export const withSetupErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toCommandError(error, ControlPlaneSetupError);
  });

/** Logs errors only: the result goes to standard output. */
export const errorLog = (): Logger => pino({ level: 'error' });
