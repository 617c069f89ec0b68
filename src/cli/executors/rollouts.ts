import type { Command } from 'commander';
import { maxPageSize, maxRolloutGroupSize } from '../../contract/limits.ts';
import type {
  ExecutorRowFragment,
  GetRolloutQuery,
  PreviewRolloutQuery,
  RolloutRowFragment,
} from '../../contract/operations.generated.ts';
import { type Api, type ApiOptions, defineApiCommand, findExecutor, notFound } from '../api.ts';
import { CommandError, exitCodes } from '../command-error.ts';
import { printList } from '../lists.ts';
import {
  describeArguments,
  dryRunOption,
  type KeyValue,
  labelOption,
  lastOption,
  listOption,
  option,
  waitOption,
  watchOption,
  wholeNumber,
} from '../options.ts';
import { age, type Line, print, table, tableLines } from '../output.ts';
import { waitForChange } from '../wait.ts';
import { targetOption } from './upgrades.ts';

const resumeOptions = [option('--skip-failed', 'skip failed hosts'), waitOption] as const;

/** Half an hour for each of up to a thousand groups. */
const waitMinutes = 30 * 1000;

/** The commands that upgrade the agents of several hosts. */
export function register(executors: Command): void {
  const rollout = executors
    .command('rollout')
    .description('upgrade many agents in groups: start, list, show, pause, resume, cancel');
  registerStart(rollout);
  registerQueries(rollout);
  registerChanges(rollout);
}

function registerStart(rollout: Command): void {
  const started = 'upgrade agents group by group; stops at the first failure';
  const start = defineApiCommand(rollout, 'start [hosts...]', started, [
    targetOption,
    option(
      '--group-size <count>',
      `hosts in each group, 1 to ${maxRolloutGroupSize}`,
      wholeNumber(1, maxRolloutGroupSize),
      1,
    ),
    option('--all', 'all hosts without the version, by name'),
    labelOption('all hosts with this label and without the version'),
    listOption('--except <host>', 'skip this host; may be repeated'),
    waitOption,
    dryRunOption,
  ]).action(async (api, { to, groupSize, all = false, label, except, dryRun, ...options }, names) => {
    const isByChoice = all || label.length > 0;
    if (isByChoice === names.length > 0) throw new CommandError('name hosts, or use --all or --label', 'usage');
    if (!isByChoice && except.length > 0) throw new CommandError('--except requires --all or --label', 'usage');
    const chosen = isByChoice
      ? await choose(api, { to, label, except })
      : await Promise.all(names.map((name) => findExecutor(api, name)));
    const data = { executorIds: chosen.map(({ id }) => id), targetVersion: to, groupSize };
    if (!dryRun)
      return printChanged(api, (await api.call('StartRollout', { data })).startUpgradeRollout.rollout, options);
    const { previewUpgradeRollout: preview } = await api.call('PreviewRollout', { data });
    if (preview === null) throw new CommandError('a host was deleted in the meantime; run the command again');
    print(preview, options, () => previewLines(preview));
    // For scripts.
    if (!preview.accepted) process.exitCode = exitCodes.refused.code;
  });
  describeArguments(start, { hosts: 'hosts, in the order of their upgrade' });
}

function registerQueries(rollout: Command): void {
  const listOptions = [lastOption('rollouts', 20), watchOption] as const;
  defineApiCommand(rollout, 'list', 'list rollouts, newest first', listOptions).action((api, { last, ...options }) =>
    printList(api, options, {
      fetch: async () => (await api.call('ListRollouts', { take: last })).upgradeRollouts,
      hint: noRollouts,
      lines: rolloutTable,
      types: ['rollout'],
    }),
  );
  const shown = 'show a rollout and its hosts';
  const show = defineApiCommand(rollout, 'show [rollout]', shown).action(async (api, options, id) => {
    const whole = await wholeRollout(api, id ?? (await newestRolloutId(api)));
    print(whole, options, () => rolloutLines(whole));
  });
  describeArguments(show, { rollout: 'rollout id (default: the newest)' });
}

function registerChanges(rollout: Command): void {
  const after = 'continue after a pause or stop, retrying failed hosts';
  const last = 'start no more groups; upgrades in progress finish';
  const commands = [
    defineApiCommand(rollout, 'pause [rollout]', 'pause before the next group').action(async (api, options, given) => {
      const { pauseUpgradeRollout } = await api.call('PauseRollout', { id: given ?? (await activeId(api)) });
      await printChanged(api, pauseUpgradeRollout.rollout, options);
    }),
    defineApiCommand(rollout, 'resume [rollout]', after, resumeOptions).action(async (api, options, given) => {
      const variables = { id: given ?? (await activeId(api)), skipFailed: options.skipFailed ?? false };
      const { resumeUpgradeRollout } = await api.call('ResumeRollout', variables);
      await printChanged(api, resumeUpgradeRollout.rollout, options);
    }),
    defineApiCommand(rollout, 'cancel [rollout]', last).action(async (api, options, given) => {
      const { cancelUpgradeRollout } = await api.call('CancelRollout', { id: given ?? (await activeId(api)) });
      await printChanged(api, cancelUpgradeRollout.rollout, options);
    }),
  ];
  for (const command of commands) describeArguments(command, { rollout: 'rollout id (default: the active one)' });
}

