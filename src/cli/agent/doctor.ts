import type { Command } from 'commander';
import type { DoctorSettings } from '../../agent/doctor/gather.ts';
import { SettingsError } from '../../agent/settings/settings.ts';
import type { Finding } from '../../contract/finding.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';
import { findingLines } from '../findings.ts';
import { jsonOption } from '../options.ts';
import { type OutputOptions, print } from '../output.ts';
import { agentUser, type SettingFlags, settingsOf, withSettingFlags } from './setting-flags.ts';

export function register(agent: Command): void {
  withSettingFlags(agent, 'doctor', 'check everything that the agent depends on, and show how to fix it')
    .addOption(jsonOption)
    .addHelpText('after', '\nExits with 1 if a problem keeps the agent or its nodes from working.')
    .action(async (options: SettingFlags & OutputOptions) => {
      const findings = await findingsOf(settingsOrFaults(options));
      print(findings, options, () => findingLines(findings));
      if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
    });
  withSettingFlags(agent, 'support-bundle', 'write an archive for troubleshooting, without secrets')
    .argument('[file]', 'file to create (default: satrap-support-TIME.tar.gz)')
    .option('--log-file <file>', 'the agent’s log file, if it does not log to the journal')
    .action(writeSupportBundle);
}

export async function findingsOf(given: DoctorSettings): Promise<Finding[]> {
  const [{ gatherFacts }, { judgeFacts }] = await Promise.all([
    import('../../agent/doctor/gather.ts'),
    import('../../agent/doctor/judge.ts'),
  ]);
  return judgeFacts(await gatherFacts(given, Date.now), Date.now());
}

/** The settings of this host's agent, or what is wrong with them. `env` extends the environment. */
export function settingsOrFaults(options: SettingFlags, env: NodeJS.ProcessEnv = {}): DoctorSettings {
  const configPath = typeof options['config'] === 'string' ? options['config'] : undefined;
  try {
    return { ...settingsOf(options, agentUser(options), env), configPath };
  } catch (error) {
    if (error instanceof SettingsError) return { faults: error.faults, configPath };
    throw error;
  }
}

async function writeSupportBundle(
  named: string | undefined,
  { logFile, ...options }: SettingFlags & { logFile?: string },
): Promise<void> {
  const { supportBundle, writeBundle } = await import('../../agent/doctor/support-bundle.ts');
  const file = named ?? `satrap-support-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`;
  const given = settingsOrFaults(options);
  try {
    await writeBundle(file, await supportBundle({ given, findings: await findingsOf(given), logFile }));
  } catch (error) {
    throw new CommandError(`cannot write ${file}: ${errorMessage(error)}`);
  }
  console.log(
    `Wrote ${file}. It holds no keys and no passwords, but names of hosts and nodes. Review it before you share it.`,
  );
}
