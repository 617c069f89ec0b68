import './logs.css';
import { Box, Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Scroller } from '../../../display/code-block.tsx';
import { formatNumber } from '../../../display/format.ts';
import { TextButton } from '../../../display/text.tsx';
import { findAll, type KeptLines, type LogRow } from './log-lines.ts';

interface LogRowsProps extends KeptLines {
  finder: RegExp | undefined;
  current: number | undefined;
  wraps: boolean;
  onOpen: (row: LogRow) => void;
}

const rowHeight = 20;
/** Within this distance of the end, the view sticks to the latest lines. In pixels. */
const nearEnd = 30;

/** A virtualized log that sticks to the latest lines until the user scrolls up. */
export function LogRows({ rows, gone, finder, current, wraps, onOpen }: LogRowsProps) {
  const { box, virtualizer, isAtEnd, setAtEnd } = useFollowedRows(rows, gone, current);
  return (
    <Box pos="relative">
      <Scroller
        ref={box}
        className="log panel"
        aria-label="Log"
        data-wraps={wraps || undefined}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setAtEnd(scrollHeight - scrollTop - clientHeight < nearEnd)
        }
      >
        <ol className="plain" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const measure = wraps ? virtualizer.measureElement : undefined;
            return (
              <LogRowLine
                key={key}
                row={rows[index] as LogRow}
                count={rows.length}
                isCurrent={index === current}
                {...{ index, start, finder, measure, onOpen }}
              />
            );
          })}
        </ol>
      </Scroller>
      {!isAtEnd && (
        <Button
          pos="absolute"
          right={24}
          bottom={12}
          size="xs"
          variant="default"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => setAtEnd(true)}
        >
          Jump to latest
        </Button>
      )}
    </Box>
  );
}

/** Returns the virtual rows of a log, which show the latest ones, or stay where the user scrolled to or a match is. */
function useFollowedRows(rows: readonly LogRow[], gone: number, current: number | undefined) {
  const box = useRef<HTMLElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  // Memoized: a new function makes the virtualizer process all rows again.
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
  const previouslyGone = useRef(gone);
  useLayoutEffect(() => {
    // Keeps the scroll position stable when older lines are discarded.
    if (!isAtEnd && box.current !== null) box.current.scrollTop -= (gone - previouslyGone.current) * rowHeight;
    previouslyGone.current = gone;
  }, [gone, isAtEnd]);
  useEffect(() => {
    if (current === undefined) return;
    setAtEnd(false);
    virtualizer.scrollToIndex(current, { align: 'center' });
  }, [current, virtualizer]);
  return { box, virtualizer, isAtEnd, setAtEnd };
}

/** Longer lines, up to a megabyte, are truncated: layout would take longer than a frame. */
const maxShown = 2000;

interface LogRowLineProps extends Pick<LogRowsProps, 'finder' | 'onOpen'> {
  row: LogRow;
  index: number;
  count: number;
  start: number;
  isCurrent: boolean;
  /** Measures the line's height; undefined where all lines have the same height. */
  measure: ((element: Element | null) => void) | undefined;
}

/** A positioned log line. Memoized: scrolling renders only lines that come into view. */
const LogRowLine = memo(function LogRowLine(line: LogRowLineProps) {
  const { row, finder, onOpen, index, count, start, isCurrent, measure } = line;
  const { text, isNotice } = row;
  const rest = text.length - maxShown;
  return (
    <li
      ref={measure}
      data-index={index}
      data-current={isCurrent || undefined}
      aria-posinset={index + 1}
      aria-setsize={count}
      className="log-line foreign"
      style={{ top: start }}
    >
      {isNotice ? (
        <Box component="em" c="dimmed">
          {text}
        </Box>
      ) : (
        marked(text.slice(0, maxShown), finder)
      )}
      {!isNotice && rest > 0 && (
        <TextButton inherit underline="always" onClick={() => onOpen(row)}>
          … and {formatNumber(rest)} more characters
        </TextButton>
      )}
    </li>
  );
});

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
