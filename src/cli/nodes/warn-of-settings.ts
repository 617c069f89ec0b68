import type { SettingNotesFragment } from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import type { KeyValue } from '../parse.ts';

/** Prints the control plane's notes on the changed settings to stderr, also with --json. */
export function warnOfSettings({ effectiveConfig }: SettingNotesFragment, set: readonly KeyValue[]): void {
  const keys = new Set(set.map(({ key }) => key));
  for (const { key, note } of effectiveConfig)
    if (note !== null && keys.delete(key)) console.error(printable(`${key}: ${note}`));
}
