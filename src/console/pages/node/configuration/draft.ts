import { checkConfig } from '../../../../bitcoin/check-config.ts';
import { checkOverrides } from '../../../../bitcoin/check-overrides.ts';
import { optionCatalog } from '../../../../bitcoin/clients/catalog.ts';
import type { ClientVersion } from '../../../../bitcoin/clients/registry.ts';
import type { ConfigIssue, ConfigOverride, NodeConfig } from '../../../../bitcoin/node-config.ts';
import { isSecretKey } from '../../../../bitcoin/secret-keys.ts';
import { torOf, torOff, torText } from '../../../../bitcoin/tor.ts';
import type { NodeUpdateInput } from '../../../../contract/types.generated.ts';

/** The editable part of a node's configuration. */
type Settings = Pick<NodeConfig, 'clientVersion' | 'tor' | 'resources' | 'overrides'>;

/** An override while editing; `id` identifies its row. */
export type EditedOverride = ConfigOverride & { id: number };

export type Draft = Omit<Settings, 'overrides'> & { overrides: readonly EditedOverride[] };

export type Base = Settings & { revision: number };

/** A draft and the configuration it is based on: the node may change meanwhile. */
export interface KeptDraft {
  base: Base;
  draft: Draft;
}

const versionField = 'Version';
const torField = 'Tor';

export const resourceFields = [
  { field: 'cpuCores', label: 'CPU cores', step: 0.5 },
  { field: 'memoryMiB', label: 'Memory (MiB)', step: 256 },
  { field: 'diskGiB', label: 'Disk (GiB)', step: 10 },
] as const;

const draftOf = ({ clientVersion, tor = null, resources, overrides }: Settings): Draft => ({
  clientVersion,
  tor,
  resources: { cpuCores: resources.cpuCores, memoryMiB: resources.memoryMiB, diskGiB: resources.diskGiB },
  overrides: overrides.map(({ key, value }, id) => ({ id, key, value })),
});

export const startFrom = ({ clientVersion, tor = null, resources, overrides, revision }: Base): KeptDraft => ({
  base: { clientVersion, tor, resources, overrides, revision },
  draft: draftOf({ clientVersion, tor, resources, overrides }),
});

/** Returns the changed fields for `updateNode`; null without changes. */
export function changeOf(draft: Draft, current: Settings): NodeUpdateInput | null {
  const changed = resourceFields.filter(({ field }) => draft.resources[field] !== current.resources[field]);
  const overrides = draft.overrides.map(({ key, value }) => ({ key: key.trim(), value }));
  const asText = (list: readonly ConfigOverride[]) => JSON.stringify(list.map(({ key, value }) => [key, value]));
  const isSame = asText(overrides) === asText(current.overrides);
  const isSameVersion = draft.clientVersion === current.clientVersion;
  const isSameTor = torText(draft.tor) === torText(current.tor);
  if (isSame && isSameVersion && isSameTor && changed.length === 0) return null;
  const resources = Object.fromEntries(changed.map(({ field }) => [field, draft.resources[field]]));
  const version = isSameVersion ? {} : { clientVersion: draft.clientVersion };
  const tor = isSameTor ? {} : { tor: torOf(draft.tor) ?? torOff };
  return { ...version, ...tor, ...(isSame ? {} : { overrides }), ...(changed.length === 0 ? {} : { resources }) };
}

export const isDirty = ({ base, draft }: KeptDraft): boolean => changeOf(draft, base) !== null;

/** Validates a configuration as the control plane does, which validates again. `current`: null for a new node. */
export function configFaults(next: NodeConfig, current: NodeConfig | null): ConfigIssue[] {
  const empty = next.overrides.findIndex(({ key }) => key.trim() === '');
  if (empty !== -1) return [{ path: ['overrides', empty, 'key'], message: 'Pick an option or remove this row' }];
  return [...checkConfig(next), ...checkOverrides(next, current)];
}

/** Returns the message of the first fault at a path or below it. */
export const faultAt = (faults: readonly ConfigIssue[], ...path: readonly (string | number)[]): string | undefined =>
  faults.find((fault) => path.every((part, at) => String(fault.path[at]) === String(part)))?.message;

/** Serializes a draft for this browser tab, without secrets. */
export const writeDraft = (kept: KeptDraft | null): string => JSON.stringify(kept, withSecrets());

/** Deserializes a draft and fills in the node's current secrets; null without one. */
export function readDraft(text: string | undefined, node: Base): KeptDraft | null {
  const secretOf = (key: string) => node.overrides.find((each) => each.key === key)?.value ?? '';
  return text === undefined ? null : JSON.parse(text, withSecrets(secretOf));
}

/** Returns a JSON replacer or reviver that sets the value of each secret option, by default to nothing. */
const withSecrets =
  (secretOf = (_key: string) => '') =>
  (_key: string, value: unknown) =>
    isOverride(value) && isSecretKey(value.key) ? { ...value, value: secretOf(value.key) } : value;

const isOverride = (value: unknown): value is ConfigOverride =>
  typeof value === 'object' && value !== null && 'key' in value && 'value' in value && typeof value.key === 'string';

export type Difference = ReturnType<typeof differences>[number];

/** Returns what differs between two configurations; a value is undefined if not set. An option may have several values. */
export function differences(from: Settings, to: Settings) {
  const keys = new Set([...from.overrides, ...to.overrides].map(({ key }) => key.trim()));
  const valuesOf = ({ overrides }: Settings, key: string) =>
    overrides.filter((each) => each.key.trim() === key).map(({ value }) => value);
  const all = [
    { field: versionField, before: [from.clientVersion], after: [to.clientVersion] },
    { field: torField, before: [torText(from.tor)], after: [torText(to.tor)] },
    ...resourceFields.map(({ field, label }) => ({
      field: label,
      before: [String(from.resources[field])],
      after: [String(to.resources[field])],
    })),
    ...[...keys].map((key) => ({ field: key, before: valuesOf(from, key), after: valuesOf(to, key) })),
  ];
  const textOf = (values: readonly string[]) => (values.length === 0 ? undefined : values.join(', '));
  return all
    .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
    .map(({ field, before, after }) => ({ field, from: textOf(before), to: textOf(after) }));
}

/** Rebases a draft onto the node's current configuration: fields without own changes take the node's values. */
export function rebase({ base, draft }: KeptDraft, now: Base): KeptDraft {
  const own = new Set(differences(base, draft).map(({ field }) => field));
  const isOwn = ({ key }: ConfigOverride) => own.has(key.trim());
  const resources = { ...now.resources };
  for (const { field, label } of resourceFields) if (own.has(label)) resources[field] = draft.resources[field];
  const overrides = [...now.overrides.filter((each) => !isOwn(each)), ...draft.overrides.filter(isOwn)];
  const { clientVersion } = own.has(versionField) ? draft : now;
  const { tor = null } = own.has(torField) ? draft : now;
  return { base: startFrom(now).base, draft: draftOf({ clientVersion, tor, resources, overrides }) };
}

/** Returns why the platform manages an option; null if users may set it. */
export function platformReason(key: string, of: ClientVersion): string | null {
  const name = key.trim().replace(/^-+/, '');
  const find = (option: string) => optionCatalog(of).find(option)?.platformReason ?? null;
  return find(name) ?? find(name.replace(/^no/, ''));
}
