import type { Command } from 'commander';
import { withApiAction } from '../api.ts';
import { print } from '../output.ts';
import { fleetOptions, plannerOf } from './planned-fleet.ts';
import { withPreviews } from './preview.ts';
import { isDrift, planLines, shownPlan } from './show-plan.ts';

/** Also that of wrong usage; no error after that has it. */
const differs = 2;

export function register(command: Command): void {
  const help = `\nExits with ${differs} if the fleet differs from the file, or the options are wrong.`;
  withApiAction(command, fleetOptions, async (api, options) => {
    const plan = await plannerOf(api, options);
    const changes = await withPreviews(api, await plan());
    print(shownPlan(changes), options, () => planLines(changes));
    if (changes.some(isDrift)) process.exitCode = differs;
  }).addHelpText('after', help);
}
