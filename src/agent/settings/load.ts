import { hostname } from 'node:os';
import { ApiKeyError, type LocatedKey, locateApiKey } from '../../contract/api-key.ts';
import { isPlainHttp } from '../../contract/plain-http.ts';
import { apiKeyFileKey, passwordWarnings, readConfigFile } from './config-file.ts';
import { dataDirFault, joinedKeyFile } from './data-dir.ts';
import { endpointFaults } from './engine-endpoint.ts';
import { environmentOf, flagOf, type SettingName, settingList, settingOptions } from './options.ts';
import { type AgentSettings, SettingsError } from './settings.ts';
import { type HostFacts, nestedPath, type SettingOption } from './shapes.ts';

export interface SettingSources {
  /** Command-line flags by setting name, including `apiKeyFile`. */
  flags: Readonly<Record<string, string | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Configuration file that must exist. Default: /etc/satrap/agent.toml, if it exists. */
  configPath?: string;
  uid?: number;
  logsToJournal?: boolean;
}

export interface LoadedSettings {
  settings: AgentSettings;
  warnings: readonly string[];
}

/** One setting from its source: a value, or its errors. */
type Reading = { value: unknown } | { faults: string[] };

/**
 * Loads the settings: flag before environment before file before default. Throws SettingsError with every error at
 * once.
 */
export function loadAgentSettings({
  flags,
  env,
  configPath,
  uid = process.getuid?.() ?? 0,
  logsToJournal = false,
}: SettingSources): LoadedSettings {
  const file = readConfigFile(configPath);
  const faults = [...file.faults];
  const warnings = passwordWarnings(file);
  const values: Partial<Record<SettingName | 'apiKey' | 'keyFile', unknown>> = {};
  const settings = values as Partial<AgentSettings>;
  const host: HostFacts = { hostname: hostname(), uid, logsToJournal, env, settings };
  for (const { name, flag, environment, key } of settingList) {
    const inFile = { place: key, value: file.values[key] };
    const sources = [{ place: flag, value: flags[name] }, { place: environment, value: env[environment] }, inFile];
    const source = sources.find(({ value }) => value !== undefined && value !== '');
    if (source !== undefined && source !== inFile && inFile.value !== undefined)
      warnings.push(`${source.place} overrides ${key} of the configuration file ${file.path}`);
    const reading = source === undefined ? readDefault(name, host) : readSource(name, source.place, source.value, host);
    if ('faults' in reading) faults.push(...reading.faults);
    else values[name] = reading.value;
  }
  if (isPlainHttp(settings.url ?? '') && settings.insecureHttp === false)
    faults.push(
      'url: plain http to another host exposes the API key on the network; use https, or allow it with insecure_http',
    );
  if (settings.networks?.includes('regtest') && settings.allowRegtest === false)
    faults.push('networks: regtest also needs allow_regtest = true');
  faults.push(...endpointFaults(settings));
  const key = readKey(flags, env, file.values, settings.dataDir);
  if ('faults' in key) faults.push(...key.faults);
  else {
    settings.apiKey = key.text;
    settings.keyFile = key.file;
  }
  if (faults.length > 0) throw new SettingsError(faults);
  // Each has passed the shape of its option, whose type is that of the setting.
  return { settings: settings as AgentSettings, warnings };
}

function readSource(name: SettingName, place: string, source: unknown, host: HostFacts): Reading {
  const { data, error } = settingOptions[name].shape().safeParse(source);
  if (error) return { faults: error.issues.map(({ path, message }) => `${[place, ...path].join('.')}: ${message}`) };
  return checkUse(name, data, host);
}

function readDefault(name: SettingName, host: HostFacts): Reading {
  const { key, shape, default: byDefault }: SettingOption = settingOptions[name];
  if (byDefault === null) {
    return {
      faults: [`${key}: missing; set ${flagOf(key)}, ${environmentOf(key)}, or ${key} in the configuration file`],
    };
  }
  const value = byDefault.valueOn(host);
  if (byDefault.unfit !== undefined && !shape().safeParse(value).success)
    return { faults: [`${key}: ${byDefault.unfit(String(value))}`] };
  return checkUse(name, value, host);
}

function checkUse(name: SettingName, value: unknown, host: HostFacts): Reading {
  const fault = faultInUse(name, value, host);
  return fault === null ? { value } : { faults: [`${settingOptions[name].key}: ${fault}`] };
}

const needsRoot = 'the agent must run as root to set the owner of chain data; run the agent as root';

function faultInUse(name: SettingName, value: unknown, { uid, settings: { dataRoot } }: HostFacts): string | null {
  if (name === 'dataDir') return dataDirFault(String(value), uid);
  if (name === 'dataRoot' && value !== undefined && uid !== 0) return `${needsRoot}, or remove data_root`;
  if (name !== 'dataRoots' || Object.keys(value as object).length === 0) return null;
  if (uid !== 0) return `${needsRoot}, or remove data_roots`;
  const nested = nestedPath([...Object.values(value as object), ...(dataRoot === undefined ? [] : [dataRoot])]);
  return nested === undefined ? null : `${nested} overlaps data_root`;
}

function readKey(
  flags: SettingSources['flags'],
  env: SettingSources['env'],
  file: Record<string, unknown>,
  dataDir: string | undefined,
): LocatedKey | { faults: string[] } {
  const variable = 'SATRAP_AGENT_API_KEY';
  try {
    if (flags['apiKeyFile'] !== undefined) return locateApiKey({ file: flags['apiKeyFile'], env: {}, variable });
    const inFile = file[apiKeyFileKey];
    if (inFile !== undefined && typeof inFile !== 'string') {
      return { faults: [`${apiKeyFileKey}: must be the path of a file, in quotes`] };
    }
    const isInEnvironment = [variable, `${variable}_FILE`].some((name) => (env[name] ?? '') !== '');
    return locateApiKey({
      file: isInEnvironment ? undefined : inFile,
      env,
      variable,
      ...(dataDir === undefined ? {} : { defaultFile: joinedKeyFile(dataDir) }),
    });
  } catch (error) {
    if (!(error instanceof ApiKeyError)) throw error;
    return { faults: [error.message] };
  }
}
