import type { Command } from 'commander';
import type { Finding } from '../../agent/doctor/facts.ts';
import type { DoctorSettings } from '../../agent/doctor/gather.ts';
import { SettingsError } from '../../agent/settings/settings.ts';
import { jsonOption, type OutputOptions, print } from '../output.ts';
import { agentUser, type SettingFlags, settingsOf, withSettingFlags } from './setting-flags.ts';

export function register(agent: Command): void {
  withSettingFlags(agent, 'doctor', 'check everything that the agent depends on, and show how to fix it')
    .addOption(jsonOption)
    .addHelpText('after', '\nExits with 1 if a problem keeps the agent or its nodes from working.')
    .action(doctor);
}

async function doctor(options: SettingFlags & OutputOptions): Promise<void> {
  const findings = await findingsOf(settingsOrFaults(options));
  print(findings, options, () => findingLines(findings));
  if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
}

/** Checks the host with these settings. */
export async function findingsOf(given: DoctorSettings): Promise<Finding[]> {
  const [{ gatherFacts }, { judgeFacts }] = await Promise.all([
    import('../../agent/doctor/gather.ts'),
    import('../../agent/doctor/judge.ts'),
  ]);
  return judgeFacts(await gatherFacts(given, Date.now), Date.now());
}

/** The settings of this host's agent, or what is wrong with them. */
export function settingsOrFaults(options: SettingFlags): DoctorSettings {
  const configPath = typeof options['config'] === 'string' ? options['config'] : undefined;
  try {
    return { ...settingsOf(options, agentUser(options)), configPath };
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
      `${signs[level]} ${check}: ${message}`,
      ...(remedy === null ? [] : [`    ${remedy}`]),
    ]);
}
