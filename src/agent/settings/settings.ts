import type { z } from 'zod';
import { counted } from '../../text/counted.ts';
import type { SettingName, settingOptions } from './options.ts';

type OptionValue<Option> = Option extends { shape: () => infer Shape; default: infer Default }
  ? z.output<Shape> | (Default extends { valueOn: (...host: never[]) => infer Value } ? Value : never)
  : never;

export type AgentSettings = { -readonly [Name in SettingName]: OptionValue<(typeof settingOptions)[Name]> } & {
  apiKey: string;
  /** The file of the key, where the agent stores a new one; null if it came from elsewhere. */
  keyFile: string | null;
};

/** The configuration is invalid. Lists every error at once. */
export class SettingsError extends Error {
  override name = 'SettingsError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`${counted(faults.length, 'configuration error')}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}
