import { existsSync } from 'node:fs';
import type { Finding } from '../../../agent/doctor/facts.ts';
import type { DoctorSettings } from '../../../agent/doctor/gather.ts';
import { SettingsError } from '../../../agent/settings/settings.ts';
import { CommandError } from '../../command-error.ts';
import { printLines } from '../../output.ts';
import { findingLines, findingsOf } from '../doctor.ts';
import { agentUser, settingsOf } from '../setting-flags.ts';

/** Settings that the installation changes. */
export interface PlannedSettings {
  url: string | undefined;
  name: string | undefined;
  insecureHttp: boolean | undefined;
  caFile: string | undefined;
  proxy: string | undefined;
  dockerSocket: string | undefined;
  /** Whether the agent joins, and has no key yet. */
  joins: boolean;
}

/** Checks of an installed agent, which do not prevent installing another. */
const installedAgentChecks = ['agent', 'key expiry', 'units'];

/** Runs the doctor's checks with the agent's future settings. */
export async function preflight(planned: PlannedSettings): Promise<Finding[]> {
  const findings = await findingsOf(plannedSettings(planned));
  return findings.filter(({ check }) => !installedAgentChecks.includes(check));
}

/** Prints the warnings. Throws CommandError if a problem would keep an agent from working here. */
export function requireFit(findings: readonly Finding[], { ignoresProblems }: { ignoresProblems: boolean }): void {
  const problems = findings.filter(({ level }) => level === 'problem');
  const warnings = findings.filter(({ level }) => level === 'warning');
  printLines(findingLines(warnings));
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
function plannedSettings({ joins, ...planned }: PlannedSettings): DoctorSettings {
  const { url, name, insecureHttp, caFile, proxy, dockerSocket } = planned;
  const flags = {
    ...(url === undefined ? {} : { url }),
    ...(name === undefined ? {} : { name }),
    ...(insecureHttp === undefined ? {} : { insecureHttp: String(insecureHttp) }),
    ...(caFile === undefined ? {} : { caFile }),
    ...(proxy === undefined ? {} : { proxy }),
    ...(dockerSocket === undefined ? {} : { dockerSocket }),
  };
  try {
    const { settings } = settingsOf(flags, agentUser({}), joins ? { SATRAP_AGENT_API_KEY: 'none-yet' } : {});
    return { settings: joins ? { ...settings, apiKey: '' } : settings };
  } catch (error) {
    if (error instanceof SettingsError) return { faults: error.faults };
    throw error;
  }
}

/** Whether there is a manually created key where the unit expects it, and the settings that it needs. */
export const hasOwnKey = (config: string): boolean => existsSync('/etc/satrap/executor.key') && existsSync(config);
