import type { Command } from 'commander';
import { maxPageSize } from '../../contract/limits.ts';
import type { GetNodeRolloutQuery, NodeRolloutRowFragment } from '../../contract/operations.generated.ts';
import { policyTexts } from '../../contract/rollout-policy-text.ts';
import { printable } from '../../text/printable.ts';
import { type Api, defineApiCommand, findNode, notFound } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { printList } from '../lists.ts';
import { describeArguments, lastOption, waitOption, watchOption } from '../options.ts';
import { age, type Line, print, table } from '../output.ts';
import { printRollout, rolloutLine } from './follow.ts';
import { outsideWindowsOption, parallelOption } from './pace.ts';

type Rollout = NonNullable<GetNodeRolloutQuery['nodeRollout']>;
type Member = Rollout['members'][number];

const noRollouts = 'no rollouts yet; a change of several running nodes starts one, such as: satrap nodes restart --all';

export function register(rollouts: Command): void {
  registerViews(rollouts);
  registerControls(rollouts);
  registerUndo(rollouts);
  registerSkip(rollouts);
}

function registerViews(rollouts: Command): void {
  const listOptions = [lastOption('rollouts', 20), watchOption] as const;
  defineApiCommand(rollouts, 'list', 'list rollouts of nodes, newest first', listOptions).action(
    (api, { last, ...options }) =>
      printList(api, options, {
        fetch: async () => (await api.call('ListNodeRollouts', { take: last })).nodeRollouts,
        hint: noRollouts,
        lines: rolloutTable,
        types: ['rollout'],
      }),
  );
  const shown = 'show a rollout, its nodes and what it waits for';
  const show = defineApiCommand(rollouts, 'show [node-rollout]', shown, [watchOption]).action(
    async (api, { watch, ...options }, id) => {
      const found = id ?? (await newestId(api));
      if (!watch) {
        const rollout = await wholeRollout(api, found);
        return print(rollout, options, () => rolloutLines(rollout));
      }
      await printList(
        api,
        { ...options, watch },
        {
          fetch: async () => [await wholeRollout(api, found)],
          hint: noRollouts,
          lines: (list) => list.flatMap(rolloutLines),
          types: ['rollout'],
        },
      );
    },
  );
  describeArguments(show, { 'node-rollout': 'rollout id (default: the newest)' });
}

function registerControls(rollouts: Command): void {
  const pause = defineApiCommand(rollouts, 'pause [node-rollout]', 'pause before the next node').action(
    async (api, options, given) => {
      const { rollout } = (await api.call('PauseNodeRollout', { id: given ?? (await activeId(api)) })).pauseNodeRollout;
      await printRollout(api, rollout, options);
    },
  );
  const after = 'continue after a pause or stop, retrying failed nodes';
  const resume = defineApiCommand(rollouts, 'resume [node-rollout]', after, [waitOption]).action(
    async (api, options, given) => {
      const { rollout } = (await api.call('ResumeNodeRollout', { id: given ?? (await activeId(api)) }))
        .resumeNodeRollout;
      await printRollout(api, rollout, options);
    },
  );
  const last = 'change no more nodes; changed ones keep their change';
  const cancel = defineApiCommand(rollouts, 'cancel [node-rollout]', last).action(async (api, options, given) => {
    const { rollout } = (await api.call('CancelNodeRollout', { id: given ?? (await activeId(api)) })).cancelNodeRollout;
    await printRollout(api, rollout, options);
  });
  for (const command of [pause, resume, cancel])
    describeArguments(command, { 'node-rollout': 'rollout id (default: the active one)' });
}

function registerUndo(rollouts: Command): void {
  const undone = 'put back the settings that a rollout changed, last node first, in a new rollout';
  const undoOptions = [parallelOption, outsideWindowsOption, waitOption] as const;
  const undo = defineApiCommand(rollouts, 'undo [node-rollout]', undone, undoOptions).action(
    async (api, { parallel, outsideWindows, ...options }, given) => {
      const id = given ?? (await newestId(api));
      const { rollout } = (await api.call('UndoNodeRollout', { id, parallel, outsideWindows })).undoNodeRollout;
      for (const line of await skippedLines(api, rollout)) console.error(line);
      await printRollout(api, rollout, options);
    },
  );
  describeArguments(undo, { 'node-rollout': 'rollout id (default: the newest)' });
}

