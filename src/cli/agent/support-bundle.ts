import type { Command } from 'commander';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';
import { findingsOf, settingsOrFaults } from './doctor.ts';
import { type SettingFlags, withSettingFlags } from './setting-flags.ts';

export function register(agent: Command): void {
  withSettingFlags(
    agent
      .command('support-bundle')
      .description('write one archive that helps to find out what is wrong, without secrets')
      .argument('[file]', 'the archive; must not exist (default: satrap-support-TIME.tar.gz)'),
  )
    .option('--log-file <file>', 'further file with the agent’s log, where it does not go to the journal')
    .action(writeSupportBundle);
}

async function writeSupportBundle(
  named: string | undefined,
  { logFile, ...options }: SettingFlags & { logFile?: string },
): Promise<void> {
  const { supportBundle, writeBundle } = await import('../../agent/doctor/support-bundle.ts');
  const file = named ?? `satrap-support-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`;
  const given = settingsOrFaults(options);
  try {
    const texts = await supportBundle({
      given,
      findings: await findingsOf(given),
      configPath: typeof options['config'] === 'string' ? options['config'] : '/etc/satrap/agent.toml',
      logFiles: logFile === undefined ? [] : [logFile],
    });
    await writeBundle(file, texts);
  } catch (error) {
    throw new CommandError(`${file} could not be written: ${errorMessage(error)}`);
  }
  console.log(
    `${file} is for whoever helps you. It holds no keys and no passwords, but names of hosts and nodes: look at it first.`,
  );
}
