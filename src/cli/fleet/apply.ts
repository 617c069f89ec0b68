import type { Command } from 'commander';
import pLimit from 'p-limit';
import type { NodeRolloutRowFragment } from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { type Api, type InputOf, withApiAction } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { forEachName, type Outcome } from '../each-name.ts';
import { describeArguments, waitOption, yesOption } from '../options.ts';
import { printLines } from '../output.ts';
import { confirm } from '../prompt.ts';
import { consequenceLines } from '../rollouts/consequence-lines.ts';
import { followHint, requireFinished, rolloutLine } from '../rollouts/follow.ts';
import { holdsForOne, paceOf, paceOptions } from '../rollouts/pace.ts';
import { storingSecret } from '../secret-file.ts';
import type { Change } from './change.ts';
import { withReadableSecrets, withSecret } from './channel-secrets.ts';
import { inFile, ofMember } from './errors-in-file.ts';
import { withIds } from './late-ids.ts';
import { readPlan } from './plan-file.ts';
import { schedulesAfter } from './plan-schedule.ts';
import { fleetOptions, type Planner, plannerOf } from './planned-fleet.ts';
import { callsAtOnce, withPreviews } from './preview.ts';
import { isDrift, nameOf, planLines, shownPlan } from './show-plan.ts';

export function register(command: Command): void {
  describeArguments(command.argument('[plan]'), {
    plan: 'file that satrap diff --out wrote, whose changes are made exactly',
  });
  const given = [...fleetOptions, ...paceOptions, waitOption, yesOption] as const;
  withApiAction(command, given, async (api, options, file: string | undefined) => {
    const { atOnce, ...pace } = paceOf(options);
    if (file !== undefined && options.file.length + options.prune.length > 0)
      throw new CommandError('use either a plan, or --file and --prune', 'usage');
    const reviewed = file === undefined ? undefined : readPlan(api, file);
    const { plan, placeOf } = reviewed ?? (await plannerOf(api, options));
    const changes = withReadableSecrets(await withPreviews(api, await plan()));
    reviewed?.requireReviewed(changes);
    const drift = changes.filter(isDrift);
    const refused = drift.filter(({ refusals }) => refusals.length > 0);
    const restarting = drift.filter(({ restarts }) => restarts);
    if (!options.json)
      printLines([
        ...planLines(changes, placeOf),
        ...(await consequenceLines(api, restarting.length, options, (current) => schedulesAfter(current, drift))),
      ]);
    if (refused.length > 0)
      throw new CommandError(`nothing was changed: ${counted(refused.length, 'change')} refused`, 'refused', {
        issues: shownPlan(refused, placeOf),
      });
    // A plan was confirmed by its review.
    if (drift.length > 0 && !options.yes && reviewed === undefined)
      await confirm(`Make ${counted(drift.length, 'change')}?`);
    const members = atOnce || restarting.length <= (holdsForOne(options) ? 0 : 1) ? [] : restarting;
    let started: Promise<NodeRolloutRowFragment> | undefined;
    const made = makeAll(drift, (change) => {
      if (!members.includes(change))
        return makeChange(api, change).catch((error: unknown) =>
          requireMade(plan, change, inFile(error, change, placeOf)),
        );
      started ??= startRollout(api, members, pace);
      return started.then(
        () => ({ result: outcomeOf(change), lines: [`${nameOf(change)}: changed at its turn`] }),
        (error: unknown) => {
          throw inFile(ofMember(error, members.indexOf(change)), change, placeOf);
        },
      );
    });
    await forEachName([...made.keys()], options, (name) => made.get(name) as Promise<Outcome>, true);
    // Each of its changes has printed the failure.
    const rollout = await started?.catch(() => undefined);
    if (rollout === undefined) return;
    console.error(`${rolloutLine(rollout)}; ${followHint(rollout.id)}`);
    if (options.wait) await requireFinished(api, rollout);
  });
}

const outcomeOf = (change: Change) => shownPlan([change], () => undefined)[0];

