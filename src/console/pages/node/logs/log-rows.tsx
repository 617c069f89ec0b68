import './logs.css';
import { Button, UnstyledButton } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Scroller } from '../../../display/code-block.tsx';
import { formatNumber } from '../../../display/format.ts';
import { findAll, type KeptLines, type LogRow } from './log-lines.ts';

interface LogRowsProps extends KeptLines {
  finder: RegExp | undefined;
  present: number | undefined;
  wraps: boolean;
  onOpen: (row: LogRow) => void;
}

const rowHeight = 20;
/** So near to the end, the newest lines are what is looked at. */
const nearEnd = 30;

/** A log of any length: only the lines that can be seen are in the page. It stays at the newest ones until somebody scrolls up. */
export function LogRows({ rows, gone, finder, present, wraps, onOpen }: LogRowsProps) {
  const box = useRef<HTMLElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  // The same one for as long as the rows are: for another one, all of them are gone through again.
  const getItemKey = useCallback((index: number) => rows[index]?.number ?? index, [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: 20,
  });
  const end = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    if (isAtEnd) virtualizer.scrollToOffset(end);
  }, [isAtEnd, end, virtualizer]);
  const formerlyGone = useRef(gone);
  useLayoutEffect(() => {
    // What somebody reads stays in its place when older lines give way.
    if (!isAtEnd && box.current !== null) box.current.scrollTop -= (gone - formerlyGone.current) * rowHeight;
    formerlyGone.current = gone;
  }, [gone, isAtEnd]);
  useEffect(() => {
    if (present === undefined) return;
    setAtEnd(false);
    virtualizer.scrollToIndex(present, { align: 'center' });
  }, [present, virtualizer]);
  return (
    <div className="log-frame">
      <Scroller
        ref={box}
        className="log panel"
        aria-label="Log"
        data-wraps={wraps || undefined}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < nearEnd)
        }
      >
        <ol className="log-body" style={{ height: end }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const measure = wraps ? virtualizer.measureElement : undefined;
            return (
              <LogRowLine
                key={key}
                row={rows[index] as LogRow}
                count={rows.length}
                isPresent={index === present}
                {...{ index, start, finder, measure, onOpen }}
              />
            );
          })}
        </ol>
      </Scroller>
      {!isAtEnd && (
        <Button
          className="log-to-end"
          size="xs"
          variant="default"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => setAtEnd(true)}
        >
          The newest lines
        </Button>
      )}
    </div>
  );
}

/** A line may hold a megabyte without a break, which no browser lays out in the time of a frame. */
const maxShown = 2000;

interface LogRowTextProps {
  row: LogRow;
  finder: RegExp | undefined;
  onOpen: (row: LogRow) => void;
}

interface LogRowLineProps extends LogRowTextProps {
  index: number;
  count: number;
  start: number;
  isPresent: boolean;
  /** Takes its element, whose height is not known before; undefined where every line is as high. */
  measure: ((element: Element | null) => void) | undefined;
}

/** A line of a log in its place. While somebody scrolls, only the lines that come into view are drawn. */
const LogRowLine = memo(function LogRowLine(line: LogRowLineProps) {
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
