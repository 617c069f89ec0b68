import { daemonArguments } from './daemon-arguments.ts';
import type { NodeConfig } from './node-config.ts';
import { type ConfigOrigin, type ConfigSetting, nodeSettings } from './node-settings.ts';
import { isSecretKey } from './secret-keys.ts';
import { platformNotes } from './setting-notes.ts';

export type { ConfigOrigin, ConfigSetting } from './node-settings.ts';

/** Paths inside the container mean nothing to a user, and a negation only clears the way for the next setting. */
const isHidden = (key: string): boolean => ['datadir', 'conf', 'settings'].includes(key) || key.startsWith('no');

/** Every setting of a node's daemon, with its origin and reason; a user's setting has a note if it needs one. */
export const effectiveConfig = (config: NodeConfig): ConfigSetting[] => allSettings(config).map(withoutSecret);

/** The same for a daemon that lowered `maxconnections`. */
export function withLoweredConnections(settings: readonly ConfigSetting[], lowered: number): ConfigSetting[] {
  const isLowered = ({ key }: ConfigSetting) => key.split('.').at(-1) === 'maxconnections';
  const taken = (requested: string | null) => ({
    value: String(lowered),
    note: `the daemon lowered it from ${requested ?? 'its default'}, because it may open too few files`,
  });
  if (settings.some(isLowered))
    return settings.map((each) => (isLowered(each) ? { ...each, ...taken(each.value) } : each));
  return [...settings, { key: 'maxconnections', origin: 'default', ...taken(null) }];
}

const withoutSecret = (setting: ConfigSetting): ConfigSetting =>
  isSecretKey(setting.key) ? { ...setting, value: null } : setting;

/** With the secrets of overrides, to compare them. */
function allSettings(config: NodeConfig): ConfigSetting[] {
  const commandLine = daemonArguments(config, { dataDir: '', configFile: '', settingsFile: '' }).map(
    (argument): ConfigSetting => {
      const [key = '', value = '1'] = argument.slice(1).split(/=(.*)/s);
      return { key, value, origin: 'platform', note: platformNotes[key] ?? null };
    },
  );
  const secret = (key: string, note: string): ConfigSetting => ({ key, value: null, origin: 'platform', note });
  return [
    ...commandLine.filter(({ key }) => !isHidden(key)),
    secret('rpcauth', 'the platform’s RPC credentials, and the agent’s own read-only ones'),
    ...nodeSettings(config),
  ];
}

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
  const before = settingsByKey(current === null ? [] : allSettings(current));
  const after = settingsByKey(allSettings(next));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): ConfigChange[] => {
    const from = before.get(key);
    const to = after.get(key);
    const isSame = from !== undefined && to !== undefined && from.value === to.value && from.origin === to.origin;
    if (isSame) return [];
    const shown = (setting: ConfigSetting | undefined) => (isSecretKey(key) ? null : (setting?.value ?? null));
    return [{ key, from: shown(from), to: shown(to), origin: to?.origin ?? null, note: to?.note ?? null }];
  });
}

/** A repeated option has all of its values, separated by commas. */
export function settingsByKey<S extends Pick<ConfigSetting, 'key' | 'value'>>(settings: readonly S[]): Map<string, S> {
  const found = new Map<string, S>();
  for (const setting of settings) {
    const earlier = found.get(setting.key)?.value;
    found.set(setting.key, earlier == null ? setting : { ...setting, value: `${earlier}, ${setting.value}` });
  }
  return found;
}
