import { type ConfigOption, optionCatalog } from '../../../../bitcoin/clients/catalog.ts';
import type { ClientVersion } from '../../../../bitcoin/clients/registry.ts';
import type { ConfigSetting } from '../../../../bitcoin/node-settings.ts';
import type { EditedOverride } from './draft.ts';

/** An option that is not set in the draft, with its current value. */
export interface OptionRow {
  key: string;
  /** Undefined for a key that the version does not know. */
  option: ConfigOption | undefined;
  /** The value that the platform renders; undefined if it leaves the option out. */
  setting: ConfigSetting | undefined;
}

export interface ShownOptions {
  /** Changed ones come first. */
  overrides: readonly EditedOverride[];
  rows: readonly OptionRow[];
  /** The number of matches that are not shown. */
  more: number;
}

interface Searched {
  overrides: readonly EditedOverride[];
  settings: readonly ConfigSetting[];
  of: ClientVersion;
  search: string;
  /** Whether an override is shown whatever is searched. */
  isPinned: (index: number) => boolean;
}

const maxFound = 30;

/** A text that may be a key which the version does not know. */
const isKey = (text: string): boolean => /^[a-z][a-z0-9.-]+$/.test(text);

/** Returns the options of the form: without a search, those with a value; with one, the matching ones of the version. */
export function showOptions({ overrides, settings, of, search, isPinned }: Searched): ShownOptions {
  const { options, find, isRepeatable } = optionCatalog(of);
  const text = search.trim().replace(/^-+/, '').toLowerCase();
  const matches = (key: string) =>
    key.toLowerCase().includes(text) || (find(key)?.help.toLowerCase().includes(text) ?? false);
  const own = new Set(overrides.map(({ key }) => key.trim()));
  const isFree = (key: string) => !own.has(key) || isRepeatable(key);
  const given = settings
    .filter(({ key, origin }) => origin !== 'override' && !own.has(key) && matches(key))
    // What can be set comes first.
    .toSorted((a, b) => Number(a.origin === 'platform') - Number(b.origin === 'platform'));
  const rendered = new Set(given.map(({ key }) => key));
  const found =
    text === ''
      ? []
      : options.filter(
          ({ key, advanced }) => isFree(key) && !rendered.has(key) && matches(key) && (!advanced || key === text),
        );
  const unknown = isKey(text) && options.every(({ key }) => !key.includes(text)) && !own.has(text) ? [text] : [];
  // The closest first: a key that begins with the text, before help that mentions it.
  const rank = (key: string) => (key.startsWith(text) ? 0 : key.includes(text) ? 1 : 2);
  const rowOf = (key: string, setting?: ConfigSetting): OptionRow => ({ key, option: find(key), setting });
  const listed = found.toSorted((a, b) => rank(a.key) - rank(b.key)).map(({ key }) => key);
  return {
    overrides: overrides.filter(({ key }, index) => isPinned(index) || matches(key)),
    rows: [
      ...given.map((setting) => rowOf(setting.key, setting)),
      ...[...listed.slice(0, maxFound), ...unknown].map((key) => rowOf(key)),
    ],
    more: Math.max(0, listed.length - maxFound),
  };
}
