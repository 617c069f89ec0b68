import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { parse as parseToml, TomlError } from 'smol-toml';
import { ApiKeyError, readApiKey } from '../../contract/api-key.ts';
import { faultOfDataDir } from './data-dir.ts';
import { environmentOf, flagOf, type SettingName, settingOptions } from './options.ts';
import { type AgentSettings, SettingsError } from './settings.ts';

export interface SettingSources {
  /** What was given on the command line, by the name of the setting; `apiKeyFile` among them. */
  flags: Readonly<Record<string, string | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Configuration file that must exist. Default: /etc/satrap/agent.toml, where that exists. */
  configPath?: string;
}

const defaultConfigPath = '/etc/satrap/agent.toml';
const keyOfKeyFile = 'api_key_file';

/**
 * Puts the agent's settings together: a flag outweighs the environment, that outweighs the configuration file, that outweighs the
 * default. Throws SettingsError, which names every fault at once.
 */
export function loadAgentSettings({ flags, env, configPath }: SettingSources): AgentSettings {
  const faults: string[] = [];
  const file = readConfigFile(configPath, faults);
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(settingOptions) as SettingName[]) {
    const { key, shape } = settingOptions[name];
    const source = [
      [flagOf(name), flags[name]],
      [environmentOf(name), env[environmentOf(name)]],
      [key, file[key]],
    ].find(([, value]) => value !== undefined && value !== '');
    if (source === undefined) continue;
    const parsed = shape.safeParse(source[1]);
    if (parsed.success) given[name] = parsed.data;
    else
      faults.push(...parsed.error.issues.map((issue) => `${[source[0], ...issue.path].join('.')}: ${issue.message}`));
  }
  if (given['url'] === undefined && !faults.some((fault) => /^(--url|SATRAP_URL|url)\b/.test(fault))) {
    faults.push(
      'url: is missing; give the control plane’s GraphQL endpoint with --url, SATRAP_URL or url in the configuration file',
    );
  }
  const dataDirFault = faultOfDataDir(String(given['dataDir'] ?? defaults(env).dataDir));
  if (dataDirFault !== null) faults.push(`data_dir: ${dataDirFault}`);
  let apiKey = '';
  try {
    apiKey = keyFrom(flags, env, file);
  } catch (error) {
    if (!(error instanceof ApiKeyError)) throw error;
    faults.push(error.message);
  }
  if (given['name'] === undefined && !settingOptions.name.shape.safeParse(hostname()).success) {
    faults.push(`name: this host’s name, ${hostname()}, cannot be an executor’s; give another one with --name`);
  }
  if (faults.length > 0) throw new SettingsError(faults);
  const settings = { ...defaults(env), ...given, apiKey } as Omit<AgentSettings, 'advertiseHost'> & {
    advertiseHost?: string;
  };
  return {
    ...settings,
    advertiseHost:
      settings.advertiseHost ?? (['0.0.0.0', '::'].includes(settings.bindAddress) ? hostname() : settings.bindAddress),
  };
}

function keyFrom(flags: SettingSources['flags'], env: SettingSources['env'], file: Record<string, unknown>): string {
  if (flags['apiKeyFile'] !== undefined) return readApiKey({ file: flags['apiKeyFile'], env: {} });
  const inEnvironment = ['SATRAP_API_KEY', 'SATRAP_API_KEY_FILE'].some((name) => (env[name] ?? '') !== '');
  const inFile = file[keyOfKeyFile];
  if (inFile !== undefined && typeof inFile !== 'string') {
    throw new ApiKeyError(`${keyOfKeyFile}: must be the path of a file, in quotes`);
  }
  return readApiKey({ file: inEnvironment ? undefined : inFile, env });
}

function defaults(env: SettingSources['env']) {
  const socket = env['DOCKER_HOST']?.startsWith('unix://')
    ? env['DOCKER_HOST'].slice('unix://'.length)
    : '/var/run/docker.sock';
  return {
    name: hostname(),
    channel: 'stable',
    dataDir: '/var/lib/satrap',
    dockerSocket: socket,
    dataRoot: undefined,
    images: Object.fromEntries(['28.1', '28.0', '27.0'].map((version) => [version, `bitcoin/bitcoin:${version}`])),
    networks: ['mainnet', 'signet'],
    allowRegtest: false,
    nodeTypes: ['full', 'pruned'],
    bindAddress: '127.0.0.1',
    p2pBindAddress: '0.0.0.0',
    portRange: { from: 20_000, to: 29_999 },
    nodeUser: '101:101',
    stopTimeoutSeconds: 600,
    outboxMaxEvents: 100_000,
    logLevel: 'info',
    reconcileIntervalSeconds: 30,
    sampleIntervalSeconds: 30,
  };
}

function readConfigFile(configPath: string | undefined, faults: string[]): Record<string, unknown> {
  const path = configPath ?? (existsSync(defaultConfigPath) ? defaultConfigPath : undefined);
  if (path === undefined) return {};
  let parsed: Record<string, unknown>;
  try {
    parsed = parseToml(readFileSync(path, 'utf8'));
  } catch (error) {
    const what =
      error instanceof TomlError
        ? `is no TOML: ${error.message.split('\n')[0]} (line ${error.line})`
        : (error as Error).message;
    faults.push(`the configuration file ${path}: ${what}`);
    return {};
  }
  const known = [...Object.values(settingOptions).map(({ key }) => key), keyOfKeyFile];
  for (const key of Object.keys(parsed).filter((key) => !known.includes(key))) {
    const near = known.find((one) => isNear(one, key));
    const hint =
      key === 'api_key'
        ? '; put the key into a file of its own and name it with api_key_file'
        : near === undefined
          ? ''
          : `; did you mean ${near}?`;
    faults.push(`the configuration file ${path}: there is no setting ${key}${hint}`);
  }
  return parsed;
}

/** Whether two keys differ by no more than dashes, case, one letter, or one being the beginning of the other. */
function isNear(known: string, given: string): boolean {
  const plain = given.toLowerCase().replaceAll('-', '_');
  if (plain === known || known.startsWith(plain) || plain.startsWith(known)) return true;
  if (Math.abs(plain.length - known.length) > 1) return false;
  let first = 0;
  while (first < known.length && known[first] === plain[first]) first++;
  return [known.slice(first + 1), known.slice(first)].some(
    (rest) => plain.slice(first).endsWith(rest) || plain.slice(first + 1) === rest,
  );
}
