import type { z } from 'zod';

/** What a default may depend on. */
export interface HostFacts {
  hostname: string;
  /** The user that the agent runs as. */
  uid: number;
  /** Whether the log goes to systemd's journal. */
  logsToJournal: boolean;
  env: Readonly<Record<string, string | undefined>>;
  /** Of the settings that stand before this one in `settingOptions`. */
  settings: { url?: string; dockerHost?: string | undefined; dataRoot?: string | undefined; bindAddress?: string };
}

interface SettingDefault<T> {
  /** As people read it, in the help and in the manual. */
  text: string;
  valueOn(host: HostFacts): T;
  /** What to say of a value that this host gives and that the setting cannot have. Without it, every host gives one that fits. */
  unfit?: (value: string) => string;
}

/** Something that an operator can set: in the file under `key`, as `SATRAP_AGENT_…`, or as a flag. */
export interface SettingOption {
  /** Key in the configuration file; flag and environment variable are named after it. */
  key: string;
  /** What the flag takes, for the help. */
  argument: string;
  help: string;
  /** Null for a setting that must be given. */
  default: SettingDefault<unknown> | null;
  /** Makes the shape of its value. */
  shape: () => z.ZodType;
}

/** A default that is the same on every host. Its text is the value as one would write it in a flag. */
export const fixed = <T extends string | number | boolean | readonly string[]>(value: T): SettingDefault<T> => ({
  text: String(value),
  valueOn: () => value,
});
