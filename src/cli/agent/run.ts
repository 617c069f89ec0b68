import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { type LoadedSettings, loadAgentSettings } from '../../agent/settings/load.ts';
import { settingList } from '../../agent/settings/options.ts';
import { SettingsError } from '../../agent/settings/settings.ts';
import { toCommandError } from '../command-error.ts';
import { cacheCompiledModules } from '../compile-cache.ts';
import { withoutKeyFlag } from '../key-flag.ts';
import { logsToJournal, serviceLog } from '../log.ts';
import { untilStopped } from '../until-stopped.ts';

type RunOptions = Record<string, string | undefined>;

/** `satrap agent run` */
export function addRunCommand(agent: Command): void {
  const run = withoutKeyFlag(agent.command('run').description('run the agent'))
    .option('--config <file>', 'configuration file (default: /etc/satrap/agent.toml, where that exists)')
    .option('--api-key-file <file>', 'file with the executor’s API key, readable by you alone (or set SATRAP_API_KEY)')
    .addHelpText(
      'after',
      '\nEvery option can also be set as SATRAP_… in the environment, or in the configuration file.',
    );
  for (const { flag, argument, help, defaultText } of settingList) {
    run.option(`${flag} <${argument}>`, defaultText === null ? help : `${help} (default: ${defaultText})`);
  }
  run.action(runCommand);
}

async function runCommand(options: RunOptions): Promise<void> {
  const { settings, warnings } = settingsOf(options);
  cacheCompiledModules(join(settings.dataDir, 'compile-cache'));
  const [{ runAgent }, { systemClock }, { DataDirInUse }] = await Promise.all([
    import('../../agent/agent.ts'),
    import('../../timing/clock.ts'),
    import('../../agent/store/lock.ts'),
  ]);
  // From here on the heap grows by as little as it can. Not before: Node does not take from its cache what was compiled under other flags.
  setFlagsFromString('--optimize-for-size');
  const log = serviceLog(settings.logFormat, { level: settings.logLevel });
  for (const warning of warnings) log.warn(warning);
  const ending = new AbortController();
  void untilStopped().then(() => ending.abort());
  try {
    await runAgent(settings, { log, clock: systemClock, signal: ending.signal });
  } catch (error) {
    throw toCommandError(error, DataDirInUse);
  }
  // Another agent may have the data directory now: unfinished work, such as the removal of a big directory, must not go on beside it.
  process.exit();
}

function settingsOf(options: RunOptions): LoadedSettings {
  const { config, apiKeyFile } = options;
  const flags = Object.fromEntries(settingList.map(({ name, key }) => [name, options[camelCase(key)]]));
  try {
    return loadAgentSettings({
      flags: { ...flags, apiKeyFile },
      env: process.env,
      logsToJournal: logsToJournal(process.env),
      ...(config === undefined ? {} : { configPath: config }),
    });
  } catch (error) {
    throw toCommandError(error, SettingsError, 2);
  }
}

const camelCase = (key: string): string => key.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
