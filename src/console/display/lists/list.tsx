import { EmptyState, List, Text } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { maxListLength } from '../../api/list-pages.ts';
import type { Pages } from '../../api/lists.ts';
import { QueryView } from '../answers.tsx';
import { formatNumber } from '../format.ts';
import { MessageText } from '../text.tsx';
import { withKeys } from './column.ts';
import { Rows, type RowsProps } from './rows.tsx';

interface ListProps<R> extends Omit<RowsProps<R>, 'rows' | 'keyOf'> {
  query: UseQueryResult<readonly R[]>;
  fits?: (row: R) => boolean;
  /** Height of the placeholder in pixels. */
  height?: number;
}

/** A whole list as a table, with its loading and error states. */
export function WholeList<R extends { id: string }>({ query, fits, height, ...table }: ListProps<R>) {
  return (
    <QueryView query={query} height={height}>
      {(rows) => (
        <>
          <Rows {...table} rows={fits === undefined ? rows : rows.filter(fits)} keyOf={({ id }) => id} />
          {rows.length >= maxListLength && (
            <Text variant="hint" mt="xs">
              Showing the first {formatNumber(maxListLength)}. Use filters to narrow the list.
            </Text>
          )}
        </>
      )}
    </QueryView>
  );
}

interface PagedListProps<R> extends Omit<RowsProps<R>, 'rows' | 'keyOf' | 'onEnd'> {
  pages: Pages<R>;
}

/** A table with infinite scrolling. */
export const PagedList = <R extends { id: string }>({ pages: { query, fetchMore }, ...table }: PagedListProps<R>) => (
  <QueryView query={query} height={320}>
    {(rows) => <Rows {...table} rows={rows} keyOf={({ id }) => id} onEnd={fetchMore} />}
  </QueryView>
);

interface EmptyProps {
  icon: TablerIcon;
  title: string;
  children: ReactNode;
}

export const Empty = ({ icon: Icon, title, children }: EmptyProps) => (
  <EmptyState py="xl" px="md" icon={<Icon size={32} aria-hidden />} title={title} description={children} />
);

/** A bulleted list of untrusted texts. */
export const TextList = ({ label, texts }: { label?: string; texts: readonly string[] }) => (
  <List fz="sm" spacing={4} aria-label={label}>
    {withKeys(texts, (text) => text).map(({ key, entry: text }) => (
      <List.Item key={key}>
        <MessageText>{text}</MessageText>
      </List.Item>
    ))}
  </List>
);
