import { lockOrganization } from '../../people/accounts/lock-organization.ts';
import type { Database } from '../../platform/database/database.ts';
import { eq, sql } from '../../platform/database/drizzle.ts';
import { domainError } from '../../platform/input/errors.ts';
import { executor } from '../../tables/executors.ts';

/** Every name that a key reports becomes an executor. */
const maxExecutors = 1000;

/** Throws `limit_reached`. */
export async function requireRoomForExecutor(transaction: Database, organizationId: string): Promise<void> {
  await lockOrganization(transaction, organizationId);
  const [existing] = await transaction
    .select({ count: sql<number>`count(*)::int` })
    .from(executor)
    .where(eq(executor.organizationId, organizationId));
  if ((existing?.count ?? 0) < maxExecutors) return;
  throw domainError(
    'limit_reached',
    `this organization has ${maxExecutors} executors already; delete those that are gone: satrap executors delete NAME`,
  );
}
