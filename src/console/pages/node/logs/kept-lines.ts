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
  /** How many rows gave way to newer ones. */
  gone: number;
}

export const noLines: KeptLines = { rows: [], gone: 0 };

/** A page that is left open must not grow for ever. */
export const maxRows = 100_000;
export const maxCharacters = 32 * 1024 * 1024;

/** Adds what came of a log; the oldest rows give way. Pure. */
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
