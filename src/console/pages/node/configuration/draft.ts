import { checkConfig } from '../../../../bitcoin/check-config.ts';
import { checkOverrides } from '../../../../bitcoin/check-overrides.ts';
import type { ConfigIssue, ConfigOverride, NodeConfig, NodeResources } from '../../../../bitcoin/node-config.ts';
import type { NodeUpdateInput } from '../../../../contract/types.generated.ts';

/** What a person makes of a node’s configuration, before it is saved. */
export interface Draft {
  resources: NodeResources;
  /** `id` names the row while it is edited. */
  overrides: readonly (ConfigOverride & { id: number })[];
}

/** Begins with what a node has. Pure. */
export const draftOf = ({ resources, overrides }: Pick<NodeConfig, 'resources' | 'overrides'>): Draft => ({
  resources: { cpuCores: resources.cpuCores, memoryMiB: resources.memoryMiB, diskGiB: resources.diskGiB },
  overrides: overrides.map(({ key, value }, id) => ({ id, key, value })),
});

/** Returns what differs from what a node has, for `updateNode`; null where nothing does. Pure. */
export function changeOf(draft: Draft, current: Pick<NodeConfig, 'resources' | 'overrides'>): NodeUpdateInput | null {
  const overrides = draft.overrides.map(({ key, value }) => ({ key: key.trim(), value }));
  const asText = (list: readonly ConfigOverride[]) => JSON.stringify(list.map(({ key, value }) => [key, value]));
  const fields = ['cpuCores', 'memoryMiB', 'diskGiB'] as const;
  const changed = fields.filter((field) => draft.resources[field] !== current.resources[field]);
  const isSame = asText(overrides) === asText(current.overrides);
  if (isSame && changed.length === 0) return null;
  return {
    ...(isSame ? {} : { overrides }),
    ...(changed.length === 0
      ? {}
      : { resources: Object.fromEntries(changed.map((field) => [field, draft.resources[field]])) }),
  };
}

/** Returns every fault that the control plane would find in the configuration itself; it judges it again. Pure. */
export function faultsOf(draft: Draft, current: NodeConfig): ConfigIssue[] {
  const next: NodeConfig = { ...current, ...draft };
  // A row that was only just added is no fault yet.
  const isEmpty = draft.overrides.findIndex(({ key }) => key.trim() === '');
  if (isEmpty !== -1) return [{ path: ['overrides', isEmpty, 'key'], message: 'choose an option, or remove the row' }];
  return [...checkConfig(next), ...checkOverrides(next, current)];
}
