import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Scroller } from './scroller.tsx';

/** A column of a table. */
export interface Column<T> {
  id: string;
  label: string;
  cell: (row: T) => ReactNode;
  /** A track of a CSS grid. Default: `minmax(0, 1fr)`. */
  width?: string;
  /** Left out where the window is narrow. Default: false. */
  isForWide?: boolean;
  /** Where the window is narrow, it has a line of its own above the others of its row: for what must be read. */
  leads?: boolean;
  isSortable?: boolean;
  /** Numbers stand at the right. */
  isNumber?: boolean;
  /** Without a visible head, such as for a box to tick. */
  hidesLabel?: boolean;
}

export interface Sorting {
  column: string;
  isDescending: boolean;
}

export interface RowsProps<T> {
  /** What the table holds, for those who hear it. */
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** Shown in place of rows where there are none. */
  empty: ReactNode;
  rowHeight?: number;
  /** Called when the last rows are looked at; undefined when there are no more. */
  onEnd?: (() => void) | undefined;
  /** Largest height as CSS. Default: what is left of the window. */
  maxHeight?: string;
}

/** A table of any length: only the rows that can be seen are in the page. */
export function Rows<T>({
  label,
  rows,
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
  const gridTemplateColumns = tracksOf(shown, isWide);
  const height = rowHeight + (!isWide && columns.some(({ leads }) => leads) ? leadHeight : 0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (index) => keyOf(rows[index] as T),
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is no reason that it knows of
  useLayoutEffect(() => virtualizer.measure(), [height, virtualizer]);
  const isAtEnd = (virtualizer.getVirtualItems().at(-1)?.index ?? -1) >= rows.length - 1;
  useEffect(() => {
    if (isAtEnd && rows.length > 0) onEnd?.();
  }, [isAtEnd, rows.length, onEnd]);
  if (rows.length === 0) return <div className="panel">{empty}</div>;
  return (
    <Scroller
      ref={box}
      className="rows panel"
      style={{ maxHeight: maxHeight ?? 'max(320px, calc(100dvh - 240px))' }}
      aria-label={label}
    >
      <table aria-label={label} aria-rowcount={rows.length + 1} style={{ display: 'block' }}>
        <thead className="rows-head">
          <tr className="rows-line" style={{ gridTemplateColumns, minHeight: 40 }} aria-rowindex={1}>
            {shown.map((column) => (
              <Head key={column.id} {...{ column, sorting, onSort }} isAbove={!isWide && column.leads === true} />
            ))}
          </tr>
        </thead>
        <tbody className="rows-body" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start, size }) => (
            <Row
              key={key}
              row={rows[index] as T}
              columns={shown}
              {...{ index, start, size, isWide, gridTemplateColumns }}
            />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

const fairWidth = 'minmax(0, 1fr)';
/** What a second line adds to a row, in pixels. */
const leadHeight = 20;

/** Returns the columns of a narrow window, the one that leads before the others. Pure. */
const narrowed = <T,>(columns: readonly Column<T>[]): readonly Column<T>[] =>
  columns.filter(({ isForWide }) => !isForWide).toSorted((a, b) => Number(b.leads ?? false) - Number(a.leads ?? false));

/** Returns the tracks of the grid of a row; the last one takes what is left, so that the column that leads has the whole width. Pure. */
function tracksOf<T>(columns: readonly Column<T>[], isWide: boolean): string {
  const tracks = columns.flatMap(({ width = fairWidth, leads }) => (leads && !isWide ? [] : [width]));
  return [...tracks, ...(tracks.some((track) => track.includes('fr')) ? [] : [fairWidth])].join(' ');
}

interface RowProps<T> {
  row: T;
  columns: readonly Column<T>[];
  index: number;
  start: number;
  size: number;
  isWide: boolean;
  gridTemplateColumns: string;
}

/** While somebody scrolls, only the rows that come into view are drawn. */
const Row = memo(function Row<T>(props: RowProps<T>) {
  const { row, columns, index, start, size, isWide, gridTemplateColumns } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      className="rows-line"
      style={{ gridTemplateColumns, height: size, transform: `translateY(${start}px)` }}
    >
      {columns.map(({ id, cell, isNumber, leads }) => (
        <td key={id} className={isNumber ? 'tabular rows-number' : leads && !isWide ? 'rows-lead' : undefined}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <T>(props: RowProps<T>) => ReactNode;

interface HeadProps<T> {
  column: Column<T>;
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
  /** Whether it has a line of its own. */
  isAbove: boolean;
}

function Head<T>({ column, sorting, onSort, isAbove }: HeadProps<T>) {
  const { id, label, isSortable, isNumber, hidesLabel } = column;
  const isSorted = sorting?.column === id;
  const isDescending = isSorted && sorting.isDescending;
  const className = isNumber ? 'rows-number' : isAbove ? 'rows-lead' : undefined;
  if (!isSortable || onSort === undefined)
    return (
      <th scope="col" className={className}>
        {hidesLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </th>
    );
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={!isSorted ? 'none' : isDescending ? 'descending' : 'ascending'} className={className}>
      <UnstyledButton
        fz="sm"
        fw={isSorted ? 600 : 500}
        c="inherit"
        onClick={() => onSort({ column: id, isDescending: isSorted && !isDescending })}
      >
        {label} {isSorted && <Arrow size={13} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}
