import { EmptyState, List, Stack, Text } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { maxListLength } from '../../api/list-pages.ts';
import type { Pages } from '../../api/use-api.tsx';
import { PendingRows, QueryView } from '../answers.tsx';
import { formatNumber } from '../format.ts';
import { MessageText } from '../text.tsx';
import { Rows, type TableProps } from './rows.tsx';

interface ListProps<R> extends Omit<TableProps<R>, 'rows'> {
  query: UseQueryResult<readonly R[]>;
  fits?: (row: R) => boolean;
  height?: number;
}

export const WholeList = <R extends { id: string }>({ query, fits, height, ...table }: ListProps<R>) => (
  <QueryView query={query} pending={<PendingRows height={height} />}>
    {(rows) => (
      <>
        <Rows {...table} rows={fits === undefined ? rows : rows.filter(fits)} />
        {rows.length >= maxListLength && (
          <Text variant="hint" mt="xs">
            Showing the first {formatNumber(maxListLength)}. Use filters to narrow the list.
          </Text>
        )}
      </>
    )}
  </QueryView>
);

interface PagedListProps<R> extends Omit<TableProps<R>, 'rows' | 'onEnd'> {
  pages: Pages<R>;
}

export const PagedList = <R extends { id: string }>({ pages: { query, fetchMore }, ...table }: PagedListProps<R>) => (
  <QueryView query={query} pending={<PendingRows />}>
    {(rows) => <Rows {...table} rows={rows} onEnd={fetchMore} />}
  </QueryView>
);

export const Empty = ({ icon: Icon, title, children }: { icon: TablerIcon; title: string; children: ReactNode }) => (
  <EmptyState py="xl" px="md" icon={<Icon size={32} aria-hidden />} title={title} description={children} />
);

interface TextListProps {
  label?: string;
  texts: readonly string[];
  /** Default: all. */
  maxTexts?: number;
}

/** A bulleted list of untrusted texts. */
export const TextList = ({ label, texts, maxTexts = texts.length }: TextListProps) => (
  <>
    <List fz="sm" spacing={4} aria-label={label}>
      {[...texts.slice(0, maxTexts).entries()].map(([key, text]) => (
        <List.Item key={key}>
          <MessageText>{text}</MessageText>
        </List.Item>
      ))}
    </List>
    {texts.length > maxTexts && (
      <Text fz="sm" mt={4}>
        and {texts.length - maxTexts} more
      </Text>
    )}
  </>
);

/** The same below a title; nothing for an empty list. */
export const TitledTexts = ({ label, texts, maxTexts }: TextListProps) =>
  texts.length > 0 && (
    <Stack gap={4}>
      <Text fz="sm" fw={500}>
        {label}
      </Text>
      <TextList label={label} texts={texts} maxTexts={maxTexts} />
    </Stack>
  );