function registerSkip(rollouts: Command): void {
  const skipped = 'leave a node out, and continue if the rollout stopped because of it';
  defineApiCommand(rollouts, 'skip <node>', skipped, [waitOption]).action(async (api, options, nameOrId) => {
    const { id: nodeId, name } = await findNode(api, nameOrId);
    const where = { nodeId: { equals: nodeId }, state: { in: [...activeStates] } };
    const [found] = (await api.call('ListNodeRollouts', { where, take: 1 })).nodeRollouts;
    if (found === undefined) throw new CommandError(`${name} is in no active rollout`, 'not_found');
    const { rollout } = (await api.call('SkipNodeRolloutMember', { id: found.id, nodeId })).skipNodeRolloutMember;
    await printRollout(api, rollout, options);
  });
}

/** The nodes that cannot go back, each with the reason. */
async function skippedLines(api: Api, { id, counts }: NodeRolloutRowFragment): Promise<string[]> {
  if (counts.skipped === 0) return [];
  const { members } = await wholeRollout(api, id);
  return members.flatMap(({ state, nodeName, reason }) =>
    state === 'skipped' ? [`${nodeName} is not put back: ${printable(reason ?? '')}`] : [],
  );
}

const activeStates = ['running', 'paused', 'stopped'] as const;

/** Returns the id of the only active rollout. Throws CommandError. */
async function activeId(api: Api): Promise<string> {
  const where = { state: { in: [...activeStates] } };
  const [only, ...others] = (await api.call('ListNodeRollouts', { where, take: 2 })).nodeRollouts;
  if (only === undefined) return notFound(api, 'no active rollout; name one from: satrap rollouts list');
  if (others.length === 0) return only.id;
  throw new CommandError('several rollouts are active; name one from: satrap rollouts list', 'usage');
}

/** Throws CommandError without rollouts. */
async function newestId(api: Api): Promise<string> {
  const [newest] = (await api.call('ListNodeRollouts', { take: 1 })).nodeRollouts;
  return newest?.id ?? notFound(api, noRollouts);
}

/** Fetches a rollout with all its members. Throws CommandError if not found. */
async function wholeRollout(api: Api, id: string): Promise<Rollout> {
  const { nodeRollout } = await api.call('GetNodeRollout', { id, take: maxPageSize });
  return nodeRollout ?? notFound(api, `no rollout ${id}`, 'satrap rollouts list');
}

const rolloutTable = (list: readonly NodeRolloutRowFragment[]): Line[] =>
  table(list, {
    id: 'id',
    change: 'summary',
    state: 'state',
    age: ({ requestedAt }) => age(requestedAt),
    'requested by': 'requestedBy',
    changed: ({ counts }) => `${counts.changed}/${counts.total}`,
    failed: ({ counts }) => String(counts.failed),
    skipped: ({ counts }) => String(counts.skipped),
  });

const rolloutLines = (rollout: Rollout): Line[] => [
  rolloutLine(rollout),
  [`started by ${rollout.requestedBy}`, `${rollout.parallel} at a time`, ...policyTexts(rollout.policy)].join(', '),
  '',
  ...table(rollout.members, { group: 'group', node: 'nodeName', state: 'state', change: changeOf, reason: reasonOf }),
];

const changeOf = ({ isRestart, changes }: Member): string =>
  isRestart ? 'restart' : changes.map(fieldText).join(', ');

/** Of a secret, only the name. */
const fieldText = ({ field, from, to }: Member['changes'][number]): string =>
  from === null && to === null ? field : `${field}: ${from ?? '-'} → ${to ?? '-'}`;

const reasonOf = ({ reason, wait }: Member): string => reason ?? wait?.message ?? '';
