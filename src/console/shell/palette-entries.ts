import type { TablerIcon } from '@tabler/icons-react';

export interface Entry {
  label: string;
  note?: string;
  /** More search terms. */
  words?: string;
  icon?: TablerIcon;
  run: () => void;
}

export interface EntryGroup {
  name: string;
  entries: readonly Entry[];
}

const maxEntries = 6;

/** Returns how well an entry matches: 0 for its whole label, 3 for the words of the text in any order, null for no match. */
function rankOf({ label, note = '', words = '' }: Entry, text: string): number | null {
  const name = label.toLowerCase();
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  if (name.includes(text)) return 2;
  const all = `${name} ${note} ${words}`.toLowerCase();
  return text.split(/\s+/).every((word) => all.includes(word)) ? 3 : null;
}

/** Returns the entries that match a text, with the best match first: of the groups, and within each. */
export function matching(groups: readonly EntryGroup[], text: string): EntryGroup[] {
  const searched = text.trim().toLowerCase();
  return groups
    .map(({ name, entries }) => {
      const ranked = entries
        .flatMap((entry) => {
          const rank = rankOf(entry, searched);
          return rank === null ? [] : [{ entry, rank }];
        })
        .toSorted((a, b) => a.rank - b.rank);
      return {
        name,
        best: Math.min(2, ranked[0]?.rank ?? 2),
        entries: ranked.slice(0, searched === '' ? undefined : maxEntries).map(({ entry }) => entry),
      };
    })
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => a.best - b.best);
}

const verbs = /^(?:(?:start|restart|stop|edit configuration|(?:view )?(?:logs|monitoring))(?: of)?\s+)/i;

/** Returns the name that a text searches for: `alpha` for `restart alpha`. */
export const nameIn = (text: string): string => text.trim().replace(verbs, '');
