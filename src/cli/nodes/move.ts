import type { Command } from 'commander';
import {
  GetNodeDocument,
  type GetNodeQuery,
  MoveNodeDataDocument,
  RequestNodeActionDocument,
} from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { findNode } from './find-node.ts';
import { untilChainWorkEnded } from './wait-for-chain-work.ts';
import type { WaitOptions } from './wait-for-node.ts';

interface MoveOptions extends ApiOptions, WaitOptions {
  to?: string;
  cancel?: boolean;
}

type ShownMove = NonNullable<NonNullable<GetNodeQuery['node']>['move']>;

export function register(nodes: Command): void {
  apiCommand(
    nodes,
    'move <node>',
    'move all data of a node to another data root of its host; the old copy is kept until the new one runs',
  )
    .option('--to <root>', 'the data root (see: satrap executors show)')
    .option('--cancel', 'take a move back whose copy no daemon has been started on')
    .option('--wait', 'wait until it has ended')
    .action(move);
}

async function move(nameOrId: string, options: MoveOptions): Promise<void> {
  const { to, cancel } = options;
  if ((to === undefined) !== (cancel === true)) {
    throw new CommandError('say where it is to go with --to ROOT, or take a move back with --cancel');
  }
  const api = new Api(options);
  const { id, name } = await findNode(api, nameOrId);
  const waitsFor =
    to === undefined
      ? (await api.call(RequestNodeActionDocument, { id, action: 'cancel_move', downloadAgain: false }))
          .requestNodeAction.waitsFor
      : (await api.call(MoveNodeDataDocument, { id, to })).moveNodeData.waitsFor;
  if (options.wait && to !== undefined)
    await untilChainWorkEnded(api, { id, name, workOf: ({ move }) => move, failure: `${name} was not moved` });
  const { node } = await api.call(GetNodeDocument, { id });
  print(node, options, () => [
    `${name}: ${describeMove(node?.move ?? null)}`,
    ...(waitsFor === null ? [] : [`waits: ${printable(waitsFor)}`]),
  ]);
}

/** Says for people how far a move is. Pure. */
export function describeMove(shown: ShownMove | null): string {
  if (shown === null) return 'no move was asked for';
  const { from, to, state, requestedAt, requestedBy, begunAt, endedAt, reason, copiedBytes, totalBytes, copiedAt } =
    shown;
  const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
  const parts = [
    `asked for at ${requestedAt} by ${printable(requestedBy)}`,
    begunAt && `begun at ${begunAt}`,
    copiedBytes !== null && totalBytes !== null && `${mebibytes(copiedBytes)} of ${mebibytes(totalBytes)} MiB copied`,
    copiedAt && `copied at about ${copiedAt}`,
    endedAt && `ended at ${endedAt}`,
    reason && printable(reason),
  ];
  const what = `move from ${from ?? '?'} to ${to} ${state}`;
  return [what, ...parts.filter((part) => typeof part === 'string')].join(', ');
}
