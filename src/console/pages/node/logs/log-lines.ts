import type { FollowedText } from '../../../../contract/log-texts.ts';

export interface LogRow {
  /** Counts the rows of this page from 0, also those that gave way since. */
  number: number;
  text: string;
  /** Whether it is a word about the log, and no line of it. */
  isNotice: boolean;
}

export interface KeptLines {
  rows: readonly LogRow[];
  gone: number;
}

export const noLines: KeptLines = { rows: [], gone: 0 };

/** A page that is left open must not grow for ever. */
export const maxRows = 100_000;
export const maxCharacters = 32 * 1024 * 1024;

/** Adds what came of a log; the oldest rows give way. */
export function keep({ rows, gone }: KeptLines, texts: readonly FollowedText[]): KeptLines {
  const first = gone + rows.length;
  const all = rows.concat(
    texts.map((each, index) => ({
      number: first + index,
      ...('line' in each ? { text: each.line, isNotice: false } : { text: each.notice, isNotice: true }),
    })),
  );
  let characters = 0;
  const tooOld = all.findLastIndex(({ text }, index) => {
    characters += text.length;
    return characters > maxCharacters || all.length - index > maxRows;
  });
  return { rows: tooOld < 0 ? all : all.slice(tooOld + 1), gone: gone + tooOld + 1 };
}

export const asFile = (rows: readonly LogRow[]): string =>
  rows.map(({ text, isNotice }) => `${isNotice ? `-- ${text} --` : text}\n`).join('');

interface Found {
  from: number;
  to: number;
}

/** What looks for a text, as it is but for its case; undefined for an empty one. */
export const finderOf = (wanted: string): RegExp | undefined =>
  wanted === '' ? undefined : new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');

export function findAll(text: string, finder: RegExp | undefined, max = 100): readonly Found[] {
  if (finder === undefined) return [];
  const found: Found[] = [];
  for (const match of text.matchAll(finder)) {
    found.push({ from: match.index, to: match.index + match[0].length });
    if (found.length >= max) break;
  }
  return found;
}

export const rowsWith = (rows: readonly { text: string }[], finder: RegExp | undefined): readonly number[] =>
  finder === undefined ? [] : rows.flatMap(({ text }, index) => (text.search(finder) >= 0 ? [index] : []));

/** Returns which of the found rows comes after (or with -1 before) the current one, round at the ends; -1 where there is none. */
export function nextFound(found: readonly number[], present: number | undefined, direction: 1 | -1): number {
  if (found.length === 0) return -1;
  if (present === undefined) return (direction === 1 ? found[0] : found.at(-1)) ?? -1;
  const next = direction === 1 ? found.find((row) => row > present) : found.findLast((row) => row < present);
  return next ?? (direction === 1 ? found[0] : found.at(-1)) ?? -1;
}
