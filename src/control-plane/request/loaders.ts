import DataLoader from 'dataloader';
import { type Column, type pg, type SQL, sql, type TenantKey } from '../platform/database/database.ts';
import type { Page } from '../platform/input/pages.ts';
import type { RequestContext } from './context.ts';

// A request concerns one organization, so that an id is a key here.

// A request with several mutations reads the same object before and after a change.
const uncached = { cache: false };

export interface PageOfOwner<P = Page> {
  owner: TenantKey;
  page: P;
}

/** Loads pages of lists; one statement for the same page of all owners. */
export const pagesLoader = <Row, P = Page>(
  ownerOf: (row: Row) => string,
  fetchPages: (owners: TenantKey[], page: P) => Promise<Row[]>,
): DataLoader<PageOfOwner<P>, Row[]> =>
  new DataLoader(async (requests) => {
    const found = new Map<PageOfOwner<P>, Row[]>();
    // One after another, so that each statement sees the remaining budget.
    for (const samePage of Map.groupBy(requests, ({ page }) => JSON.stringify(page)).values()) {
      const owners = [...new Map(samePage.map(({ owner }) => [owner.id, owner])).values()];
      const [first] = samePage;
      const rows = first === undefined ? [] : await fetchPages(owners, first.page);
      const byOwner = Map.groupBy(rows, ownerOf);
      for (const request of samePage) found.set(request, byOwner.get(request.owner.id) ?? []);
    }
    return requests.map((request) => found.get(request) ?? []);
  }, uncached);

interface OwnedRows {
  table: pg.PgTable;
  /** Its primary key. */
  key: readonly Column[];
  owner: Column | SQL;
  /** Within the rows of one owner. */
  order: Column | SQL;
  where: SQL | undefined;
}

export function onPage({ table, key, owner, order, where }: OwnedRows, { take, skip }: Page): SQL {
  const columns = sql.join([...key], sql`, `);
  const names = sql.raw(key.map(({ name }) => name).join(', '));
  return sql`(${columns}) IN (SELECT ${names} FROM (
    SELECT ${columns}, row_number() OVER (PARTITION BY ${owner} ORDER BY ${order}) AS place FROM ${table} WHERE ${where}
  ) AS ranked WHERE place > ${skip}::int AND place <= ${skip}::int + ${take}::int)`;
}

export const rowLoader = <Row, Key extends { id: string } = TenantKey>(
  idOf: (row: Row) => string,
  fetchRows: (keys: readonly Key[], ids: string[]) => Promise<Row[]>,
): DataLoader<Key, Row | null, unknown> =>
  new DataLoader(async (keys) => {
    const ids = keys.map(({ id }) => id);
    const byId = new Map((await fetchRows(keys, ids)).map((row) => [idOf(row), row]));
    return ids.map((id) => byId.get(id) ?? null);
  }, uncached);

export const rowsLoader = <Owner, Row>(
  fetchRows: (owners: readonly Owner[]) => Promise<Row[]>,
  ownerOf: (row: Row) => string,
  keyOf: (owner: Owner) => string = String,
): DataLoader<Owner, Row[], unknown> =>
  new DataLoader(async (owners) => {
    const byOwner = Map.groupBy(await fetchRows(owners), ownerOf);
    return owners.map((owner) => byOwner.get(keyOf(owner)) ?? []);
  }, uncached);

export function perRequest<T>(make: (context: RequestContext) => T): (context: RequestContext) => T {
  const values = new WeakMap<RequestContext, T>();
  return (context) => values.getOrInsertComputed(context, make);
}
