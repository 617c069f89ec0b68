import type { Command } from 'commander';
import {
  type NodeRowFragment,
  PreviewNodeUpdateDocument,
  UpdateNodeDocument,
} from '../../contract/operations.generated.ts';
import type { UserErrorCode } from '../../contract/types.generated.ts';
import { defineApiCommand } from '../api.ts';
import { CommandError, RefusedError } from '../command-error.ts';
import { type KeyValue, listOption, type OptionValues, option } from '../options.ts';
import { findNode } from './find-node.ts';
import { nodeOptions, resourcesOf, revertOf } from './node-options.ts';
import { printPreview, warnOfSettings } from './preview.ts';
import { isReached, printOutcome } from './wait-for-node.ts';

const updateOptions = [
  ...nodeOptions,
  listOption('--unset <key>', 'remove an override; may be repeated'),
  option('--rename <name>', 'new name'),
  option('--dry-run', 'show the effect without changing anything'),
  option('--wait', 'wait until it is applied'),
] as const;
type UpdateOptions = OptionValues<typeof updateOptions>;

/** Retries after concurrent changes of the node. */
const maxTries = 10;

export function register(nodes: Command): void {
  defineApiCommand(nodes, 'update <node>', 'change a node', updateOptions, async (api, options, nameOrId) => {
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
        const isConflict =
          error instanceof RefusedError && error.code === ('revision_conflict' satisfies UserErrorCode);
        if (!isConflict || tries === maxTries) throw error;
      }
    }
  });
}

/** The API replaces all overrides, so a change of some of them applies only to the revision that it is based on. */
function changeOf({ id, overrides: current, revision }: NodeRowFragment, options: UpdateOptions) {
  const overrides = changedOverrides(current, options);
  return {
    id,
    data: {
      name: options.rename ?? null,
      client: options.client ?? null,
      clientVersion: options.version ?? null,
      nodeType: options.type ?? null,
      resources: resourcesOf(options),
      overrides,
      revertFailedChange: revertOf(options),
      expectedRevision: overrides === null ? null : revision,
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
