import { type SQL, sql } from 'drizzle-orm';

/** Tells these locks from others that anybody takes. */
const eventsLock = 1163281956;

/**
 * Waits until no other transaction is adding events of this organization, and keeps others waiting until this one ends. Without it, a
 * later number could be seen before an earlier one, and whoever reads on from there would never see the earlier.
 */
export const turnToAdd = (organizationId: string): SQL =>
  sql`pg_advisory_xact_lock(${eventsLock}::int, hashtext(${organizationId}))`;
