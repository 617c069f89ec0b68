import type { Api } from '../api.ts';
import { listOption } from '../options.ts';
import type { Change } from './change.ts';
import { readFleet } from './current-fleet.ts';
import { mergeFleets, type PlaceOf, placesIn, readFleetFiles } from './fleet-files.ts';
import { type DesiredFleet, planFleet } from './plan.ts';
import { withConfs } from './with-confs.ts';

export const fleetOptions = [
  listOption('-f, --file <file>', 'file or folder that describes the fleet; - for standard input; may be repeated'),
  listOption('--prune <node>', 'delete this node, or endpoint:NAME or consumer:ENDPOINT/NAME; may be repeated'),
] as const;

/** Plans a file against the current fleet, each time that it is called. */
export type Planner = () => Promise<Change[]>;

/** A fleet that files, or a plan, describe. */
export interface PlannedFleet {
  fleet: DesiredFleet;
  /** Names of objects to delete. */
  prune: readonly string[];
  plan: Planner;
  placeOf: PlaceOf;
}

/** Reads files once. Throws CommandError. */
export async function plannerOf(
  api: Api,
  { file, prune }: { file: readonly string[]; prune: readonly string[] },
): Promise<PlannedFleet> {
  const files = await readFleetFiles(file);
  const fleets: DesiredFleet[] = [];
  for (const each of files) fleets.push(await withConfs(api, each));
  const fleet = mergeFleets(fleets);
  return { fleet, prune, placeOf: placesIn(files), plan: async () => planFleet(fleet, await readFleet(api), prune) };
}
