import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';

// Every key of an organization's table begins with the organization, so that an engine can distribute the rows by it.

type Column = pg.AnyPgColumn;

interface KeyColumns {
  organizationId: Column;
  id: Column;
}

export interface TenantKey {
  organizationId: string;
  id: string;
}

/** A key of a map or a set. Not the id alone: hosts choose ids, and two organizations may have the same one. */
export type KeyText = `${string} ${string}`;

export const keyOf = ({ organizationId, id }: TenantKey): KeyText => `${organizationId} ${id}`;

/** The column of a table without a foreign key to the organization, or with one to another row of it. */
export const ofOrganization = () => pg.text('organization_id').notNull();

export const refersTo = (organizationId: Column, id: Column, owner: KeyColumns) =>
  pg.foreignKey({ columns: [organizationId, id], foreignColumns: [owner.organizationId, owner.id] });

/** A foreign key of rows that are deleted with the row that they refer to. */
export const belongsTo = (...key: Parameters<typeof refersTo>) => refersTo(...key).onDelete('cascade');

/** The keys of a table with one row for each of another one. */
export const oneOf = (organizationId: Column, id: Column, owner: KeyColumns) => [
  pg.primaryKey({ columns: [organizationId, id] }),
  belongsTo(organizationId, id, owner),
];

type Value = string | Column | SQL;

export const hasKey = (columns: KeyColumns, organizationId: Value, id: Value): SQL | undefined =>
  and(eq(columns.organizationId, organizationId), eq(columns.id, id));

/** Finds rows of one or many organizations with the index of their key. */
export const hasKeys = (columns: KeyColumns, keys: readonly TenantKey[]): SQL | undefined => {
  const owners = new Set(keys.map(({ organizationId }) => organizationId));
  const [owner] = owners;
  const ids = new Set(keys.map(({ id }) => id));
  if (owner === undefined || owners.size === 1)
    return and(eq(columns.organizationId, owner ?? ''), inArray(columns.id, [...ids]));
  const distinct = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  const list = (of: keyof TenantKey) =>
    sql`${sql.param(distinct.map((key) => key[of]))}::${sql.raw(columns[of].getSQLType())}[]`;
  return sql`(${columns.organizationId}, ${columns.id}) IN (SELECT * FROM unnest(${list('organizationId')}, ${list('id')}))`;
};

export const isRow = (columns: KeyColumns, key: TenantKey): SQL | undefined => hasKeys(columns, [key]);
