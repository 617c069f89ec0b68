import type { Command } from 'commander';
import { withApiAction } from '../api.ts';
import { print } from '../output.ts';
import { fleetOptions, planOfFile } from './planned-fleet.ts';
import { isDrift, planLines, shownPlan } from './show-plan.ts';

/** Also that of wrong usage; no error after that has it. */
const differs = 2;

/** `satrap diff` */
export function register(command: Command): void {
  const help = `\nExits with ${differs} if the fleet differs from the file, or the options are wrong.`;
  withApiAction(command, fleetOptions, async (api, options) => {
    const changes = await planOfFile(api, options);
    print(shownPlan(changes), options, () => planLines(changes));
    if (changes.some(isDrift)) process.exitCode = differs;
  }).addHelpText('after', help);
}