/** Updates nodes one after another, on the control plane. */
async function startRollout(
  api: Api,
  members: readonly Change[],
  pace: Pick<InputOf<'StartNodeRollout'>['data'], 'parallel' | 'policy'>,
): Promise<NodeRolloutRowFragment> {
  const updates = members.flatMap(({ request }) => {
    if (request === null) return [];
    const { id: nodeId, data } = request.variables as InputOf<'UpdateFleetNode'>;
    return [{ nodeId, data }];
  });
  return (await api.call('StartNodeRollout', { data: { members: updates, ...pace } })).startNodeRollout.rollout;
}

/**
 * Starts the changes of hosts first, because their labels decide where nodes go, and those of maintenance schedules before
 * those of nodes, which restart only within them, and endpoints after their nodes and before their consumers. A failure does not stop the rest, except that of a schedule the nodes.
 */
function makeAll(
  changes: readonly Change[],
  make: (change: Change) => Promise<Outcome>,
): Map<string, Promise<Outcome>> {
  const limit = pLimit(callsAtOnce);
  const made = new Map<string, Promise<Outcome>>();
  let earlier: Promise<unknown> = Promise.resolve();
  for (const [type, ofType] of Map.groupBy(changes, ({ type }) => type)) {
    const start = type === 'node' ? earlier.then(() => requireSchedules(changes, made)) : earlier;
    for (const change of ofType) {
      const making = start.then(() => limit(() => make(change)));
      made.set(nameOf(change), making);
    }
    // Also keeps a failure that is printed later from ending the process.
    earlier = Promise.allSettled(made.values());
  }
  return made;
}

/** Throws CommandError if a schedule could not be changed: nodes would restart outside of the windows that the file has. */
async function requireSchedules(
  changes: readonly Change[],
  made: ReadonlyMap<string, Promise<Outcome>>,
): Promise<void> {
  const schedules = changes.filter(({ type }) => type === 'schedule').map((change) => made.get(nameOf(change)));
  const results = await Promise.allSettled(schedules);
  if (results.some(({ status }) => status === 'rejected'))
    throw new CommandError('not changed, because a maintenance schedule could not be changed');
}

/** The last call of a killed run may take effect after the plan. Throws the error of any other change. */
async function requireMade(plan: Planner, change: Change, error: unknown): Promise<Outcome> {
  const isTaken = error instanceof CommandError && error.fields.code === 'name_taken';
  const now = isTaken ? (await plan()).find((each) => nameOf(each) === nameOf(change)) : undefined;
  if (now?.kind !== 'unchanged') throw error;
  return { result: outcomeOf(now), lines: [`${nameOf(change)} exists`] };
}

interface Made {
  node?: { executor?: { name: string } };
  webhookSecret?: string | null;
  /** Of a consumer. */
  secret?: string;
}

async function makeChange(api: Api, change: Change): Promise<Outcome> {
  const { kind, request, summary } = change;
  if (request === null) throw new Error(`${nameOf(change)} has no request`);
  const call = async (): Promise<Made> => {
    const variables = withSecret({ ...request, variables: await withIds(api, request) });
    return Object.values(await api.call(request.operation, variables as never))[0];
  };
  const made = await storingSecret(
    request.secrets?.file,
    call,
    ({ webhookSecret, secret }) => webhookSecret ?? secret ?? null,
  );
  const name = nameOf(change);
  const host = made.node?.executor?.name;
  const lines = {
    create: [createdLine(change, host)],
    update: [`updated ${name}`],
    delete: [`${change.type === 'node' ? 'deleting' : 'deleted'} ${name}; ${summary}`],
    unchanged: [],
    unmanaged: [],
    absent: [],
  };
  return { result: outcomeOf(change), lines: lines[kind] };
}

function createdLine(change: Change, host: string | undefined): string {
  const created = `created ${nameOf(change)}`;
  if (change.type === 'consumer') return `${created}; ${change.summary}`;
  return host === undefined ? created : `${created} on ${host}`;
}
