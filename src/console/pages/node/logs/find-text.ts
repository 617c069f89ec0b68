/** Where a text is found: from one character to before another. */
export interface Found {
  from: number;
  to: number;
}

/** What looks for a text, as it is but for its case; undefined for an empty one. Pure. */
export const finderOf = (wanted: string): RegExp | undefined =>
  wanted === '' ? undefined : new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');

/** Returns the places where a text is found, up to so many. Pure. */
export function findAll(text: string, finder: RegExp | undefined, max = 100): readonly Found[] {
  if (finder === undefined) return [];
  const found: Found[] = [];
  for (const match of text.matchAll(finder)) {
    found.push({ from: match.index, to: match.index + match[0].length });
    if (found.length >= max) break;
  }
  return found;
}

/** Returns the indexes of the rows in which a text is found. Pure. */
export const rowsWith = (rows: readonly { text: string }[], finder: RegExp | undefined): readonly number[] =>
  finder === undefined ? [] : rows.flatMap(({ text }, index) => (text.search(finder) >= 0 ? [index] : []));

/** Returns which of the found rows comes after (or with -1 before) the present one, round at the ends; -1 where there is none. Pure. */
export function nextFound(found: readonly number[], present: number | undefined, direction: 1 | -1): number {
  if (found.length === 0) return -1;
  if (present === undefined) return (direction === 1 ? found[0] : found.at(-1)) ?? -1;
  const next = direction === 1 ? found.find((row) => row > present) : found.findLast((row) => row < present);
  return next ?? (direction === 1 ? found[0] : found.at(-1)) ?? -1;
}
