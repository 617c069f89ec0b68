import { type ConfigOrigin, effectiveConfig } from './effective-config.ts';
import type { NodeConfig } from './node-config.ts';

export interface ConfigChange {
  key: string;
  /** Null if unset or secret. */
  from: string | null;
  /** Null if no longer set or secret. */
  to: string | null;
  /** Who sets it afterwards; null if no longer set. */
  origin: ConfigOrigin | null;
  note: string | null;
}

/** Returns what changes in the effective configuration; all of it if `current` is null. */
export function configChanges(current: NodeConfig | null, next: NodeConfig): ConfigChange[] {
  const before = settingsByKey(current);
  const after = settingsByKey(next);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): ConfigChange[] => {
    const from = before.get(key);
    const to = after.get(key);
    const isSame = from !== undefined && to !== undefined && from.value === to.value && from.origin === to.origin;
    if (isSame) return [];
    return [
      { key, from: from?.value ?? null, to: to?.value ?? null, origin: to?.origin ?? null, note: to?.note ?? null },
    ];
  });
}

/** A repeated option has all of its values, separated by commas. */
function settingsByKey(config: NodeConfig | null) {
  const found = new Map<string, Omit<ConfigChange, 'key' | 'from' | 'to'> & { value: string | null }>();
  for (const { key, value, origin, note } of config === null ? [] : effectiveConfig(config)) {
    const earlier = found.get(key)?.value;
    found.set(key, { value: earlier == null ? value : `${earlier}, ${value}`, origin, note });
  }
  return found;
}
