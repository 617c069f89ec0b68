import { UnstyledButton } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { formatNumber } from '../../../display/values/amounts.ts';
import { findAll } from './find-text.ts';
import type { LogRow } from './kept-lines.ts';

/** A line may hold a megabyte without a break, which no browser lays out in the time of a frame. */
const maxShown = 2000;

interface LogRowTextProps {
  row: LogRow;
  finder: RegExp | undefined;
  onOpen: (row: LogRow) => void;
}

interface LogRowLineProps extends LogRowTextProps {
  /** Its place among the lines that are kept. */
  index: number;
  /** How many lines are kept. */
  count: number;
  /** Where it stands, in pixels from the top. */
  start: number;
  isPresent: boolean;
  /** Takes its element, whose height is not known before; undefined where every line is as high. */
  measure: ((element: Element | null) => void) | undefined;
}

/** A line of a log in its place. While somebody scrolls, only the lines that come into view are drawn. */
export const LogRowLine = memo(function LogRowLine(line: LogRowLineProps) {
  const { row, finder, onOpen, index, count, start, isPresent, measure } = line;
  return (
    <li
      ref={measure}
      data-index={index}
      data-present={isPresent || undefined}
      aria-posinset={index + 1}
      aria-setsize={count}
      className="log-line foreign"
      style={{ top: start }}
    >
      <LogRowText {...{ row, finder, onOpen }} />
    </li>
  );
});

/** What a line says, with what is looked for marked. */
function LogRowText({ row, finder, onOpen }: LogRowTextProps) {
  const { text, isNotice } = row;
  if (isNotice) return <em className="log-notice">{text}</em>;
  const rest = text.length - maxShown;
  return (
    <>
      {marked(rest > 0 ? text.slice(0, maxShown) : text, finder)}
      {rest > 0 && (
        <UnstyledButton className="log-more" onClick={() => onOpen(row)}>
          … and {formatNumber(rest)} more characters
        </UnstyledButton>
      )}
    </>
  );
}

function marked(text: string, finder: RegExp | undefined): ReactNode {
  const found = findAll(text, finder);
  if (found.length === 0) return text;
  return (
    <>
      {found.map(({ from, to }, index) => (
        <span key={from}>
          {text.slice(found[index - 1]?.to ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(found.at(-1)?.to)}
    </>
  );
}
