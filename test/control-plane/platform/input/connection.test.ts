import { describe, expect, test } from 'vitest';
import {
  type CursorPage,
  connectionOf,
  cursorOf,
  cursorPageOf,
} from '../../../../src/control-plane/platform/input/connection.ts';

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ sequence: from - index }));
const page = (input: Partial<CursorPage>): CursorPage => ({
  ...{ take: 2, newer: false, cursor: null, after: undefined },
  ...input,
});

describe('a cursor', () => {
  test.each([1, 42, 999_999_999_999_999])('of the sequence %d leads back to it', (sequence) => {
    expect(cursorPageOf('event', { cursor: cursorOf('event', sequence) }).after).toBe(sequence);
  });

  test.each(['', 'nonsense', cursorOf('audit', 1), Buffer.from('event:').toString('base64url'), cursorOf('event', -1)])(
    'that no earlier page of the list gave is refused: %j',
    (cursor) => {
      expect(() => cursorPageOf('event', { cursor })).toThrow(
        'filter.cursor: must be the endCursor of an earlier page',
      );
    },
  );
});

test('a page begins at the newest entry and has 50 entries unless asked otherwise', () => {
  expect(cursorPageOf('event', null)).toEqual({ take: 50, newer: false, cursor: null, after: undefined });
});

test('a page that is too large is refused with the path to its size', () => {
  expect(() => cursorPageOf('event', { take: 501 }, ['where'])).toThrow('where.take: must be from 1 to 500');
});

describe('a connection', () => {
  test('holds as many entries as asked for, each with its cursor, and says that there are more', () => {
    const { edges, nodes, pageInfo } = connectionOf('event', page({}), numbers(9, 3), ({ sequence }) => sequence);
    expect(nodes).toEqual([9, 8]);
    expect(edges).toEqual([
      { cursor: cursorOf('event', 9), node: 9 },
      { cursor: cursorOf('event', 8), node: 8 },
    ]);
    expect(pageInfo).toEqual({
      startCursor: cursorOf('event', 9),
      endCursor: cursorOf('event', 8),
      hasNextPage: true,
      hasPreviousPage: false,
    });
  });

  test('that is empty has the cursor that was asked for, so that whoever reads on does not begin anew', () => {
    const cursor = cursorOf('event', 7);
    const { pageInfo } = connectionOf('event', page({ cursor, after: 7 }), [], () => null);
    expect(pageInfo).toEqual({ startCursor: cursor, endCursor: cursor, hasNextPage: false, hasPreviousPage: true });
  });
});
