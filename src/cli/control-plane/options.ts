import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import ipaddr from 'ipaddr.js';
import { type Logger, pino } from 'pino';
import { isBlockedPort } from '../../contract/endpoint-url.ts';
import {
  type ControlPlaneSettings,
  ControlPlaneSetupError,
  defaultSettings,
  signUpModes,
} from '../../control-plane/settings.ts';
import { CommandError, toCommandError } from '../command-error.ts';
import { choiceOption, type OptionValues, option, wholeNumber } from '../options.ts';
import { dataDir, envPath, readEnv } from './install/layout.ts';
import { tlsFiles } from './tls-files.ts';

export const dataOption = option(
  '--data <directory>',
  'directory of the secret file and, without DATABASE_URL, of the embedded database',
  String,
  defaultSettings.dataDir,
).env('SATRAP_CONTROL_PLANE_DATA');

export const publicUrlOption = option(
  '--public-url <url>',
  'URL that browsers use, such as https://satrap.example.com',
  publicUrl,
).env('SATRAP_PUBLIC_URL');

export const listenOptions = [
  option('--host <address>', 'address to listen on', String, defaultSettings.host).env('SATRAP_HOST'),
  option('--port <port>', 'port to listen on; 0 for any free port', wholeNumber(0, 65_535), defaultSettings.port).env(
    'SATRAP_PORT',
  ),
] as const;

export const tlsOptions = [
  option('--tls-cert <file>', 'PEM file with the certificate and its chain, to serve HTTPS without a proxy').env(
    'SATRAP_TLS_CERT',
  ),
  option('--tls-key <file>', 'PEM file with its key; replaced files are loaded within 10 s').env('SATRAP_TLS_KEY'),
] as const;

const days = wholeNumber(1, 36_500);
const rangesOption = <Flags extends string>(flags: Flags, description: string) =>
  option(flags, `${description}; may be repeated`, addressRange, [] as string[]).default([], 'none');

export const serveOptions = [
  dataOption,
  publicUrlOption,
  ...listenOptions,
  ...tlsOptions,
  option(
    '--heartbeat <seconds>',
    'interval of the agents’ heartbeats',
    wholeNumber(1, 300),
    defaultSettings.heartbeatIntervalSeconds,
  ).env('SATRAP_HEARTBEAT'),
  option('--keep-events <days>', 'how long events are kept', days, defaultSettings.eventRetentionDays).env(
    'SATRAP_KEEP_EVENTS',
  ),
  option(
    '--keep-samples <days>',
    'how late a sample may arrive and still enter the history',
    days,
    defaultSettings.sampleRetentionDays,
  ).env('SATRAP_KEEP_SAMPLES'),
  option(
    '--upgrade-deadline <minutes>',
    'how long an agent upgrade may take before it counts as failed',
    wholeNumber(1, 1440),
    defaultSettings.upgradeDeadlineMinutes,
  ).env('SATRAP_UPGRADE_DEADLINE'),
  choiceOption(
    '--sign-up <mode>',
    'who can sign up: everybody (open), invited people (invitation), nobody (closed)',
    signUpModes,
  )
    .env('SATRAP_SIGN_UP')
    .default(defaultSettings.signUp),
  option('--sso <file>', 'TOML file that sets up single sign-on with an OpenID Connect provider').env('SATRAP_SSO'),
  option('--smtp <file>', 'file with the URL of the mail server for email channels').env('SATRAP_SMTP'),
  rangesOption(
    '--trusted-proxy <range>',
    'addresses of reverse proxies whose X-Forwarded headers are trusted, such as 10.0.0.0/8',
  ).env('SATRAP_TRUSTED_PROXY'),
  rangesOption(
    '--webhook-allow <range>',
    'private addresses that notification channels may reach, also without TLS',
  ).env('SATRAP_WEBHOOK_ALLOW'),
  option('--metrics-port <port>', 'port of GET /metrics for Prometheus (default: off)', wholeNumber(0, 65_535)).env(
    'SATRAP_METRICS_PORT',
  ),
  option('--metrics-host <address>', 'address to listen on for GET /metrics', String, defaultSettings.host).env(
    'SATRAP_METRICS_HOST',
  ),
  option('--console <directory>', 'directory of the built console (default: the bundled one)').env('SATRAP_CONSOLE'),
  option('--development', 'allow introspection, so that GraphQL clients can load the schema from /graphql'),
] as const;
export type ServeOptions = OptionValues<typeof serveOptions>;

