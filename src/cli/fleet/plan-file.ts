import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { counted } from '../../text/counted.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import type { Change } from './change.ts';
import { readFleet } from './current-fleet.ts';
import { parseFleet } from './fleet-file.ts';
import { type DesiredFleet, planFleet } from './plan.ts';
import type { PlannedFleet } from './planned-fleet.ts';
import { isDrift, nameOf } from './show-plan.ts';
import { sizesInFile } from './sizes.ts';

const change = z.looseObject({
  type: z.enum(['node', 'host', 'channel', 'schedule', 'notification', 'endpoint', 'consumer']),
  name: z.string(),
});

const planFile = z.object({
  format: z.literal('satrap-plan'),
  version: z.literal(1),
  /** Of the control plane. */
  url: z.string(),
  /** As a fleet file, with the result of each `conf`. */
  fleet: z.looseObject({}),
  prune: z.array(z.string()),
  /** The changes that were reviewed. */
  changes: z.array(change),
});

type ReviewedChange = z.output<typeof change>;

/** Returns what a person reviews of a change. Estimates of its consequences may differ a moment later. */
const reviewed = ({ kind, type, name, fields, summary, request }: Change): ReviewedChange =>
  JSON.parse(
    JSON.stringify({
      ...{ kind, type, name, summary },
      fields: fields.map(({ field, from, to }) => ({ field, from, to })),
      request: request && {
        ...{ operation: request.operation, variables: request.variables },
        ...{ secrets: request.secrets, names: request.names },
      },
    }),
  );

/** Writes a plan for `satrap apply FILE`. Throws CommandError. */
export function writePlan(
  file: string,
  { fleet, prune }: Pick<PlannedFleet, 'fleet' | 'prune'>,
  changes: readonly Change[],
  url: string,
): void {
  const drift = changes.filter(isDrift);
  const refused = drift.filter(({ refusals }) => refusals.length > 0).length;
  if (refused > 0)
    throw new CommandError(`${file} is not written: ${counted(refused, 'change')} would be refused`, 'refused');
  const content: z.input<typeof planFile> = {
    ...{ format: 'satrap-plan', version: 1, url, fleet: fleetAsFile(fleet), prune: [...prune] },
    changes: drift.map(reviewed),
  };
  try {
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  } catch (error) {
    throw new CommandError(`cannot write ${file}: ${errorMessage(error)}`);
  }
}

/** Sizes have units again, so that a plan is read as a file is. */
const fleetAsFile = ({ nodes, ...rest }: DesiredFleet): Record<string, unknown> => ({
  ...rest,
  ...(nodes && {
    nodes: nodes.map(({ resources, ...node }) => ({
      ...node,
      ...(resources && { resources: sizesInFile(resources) }),
    })),
  }),
});

/** Reads a plan. `requireReviewed` throws CommandError unless the changes are those that were reviewed. */
export function readPlan(api: Api, file: string): PlannedFleet & { requireReviewed(changes: readonly Change[]): void } {
  const plan = parsePlan(file);
  if (plan.url !== api.access.url)
    throw new CommandError(`${file} is a plan for ${plan.url}, not for ${api.access.url}`, 'usage');
  const fleet = parseFleet(JSON.stringify(plan.fleet), file);
  return {
    ...{ fleet, prune: plan.prune, placeOf: () => undefined },
    plan: async () => planFleet(fleet, await readFleet(api), plan.prune),
    requireReviewed: (changes) => {
      const changed = namesOfChanged(plan.changes, changes.filter(isDrift).map(reviewed));
      if (changed.length === 0) return;
      const shown = [...changed.slice(0, 10), ...(changed.length > 10 ? [`${changed.length - 10} more`] : [])];
      throw new CommandError(
        `nothing was changed: the fleet changed since the plan was made (${shown.join(', ')}); make a new one`,
        'refused',
      );
    },
  };
}

function parsePlan(file: string): z.output<typeof planFile> {
  try {
    return planFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const isShape = error instanceof z.ZodError || error instanceof SyntaxError;
    const reason = isShape
      ? 'it is no plan of this version; write one with: satrap diff -f FILE --out PLAN'
      : errorMessage(error);
    throw new CommandError(`cannot read ${file}: ${reason}`);
  }
}

function namesOfChanged(before: readonly ReviewedChange[], now: readonly ReviewedChange[]): string[] {
  const byName = (changes: readonly ReviewedChange[]) => new Map(changes.map((each) => [nameOf(each), each]));
  const [old, current] = [byName(before), byName(now)];
  const names = [...new Set([...old.keys(), ...current.keys()])];
  return names.filter((name) => !isDeepStrictEqual(old.get(name), current.get(name)));
}
