import type { Command } from 'commander';
import { type IndexKey, indexKeys } from '../../bitcoin/chain-facts.ts';
import { type Rebuild, rebuildEffects, whyNoRebuild } from '../../bitcoin/reindex-effects.ts';
import type { NodeRowFragment, OperationFragment } from '../../contract/operations.generated.ts';
import { isAnswering } from '../../contract/phases.ts';
import type { NodeOperationInput } from '../../contract/types.generated.ts';
import { capitalized } from '../../text/capitalized.ts';
import { printable } from '../../text/printable.ts';
import { type Api, type ApiOptions, defineApiCommand, findNode } from '../api.ts';
import { CommandError } from '../command-error.ts';
import type { Outcome } from '../each-name.ts';
import { printList } from '../lists.ts';
import {
  choiceOption,
  dryRunOption,
  lastOption,
  option,
  requiredOption,
  waitOption,
  watchOption,
  yesOption,
} from '../options.ts';
import { type Line, type OutputOptions, print, tableLines, when } from '../output.ts';
import type { Report } from '../progress.ts';
import { confirm } from '../prompt.ts';
import { paceOptions } from '../rollouts/pace.ts';
import { chainWorkMinutes, waitForChange } from '../wait.ts';
import { changeSeveral, severalOptions } from './change-several.ts';
import { rehearsalLines } from './rehearsal-lines.ts';

export function register(nodes: Command): void {
  registerLifecycle(nodes);
  registerMove(nodes);
  registerRehearsal(nodes);
  registerReindex(nodes);
  registerOperations(nodes.command('operations').description('manage the operations of a node: list, cancel'));
}

function registerLifecycle(nodes: Command): void {
  for (const action of ['start', 'stop'] as const)
    defineApiCommand(nodes, `${action} [nodes...]`, `${action} nodes`, [...severalOptions, waitOption]).action(
      (api, options, names) =>
        changeSeveral(api, options, names, {
          data: { action },
          question: (count) => `${capitalized(action)} ${count}?`,
          outcomeOf: (node) => outcomeOf(api, node, options, isReached(node)),
        }),
    );
  defineApiCommand(nodes, 'restart [nodes...]', 'restart nodes; several running ones one at a time', [
    ...severalOptions,
    ...paceOptions,
    waitOption,
  ]).action((api, options, names) =>
    changeSeveral(api, options, names, {
      data: { action: 'restart' },
      pace: options,
      question: (count) => `Restart ${count}?`,
      // A filter matches nodes that nobody named, and a restart would start the stopped ones.
      only: { desiredState: { equals: 'running' } },
      outcomeOf: (node) => outcomeOf(api, node, options, isReached(node)),
    }),
  );
}

function registerMove(nodes: Command): void {
  const moved =
    'move a node’s data to another data root of its host; the old copy stays until the node runs with the new one';
  defineApiCommand(nodes, 'move <node>', moved, [
    requiredOption('--to <root>', 'target data root (see: satrap hosts show)'),
    waitOption,
  ]).action((api, options, node) => run(api, options, node, { data: { move: { to: options.to } } }));
}

function registerRehearsal(nodes: Command): void {
  const tried = 'try another version on a copy of a node’s data, beside the running node';
  defineApiCommand(nodes, 'rehearse <node>', tried, [
    requiredOption('--client-version <version>', 'version to try (see: satrap hosts show)'),
    waitOption,
  ]).action((api, options, node) =>
    run(api, options, node, {
      data: { rehearse: { clientVersion: options.clientVersion } },
      details: ({ result }) => (result?.rehearse ? rehearsalLines(result.rehearse) : []),
    }),
  );
}

function registerReindex(nodes: Command): void {
  defineApiCommand(nodes, 'reindex <node>', 'rebuild the chain data from the block files, or one index', [
    option('--chainstate', 'rebuild only the chain state'),
    choiceOption('--index <index>', 'rebuild only this index', indexKeys),
    option('--remove', 'with --index: remove the data of an index that is off'),
    option('--download-again', 'for a pruned node: download the whole chain again'),
    dryRunOption,
    yesOption,
    waitOption,
  ]).action((api, { chainstate = false, index, remove = false, downloadAgain = false, dryRun, ...options }, node) => {
    if (index === undefined && remove) throw new CommandError('--remove needs --index', 'usage');
    if (index !== undefined && (chainstate || downloadAgain))
      throw new CommandError('--index rebuilds one index alone; omit --chainstate and --download-again', 'usage');
    if (dryRun)
      return showRebuild(
        api,
        options,
        node,
        index === undefined
          ? { kind: chainstate ? 'reindex_chainstate' : 'reindex' }
          : { kind: 'rebuild_index', index, remove },
      );
    return run(api, options, node, index === undefined ? ofChain(chainstate, downloadAgain) : ofIndex(index, remove));
  });
}