/** Returns the matching hosts without the version. Throws CommandError if there are none. */
async function choose(
  api: Api,
  { to, label, except }: { to: string; label: readonly KeyValue[]; except: readonly string[] },
): Promise<ExecutorRowFragment[]> {
  const { executors } = await api.call('ListExecutors', {
    where: { version: { not: { equals: to } }, name: { notIn: [...except] }, labels: [...label] },
  });
  return executors.length > 0 ? executors : notFound(api, `all matching hosts have version ${to}`, 'satrap hosts list');
}

const previewLines = ({ accepted, members }: NonNullable<PreviewRolloutQuery['previewUpgradeRollout']>): Line[] => [
  accepted ? 'dry run: would start' : 'dry run: would be refused',
  '',
  ...table(members, {
    group: 'group',
    host: 'executorName',
    version: 'version',
    obstacle: ({ obstacle }) => obstacle ?? '',
  }),
];

/** Returns the id of the only active rollout. Throws CommandError. */
async function activeId(api: Api): Promise<string> {
  const where = { state: { in: ['running', 'paused', 'stopped'] as RolloutRowFragment['state'][] } };
  const { upgradeRollouts } = await api.call('ListRollouts', { where, take: 2 });
  const [only, ...others] = upgradeRollouts;
  if (only === undefined) return notFound(api, 'no active rollout; name one from: satrap hosts rollout list');
  if (others.length === 0) return only.id;
  throw new CommandError('several rollouts are active; name one from: satrap hosts rollout list', 'usage');
}

/** Prints a rollout; with `wait`, after its end. Throws CommandError if it did not finish. */
async function printChanged(
  api: Api,
  changed: RolloutRowFragment,
  { wait, ...options }: ApiOptions & { wait?: boolean | undefined },
): Promise<void> {
  const rollout = wait ? await untilOver(api, changed.id) : changed;
  print(rollout, options, () => [rolloutLine(rollout)]);
  if (wait && rollout.state !== 'finished')
    throw new CommandError(
      `not finished; for the failed hosts and reasons, see: satrap hosts rollout show ${rollout.id}`,
    );
}

function rolloutLine({ id, targetVersion, state, reason, counts }: RolloutRowFragment): string {
  const why = reason === null ? '' : `: ${reason}`;
  return `rollout ${id}: ${counts.upgraded} of ${counts.total} hosts upgraded to ${targetVersion}, ${state}${why}`;
}

const untilOver = (api: Api, id: string): Promise<RolloutRowFragment> =>
  waitForChange(
    api,
    ['rollout'],
    async (report) => {
      const { upgradeRollout } = await api.call('GetRollout', { id });
      if (upgradeRollout === null) throw new CommandError(`rollout ${id} was deleted`, 'not_found');
      const { members: _members, ...rollout } = upgradeRollout;
      if (rollout.state !== 'running') return rollout;
      report(rolloutLine(rollout), { progress: rollout.counts.upgraded / rollout.counts.total });
    },
    waitMinutes,
  );

type Rollout = NonNullable<GetRolloutQuery['upgradeRollout']>;
type MemberRow = Rollout['members'][number];

const noRollouts = 'no rollouts yet; start one with: satrap hosts rollout start';

/** Throws CommandError without rollouts. */
async function newestRolloutId(api: Api): Promise<string> {
  const { upgradeRollouts } = await api.call('ListRollouts', { take: 1 });
  return upgradeRollouts[0]?.id ?? notFound(api, noRollouts);
}

/** Fetches a rollout with all its members. Throws CommandError if not found. */
async function wholeRollout(api: Api, id: string): Promise<Rollout> {
  const members: MemberRow[] = [];
  for (;;) {
    const { upgradeRollout } = await api.call('GetRollout', { id, skip: members.length });
    if (upgradeRollout === null)
      throw new CommandError(`no rollout ${id}`, 'not_found', { hint: 'satrap hosts rollout list' });
    members.push(...upgradeRollout.members);
    if (upgradeRollout.members.length < maxPageSize) return { ...upgradeRollout, members };
  }
}

const rolloutTable = (rollouts: readonly RolloutRowFragment[]): Line[] =>
  tableLines(
    ['id', 'version', 'state', 'age', 'by', 'upgraded', 'in progress', 'failed', 'waiting', 'skipped'],
    rollouts.map(({ id, targetVersion, state, requestedAt, requestedBy, counts }) => [
      id,
      targetVersion,
      state,
      age(requestedAt),
      requestedBy,
      `${counts.upgraded}/${counts.total}`,
      ...[counts.underWay, counts.failed, counts.waiting, counts.skipped].map(String),
    ]),
  );

const rolloutLines = (rollout: Rollout): Line[] => [
  ...rolloutTable([rollout]),
  ...(rollout.reason === null ? [] : [`stopped: ${rollout.reason}`]),
  '',
  ...table(rollout.members, {
    group: 'group',
    host: 'executorName',
    state: stateText,
    reason: ({ reason, state, upgrade }) => reason ?? (state === 'under_way' ? upgrade?.reason : null) ?? '',
  }),
];

/** A member's progress, as reported by its agent. */
function stateText({ state, upgrade }: MemberRow): string {
  if (state !== 'under_way' || upgrade === null) return state;
  return upgrade.progress === null ? upgrade.state : `${upgrade.state} ${Math.floor(upgrade.progress * 100)} %`;
}
