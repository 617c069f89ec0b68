import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, memo, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { printable } from '../../../text/printable.ts';
import { Scroller } from '../code-block.tsx';
import { type Column, narrowed, type Sorting, tracksOf } from './column.ts';

export interface RowsProps<T> {
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

interface RowsHeadProps<T> {
  columns: readonly Column<T>[];
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
  isWide: boolean;
}

/** The heads of a table’s columns. They stay as they are while somebody scrolls. */
const RowsHead = memo(function RowsHead<T>({ columns, sorting, onSort, isWide }: RowsHeadProps<T>) {
  return (
    <thead className="rows-head">
      <tr className="rows-line" aria-rowindex={1}>
        {columns.map((column) => (
          <Head key={column.id} {...{ column, sorting, onSort }} isAbove={!isWide && column.leads === true} />
        ))}
      </tr>
    </thead>
  );
}) as <T>(props: RowsHeadProps<T>) => ReactNode;

interface HeadProps<T> {
  column: Column<T>;
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
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

interface RowLinkProps {
  to: `/${string}`;
  title?: string;
  /** What the row is about, in place of something beside it. */
  isMain?: boolean;
  isMessage?: boolean;
  children: string;
}

/** A link in a row of a table. It does less than the router's own one, which made a third of what a row costs while somebody scrolls. */
export function RowLink({ to, title, isMain, isMessage, children }: RowLinkProps) {
  const router = useRouter();
  const preload = () => void router.preloadRoute({ to: to as never });
  const follow = (event: MouseEvent) => {
    // The browser opens another tab, another window or a file by itself.
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate({ to: to as never });
  };
  return (
    <a
      // Relative to the page's <base>: the console may be served under a prefix.
      href={`.${to}`}
      title={title}
      className={`row-link foreign mantine-focus-auto${isMain ? ' row-link-main' : ''}${isMessage ? ' two-lines' : ''}`}
      onClick={follow}
      onMouseEnter={preload}
      onFocus={preload}
      onTouchStart={preload}
    >
      {printable(children)}
    </a>
  );
}
