import type { Command } from 'commander';
import { GetNodeDocument, type GetNodeQuery, RequestNodeActionDocument } from '../../contract/operations.generated.ts';
import type { NodeAction } from '../../contract/types.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { print } from '../output.ts';
import { confirm } from '../prompt.ts';
import { findNode } from './find-node.ts';
import { untilChainWorkEnded } from './wait-for-chain-work.ts';
import type { WaitOptions } from './wait-for-node.ts';

interface ReindexOptions extends ApiOptions, WaitOptions {
  chainstate?: boolean;
  downloadAgain?: boolean;
  cancel?: boolean;
  yes?: boolean;
}

type ShownReindex = NonNullable<NonNullable<GetNodeQuery['node']>['reindex']>;

export function register(nodes: Command): void {
  apiCommand(nodes, 'reindex <node>', 'rebuild the index of blocks and the chain state from the block files, once')
    .option('--chainstate', 'rebuild the chain state alone')
    .option('--download-again', 'for a node that prunes: download the whole chain again')
    .option('--cancel', 'take back a reindex that has not begun')
    .option('--yes', 'do not ask for confirmation')
    .option('--wait', 'wait until it has ended')
    .action(reindex);
}

async function reindex(nameOrId: string, options: ReindexOptions): Promise<void> {
  const api = new Api(options);
  const { id, name } = await findNode(api, nameOrId);
  const action: NodeAction = options.cancel ? 'cancel_reindex' : options.chainstate ? 'reindex_chainstate' : 'reindex';
  if (!options.cancel && !options.yes) {
    await confirm(
      `Rebuild the chain data of ${name}? It takes days on mainnet, and helps only where the data is damaged: not after a full disk.`,
    );
  }
  const { requestNodeAction: requested } = await api.call(RequestNodeActionDocument, {
    ...{ id, action },
    downloadAgain: options.downloadAgain ?? false,
  });
  if (options.wait && !options.cancel)
    await untilChainWorkEnded(api, {
      id,
      name,
      workOf: (node) => node.reindex,
      failure: `the reindex of ${name} failed`,
    });
  const { node } = await api.call(GetNodeDocument, { id });
  print(node, options, () => [
    `${name}: ${describeReindex(node?.reindex ?? null)}`,
    ...(requested.waitsFor === null ? [] : [`waits: ${printable(requested.waitsFor)}`]),
  ]);
}

/** Says for people how far a reindex is. Pure. */
export function describeReindex(shown: ShownReindex | null): string {
  if (shown === null) return 'no reindex was asked for';
  const { action, state, requestedAt, requestedBy, begunAt, endedAt, reason, targetHeight, progress, estimatedEndAt } =
    shown;
  const parts = [
    `asked for at ${requestedAt} by ${printable(requestedBy)}`,
    begunAt && `begun at ${begunAt}`,
    state === 'running' && progress !== null && progress !== undefined && `${Math.floor(progress * 100)} % done`,
    state === 'running' && targetHeight && `up to height ${targetHeight}`,
    estimatedEndAt && `done at about ${estimatedEndAt}`,
    endedAt && `ended at ${endedAt}`,
    reason && printable(reason),
  ];
  return [`${action} ${state}`, ...parts.filter((part) => typeof part === 'string')].join(', ');
}
