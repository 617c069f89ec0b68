import type { Command } from 'commander';
import {
  CancelNodeOperationDocument,
  GetNodeOperationsDocument,
  type OperationFragment,
} from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print, tableLines } from '../output.ts';
import { wholeNumber } from '../parse.ts';
import { findNode } from './find-node.ts';
import { describeOperation } from './run-operation.ts';

/** `satrap nodes operations` and `satrap nodes cancel` */
export function register(nodes: Command): void {
  apiCommand(nodes, 'operations <node>', 'list a node’s current and past operations, newest first')
    .option('--take <count>', 'number of operations (default: 10)', wholeNumber(1, 100))
    .action(async (nameOrId: string, options: ApiOptions & { take?: number }) => {
      const { operations } = await operationsOf(new Api(options), nameOrId, options.take ?? 10);
      print(operations, options, () => operationLines(operations));
    });
  apiCommand(nodes, 'cancel <node>', 'cancel a node’s operation').action(
    async (nameOrId: string, options: ApiOptions) => {
      const api = new Api(options);
      const { id, name, operations } = await operationsOf(api, nameOrId, 20);
      const pending = operations.filter(({ endedAt }) => endedAt === null);
      const found = pending.find(({ cancellable }) => cancellable) ?? pending[0];
      if (found === undefined) throw new CommandError(`${name} has no operation to cancel`);
      const { cancelNodeOperation: cancelled } = await api.call(CancelNodeOperationDocument, {
        nodeId: id,
        id: found.id,
      });
      print(cancelled, options, () => [`${name}: ${describeOperation(cancelled)}`]);
    },
  );
}

async function operationsOf(api: Api, nameOrId: string, take: number) {
  const { id, name } = await findNode(api, nameOrId);
  const { node } = await api.call(GetNodeOperationsDocument, { id, take });
  if (node === null) throw new CommandError(`${name} was deleted`);
  return node;
}

/** Formats a node's operations. */
function operationLines(operations: readonly OperationFragment[]): string[] {
  if (operations.length === 0) return ['no operations'];
  const pending = operations.filter(({ endedAt }) => endedAt === null);
  const ended = operations.filter(({ endedAt }) => endedAt !== null);
  return [
    ...pending.map(describeOperation),
    ...(ended.length === 0
      ? []
      : tableLines(
          ['ended', 'state', 'operation', 'requested by', 'reason'],
          ended.map(({ endedAt, state, title, requestedBy, reason }) => [
            ...[endedAt ?? '', state, title, requestedBy, reason ?? ''],
          ]),
        )),
  ];
}
