import type { ConfigOverride, NodeConfig } from '../../../../bitcoin/node-config.ts';
import { isSecretKey } from '../../../../bitcoin/secret-keys.ts';
import { changeOf, type Draft, draftOf } from './draft.ts';

export type Base = Pick<NodeConfig, 'resources' | 'overrides'> & { revision: number };

/** A draft, and what it was made from: the node may change meanwhile. */
export interface KeptDraft {
  base: Base;
  draft: Draft;
}

/** Begins with a node as it is now. Pure. */
export const startFrom = ({ resources, overrides, revision }: Base): KeptDraft => ({
  base: { resources, overrides, revision },
  draft: draftOf({ resources, overrides }),
});

export const isDirty = ({ base, draft }: KeptDraft): boolean => changeOf(draft, base) !== null;

/** Writes a draft down for this tab of the browser, without the values of secrets. Pure. */
export const writeDraft = (kept: KeptDraft | null): string =>
  JSON.stringify(kept, (_key, value) =>
    isOverride(value) && isSecretKey(value.key) ? { ...value, value: '' } : value,
  );

/** Reads what was written, with the node's own secrets; null where there is nothing. Pure. */
export function readDraft(text: string | undefined, node: Base): KeptDraft | null {
  if (text === undefined) return null;
  const secretOf = (key: string) => node.overrides.find((each) => each.key === key)?.value ?? '';
  return JSON.parse(text, (_key, value) =>
    isOverride(value) && isSecretKey(value.key) ? { ...value, value: secretOf(value.key) } : value,
  );
}

const isOverride = (value: unknown): value is ConfigOverride =>
  typeof value === 'object' && value !== null && 'key' in value && 'value' in value && typeof value.key === 'string';
