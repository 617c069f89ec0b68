import type { Command } from 'commander';
import { DeleteNodeDocument, GetNodeDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, withApiOptions } from '../api.ts';
import { print } from '../output.ts';
import { confirm } from '../prompt.ts';
import { waitForChange } from '../wait.ts';
import { findNode } from './find-node.ts';
import type { WaitOptions } from './wait-for-node.ts';

interface DeleteOptions extends ApiOptions, WaitOptions {
  keepData?: boolean;
  yes?: boolean;
}

/** `satrap nodes delete` */
export function addDeleteCommand(nodes: Command): void {
  withApiOptions(nodes.command('delete').description('delete a node and its chain data').argument('<node>'))
    .option('--keep-data', 'leave the chain data on the host')
    .option('--yes', 'do not ask for confirmation')
    .option('--wait', 'wait until it is gone')
    .action(deleteNode);
}

async function deleteNode(nameOrId: string, options: DeleteOptions): Promise<void> {
  const api = new Api(options);
  const node = await findNode(api, nameOrId);
  const keepsData = options.keepData || (node.desiredState === 'deleted' && node.dataPolicy === 'keep');
  const scope = keepsData ? '' : ' and its chain data';
  if (!options.yes) await confirm(`Delete ${node.name} on ${node.executor.name}${scope}?`);
  // Null keeps an earlier choice: a repeated command without the flag must not turn «keep» into «remove».
  const { deleteNode: deleted } = await api.call(DeleteNodeDocument, {
    id: node.id,
    dataPolicy: options.keepData ? 'keep' : null,
  });
  if (options.wait)
    await waitForChange(api, ['node'], async () =>
      (await api.call(GetNodeDocument, { id: node.id })).node === null ? true : undefined,
    );
  print(deleted, options, () => [`${node.name} is ${options.wait ? 'gone' : 'being deleted'}`]);
}
