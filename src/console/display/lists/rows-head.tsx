import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { Column, Sorting } from './column.ts';

interface RowsHeadProps<T> {
  columns: readonly Column<T>[];
  sorting: Sorting | undefined;
  onSort: ((sorting: Sorting) => void) | undefined;
  isWide: boolean;
}

/** The heads of a table’s columns. They stay as they are while somebody scrolls. */
export const RowsHead = memo(function RowsHead<T>({ columns, sorting, onSort, isWide }: RowsHeadProps<T>) {
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
