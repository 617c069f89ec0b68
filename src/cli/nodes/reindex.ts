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
  apiCommand(nodes, 'reindex <node>', 'rebuild the block index and chain state from the block files')
    .option('--chainstate', 'rebuild only the chain state')
    .option('--download-again', 'for a pruned node: download the whole chain again')
    .option('--yes', 'do not ask for confirmation')
    .option('--wait', 'wait until it is complete')
    .action((node: string, options: ReindexOptions) =>
      runOperation(node, options, {
        kind: 'reindex',
        params: { chainstateOnly: options.chainstate ?? false, downloadAgain: options.downloadAgain ?? false },
        question: (name) =>
          `Rebuild the chain data of ${name}? This takes days on mainnet and helps only if the data is damaged, not after a full disk.`,
      }),
    );
}
