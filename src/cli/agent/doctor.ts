import type { Command } from 'commander';
import type { Finding } from '../../agent/doctor/facts.ts';
import type { DoctorSettings } from '../../agent/doctor/gather.ts';
import { SettingsError } from '../../agent/settings/settings.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';
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

const signs = { ok: '✓', warning: '!', problem: '✗' } as const;

/** Formats findings as text, problems last. */
export function findingLines(findings: readonly Finding[]): string[] {
  const order = ['ok', 'warning', 'problem'];
  return findings
    .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
    .flatMap(({ check, level, message, remedy }) => [
      ...`${signs[level]} ${check}: ${message}`.replaceAll('\n', '\n      ').split('\n'),
      ...(remedy === null ? [] : [`    ${remedy}`]),
    ]);
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
