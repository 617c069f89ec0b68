import type { z } from 'zod';
import type { AgentSettings } from './settings.ts';

/** What a default may depend on. */
export interface HostFacts {
  hostname: string;
  /** The user that the agent runs as. */
  uid: number;
  /** Whether the log goes to systemd's journal. */
  logsToJournal: boolean;
  env: Readonly<Record<string, string | undefined>>;
  /** The settings that stand before this one in `settingOptions`. */
  settings: Readonly<Partial<AgentSettings>>;
}

export interface SettingDefault<T> {
  /** As people read it, in the help and in the README. */
  text: string;
  valueOn(host: HostFacts): T;
  /** What to say of a value that this host gives and that the setting cannot have. Without it, every host gives one that fits. */
  unfit?: (value: string) => string;
}

/** Something that an operator can set: in the file under `key`, as `SATRAP_…`, or as a flag. */
export interface SettingOption<T> {
  /** Key in the configuration file; flag and environment variable are named after it. */
  key: string;
  /** What the flag takes, for the help. */
  argument: string;
  help: string;
  /** Null for a setting that must be given. */
  default: SettingDefault<T> | null;
  /** Makes the shape of its value. */
  shape: () => z.ZodType<T>;
}

/** A default that is the same on every host. Its text is the value as one would write it in a flag. */
export const fixed = <T extends string | number | boolean | readonly string[]>(value: T): SettingDefault<T> => ({
  text: String(value),
  valueOn: () => value,
});
