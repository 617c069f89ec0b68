import type { Command } from 'commander';
import {
  CancelNodeOperationDocument,
  GetNodeDocument,
  GetNodeOperationsDocument,
  type NodeRowFragment,
  type OperationFragment,
  RequestLifecycleActionDocument,
  StartNodeOperationDocument,
} from '../../contract/operations.generated.ts';
import { isAnswering } from '../../contract/phases.ts';
import type { NodeOperationKind } from '../../contract/types.generated.ts';
import { printable } from '../../text/printable.ts';
import { type Api, type ApiOptions, defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { findNode } from '../find.ts';
import { option, requiredOption, wholeNumber } from '../options.ts';
import { type OutputOptions, print, tableLines } from '../output.ts';
import { confirm } from '../prompt.ts';
import { chainWorkMinutes, waitForChange } from '../wait.ts';

const waitOption = option('--wait', 'wait until it is complete');

/** `satrap nodes start`, `stop`, `restart`, `move`, `reindex`, `operations` and `cancel` */
export function register(nodes: Command): void {
  for (const action of ['start', 'stop', 'restart'] as const)
    defineApiCommand(nodes, `${action} <node>`, `${action} a node`, [waitOption]).action(async (api, options, node) => {
      const { id } = await findNode(api, node);
      const { requestNodeLifecycleAction: requested } = await api.call(RequestLifecycleActionDocument, {
        id,
        action,
      });
      await printOutcome(api, requested, options, isReached(requested));
    });
  defineApiCommand(
    nodes,
    'move <node>',
    'move a node’s data to another data root of its host; the old copy stays until the node runs with the new one',
    [requiredOption('--to <root>', 'target data root (see: satrap hosts show)'), waitOption],
  ).action((api, options, node) => run(api, options, node, { kind: 'move', params: { to: options.to } }));
  defineApiCommand(nodes, 'reindex <node>', 'rebuild the block index and chain state from the block files', [
    option('--chainstate', 'rebuild only the chain state'),
    option('--download-again', 'for a pruned node: download the whole chain again'),
    option('--yes', 'do not ask for confirmation'),
    waitOption,
  ]).action((api, { chainstate = false, downloadAgain = false, ...options }, node) =>
    run(api, options, node, {
      kind: 'reindex',
      params: { chainstateOnly: chainstate, downloadAgain },
      question: (name) =>
        `Rebuild the chain data of ${name}? This takes days on mainnet and helps only if the data is damaged, not after a full disk.`,
    }),
  );
  defineApiCommand(nodes, 'operations <node>', 'list a node’s current and past operations, newest first', [
    option('--take <count>', 'number of operations (default: 10)', wholeNumber(1, 100)),
  ]).action(async (api, options, nameOrId) => {
    const { operations } = await operationsOf(api, await findNode(api, nameOrId), options.take ?? 10);
    print(operations, options, () => operationLines(operations));
  });
  defineApiCommand(nodes, 'cancel <node>', 'cancel a node’s operation').action(async (api, options, nameOrId) => {
    const { id: nodeId, name, operations } = await operationsOf(api, await findNode(api, nameOrId), 20);
    const pending = operations.filter(({ endedAt }) => endedAt === null);
    const found = pending.find(({ cancellable }) => cancellable) ?? pending[0];
    if (found === undefined) throw new CommandError(`${name} has no operation to cancel`);
    const { cancelNodeOperation } = await api.call(CancelNodeOperationDocument, { nodeId, id: found.id });
    print(cancelNodeOperation, options, () => [`${name}: ${describeOperation(cancelNodeOperation)}`]);
  });
}

/** Starts an operation, follows it to its end with `--wait`, and prints it. Throws CommandError if it fails. */
async function run(
  api: Api,
  options: ApiOptions & WaitOptions & { yes?: boolean },
  nameOrId: string,
  { kind, params, question }: { kind: NodeOperationKind; params: unknown; question?: (node: string) => string },
): Promise<void> {
  const found = await findNode(api, nameOrId);
  const { id: nodeId, name } = found;
  if (question !== undefined && !options.yes) await confirm(question(name));
  const { startNodeOperation: started } = await api.call(StartNodeOperationDocument, { nodeId, kind, params });
  const read = async () => {
    const node = await operationsOf(api, found, 20);
    return { node, operation: node.operations.find(({ id }) => id === started.id) ?? started };
  };
  const untilEnded = async () => {
    const shown = await read();
    return shown.operation.endedAt === null ? undefined : shown;
  };
  const { node, operation } = await (options.wait
    ? waitForChange(api, ['node'], untilEnded, chainWorkMinutes)
    : read());
  if (['failed', 'cancelled'].includes(operation.state)) {
    const reason = operation.reason === null ? '' : `: ${printable(operation.reason)}`;
    throw new CommandError(`${name}: ${printable(operation.title)} ${operation.state}${reason}`);
  }
  print(operation, options, () => [
    `${name}: ${describeOperation(operation)}`,
    ...(node.waitsFor === null ? [] : [`waiting: ${node.waitsFor}`]),
  ]);
}

async function operationsOf(api: Api, { id, name }: { id: string; name: string }, take: number) {
  const { node } = await api.call(GetNodeOperationsDocument, { id, take });
  if (node === null) throw new CommandError(`${name} was deleted`);
  return node;
}

export function describeOperation(operation: OperationFragment): string {
  const { title, state, step, progress, estimatedEndAt, requestedBy, requestedAt, startedAt, endedAt, reason } =
    operation;
  const parts = [
    `requested at ${requestedAt} by ${requestedBy}`,
    startedAt && `started at ${startedAt}`,
    step,
    endedAt === null && progress !== null && `${Math.floor(progress * 100)} % done`,
    estimatedEndAt && `estimated end ${estimatedEndAt}`,
    endedAt && `ended at ${endedAt}`,
    reason,
  ];
  return [`${title}: ${state}`, ...parts.filter((part) => typeof part === 'string')].join(', ');
}

function operationLines(operations: readonly OperationFragment[]): string[] {
  if (operations.length === 0) return ['no operations'];
  const ended = operations.filter(({ endedAt }) => endedAt !== null);
  return [
    ...operations.filter(({ endedAt }) => endedAt === null).map(describeOperation),
    ...(ended.length === 0
      ? []
      : tableLines(
          ['ended', 'state', 'operation', 'requested by', 'reason'],
          ended.map(({ endedAt, state, title, requestedBy, reason }) => [
            endedAt ?? '',
            state,
            title,
            requestedBy,
            reason ?? '',
          ]),
        )),
  ];
}

export interface WaitOptions {
  wait?: boolean;
}

/** Prints the outcome of a request: after completion with `--wait`, else immediately. */
export async function printOutcome(
  api: Api,
  requested: NodeRowFragment,
  options: OutputOptions & WaitOptions,
  isDone: (node: NodeRowFragment) => boolean,
): Promise<void> {
  const node = options.wait ? await waitForNode(api, requested, isDone) : requested;
  print(node, options, () => [
    `${node.name} (${node.id}): desired state ${node.desiredState}, currently ${node.status.phase}`,
    ...(node.waitsFor === null ? [] : [`waiting: ${printable(node.waitsFor)}`]),
  ]);
}

/** Waits until a node is as requested. Throws CommandError if it starts failing or is deleted. */
const waitForNode = (api: Api, requested: NodeRowFragment, isDone: (node: NodeRowFragment) => boolean) =>
  waitForChange(api, ['node', 'executor'], async () => {
    const { node } = await api.call(GetNodeDocument, { id: requested.id });
    if (node === null) throw new CommandError(`${requested.name} was deleted`);
    // A node that was already failing may not have received the request yet.
    const isOldFailure = requested.status.phase === 'failing' && node.status.since === requested.status.since;
    if (node.status.phase === 'failing' && !isOldFailure)
      throw new CommandError(`${node.name} is failing: ${printable(node.status.reason ?? 'no reason given')}`);
    const { takenBack } = node;
    if (takenBack !== null && takenBack.revision >= requested.revision && takenBack.runsRevision < requested.revision)
      throw new CommandError(`the change of ${node.name} was reverted: ${printable(takenBack.reason)}`);
    return isDone(node) ? node : undefined;
  });

export const isUp = ({ status }: NodeRowFragment): boolean => isAnswering(status.phase);

/** Returns a check that this revision is applied and the node runs, or is stopped, as requested. */
export const isReached =
  ({ revision, desiredState }: NodeRowFragment) =>
  (node: NodeRowFragment): boolean =>
    (node.status.appliedRevision ?? 0) >= revision &&
    (desiredState === 'stopped' ? node.status.phase === 'stopped' : isUp(node));
