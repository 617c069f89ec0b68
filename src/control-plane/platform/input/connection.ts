import { asc, type Column, desc, gt, lt, type SQL } from 'drizzle-orm';
import type { EventFilterInput, PageInfo } from '../../../contract/types.generated.ts';
import type { CursorList, Position } from './cursors.ts';
import { invalidInput } from './errors.ts';
import { pageOf } from './pages.ts';

const defaultPageSize = 50;

export interface CursorPage {
  take: number;
  newer: boolean;
  /** As given. */
  cursor: string | null;
  /** The sequence that the page starts after; undefined for the first page. */
  after: number | undefined;
  /** Before it, in a list of another order: milliseconds since the Unix epoch, or a rank. */
  afterKey?: number | undefined;
}

export interface Connection<T> {
  edges: { cursor: string; node: T }[];
  nodes: T[];
  pageInfo: PageInfo;
}

type PageInput = Pick<EventFilterInput, 'cursor' | 'direction' | 'take' | 'from' | 'to'>;

/** The connection for callers who see nothing. */
export const emptyConnection: Connection<never> = {
  edges: [],
  nodes: [],
  pageInfo: { startCursor: null, endCursor: null, hasNextPage: false, hasPreviousPage: false },
};

export function cursorPageOf(list: CursorList, input: PageInput | null | undefined): CursorPage {
  const { take } = pageOf({ take: input?.take ?? null }, { defaultTake: defaultPageSize, within: ['filter'] });
  if (input?.from && input.to && input.from >= input.to)
    throw invalidInput([{ path: ['filter', 'from'], message: 'must be before `to`' }]);
  const cursor = input?.cursor ?? null;
  const page = { take, newer: input?.direction === 'newer', cursor };
  if (cursor === null) return { ...page, after: undefined };
  const position = list.read(cursor);
  if (position === undefined)
    throw invalidInput([{ path: ['filter', 'cursor'], message: 'must be the cursor of an edge of this list' }]);
  const [after, afterKey] = position;
  return { ...page, after: Number(after), ...(afterKey == null ? {} : { afterKey: Number(afterKey) }) };
}

export function pageCondition({ after, newer }: CursorPage, sequence: Column): SQL | undefined {
  if (after === undefined) return undefined;
  return newer ? gt(sequence, after) : lt(sequence, after);
}

export const pageOrder = ({ newer }: CursorPage, sequence: Column): SQL => (newer ? asc(sequence) : desc(sequence));

export const connectionOf = <Row extends { sequence: number }, T>(
  list: CursorList,
  page: CursorPage,
  rows: readonly Row[],
  nodeOf: (row: Row) => T,
  /** The first key of another order than that of sequence: milliseconds since the Unix epoch, or a rank. */
  keyOf?: (row: Row) => number,
): Connection<T> =>
  positionedConnection(
    list,
    page,
    rows.map((row) => ({ node: nodeOf(row), position: [row.sequence, ...(keyOf ? [keyOf(row)] : [])] })),
  );

/** Returns the connection of rows, of which there is one more than the page holds if the list continues. */
export function positionedConnection<T>(
  list: CursorList,
  { take, cursor }: Pick<CursorPage, 'take' | 'cursor'>,
  rows: readonly { node: T; position: Position }[],
): Connection<T> {
  const edges = rows.slice(0, take).map(({ node, position }) => ({ cursor: list.write(position), node }));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
      hasNextPage: rows.length > take,
      hasPreviousPage: cursor !== null,
    },
  };
}
