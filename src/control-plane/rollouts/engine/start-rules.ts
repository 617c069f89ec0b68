import type { GraphQLError } from 'graphql';
import { maxRolloutGroupSize } from '../../../contract/limits.ts';
import { and, type Database, eq, isNotNull, isNull, type pg, sql } from '../../platform/database/database.ts';
import { domainError, type Issue } from '../../platform/input/errors.ts';

/** A single reason becomes the message; several become the issues. */
export const notPossible = (summary: string, issues: readonly Issue[]): GraphQLError =>
  domainError('rollout_not_possible', issues.length === 1 ? (issues[0]?.message ?? summary) : summary, { issues });

/** Returns what is wrong with the number of members that are changed at a time. */
export const groupSizeIssues = (size: number | null | undefined, path: readonly string[]): Issue[] =>
  size == null || (size >= 1 && size <= maxRolloutGroupSize)
    ? []
    : [{ path, message: `must be 1 to ${maxRolloutGroupSize}` }];

/** Returns the numbers of groups by position, from 1. No group has both canaries and members that follow them. */
export const groupsOf =
  (size: number, canaries = 0) =>
  (position: number): number =>
    position < canaries
      ? Math.floor(position / size) + 1
      : Math.ceil(canaries / size) + Math.floor((position - canaries) / size) + 1;

/** Per organization. */
const maxUnended = 100;
const maxEnded = 100;

interface RolloutTable extends pg.PgTable {
  id: pg.AnyPgColumn;
  organizationId: pg.AnyPgColumn;
  endedAt: pg.AnyPgColumn;
}

/** Deletes old rollouts. Throws `limit_reached`. `what` names those of the table. */
export async function requireCapacity(
  transaction: Database,
  table: RolloutTable,
  organizationId: string,
  what: string,
): Promise<void> {
  const isOwn = eq(table.organizationId, organizationId);
  if ((await transaction.$count(table, and(isOwn, isNull(table.endedAt)))) >= maxUnended)
    throw domainError('limit_reached', `${maxUnended} ${what} have not ended; cancel stopped ones`);
  const isEnded = and(isOwn, isNotNull(table.endedAt));
  const kept = sql`SELECT id FROM ${table} WHERE ${isEnded} ORDER BY ended_at DESC LIMIT ${maxEnded}`;
  await transaction.delete(table).where(and(isEnded, sql`${table.id} NOT IN (${kept})`));
}
