import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentProps,
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { printable } from '../../../text/printable.ts';
import { withOrganization } from '../../api/organization-address.ts';
import { Scroller } from '../code-block.tsx';
import type { StateLook } from '../format.ts';
import { Tone } from '../text.tsx';
import { type Column, leadColumn, narrowed, type Sorting, tracksOf } from './column.ts';

export interface TableProps<T> {
  label: string;
  rows: readonly T[];
  /** Whether `rows` is complete; false while more load. Default: true. */
  isWhole?: boolean;
  columns: readonly Column<T>[];
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  empty: ReactNode;
  rowHeight?: number;
  /** Called when the last rows are visible; undefined when there are no more. */
  onEnd?: (() => void) | undefined;
  /** In a wide window, as CSS: a wider table scrolls. Default: none. */
  minWidth?: string;
  /** Maximum height as CSS. Default: the rest of the window. */
  maxHeight?: string;
}

type RowsProps<T> = TableProps<T> &
  ({ keyOf: (row: T) => string } | { keyOf?: never; rows: readonly { id: string }[] });

const idOf = (row: unknown) => (row as { id: string }).id;

/** Rows mount in blocks of this size, so that most scroll steps render nothing. */
const rowsOfBlock = 8;
/** Height in pixels of the line above a row: a compact row leads with a message of two lines. */
const leadHeightOf = (rowHeight: number): number => (rowHeight < 48 ? 34 : 26);

/** A virtualized table: only visible rows are in the DOM. */
export function Rows<T>({ label, rows, isWhole = true, columns, keyOf = idOf, onEnd, ...props }: RowsProps<T>) {
  const { sorting, onSort, empty, minWidth, rowHeight = 48, maxHeight = 'max(320px, calc(100dvh - 240px))' } = props;
  const box = useRef<HTMLElement>(null);
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const shown = useMemo(() => (isWide ? columns : narrowed(columns)), [columns, isWide]);
  const height = rowHeight + (!isWide && columns.some(({ leads }) => leads) ? leadHeightOf(rowHeight) : 0);
  // A new height gives new keys, so that blocks are measured again.
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
  // Memoized: scrolling does not render it again.
  const head = useMemo(
    () => (
      <thead className="rows-head">
        <tr className="rows-line" aria-rowindex={1}>
          {shown.map((column) => (
            <Head key={column.label} {...{ column, sorting, onSort, isWide }} />
          ))}
        </tr>
      </thead>
    ),
    [shown, sorting, onSort, isWide],
  );
  if (rows.length === 0)
    return <div className="panel">{typeof empty === 'string' ? <Hint text={empty} /> : empty}</div>;
  return (
    <Scroller ref={box} className="rows panel" style={{ maxHeight }} aria-label={label}>
      <table
        className="rows-table"
        aria-label={label}
        aria-rowcount={isWhole ? rows.length + 1 : -1}
        style={{ gridTemplateColumns: tracksOf(shown, isWide), minWidth: isWide ? minWidth : undefined }}
      >
        {head}
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

/** Memoized: scrolling renders only rows that come into view. */
const Row = memo(function Row<T>({ row, columns, index, height, isWide }: RowProps<T>) {
  return (
    <tr aria-rowindex={index + 2} className="rows-line" style={{ height, top: index * height }}>
      {columns.map((column) => (
        <td key={column.label} className={classOf(column, isWide)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <T>(props: RowProps<T>) => ReactNode;

const classOf = <T,>({ id, isNumber, leads }: Column<T>, isWide: boolean): string | undefined =>
  isNumber ? 'rows-number' : leads && !isWide ? 'rows-lead' : id === chosenId ? 'rows-choice' : undefined;

interface HeadProps<T> extends Pick<TableProps<T>, 'sorting' | 'onSort'> {
  column: Column<T>;
  isWide: boolean;
}

function Head<T>({ column, sorting, onSort, isWide }: HeadProps<T>) {
  const { label, id = label, isSortable, hidesLabel, head } = column;
  const isSorted = sorting?.column === id;
  const isDescending = isSorted && sorting.isDescending;
  const className = classOf(column, isWide);
  if (!isSortable || onSort === undefined)
    return (
      <th scope="col" className={className}>
        {hidesLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        {head}
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

const chosenId = 'chosen';

/** A column of native inputs that select rows: cheap in long lists. `head` selects all of them. */
export const choiceColumn = <T,>(inputOf: (row: T) => ComponentProps<'input'>, head?: ReactNode): Column<T> => ({
  id: chosenId,
  label: 'Selected',
  head,
  hidesLabel: true,
  width: '24px',
  cell: (row) => <input className="choice" {...inputOf(row)} />,
});

/** The sortable column with the names of hosts or nodes, which link to their pages at `path`. */
export const nameColumn = <T extends { id: string; name: string }>(path: `/${string}`, width: Column<T>['width']) => ({
  ...leadColumn<T>('Name', width, ({ id, name }) => (
    <RowLink to={`${path}/${id}`} isMain>
      {name}
    </RowLink>
  )),
  id: 'name',
  isSortable: true,
});

/** A column of words with their tones. */
export const toneColumn = <T, W extends string>(
  label: string,
  width: string,
  tones: Readonly<Record<W, StateLook['tone']>>,
  wordOf: (row: T) => W,
): Column<T> => ({ label, width, cell: (row) => <Tone tone={tones[wordOf(row)]}>{wordOf(row)}</Tone> });

interface RowLinkProps {
  to: `/${string}`;
  title?: string;
  isMain?: boolean;
  isMessage?: boolean;
  children: string;
}

/** A link in a table row. Lighter than the router's link, which took a third of a row's render time. */
export function RowLink({ to, title, isMain, isMessage, children }: RowLinkProps) {
  const router = useRouter();
  const preload = () => void router.preloadRoute({ to: to as never });
  const follow = (event: MouseEvent) => {
    // Leaves "open in new tab", "open in new window" and "save link" to the browser.
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate({ to: to as never });
  };
  return (
    <a
      // Relative to <base>: the console may be served under a path prefix.
      href={`.${withOrganization(to, router.options.context.api.organization)}`}
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
