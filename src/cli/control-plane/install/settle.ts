import type { Command } from 'commander';
import { requireProgramFolder } from './layout.ts';
import { settleSwitch } from './switch.ts';

/** `satrap control-plane settle-upgrade`, called by the unit. */
export function register(controlPlane: Command): void {
  controlPlane
    .command('settle-upgrade', { hidden: true })
    .action(() => settleSwitch({ folder: requireProgramFolder(), say: (line) => console.log(line) }));
}
