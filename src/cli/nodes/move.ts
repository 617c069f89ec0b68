import type { Command } from 'commander';
import type { ApiOptions } from '../api.ts';
import { apiCommand } from '../api.ts';
import { runOperation } from './run-operation.ts';
import type { WaitOptions } from './wait-for-node.ts';

export function register(nodes: Command): void {
  apiCommand(
    nodes,
    'move <node>',
    'move a node’s data to another data root of its host; the old copy stays until the node runs with the new one',
  )
    .requiredOption('--to <root>', 'target data root (see: satrap hosts show)')
    .option('--wait', 'wait until it is complete')
    .action((node: string, options: ApiOptions & WaitOptions & { to: string }) =>
      runOperation(node, options, { kind: 'move', params: { to: options.to } }),
    );
}