function registerOperations(group: Command): void {
  defineApiCommand(group, 'list <node>', 'list a node’s current and past operations, newest first', [
    lastOption('operations', 10, 100),
    watchOption,
  ]).action(async (api, { last, ...options }, nameOrId) => {
    const node = await findNode(api, nameOrId);
    await printList(api, options, {
      fetch: async () => (await operationsOf(api, node, last)).operations,
      hint: 'no operations',
      lines: operationLines,
      types: ['node'],
    });
  });
  defineApiCommand(group, 'cancel <node>', 'cancel a node’s operation').action(async (api, options, nameOrId) => {
    const { id: nodeId, name, operations } = await operationsOf(api, await findNode(api, nameOrId), 20);
    const pending = operations.filter(({ endedAt }) => endedAt === null);
    const found = pending.find(({ cancellable }) => cancellable) ?? pending[0];
    if (found === undefined) throw new CommandError(`${name} has no operation to cancel`, 'not_found');
    const { operation } = (await api.call('CancelNodeOperation', { nodeId, id: found.id })).cancelNodeOperation;
    print(operation, options, () => [`${name}: ${describeOperation(operation)}`]);
  });
}

/** Prints what a rebuild would do, without requesting it. Throws CommandError if it cannot help the node. */
async function showRebuild(api: Api, options: ApiOptions, nameOrId: string, rebuild: Rebuild): Promise<void> {
  const node = await findNode(api, nameOrId);
  const refusal = node.desiredState === 'stopped' ? 'stopped; start it first' : whyNoRebuild(node, rebuild);
  if (refusal !== null) throw new CommandError(`${node.name}: ${refusal}`);
  const { height = null, sizeOnDiskBytes: chainBytes = null } = node.metrics ?? {};
  const effects = rebuildEffects(node, rebuild, { height, chainBytes });
  print({ node: node.name, effects }, options, () => [
    `${node.name} would be rebuilt; nothing has changed:`,
    ...effects.map((effect) => `  ${effect}`),
  ]);
}

const ofChain = (chainstateOnly: boolean, downloadAgain: boolean): Request => ({
  data: { reindex: { chainstateOnly, downloadAgain } },
  question: (name) =>
    `Rebuild the chain data of ${name}? This takes days on mainnet and helps only if the data is damaged, not after a full disk.`,
});

const ofIndex = (index: IndexKey, remove: boolean): Request => ({
  data: { rebuildIndex: { index, remove } },
  question: (name) =>
    remove
      ? `Remove the data of ${index} from ${name}? Building it again later takes hours on mainnet.`
      : `Rebuild ${index} of ${name}? The node restarts and builds the index while it runs, which takes hours on mainnet.`,
});

interface Request {
  data: NodeOperationInput;
  /** Default: none. */
  question?: (node: string) => string;
  /** What an ended operation found. Default: nothing. */
  details?: (operation: OperationFragment) => string[];
}

/** Starts an operation, follows it to its end with `--wait`, and prints it. Throws CommandError if it fails. */
async function run(
  api: Api,
  options: ApiOptions & WaitOptions & { yes?: boolean },
  nameOrId: string,
  { data, question, details = () => [] }: Request,
): Promise<void> {
  const found = await findNode(api, nameOrId);
  const { id: nodeId, name } = found;
  if (question !== undefined && !options.yes) await confirm(question(name));
  const { operation: started } = (await api.call('StartNodeOperation', { nodeId, data })).startNodeOperation;
  const read = async () => {
    const node = await operationsOf(api, found, 20);
    return { node, operation: node.operations.find(({ id }) => id === started.id) ?? started };
  };
  const untilEnded = async (report: Report) => {
    const shown = await read();
    if (shown.operation.endedAt !== null) return shown;
    const { title, step, state } = shown.operation;
    report(`${name}: ${title}: ${step ?? state}`, shown.operation);
  };
  const { node, operation } = await (options.wait
    ? waitForChange(api, ['node'], untilEnded, chainWorkMinutes)
    : read());
  if (['failed', 'cancelled'].includes(operation.state)) {
    const reason = operation.reason === null ? '' : `: ${printable(operation.reason)}`;
    const message = `${name}: ${printable(operation.title)} ${operation.state}${reason}`;
    throw new CommandError([message, ...details(operation)].join('\n'));
  }
  print(operation, options, () => [
    `${name}: ${describeOperation(operation)}`,
    ...details(operation),
    ...(node.waitsFor === null ? [] : [`waiting: ${node.waitsFor}`]),
  ]);
}

