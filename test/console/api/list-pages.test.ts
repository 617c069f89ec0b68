import { describe, expect, test } from 'vitest';
import { listPages } from '../../../src/console/api/list-pages.ts';

interface Row {
  id: string;
}
interface Variables {
  take?: number | null;
  skip?: number | null;
}

/** A list of the control plane, which may become another one before an answer. */
function listOf(names: (answers: number) => readonly string[]) {
  const asked: string[] = [];
  const query = (_operation: unknown, { skip, take }: Variables) => {
    asked.push(`${skip}+${take}`);
    const rows = names(asked.length - 1).slice(skip ?? 0, (skip ?? 0) + (take ?? 0));
    return Promise.resolve({ rows: rows.map((id) => ({ id })) });
  };
  const pages = (first?: number) =>
    listPages<{ rows: Row[] }, Variables, Row>({ query: query as never }, '' as never, {
      variables: {},
      rowsOf: ({ rows }) => rows,
      signal: new AbortController().signal,
      ...(first === undefined ? {} : { first }),
    });
  return { asked, pages };
}

const names = (count: number) => Array.from({ length: count }, (_none, index) => `row-${index}`);

describe('a list is fetched page after page', () => {
  test.each([
    { count: 0, first: undefined, asked: ['0+500'], lengths: [0] },
    { count: 7, first: 100, asked: ['0+100'], lengths: [7] },
    { count: 100, first: 100, asked: ['0+100', '100+500'], lengths: [100, 100] },
    { count: 1000, first: 100, asked: ['0+100', '100+500', '600+500'], lengths: [100, 600, 1000] },
  ])('$count rows, with $first of them first, in $asked.length answers', async ({ count, first, asked, lengths }) => {
    const list = listOf(() => names(count));
    const seen = await Array.fromAsync(list.pages(first));
    expect(list.asked).toEqual(asked);
    expect(seen.map(({ rows }) => rows.length)).toEqual(lengths);
    expect(seen.map(({ isWhole }) => isWhole)).toEqual(lengths.map((_length, at) => at === lengths.length - 1));
    expect(seen.at(-1)?.rows.map(({ id }) => id)).toEqual(names(count));
  });

  test('and ends with its 5,000th row', async () => {
    const list = listOf(() => names(9000));
    const seen = await Array.fromAsync(list.pages(100));
    expect(seen.at(-1)).toMatchObject({ isWhole: true });
    expect(seen.at(-1)?.rows.length).toBe(5000);
    expect(list.asked.at(-1)).toBe('4600+400');
  });

  test('and holds a row once that an answer brings again, because another one came before it', async () => {
    const list = listOf((answers) => (answers === 0 ? names(700) : ['new', ...names(700)]));
    const seen = await Array.fromAsync(list.pages());
    expect(seen.at(-1)?.rows.map(({ id }) => id)).toEqual(names(700));
  });
});
