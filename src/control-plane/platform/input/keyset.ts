import { and, Column, or, type SQL, sql } from 'drizzle-orm';
import type { CursorList, Cursors, Position } from './cursors.ts';
import { invalidInput } from './errors.ts';
import { type OrderTerm, pageOf } from './pages.ts';

/** A page of a list in an order of the caller's choice, which starts after the entry of a cursor. */
export interface KeysetPage {
  take: number;
  /** As given. */
  cursor: string | null;
  list: CursorList;
  /** Selects the entries after that of the cursor; undefined for the first page. */
  after: SQL | undefined;
  order: readonly OrderTerm[];
}

interface KeysetInput {
  take?: number | null;
  cursor?: string | null;
}

/**
 * Reads the page of a list. The last term of `order` tells all entries apart, so that the page after an entry is the same
 * whether that entry and those before it still exist or not. Throws `invalid_input` for a cursor of another list or order.
 */
export function keysetPageOf(
  cursors: Cursors,
  { name, organizationId }: { name: string; organizationId: string },
  order: readonly OrderTerm[],
  input: KeysetInput,
): KeysetPage {
  const { take } = pageOf({ take: input.take ?? null });
  const terms = order.map((term) => [term.name, term.descending, nullsFirst(term)].join(' '));
  const list = cursors.of(`${name} by ${terms.join(', ')}`, organizationId);
  const cursor = input.cursor ?? null;
  const page = { take, cursor, list, order };
  if (cursor === null) return { ...page, after: undefined };
  const position = list.read(cursor);
  if (position === undefined)
    throw invalidInput([{ path: ['cursor'], message: 'must be a cursor of this list in the same order (orderBy)' }]);
  return { ...page, after: isAfter(order, position) };
}

/** Selects the position of a row, as texts, which PostgreSQL reads back as they were. */
export const positionOf = (order: readonly OrderTerm[]): SQL<Position> =>
  sql<Position>`jsonb_build_array(${sql.join(
    order.map(({ value }) => sql`${value}::text`),
    sql`, `,
  )})`;

/** Selects the rows after a position: the first term that differs decides. */
export function isAfter(order: readonly OrderTerm[], position: Position): SQL | undefined {
  const alternatives = order.map((term, index) =>
    and(
      ...order.slice(0, index).map((before, at) => hasValue(before, position[at] ?? null)),
      isBeyond(term, position[index] ?? null),
    ),
  );
  return and(startsAt(order[0], position[0] ?? null), or(...alternatives));
}

const nullsFirst = ({ descending, nulls }: OrderTerm): boolean =>
  nulls === undefined || nulls === null ? descending : nulls === 'first';

const mayBeNull = ({ value }: OrderTerm): boolean => value instanceof Column && !value.notNull;

// A bare parameter gets the type of the value that it is compared with.
const hasValue = ({ value }: OrderTerm, at: string | number | null): SQL =>
  at === null ? sql`${value} IS NULL` : sql`${value} = ${at}`;

function isBeyond(term: OrderTerm, at: string | number | null): SQL {
  const { value, descending } = term;
  if (at === null) return nullsFirst(term) ? sql`${value} IS NOT NULL` : sql`false`;
  const beyond = sql`${value} ${sql.raw(descending ? '<' : '>')} ${at}`;
  return mayBeNull(term) && !nullsFirst(term) ? sql`(${beyond} OR ${value} IS NULL)` : beyond;
}

/** Lets an index of the first term find the start of the page, which the alternatives hide. */
function startsAt(first: OrderTerm | undefined, at: string | number | null): SQL | undefined {
  if (first === undefined || at === null || mayBeNull(first)) return undefined;
  return sql`${first.value} ${sql.raw(first.descending ? '<=' : '>=')} ${at}`;
}
