import { hostname } from 'node:os';
import { ApiKeyError, type LocatedKey, locateApiKey } from '../../contract/api-key.ts';
import { isPlainHttp } from '../../contract/endpoint-url.ts';
import { apiKeyFileKey, passwordWarnings, readConfigFile } from './config-file.ts';
import { dataDirFault, joinedKeyFile } from './data-dir.ts';
import { endpointFaults } from './engine-endpoint.ts';
import { type SettingName, settingList, settingOptions } from './options.ts';
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

export type SettingPlaces = Partial<Record<SettingName, string>>;

export interface LoadedSettings {
  settings: AgentSettings;
  /** Where each setting was given, such as a flag; those with their default are missing. */
  places: SettingPlaces;
  warnings: readonly string[];
}

/** Loads the settings: flag before environment before file before default. Throws SettingsError with all errors. */
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
  const places: SettingPlaces = {};
  const host: HostFacts = { hostname: hostname(), uid, logsToJournal, env, settings };
  for (const { name, flag, environment, key } of settingList) {
    const inFile = { place: key, value: file.values[key] };
    const sources = [{ place: flag, value: flags[name] }, { place: environment, value: env[environment] }, inFile];
    const source = sources.find(({ value }) => value !== undefined && value !== '');
    if (source !== undefined) places[name] = source === inFile ? `${key} in ${file.path}` : source.place;
    if (source !== undefined && source !== inFile && inFile.value !== undefined)
      warnings.push(`${source.place} overrides ${key} of the configuration file ${file.path}`);
    const { shape, default: byDefault }: SettingOption = settingOptions[name];
    let value: unknown;
    if (source !== undefined) {
      const { data, error } = shape().safeParse(source.value);
      for (const { path, message } of error?.issues ?? [])
        faults.push(`${[source.place, ...path].join('.')}: ${message}`);
      value = data;
    } else if (byDefault === null)
      faults.push(`${key}: missing; set ${flag}, ${environment}, or ${key} in the configuration file`);
    else {
      value = byDefault.valueOn(host);
      const isFit = byDefault.unfit === undefined || shape().safeParse(value).success;
      if (!isFit) faults.push(`${key}: ${byDefault.unfit?.(String(value))}`);
      if (!isFit) continue;
    }
    const fault = value === undefined ? null : faultInUse(name, value, host);
    if (fault === null) values[name] = value;
    else faults.push(`${key}: ${fault}`);
  }
  if (isPlainHttp(settings.url ?? '') && settings.insecureHttp === false)
    faults.push(
      'url: plain http to another host exposes the API key on the network; use https, or allow it with insecure_http',
    );
  if (settings.networks?.includes('regtest') && settings.allowRegtest === false)
    faults.push('networks: regtest also needs allow_regtest = true');
  faults.push(...endpointFaults(settings));
  try {
    const { text, file: keyFile } = locateKey(flags, env, file.values[apiKeyFileKey], settings.dataDir);
    Object.assign(settings, { apiKey: text, keyFile });
  } catch (error) {
    if (!(error instanceof ApiKeyError)) throw error;
    faults.push(error.message);
  }
  if (faults.length > 0) throw new SettingsError(faults);
  // Each has passed the shape of its option, whose type is that of the setting.
  return { settings: settings as AgentSettings, places, warnings };
}

const needsRoot = 'the agent must run as root to set the owner of chain data; run the agent as root';

function faultInUse(name: SettingName, value: unknown, { uid, settings: { dataRoot } }: HostFacts): string | null {
  if (name === 'dataDir') return dataDirFault(String(value), uid);
  if (name === 'dataRoot' && uid !== 0) return `${needsRoot}, or remove data_root`;
  if (name !== 'dataRoots' || Object.keys(value as object).length === 0) return null;
  if (uid !== 0) return `${needsRoot}, or remove data_roots`;
  const nested = nestedPath([...Object.values(value as object), ...(dataRoot === undefined ? [] : [dataRoot])]);
  return nested === undefined ? null : `${nested} overlaps data_root`;
}

function locateKey(
  flags: SettingSources['flags'],
  env: SettingSources['env'],
  inFile: unknown,
  dataDir: string | undefined,
): LocatedKey {
  const variable = 'SATRAP_AGENT_API_KEY';
  if (flags['apiKeyFile'] !== undefined) return locateApiKey({ file: flags['apiKeyFile'], env: {}, variable });
  if (inFile !== undefined && typeof inFile !== 'string')
    throw new ApiKeyError(`${apiKeyFileKey}: must be the path of a file, in quotes`);
  const isInEnvironment = [variable, `${variable}_FILE`].some((name) => (env[name] ?? '') !== '');
  const defaultFile = dataDir === undefined ? {} : { defaultFile: joinedKeyFile(dataDir) };
  return locateApiKey({ file: isInEnvironment ? undefined : inFile, env, variable, ...defaultFile });
}
