import type { FollowedText } from '../../../../contract/log-texts.ts';

export interface LogRow {
  /** Index of the row since the page opened, including discarded rows. */
  number: number;
  text: string;
  /** Whether this is a notice about the log instead of a line. */
  isNotice: boolean;
}

export interface KeptLines {
  rows: readonly LogRow[];
  gone: number;
}

export const noLines: KeptLines = { rows: [], gone: 0 };

/** Bounds the memory of a page that stays open. */
export const maxRows = 100_000;
export const maxCharacters = 32 * 1024 * 1024;

/** Appends to a log and discards the oldest rows above the limits. */
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

/** Returns a case-insensitive pattern for a literal text; undefined for an empty one. */
export const finderOf = (text: string): RegExp | undefined =>
  text === '' ? undefined : new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu');

/** More marks slow down a line. */
const maxMarks = 100;

export const findAll = (text: string, finder: RegExp | undefined): readonly { from: number; to: number }[] =>
  finder === undefined
    ? []
    : [...text.matchAll(finder)]
        .slice(0, maxMarks)
        .map(({ index, 0: { length } }) => ({ from: index, to: index + length }));

export const rowsWith = (rows: readonly { text: string }[], finder: RegExp | undefined): readonly number[] =>
  finder === undefined ? [] : rows.flatMap(({ text }, index) => (text.search(finder) >= 0 ? [index] : []));

/** Returns the match after (or with -1 before) the current one, wrapping around; -1 without matches. */
export function nextFound(found: readonly number[], current: number | undefined, direction: 1 | -1): number {
  const ordered = direction === 1 ? found : found.toReversed();
  const next = ordered.find((row) => current === undefined || (row - current) * direction > 0);
  return next ?? ordered[0] ?? -1;
}
