import { member, organization } from '../accounts/tables.ts';
import type { Database } from '../database/database.ts';
import { and, asc, eq } from '../database/drizzle.ts';

/** Returns the id of the active organization that a person joined first; null for a person without one. */
export async function firstOrganization(database: Database, userId: string): Promise<string | null> {
  const [row] = await database
    .select({ id: organization.id })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.userId, userId), eq(organization.isActive, true)))
    .orderBy(asc(member.createdAt), asc(member.id))
    .limit(1);
  return row?.id ?? null;
}
