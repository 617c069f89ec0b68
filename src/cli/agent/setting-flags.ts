import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { readConfigFile } from '../../agent/settings/config-file.ts';
import { type LoadedSettings, loadAgentSettings } from '../../agent/settings/load.ts';
import { defaultDataDir, settingList } from '../../agent/settings/options.ts';
import { SettingsError } from '../../agent/settings/settings.ts';
import { toCommandError } from '../command-error.ts';
import { logsToJournal } from '../log.ts';
import type { Options } from '../options.ts';

/** A switch without a value is true. */
export type SettingFlags = Record<string, string | true | undefined>;

/** Adds a command that takes the agent's settings as flags, after its `own`. */
export function withSettingFlags(
  agent: Command,
  name: string,
  description: string,
  { hidden = false, own = [] }: { hidden?: boolean; own?: Options } = {},
): Command {
  const options = agent.command(name, { hidden }).description(description);
  for (const each of own) options.addOption(each);
  options
    .option('--config <file>', 'configuration file (default: /etc/satrap/agent.toml if it exists)')
    .option(
      '--api-key-file <file>',
      'file with the host’s API key, readable by you alone (or set SATRAP_AGENT_API_KEY)',
    );
  for (const { flag, argument, help, defaultText } of settingList) {
    const value = argument === 'BOOLEAN' ? '[BOOLEAN]' : `<${argument}>`;
    options.option(`${flag} ${value}`, defaultText === null ? help : `${help} (default: ${defaultText})`);
  }
  return options;
}

/** Loads the settings from flags, environment and file; `env` extends the environment. Throws SettingsError. */
export function settingsOf(given: SettingFlags, uid?: number, env: NodeJS.ProcessEnv = {}): LoadedSettings {
  const options = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === true ? 'true' : value]),
  );
  const { config, apiKeyFile } = options;
  const flags = Object.fromEntries(settingList.map(({ name, key }) => [name, options[camelCase(key)]]));
  return loadAgentSettings({
    flags: { ...flags, apiKeyFile },
    env: { ...process.env, ...env },
    logsToJournal: logsToJournal(process.env),
    ...(config === undefined ? {} : { configPath: config }),
    ...(uid === undefined ? {} : { uid }),
  });
}

/** The same for a command that requires valid settings. Throws CommandError with exit code 2. */
export function requireSettings(given: SettingFlags): LoadedSettings {
  try {
    return settingsOf(given);
  } catch (error) {
    throw toCommandError(error, SettingsError, 'usage');
  }
}

/** The user that the agent runs as: the owner of its data directory, which root may read. */
export function agentUser({ config, dataDir }: SettingFlags): number {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return uid;
  const named =
    dataDir ??
    process.env['SATRAP_AGENT_DATA_DIR'] ??
    readConfigFile(config === true ? undefined : config).values['data_dir'];
  const path = typeof named === 'string' ? named : defaultDataDir;
  return statSync(path, { throwIfNoEntry: false })?.uid ?? uid;
}

const camelCase = (key: string): string => key.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
