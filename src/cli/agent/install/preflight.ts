import { existsSync } from 'node:fs';
import type { Finding } from '../../../agent/doctor/facts.ts';
import type { DoctorSettings } from '../../../agent/doctor/gather.ts';
import { SettingsError } from '../../../agent/settings/settings.ts';
import { CommandError } from '../../command-error.ts';
import { printLines } from '../../output.ts';
import { findingLines, findingsOf } from '../doctor.ts';
import { agentUser, settingsOf } from '../setting-flags.ts';

/** What the installation is asked to use, where it differs from what the host has. */
export interface PlannedSettings {
  url: string | undefined;
  name: string | undefined;
  insecureHttp: boolean | undefined;
  caFile: string | undefined;
  proxy: string | undefined;
  dockerSocket: string | undefined;
  /** Whether the agent joins, and so has no key yet. */
  joins: boolean;
}

/** What of an agent that is installed already is no obstacle to installing another. */
const ofFormerAgent = ['agent', 'key expiry', 'units'];

/** Looks at the host as the doctor does, with the settings that the agent will have. Changes nothing. */
export async function preflight(planned: PlannedSettings): Promise<Finding[]> {
  const findings = await findingsOf(plannedSettings(planned));
  return findings.filter(({ check }) => !ofFormerAgent.includes(check));
}

/** Prints what the operator should know, and throws CommandError where something keeps an agent from working here. */
export function requireFit(findings: readonly Finding[], { ignoresProblems }: { ignoresProblems: boolean }): void {
  const problems = findings.filter(({ level }) => level === 'problem');
  const warnings = findings.filter(({ level }) => level === 'warning');
  printLines(findingLines(warnings));
  if (problems.length === 0) return;
  const lines = findingLines(problems);
  if (!ignoresProblems)
    throw new CommandError(
      [
        'nothing was changed, because an agent could not work here:',
        ...lines,
        'fix that and install again, or add --ignore-problems',
      ].join('\n'),
    );
  printLines(lines);
}

/** The settings that the agent will have; the key is empty where it gets one only by joining. */
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

/** Whether a key that was made by hand lies where the unit looks for it, with the settings that it needs. */
export const hasOwnKey = (config: string): boolean => existsSync('/etc/satrap/executor.key') && existsSync(config);
