import type { Finding } from '../../../agent/doctor/facts.ts';
import type { DoctorSettings } from '../../../agent/doctor/gather.ts';
import { SettingsError } from '../../../agent/settings/settings.ts';
import { CommandError } from '../../command-error.ts';
import { printLines } from '../../output.ts';
import { findingLines, findingsOf } from '../doctor.ts';
import { agentUser, settingsOf } from '../setting-flags.ts';
import type { Connection } from './connection.ts';

/** Checks of an installed agent, which do not prevent installing another. */
const installedAgentChecks = ['agent', 'key expiry', 'units'];

/** Runs the doctor's checks with the agent's future settings. `joins`: whether the agent has no key yet. */
export async function preflight(connection: Connection, joins: boolean): Promise<Finding[]> {
  const findings = await findingsOf(plannedSettings(connection, joins));
  return findings.filter(({ check }) => !installedAgentChecks.includes(check));
}

/** Prints the warnings. Throws CommandError if a problem would keep an agent from working here. */
export function requireFit(findings: readonly Finding[], ignoresProblems = false): void {
  const problems = findings.filter(({ level }) => level === 'problem');
  printLines(findingLines(findings.filter(({ level }) => level === 'warning')));
  if (problems.length === 0) return;
  const lines = findingLines(problems);
  if (!ignoresProblems)
    throw new CommandError(
      [
        'nothing was changed, because an agent cannot work here:',
        ...lines,
        'fix the problems and install again, or add --ignore-problems',
      ].join('\n'),
    );
  printLines(lines);
}

/** The agent's future settings; the key is empty until it joins. */
function plannedSettings(connection: Connection, joins: boolean): DoctorSettings {
  const flags = { ...connection, insecureHttp: connection.insecureHttp?.toString() };
  try {
    const { settings } = settingsOf(flags, agentUser({}), joins ? { SATRAP_AGENT_API_KEY: 'none-yet' } : {});
    return { settings: joins ? { ...settings, apiKey: '' } : settings };
  } catch (error) {
    if (error instanceof SettingsError) return { faults: error.faults };
    throw error;
  }
}
