import type { Database } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/drizzle.ts';
import { organization } from '../../tables/accounts.ts';

/** Locks an organization for the rest of a transaction, so that two requests at once do not both take the last place under a limit. */
export async function lockOrganization(transaction: Database, organizationId: string): Promise<void> {
  await transaction
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, organizationId))
    .for('no key update');
}
