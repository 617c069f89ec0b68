import type { Command } from 'commander';
import { withApiAction } from '../api.ts';
import { option } from '../options.ts';
import { print } from '../output.ts';
import { writePlan } from './plan-file.ts';
import { fleetOptions, plannerOf } from './planned-fleet.ts';
import { withPreviews } from './preview.ts';
import { isDrift, planLines, shownPlan } from './show-plan.ts';

/** Also that of wrong usage; no error after that has it. */
const differs = 2;

const outOption = option('--out <file>', 'write the plan for satrap apply FILE, which makes exactly these changes');

export function register(command: Command): void {
  const help = `\nExits with ${differs} if the fleet differs from the file, or the options are wrong.`;
  withApiAction(command, [...fleetOptions, outOption], async (api, { out, ...options }) => {
    const planned = await plannerOf(api, options);
    const changes = await withPreviews(api, await planned.plan());
    print(shownPlan(changes, planned.placeOf), options, () => planLines(changes, planned.placeOf));
    if (out !== undefined) writePlan(out, planned, changes, api.access.url);
    if (changes.some(isDrift)) process.exitCode = differs;
  }).addHelpText('after', help);
}
