import type { Command } from 'commander';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';
import { findingsOf, settingsOrFaults } from './doctor.ts';
import { type SettingFlags, withSettingFlags } from './setting-flags.ts';

export function register(agent: Command): void {
  withSettingFlags(agent, 'support-bundle', 'write an archive for troubleshooting, without secrets')
    .argument('[file]', 'file to create (default: satrap-support-TIME.tar.gz)')
    .option('--log-file <file>', 'the agent’s log file, if it does not log to the journal')
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
    throw new CommandError(`cannot write ${file}: ${errorMessage(error)}`);
  }
  console.log(
    `Wrote ${file}. It holds no keys and no passwords, but names of hosts and nodes. Review it before you share it.`,
  );
}