/** Parses the public URL. Throws for an invalid one. */
function publicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('It must start with https:// or http://.');
  }
  return url.href.replace(/\/+$/, '');
}

/** Parses one range, or several separated by commas, and appends them. Throws for an invalid range. */
function addressRange(text: string, previous: string[]): string[] {
  const ranges = text.split(',').map((range) => range.trim());
  const faulty = ranges.find((range) => !ipaddr.isValidCIDR(range));
  if (faulty !== undefined) throw new InvalidArgumentError(`${faulty} is not an address range such as 10.0.0.0/8.`);
  return [...previous, ...ranges];
}

/** Returns a warning about a valid port; null for most. */
export const portWarning = (port: number): string | null =>
  isBlockedPort(port)
    ? `agents and satrap’s commands cannot connect to port ${port}, which the Fetch standard blocks (https://fetch.spec.whatwg.org/#port-blocking); choose another one with --port, unless a proxy listens on another port`
    : null;

export const serveSettings = ({ data, development = false, ...options }: ServeOptions): ControlPlaneSettings => ({
  ...dataSettings(data),
  host: options.host,
  port: options.port,
  tls: tlsFiles(options),
  signUp: options.signUp ?? defaultSettings.signUp,
  singleSignOn: options.sso,
  publicUrl: options.publicUrl,
  trustedProxies: options.trustedProxy,
  production: !development,
  heartbeatIntervalSeconds: options.heartbeat,
  eventRetentionDays: options.keepEvents,
  sampleRetentionDays: options.keepSamples,
  upgradeDeadlineMinutes: options.upgradeDeadline,
  smtp: options.smtp,
  webhookAllow: options.webhookAllow,
  consoleDir: options.console,
  traces: Boolean(process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] || process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']),
  metrics: options.metricsPort === undefined ? undefined : { host: options.metricsHost, port: options.metricsPort },
});

/** The settings for commands that use the data without a server. */
export const dataSettings = (data: string): ControlPlaneSettings => ({
  ...defaultSettings,
  dataDir: data,
  databaseUrl: process.env['DATABASE_URL'] || undefined,
  directDatabaseUrl: process.env['DIRECT_DATABASE_URL'] || undefined,
  readDatabaseUrl: process.env['READ_DATABASE_URL'] || undefined,
  production: true,
});

/**
 * Runs work on the data without a server. For root, this host's service settings complete the environment, unless another folder is named.
 * Rejects with a CommandError for what the operator can fix.
 */
export async function onData<T>(
  { data, publicUrl: given }: { data: string; publicUrl?: string },
  work: (settings: ControlPlaneSettings, log: Logger) => Promise<T>,
): Promise<T> {
  const isOfService = process.getuid?.() === 0 && data === dataDir && existsSync(envPath);
  if (isOfService) for (const [key, value] of Object.entries(readEnv())) process.env[key] ??= value;
  const { SATRAP_PUBLIC_URL: named, SATRAP_CONTROL_PLANE_DATA: place } = process.env;
  const settings = dataSettings((isOfService && place) || data);
  // The result goes to standard output.
  const log = pino({ level: 'error' });
  try {
    return await work({ ...settings, publicUrl: given ?? (named ? publicUrl(named) : undefined) }, log);
  } catch (error) {
    const known = toCommandError(toCommandError(error, ControlPlaneSetupError), InvalidArgumentError, 'usage');
    if (!isOfService || !(known instanceof CommandError)) throw known;
    throw new CommandError(`${known.message} (with the settings of ${envPath})`, known.failure);
  }
}
