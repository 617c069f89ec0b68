import type { Command } from 'commander';
import { type ApiOptions, apiCommand } from '../api.ts';
import { runOperation } from './run-operation.ts';
import type { WaitOptions } from './wait-for-node.ts';

interface ReindexOptions extends ApiOptions, WaitOptions {
  chainstate?: boolean;
  downloadAgain?: boolean;
  yes?: boolean;
}

export function register(nodes: Command): void {
  apiCommand(nodes, 'reindex <node>', 'rebuild the index of blocks and the chain state from the block files, once')
    .option('--chainstate', 'rebuild the chain state alone')
    .option('--download-again', 'for a node that prunes: download the whole chain again')
    .option('--yes', 'do not ask for confirmation')
    .option('--wait', 'wait until it has ended')
    .action((node: string, options: ReindexOptions) =>
      runOperation(node, options, {
        kind: 'reindex',
        params: { chainstateOnly: options.chainstate ?? false, downloadAgain: options.downloadAgain ?? false },
        question: (name) =>
          `Rebuild the chain data of ${name}? It takes days on mainnet, and helps only where the data is damaged: not after a full disk.`,
      }),
    );
}
