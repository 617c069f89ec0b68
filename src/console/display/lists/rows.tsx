import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { Scroller } from '../focus/scroller.tsx';
import { type Column, narrowed, type Sorting, tracksOf } from './column.ts';
import { RowsHead } from './rows-head.tsx';

export interface RowsProps<T> {
  /** What the table holds, for those who hear it. */
  label: string;
  rows: readonly T[];
  /** Whether `rows` are all; more may come by themselves. Default: true. */
  isWhole?: boolean;
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** Shown in place of rows where there are none: a sentence, or more. */
  empty: ReactNode;
  rowHeight?: number;
  /** Called when the last rows are looked at; undefined when there are no more. */
  onEnd?: (() => void) | undefined;
  /** Largest height as CSS. Default: what is left of the window. */
  maxHeight?: string;
}

/** Rows come into the page so many at a time: most steps of somebody who scrolls draw nothing. */
const rowsOfBlock = 8;
/** What a second line adds to a row, in pixels. */
const leadHeight = 20;

/** A table of any length: only the rows that can be seen are in the page. */
export function Rows<T>({
  label,
  rows,
  isWhole = true,
  columns,
  keyOf,
  sorting,
  onSort,
  empty,
  rowHeight = 48,
  maxHeight,
  onEnd,
}: RowsProps<T>) {
  const box = useRef<HTMLElement>(null);
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const shown = useMemo(() => (isWide ? columns : narrowed(columns)), [columns, isWide]);
  const height = rowHeight + (!isWide && columns.some(({ leads }) => leads) ? leadHeight : 0);
  // Blocks of another height are other blocks, which are measured again.
  const getItemKey = useCallback((block: number) => `${block} of ${height}`, [height]);
  const virtualizer = useVirtualizer({
    count: Math.ceil(rows.length / rowsOfBlock),
    getScrollElement: () => box.current,
    estimateSize: () => rowsOfBlock * height,
    getItemKey,
    overscan: 1,
  });
  const blocks = virtualizer.getVirtualItems();
  const first = (blocks[0]?.index ?? 0) * rowsOfBlock;
  const end = Math.min(rows.length, ((blocks.at(-1)?.index ?? -1) + 1) * rowsOfBlock);
  useEffect(() => {
    if (end === rows.length && rows.length > 0) onEnd?.();
  }, [end, rows.length, onEnd]);
  if (rows.length === 0)
    return <div className="panel">{typeof empty === 'string' ? <Hint text={empty} /> : empty}</div>;
  return (
    <Scroller
      ref={box}
      className="rows panel"
      style={{ maxHeight: maxHeight ?? 'max(320px, calc(100dvh - 240px))' }}
      aria-label={label}
    >
      <table
        className="rows-table"
        aria-label={label}
        aria-rowcount={isWhole ? rows.length + 1 : -1}
        style={{ gridTemplateColumns: tracksOf(shown, isWide) }}
      >
        <RowsHead columns={shown} {...{ sorting, onSort, isWide }} />
        <tbody className="rows-body" style={{ height: rows.length * height }}>
          {rows.slice(first, end).map((row, at) => (
            <Row key={keyOf(row)} index={first + at} columns={shown} {...{ row, height, isWide }} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

const Hint = ({ text }: { text: string }) => (
  <Text variant="hint" p="md">
    {text}
  </Text>
);

interface RowProps<T> {
  row: T;
  columns: readonly Column<T>[];
  index: number;
  /** In pixels. */
  height: number;
  isWide: boolean;
}

/** While somebody scrolls, only the rows that come into view are drawn. */
const Row = memo(function Row<T>({ row, columns, index, height, isWide }: RowProps<T>) {
  return (
    <tr aria-rowindex={index + 2} className="rows-line" style={{ height, top: index * height }}>
      {columns.map(({ id, cell, isNumber, leads }) => (
        <td key={id} className={isNumber ? 'tabular rows-number' : leads && !isWide ? 'rows-lead' : undefined}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <T>(props: RowProps<T>) => ReactNode;
