import type { Command } from 'commander';
import { ListNodesDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { print } from '../output.ts';
import { requirePersonalKey } from '../personal-key.ts';
import { nodeTable } from './node-table.ts';

export function register(nodes: Command): void {
  apiCommand(nodes, 'list', 'list all nodes').action(list);
}

async function list(options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { nodes } = await api.call(ListNodesDocument, {});
  if (nodes.length === 0) await requirePersonalKey(api);
  print(nodes, options, () =>
    nodes.length === 0
      ? ['No nodes yet. Deploy one with: satrap nodes create NAME --network signet']
      : nodeTable(nodes),
  );
}
