import { checkConfig } from '../../../../bitcoin/check-config.ts';
import { checkOverrides } from '../../../../bitcoin/check-overrides.ts';
import { optionCatalogue } from '../../../../bitcoin/clients/catalogue.ts';
import type { ClientVersion } from '../../../../bitcoin/clients/registry.ts';
import type { ConfigIssue, ConfigOverride, NodeConfig, NodeResources } from '../../../../bitcoin/node-config.ts';
import { isSecretKey } from '../../../../bitcoin/secret-keys.ts';
import type { NodeUpdateInput } from '../../../../contract/types.generated.ts';

export interface Draft {
  resources: NodeResources;
  /** `id` identifies the row while editing. */
  overrides: readonly (ConfigOverride & { id: number })[];
}

const draftOf = ({ resources, overrides }: Pick<NodeConfig, 'resources' | 'overrides'>): Draft => ({
  resources: { cpuCores: resources.cpuCores, memoryMiB: resources.memoryMiB, diskGiB: resources.diskGiB },
  overrides: overrides.map(({ key, value }, id) => ({ id, key, value })),
});

/** Returns the changed fields for `updateNode`; null without changes. */
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

/** Validates the draft as the control plane does; it validates again. */
export function faultsOf(draft: Draft, current: NodeConfig): ConfigIssue[] {
  const next: NodeConfig = { ...current, ...draft };
  const isEmpty = draft.overrides.findIndex(({ key }) => key.trim() === '');
  if (isEmpty !== -1) return [{ path: ['overrides', isEmpty, 'key'], message: 'Pick an option or remove this row' }];
  return [...checkConfig(next), ...checkOverrides(next, current)];
}

export type Base = Pick<NodeConfig, 'resources' | 'overrides'> & { revision: number };

/** A draft and the configuration it is based on: the node may change meanwhile. */
export interface KeptDraft {
  base: Base;
  draft: Draft;
}

export const startFrom = ({ resources, overrides, revision }: Base): KeptDraft => ({
  base: { resources, overrides, revision },
  draft: draftOf({ resources, overrides }),
});

export const isDirty = ({ base, draft }: KeptDraft): boolean => changeOf(draft, base) !== null;

/** Serializes a draft for this browser tab, without secrets. */
export const writeDraft = (kept: KeptDraft | null): string =>
  JSON.stringify(kept, (_key, value) =>
    isOverride(value) && isSecretKey(value.key) ? { ...value, value: '' } : value,
  );

/** Deserializes a draft and fills in the node's current secrets; null without one. */
export function readDraft(text: string | undefined, node: Base): KeptDraft | null {
  if (text === undefined) return null;
  const secretOf = (key: string) => node.overrides.find((each) => each.key === key)?.value ?? '';
  return JSON.parse(text, (_key, value) =>
    isOverride(value) && isSecretKey(value.key) ? { ...value, value: secretOf(value.key) } : value,
  );
}

const isOverride = (value: unknown): value is ConfigOverride =>
  typeof value === 'object' && value !== null && 'key' in value && 'value' in value && typeof value.key === 'string';

/** A value that another person changed; undefined if not set. */
export interface ForeignChange {
  field: string;
  from: string | undefined;
  to: string | undefined;
}

const resources: readonly (readonly [keyof NodeResources, string])[] = [
  ['cpuCores', 'CPU cores'],
  ['memoryMiB', 'Memory (MiB)'],
  ['diskGiB', 'Disk (GiB)'],
];

const valuesOf = (overrides: readonly ConfigOverride[], key: string): readonly string[] =>
  overrides.filter((each) => each.key.trim() === key).map(({ value }) => value);

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const keysOf = (...lists: readonly (readonly ConfigOverride[])[]): string[] => [
  ...new Set(lists.flat().map(({ key }) => key.trim())),
];

/** Returns what another person changed since the draft was started. */
export function foreignChanges(base: Base, now: Base): ForeignChange[] {
  const text = (values: readonly string[]) => (values.length === 0 ? undefined : values.join(', '));
  const ofResources = resources
    .filter(([field]) => base.resources[field] !== now.resources[field])
    .map(([field, label]) => ({ field: label, from: String(base.resources[field]), to: String(now.resources[field]) }));
  const ofOverrides = keysOf(base.overrides, now.overrides).flatMap((key) => {
    const [from, to] = [valuesOf(base.overrides, key), valuesOf(now.overrides, key)];
    return isSame(from, to) ? [] : [{ field: key, from: text(from), to: text(to) }];
  });
  return [...ofResources, ...ofOverrides];
}

/** Rebases a draft onto the node's current configuration: fields without own changes take the node's values. */
export function rebase({ base, draft }: KeptDraft, now: Base): KeptDraft {
  const merged = { ...now.resources };
  for (const [field] of resources)
    if (draft.resources[field] !== base.resources[field]) merged[field] = draft.resources[field];
  const isOwn = (key: string) => !isSame(valuesOf(base.overrides, key), valuesOf(draft.overrides, key));
  const overrides = [
    ...now.overrides.filter(({ key }) => !isOwn(key.trim())),
    ...draft.overrides.filter(({ key }) => isOwn(key.trim())),
  ];
  const { base: next } = startFrom(now);
  return { base: next, draft: { resources: merged, overrides: overrides.map((each, id) => ({ ...each, id })) } };
}

/** Whether the platform manages an option, so that users cannot set it. */
export const isPlatformOption = (key: string, of: ClientVersion): boolean => platformReason(key, of) !== null;

/** Returns why the platform manages an option; null if users may set it. */
export function platformReason(key: string, of: ClientVersion): string | null {
  const name = key.trim().replace(/^-+/, '');
  const find = (option: string) => optionCatalogue(of).find(option)?.platformReason ?? null;
  return find(name) ?? find(name.replace(/^no/, ''));
}
