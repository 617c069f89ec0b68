import { expect, test } from 'vitest';
import type { CursorPage } from '../../src/client/pages.ts';
import { Connection } from '../../src/console/api/connection.ts';
import { listPages } from '../../src/console/api/list-pages.ts';
import { afterFailure, untilFetched } from '../../src/console/parts/until-fetched.ts';

test('an answer ends the wait for a lost stream, so that no data is newer than its age', () => {
  const connection = new Connection();
  connection.streamHeard();
  const first = connection.returned;
  connection.answered();
  expect(first.aborted).toBe(false);
  connection.streamLost();
  connection.answered();
  expect(first.aborted).toBe(true);
  const second = connection.returned;
  connection.unanswered();
  expect(second.aborted).toBe(false);
  connection.answered();
  expect(second.aborted).toBe(true);
  // What is on the page is still out of date.
  expect(connection.state.isLive).toBe(false);
});

interface Variables {
  take?: number | null;
  skip?: number | null;
}
const names = (count: number) => Array.from({ length: count }, (_none, index) => `row-${index}`);

/** Fetches a list of the control plane, which may become another one before an answer. */
async function fetchPages(namesAt: (answers: number) => readonly string[], first?: number) {
  const asked: string[] = [];
  const query = (_operation: unknown, { skip, take }: Variables) => {
    asked.push(`${skip}+${take}`);
    const rows = namesAt(asked.length - 1).slice(skip ?? 0, (skip ?? 0) + (take ?? 0));
    return Promise.resolve({ rows: rows.map((id) => ({ id })) });
  };
  const pages = listPages<{ rows: { id: string }[] }, Variables, { id: string }>(
    { query: query as never },
    '' as never,
    {
      ...{ variables: {}, pageOf: ({ rows }) => rows, signal: new AbortController().signal },
      ...(first === undefined ? {} : { first }),
    },
  );
  const seen = await Array.fromAsync(pages);
  expect(seen.map(({ isWhole }) => isWhole)).toEqual(seen.map((_page, at) => at === seen.length - 1));
  return { asked, lengths: seen.map(({ rows }) => rows.length), found: seen.at(-1)?.rows.map(({ id }) => id) };
}

test.each([
  { count: 0, first: undefined, asked: ['0+500'], lengths: [0] },
  { count: 100, first: 100, asked: ['0+100', '100+500'], lengths: [100, 100] },
  { count: 1000, first: 100, asked: ['0+100', '100+500', '600+500'], lengths: [100, 600, 1000] },
])('a list of $count rows is fetched page after page', async ({ count, first, asked, lengths }) => {
  expect(await fetchPages(() => names(count), first)).toEqual({ asked, lengths, found: names(count) });
});

test('a list by cursor is fetched with the cursor of each page', async () => {
  const asked: unknown[] = [];
  const query = (_operation: unknown, { cursor, take }: { cursor?: string | null; take?: number | null }) => {
    asked.push([cursor, take]);
    const pageInfo = { endCursor: 'end', hasNextPage: cursor === null };
    return Promise.resolve({ rows: { nodes: [{ id: cursor ?? 'first' }], pageInfo } });
  };
  const document = 'query Rows($take: Int, $cursor: String) { rows(take: $take, cursor: $cursor) { nodes { id } } }';
  const pages = listPages<{ rows: CursorPage<{ id: string }> }, object, { id: string }>(
    { query: query as never },
    document as never,
    {
      ...{ variables: {}, pageOf: ({ rows }) => rows, first: 100, signal: new AbortController().signal },
    },
  );
  const seen = await Array.fromAsync(pages);
  expect(asked).toEqual([
    [null, 100],
    ['end', 500],
  ]);
  expect(seen.at(-1)).toEqual({ rows: [{ id: 'first' }, { id: 'end' }], isWhole: true });
});

test('a list ends with row 5,000, and has a row that two answers contain once', async () => {
  const long = await fetchPages(() => names(9000), 100);
  expect([long.lengths.at(-1), long.asked.at(-1)]).toEqual([5000, '4600+400']);
  const moved = await fetchPages((answers) => (answers === 0 ? names(700) : ['new', ...names(700)]));
  expect(moved.found).toEqual(names(700));
});

test.each([
  ['waits for a control plane that does not answer', { served: null, failures: 0 }, 'try again'],
  ['tries again what failed for a moment', { served: 'a', failures: 2 }, 'try again'],
  ['reloads the page, which may keep the failure', { served: 'a', failures: 3 }, 'reload'],
  ['ends where a reload did not help', { served: 'a', failures: 3, isReloaded: true }, 'give up'],
  ['takes the page of another build', { served: 'b', failures: 1 }, 'reload'],
])('a part of a page whose code does not come %s', (_does, failed, next) => {
  expect(afterFailure({ own: 'a', isReloaded: false, ...failed })).toBe(next);
});

test('a part that leaves the page during an outage stops requesting its code', async () => {
  const left = new AbortController();
  let asked = 0;
  const fetched = untilFetched(() => {
    asked++;
    left.abort(new Error('it left'));
    return Promise.reject(new Error('the control plane is away'));
  }, left.signal);
  await expect(fetched).rejects.toThrow('it left');
  expect(asked).toBe(1);
});
