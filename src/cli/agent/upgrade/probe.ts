import type { Command } from 'commander';
import { probe } from '../../../agent/offline/probe.ts';
import { agentUser, type SettingFlags, settingsOf, withSettingFlags } from '../setting-flags.ts';

/** `satrap agent probe`: checks whether this version works on this host. */
export function register(agent: Command): void {
  withSettingFlags(agent, 'probe', 'check what an agent needs on this host, as JSON', { hidden: true }).action(
    async (options: SettingFlags) =>
      console.log(JSON.stringify(await probe(() => settingsOf(options, agentUser(options)).settings))),
  );
}
