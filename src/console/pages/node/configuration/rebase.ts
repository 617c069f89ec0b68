import type { ConfigOverride, NodeResources } from '../../../../bitcoin/node-config.ts';
import { type Base, type KeptDraft, startFrom } from './kept-draft.ts';

/** A value that somebody else changed; undefined where it is not set. */
export interface ForeignChange {
  field: string;
  from: string | undefined;
  to: string | undefined;
}

const resources: readonly (readonly [keyof NodeResources, string])[] = [
  ['cpuCores', 'Processor cores'],
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

/** Returns what somebody else changed of a configuration since a draft of it was begun. Pure. */
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

/** Returns a draft with its own changes, made from the node as it is now: whatever the draft leaves alone is the node's. Pure. */
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
