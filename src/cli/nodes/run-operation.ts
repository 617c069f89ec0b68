import {
  GetNodeOperationsDocument,
  type OperationFragment,
  StartNodeOperationDocument,
} from '../../contract/operations.generated.ts';
import type { NodeOperationKind } from '../../contract/types.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { confirm } from '../prompt.ts';
import { chainWorkMinutes, waitForChange } from '../wait.ts';
import { findNode } from './find-node.ts';
import type { WaitOptions } from './wait-for-node.ts';

interface RunOptions extends ApiOptions, WaitOptions {
  yes?: boolean;
}

interface Operation {
  kind: NodeOperationKind;
  params: unknown;
  /** The confirmation question, if any. */
  question?(node: string): string;
}

/** Starts an operation, follows it to its end with `--wait`, and prints it. Throws CommandError if it fails. */
export async function runOperation(
  nameOrId: string,
  options: RunOptions,
  { kind, params, question }: Operation,
): Promise<void> {
  const api = new Api(options);
  const { id: nodeId, name } = await findNode(api, nameOrId);
  if (question !== undefined && !options.yes) await confirm(question(name));
  const { startNodeOperation: started } = await api.call(StartNodeOperationDocument, { nodeId, kind, params });
  const read = async () => {
    const { node } = await api.call(GetNodeOperationsDocument, { id: nodeId, take: 20 });
    if (node === null) throw new CommandError(`${name} was deleted`);
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

/** Formats an operation's progress. */
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
