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
  /** The flags of the command line by the name of their setting; `apiKeyFile` among them. */
  flags: Readonly<Record<string, string | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Configuration file that must exist. Default: /etc/satrap/agent.toml, where that exists. */
  configPath?: string;
  uid?: number;
  logsToJournal?: boolean;
}

export interface LoadedSettings {
  settings: AgentSettings;
  warnings: readonly string[];
}

/** One setting as its source gives it: a value, or what is wrong with it. */
type Reading = { value: unknown } | { faults: string[] };

/** Loads the settings: flag before environment before file before default. Throws SettingsError, which names every fault at once. */
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
      warnings.push(`${source.place} outweighs ${key} in the configuration file ${file.path}, which has no effect`);
    const reading = source === undefined ? readDefault(name, host) : readSource(name, source.place, source.value, host);
    if ('faults' in reading) faults.push(...reading.faults);
    else values[name] = reading.value;
  }
  if (isPlainHttp(settings.url ?? '') && settings.insecureHttp === false)
    faults.push(
      'url: is plain http to another host, so everyone on the way reads the API key; use https, or allow it with insecure_http',
    );
  if (settings.networks?.includes('regtest') && settings.allowRegtest === false)
    faults.push('networks: names regtest, a private chain for testing; to offer it, also set allow_regtest = true');
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
      faults: [
        `${key}: is missing; give it with ${flagOf(key)}, ${environmentOf(key)} or ${key} in the configuration file`,
      ],
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

const needsRoot =
  'the agent must run as root for it, because the chain data belongs to the daemons’ user; run the agent as root';

function faultInUse(name: SettingName, value: unknown, { uid, settings: { dataRoot } }: HostFacts): string | null {
  if (name === 'dataDir') return dataDirFault(String(value), uid);
  if (name === 'dataRoot' && value !== undefined && uid !== 0) return `${needsRoot}, or leave data_root out`;
  if (name !== 'dataRoots' || Object.keys(value as object).length === 0) return null;
  if (uid !== 0) return `${needsRoot}, or leave data_roots out`;
  const nested = nestedPath([...Object.values(value as object), ...(dataRoot === undefined ? [] : [dataRoot])]);
  return nested === undefined ? null : `${nested} is data_root, or one of the two lies in the other`;
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
