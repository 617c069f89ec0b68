import type { Command } from 'commander';
import {
  type NodeRowFragment,
  PreviewNodeUpdateDocument,
  UpdateNodeDocument,
} from '../../contract/operations.generated.ts';
import type { UserErrorCode } from '../../contract/types.generated.ts';
import { Api } from '../api.ts';
import { CommandError, RefusedError } from '../command-error.ts';
import { collect, type KeyValue } from '../parse.ts';
import { findNode } from './find-node.ts';
import { type NodeOptions, resourcesOf, revertOf, withNodeOptions } from './node-options.ts';
import { printPreview } from './preview.ts';
import { isReached, printOutcome } from './wait-for-node.ts';
import { warnOfSettings } from './warn-of-settings.ts';

interface UpdateOptions extends NodeOptions {
  unset: string[];
  rename?: string;
  dryRun?: boolean;
}

export function register(nodes: Command): void {
  withNodeOptions(nodes.command('update').description('change a node').argument('<node>'))
    .option('--unset <key>', 'remove an override; may be repeated', collect, [])
    .option('--rename <name>', 'new name')
    .option('--dry-run', 'show the effect without changing anything')
    .option('--wait', 'wait until it is applied')
    .action(update);
}

/** Retries after concurrent changes of the node. */
const maxTries = 10;

async function update(nameOrId: string, options: UpdateOptions): Promise<void> {
  const api = new Api(options);
  if (options.dryRun) {
    const node = await findNode(api, nameOrId);
    const { previewNodeUpdate } = await api.call(PreviewNodeUpdateDocument, changeOf(node, options));
    if (previewNodeUpdate === null) throw new CommandError(`${node.name} was deleted`);
    return printPreview(previewNodeUpdate, options);
  }
  for (let tries = 1; ; tries++) {
    try {
      const { updateNode } = await api.call(UpdateNodeDocument, changeOf(await findNode(api, nameOrId), options));
      warnOfSettings(updateNode, options.set);
      return await printOutcome(api, updateNode, options, isReached(updateNode));
    } catch (error) {
      const isConflict = error instanceof RefusedError && error.code === ('revision_conflict' satisfies UserErrorCode);
      if (!isConflict || tries === maxTries) throw error;
    }
  }
}

/** The API replaces all overrides, so a change of some of them applies only to the revision that it is based on. */
function changeOf(node: NodeRowFragment, options: UpdateOptions) {
  const overrides = changedOverrides(node.overrides, options);
  return {
    id: node.id,
    data: {
      name: options.rename ?? null,
      client: options.client ?? null,
      clientVersion: options.version ?? null,
      nodeType: options.type ?? null,
      resources: resourcesOf(options),
      overrides,
      revertFailedChange: revertOf(options),
      expectedRevision: overrides === null ? null : node.revision,
    },
  };
}

/** Returns all overrides after the change, because the API replaces the whole list; null without a change. */
export function changedOverrides(
  current: readonly KeyValue[],
  { set, unset }: Pick<UpdateOptions, 'set' | 'unset'>,
): KeyValue[] | null {
  const changed = [...unset, ...set.map(({ key }) => key)];
  if (changed.length === 0) return null;
  return [...current.filter(({ key }) => !changed.includes(key)), ...set];
}
