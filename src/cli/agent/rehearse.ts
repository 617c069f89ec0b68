import type { Command } from 'commander';
import { isNoRoom } from '../../agent/upgrade/upgrade-error.ts';
import { CommandError } from '../command-error.ts';
import { requireSettings, type SettingFlags, withSettingFlags } from './setting-flags.ts';

/** Longer than anyone who started it waits: for the case that it was killed meanwhile. */
const maxMs = 120_000;

/** `satrap agent rehearse`, which an agent runs of the version that it is to become. */
export function register(agent: Command): void {
  withSettingFlags(agent.command('rehearse', { hidden: true }))
    .description('plan for every node from a copy of the agent’s store, without effect, and print the plans')
    .requiredOption('--store <folder>', 'the folder of the copy, which is migrated')
    .action(rehearseCommand);
}

async function rehearseCommand({ store, ...options }: SettingFlags): Promise<void> {
  setTimeout(() => process.exit(1), maxMs).unref();
  const { rehearse } = await import('../../agent/offline/rehearse.ts');
  if (typeof store !== 'string') throw new CommandError('--store needs a folder', 2);
  const { settings } = requireSettings(options);
  const signal = AbortSignal.timeout(maxMs);
  const report = await rehearse(store, { settings, now: Date.now(), signal }).catch((error: unknown) => {
    // The version that runs passes on these words, of whatever release it is.
    if (isNoRoom(error))
      throw new CommandError(`the disk of ${store} is full; make room there, then ask for the upgrade again`);
    throw error;
  });
  console.log(JSON.stringify(report));
}
