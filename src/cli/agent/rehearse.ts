import type { Command } from 'commander';
import { isNoRoom } from '../../agent/upgrade/upgrade-error.ts';
import { CommandError } from '../command-error.ts';
import { requireSettings, type SettingFlags, withSettingFlags } from './setting-flags.ts';

/** Longer than the parent waits, in case the parent was killed. */
const maxMs = 120_000;

/** `satrap agent rehearse`: an agent runs it with the version that it upgrades to. */
export function register(agent: Command): void {
  const description = 'print the plan for every node from a copy of the agent’s store, without running it';
  withSettingFlags(agent, 'rehearse', description, { hidden: true })
    .requiredOption('--store <folder>', 'folder of the copy, which is migrated')
    .action(rehearseCommand);
}

async function rehearseCommand({ store, ...options }: SettingFlags): Promise<void> {
  setTimeout(() => process.exit(1), maxMs).unref();
  const { rehearse } = await import('../../agent/offline/rehearse.ts');
  if (typeof store !== 'string') throw new CommandError('--store needs a folder', 2);
  const { settings } = requireSettings(options);
  const signal = AbortSignal.timeout(maxMs);
  const report = await rehearse(store, { settings, now: Date.now(), signal }).catch((error: unknown) => {
    // The running version passes this message on.
    if (isNoRoom(error))
      throw new CommandError(`the disk of ${store} is full; free space on it, then request the upgrade again`);
    throw error;
  });
  console.log(JSON.stringify(report));
}
