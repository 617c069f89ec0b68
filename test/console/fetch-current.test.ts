import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fetchCurrent } from '../../src/console/api/fetch-current.ts';

test('a call succeeds although a change replaces the request that it joined', async () => {
  const queries = new QueryClient();
  const answered = Promise.withResolvers<string>();
  const query = { queryKey: ['Viewer'], queryFn: () => answered.promise };
  queries.setQueryData(query.queryKey, 'before');
  const unsubscribe = new QueryObserver(queries, query).subscribe(() => undefined);
  void queries.invalidateQueries();
  const fetched = fetchCurrent(queries, query);
  void queries.invalidateQueries();
  answered.resolve('after');
  expect(await fetched).toBe('after');
  unsubscribe();
});
