import type { z } from 'zod';

export interface HostFacts {
  hostname: string;
  uid: number;
  logsToJournal: boolean;
  env: Readonly<Record<string, string | undefined>>;
  /** Of the settings that stand before this one in `settingOptions`. */
  settings: { url?: string; dockerHost?: string | undefined; dataRoot?: string | undefined; bindAddress?: string };
}

interface SettingDefault<T> {
  text: string;
  valueOn(host: HostFacts): T;
  /** What to say of a value that this host gives and that the setting cannot have. Without it, every host gives one that fits. */
  unfit?: (value: string) => string;
}

/** Something that an operator can set: in the file under `key`, as `SATRAP_AGENT_…`, or as a flag. */
export interface SettingOption {
  key: string;
  argument: string;
  help: string;
  default: SettingDefault<unknown> | null;
  shape: () => z.ZodType;
}

/** A default that is the same on every host. Its text is the value as one would write it in a flag. */
export const fixed = <T extends string | number | boolean | readonly string[]>(value: T): SettingDefault<T> => ({
  text: String(value),
  valueOn: () => value,
});
