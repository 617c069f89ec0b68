import type { Command } from 'commander';
import { ListNetworksDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { print, tableLines } from '../output.ts';
import { requirePersonalKey } from '../personal-key.ts';

export function register(networks: Command): void {
  apiCommand(networks, 'list', 'list networks, and whether their nodes agree').action(list);
}

async function list(options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { networks } = await api.call(ListNetworksDocument, {});
  if (networks.length === 0) await requirePersonalKey(api);
  print(networks, options, () =>
    networks.length === 0
      ? ['no running node has reported a block']
      : tableLines(
          ['network', 'state', 'nodes', 'height', 'branches'],
          networks.map(({ name, state, nodeCount, height, branches }) => [
            name,
            state,
            String(nodeCount),
            String(height),
            String(branches.length),
          ]),
        ),
  );
}
