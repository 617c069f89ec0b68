import type { Command } from 'commander';
import { PreviewNodeUpdateDocument, UpdateNodeDocument } from '../../contract/operations.generated.ts';
import { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { collect, type KeyValue } from '../parse.ts';
import { findNode } from './find-node.ts';
import { type NodeOptions, resourcesOf, revertOf, withNodeOptions } from './node-options.ts';
import { printPreview } from './preview.ts';
import { isReached, printOutcome } from './wait-for-node.ts';

interface UpdateOptions extends NodeOptions {
  unset: string[];
  rename?: string;
  dryRun?: boolean;
}

/** `satrap nodes update` */
export function addUpdateCommand(nodes: Command): void {
  withNodeOptions(nodes.command('update').description('change a node').argument('<node>'))
    .option('--unset <key>', 'remove an override; may be repeated', collect, [])
    .option('--rename <name>', 'another name')
    .option('--dry-run', 'only show what would happen')
    .option('--wait', 'wait until it is done')
    .action(update);
}

async function update(nameOrId: string, options: UpdateOptions): Promise<void> {
  const api = new Api(options);
  const node = await findNode(api, nameOrId);
  const change = {
    id: node.id,
    data: {
      name: options.rename ?? null,
      clientVersion: options.version ?? null,
      nodeType: options.type ?? null,
      resources: resourcesOf(options),
      overrides: changedOverrides(node.overrides, options),
      revertFailedChange: revertOf(options),
    },
  };
  if (options.dryRun) {
    const { previewNodeUpdate } = await api.call(PreviewNodeUpdateDocument, change);
    if (previewNodeUpdate === null) throw new CommandError(`${node.name} has been deleted`);
    return printPreview(previewNodeUpdate, options);
  }
  const { updateNode } = await api.call(UpdateNodeDocument, change);
  await printOutcome(api, updateNode, options, isReached(updateNode));
}

/** Returns all overrides after the change, because the API takes the list as a whole; null when none changes. */
export function changedOverrides(
  current: readonly KeyValue[],
  { set, unset }: Pick<UpdateOptions, 'set' | 'unset'>,
): KeyValue[] | null {
  const changed = [...unset, ...set.map(({ key }) => key)];
  if (changed.length === 0) return null;
  return [...current.filter(({ key }) => !changed.includes(key)), ...set];
}
