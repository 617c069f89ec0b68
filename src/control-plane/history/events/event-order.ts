import { type SQL, sql } from '../../platform/database/drizzle.ts';

/** The namespace of these advisory locks. */
const eventOrderLocks = 1163281956;

/**
 * Serializes inserts per organization until the transaction ends, so that a cursor reader never skips a sequence that becomes visible
 * late.
 */
export const lockEventOrder = (organizationId: string): SQL =>
  sql`pg_advisory_xact_lock(${eventOrderLocks}::int, hashtext(${organizationId}))`;
