import type { Pages } from '../../api/use-pages.ts';
import { QueryView } from '../answers/query-view.tsx';
import { Rows, type RowsProps } from './rows.tsx';

interface PagedListProps<R> extends Omit<RowsProps<R>, 'rows' | 'keyOf' | 'onEnd'> {
  pages: Pages<R>;
}

/** A list without a known end as a table: what is older comes with the scrolling. */
export const PagedList = <R extends { id: string }>({ pages: { query, fetchMore }, ...table }: PagedListProps<R>) => (
  <QueryView query={query} height={320}>
    {(rows) => <Rows {...table} rows={rows} keyOf={({ id }) => id} onEnd={fetchMore} />}
  </QueryView>
);
