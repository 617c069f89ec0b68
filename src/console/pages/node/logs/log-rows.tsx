import './logs.css';
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Scroller } from '../../../display/focus/scroller.tsx';
import type { KeptLines, LogRow } from './kept-lines.ts';
import { LogRowLine } from './log-row.tsx';

interface LogRowsProps extends KeptLines {
  finder: RegExp | undefined;
  /** The row that a search has reached. */
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
