import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../../display/amounts.ts';
import { findAll } from './find-text.ts';
import type { LogRow } from './kept-lines.ts';

/** A line may hold a megabyte without a break, which no browser lays out in the time of a frame. */
const maxShown = 2000;

interface LogRowTextProps {
  row: LogRow;
  finder: RegExp | undefined;
  onOpen: (row: LogRow) => void;
}

/** A line of a log, with what is looked for marked. */
export function LogRowText({ row, finder, onOpen }: LogRowTextProps) {
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
