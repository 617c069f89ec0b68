import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { longestList } from '../../api/list-pages.ts';
import { QueryView } from '../answers/query-view.tsx';
import { formatNumber } from '../values/amounts.ts';
import { Rows, type RowsProps } from './rows.tsx';

interface ListProps<R> extends Omit<RowsProps<R>, 'rows' | 'keyOf'> {
  query: UseQueryResult<readonly R[]>;
  /** Which of them are shown. Default: all. */
  fits?: (row: R) => boolean;
  /** Height of what stands there until the first answer, in pixels. */
  height?: number;
}

/** A whole list as a table, with what stands there until it is fetched, and where it could not be. */
export function List<R extends { id: string }>({ query, fits, height, ...table }: ListProps<R>) {
  return (
    <QueryView query={query} {...(height === undefined ? {} : { height })}>
      {(rows) => (
        <>
          <Rows {...table} rows={fits === undefined ? rows : rows.filter(fits)} keyOf={({ id }) => id} />
          {rows.length >= longestList && (
            <Text variant="hint" mt="xs">
              These are the first {formatNumber(longestList)}; there are more.
            </Text>
          )}
        </>
      )}
    </QueryView>
  );
}