async function operationsOf(api: Api, { id, name }: { id: string; name: string }, take: number) {
  const { node } = await api.call('GetNodeOperations', { id, take });
  if (node === null) throw new CommandError(`${name} was deleted`, 'not_found');
  return node;
}

export function describeOperation(operation: OperationFragment): string {
  const { title, state, step, progress, estimatedEndAt, requestedBy, requestedAt, startedAt, endedAt, reason } =
    operation;
  const parts = [
    `requested ${when(requestedAt)} by ${requestedBy}`,
    startedAt && `started ${when(startedAt)}`,
    step,
    endedAt === null && progress !== null && `${Math.floor(progress * 100)} % done`,
    estimatedEndAt && `estimated end ${when(estimatedEndAt)}`,
    endedAt && `ended ${when(endedAt)}`,
    reason,
  ];
  return [`${title}: ${state}`, ...parts.filter((part) => typeof part === 'string')].join(', ');
}

function operationLines(operations: readonly OperationFragment[]): Line[] {
  const ended = operations.filter(({ endedAt }) => endedAt !== null);
  return [
    ...operations.filter(({ endedAt }) => endedAt === null).map(describeOperation),
    ...(ended.length === 0
      ? []
      : tableLines(
          ['ended', 'state', 'operation', 'requested by', 'reason'],
          ended.map(({ endedAt, state, title, requestedBy, reason }) => [
            endedAt ? when(endedAt) : '',
            state,
            title,
            requestedBy,
            reason ?? '',
          ]),
        )),
  ];
}

interface WaitOptions {
  wait?: boolean | undefined;
}

/** Returns the outcome of a request: after completion with `--wait`, else immediately. */
export async function outcomeOf(
  api: Api,
  requested: NodeRowFragment,
  { wait }: WaitOptions,
  isDone: (node: NodeRowFragment) => boolean,
): Promise<Outcome> {
  const node = wait ? await waitForNode(api, requested, isDone) : requested;
  return { result: node, lines: stateLines(node) };
}

const stateLines = ({ name, id, desiredState, status, waitsFor }: NodeRowFragment): string[] => [
  `${name} (${id}): desired state ${desiredState}, currently ${status.phase}`,
  ...(waitsFor === null ? [] : [`waiting: ${waitsFor}`]),
];

/** Prints the outcome of a request: after completion with `--wait`, else immediately. */
export async function printOutcome(
  api: Api,
  requested: NodeRowFragment,
  options: OutputOptions & WaitOptions,
  isDone: (node: NodeRowFragment) => boolean,
): Promise<void> {
  const { result, lines } = await outcomeOf(api, requested, options, isDone);
  print(result, options, () => lines);
}

/** Waits until a node is as requested. Throws CommandError if it starts failing or is deleted. */
const waitForNode = (api: Api, requested: NodeRowFragment, isDone: (node: NodeRowFragment) => boolean) =>
  waitForChange(api, ['node', 'executor'], async (report) => {
    const { node } = await api.call('GetNode', { id: requested.id });
    if (node === null) throw new CommandError(`${requested.name} was deleted`, 'not_found');
    // A node that was already failing may not have received the request yet.
    const isOldFailure = requested.status.phase === 'failing' && node.status.since === requested.status.since;
    if (node.status.phase === 'failing' && !isOldFailure)
      throw new CommandError(`${node.name} is failing: ${printable(node.status.reason ?? 'no reason given')}`);
    const { reverted } = node;
    if (reverted !== null && reverted.revision >= requested.revision && reverted.runsRevision < requested.revision)
      throw new CommandError(`the change of ${node.name} was reverted: ${printable(reverted.reason)}`);
    if (isDone(node)) return node;
    report(stateLines(node).join(', '));
  });

export const isUp = ({ status }: NodeRowFragment): boolean => isAnswering(status.phase);

/** Returns a check that this revision is applied and the node runs, or is stopped, as requested. */
export const isReached =
  ({ revision, desiredState }: NodeRowFragment) =>
  (node: NodeRowFragment): boolean =>
    (node.status.appliedRevision ?? 0) >= revision &&
    (desiredState === 'stopped' ? node.status.phase === 'stopped' : isUp(node));
