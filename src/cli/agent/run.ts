import type { Command } from 'commander';
import { toCommandError } from '../command-error.ts';
import { serviceLog } from '../log.ts';
import { untilStopped } from '../until-stopped.ts';
import { requireSettings, type SettingFlags, withSettingFlags } from './setting-flags.ts';

export function register(agent: Command): void {
  withSettingFlags(agent, 'run', 'run the agent')
    .addHelpText(
      'after',
      '\nEvery option can also be set as SATRAP_AGENT_… in the environment or in the configuration file.',
    )
    .action(runCommand);
}

async function runCommand(options: SettingFlags): Promise<void> {
  const { settings, warnings } = requireSettings(options);
  const [{ runAgent }, { systemClock }, { DataDirInUse }, { ContainerRemoved, UnfitEngine }] = await Promise.all([
    import('../../agent/agent.ts'),
    import('../../timing/clock.ts'),
    import('../../agent/store/lock.ts'),
    import('../../agent/host/engine-check.ts'),
  ]);
  const log = serviceLog(settings.logFormat, { level: settings.logLevel });
  for (const warning of warnings) log.warn(warning);
  const ending = new AbortController();
  void untilStopped().then(() => ending.abort());
  try {
    // The next version rehearses with the same flags.
    const runArguments = process.argv.slice(process.argv.indexOf('run') + 1);
    await runAgent(settings, { log, clock: systemClock, signal: ending.signal, runArguments });
  } catch (error) {
    // 2, as for an invalid configuration: restarting would fail the same way.
    throw toCommandError(toCommandError(toCommandError(error, DataDirInUse), ContainerRemoved), UnfitEngine, 'usage');
  }
  // Another agent may own the data directory now: unfinished work, such as removing a big directory, must not continue beside it.
  process.exit();
}
