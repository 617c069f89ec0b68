import type { Command } from 'commander';
import type { ApiOptions } from '../api.ts';
import { apiCommand } from '../api.ts';
import { runOperation } from './run-operation.ts';
import type { WaitOptions } from './wait-for-node.ts';

export function register(nodes: Command): void {
  apiCommand(
    nodes,
    'move <node>',
    'move all data of a node to another data root of its host; the old copy is kept until the new one runs',
  )
    .requiredOption('--to <root>', 'the data root (see: satrap executors show)')
    .option('--wait', 'wait until it has ended')
    .action((node: string, options: ApiOptions & WaitOptions & { to: string }) =>
      runOperation(node, options, { kind: 'move', params: { to: options.to } }),
    );
}
