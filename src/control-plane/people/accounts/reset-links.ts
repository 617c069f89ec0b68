import type { Database } from '../../platform/database/database.ts';
import { and, eq, sql } from '../../platform/database/drizzle.ts';
import { user, verification } from '../../tables/accounts.ts';

/** How the link for a new password with this hash is stored. */
export const resetIdentifierOf = (hash: string): string => `reset-password ${hash}`;

/**
 * Makes the links worthless with which somebody could set a person's password, within a transaction. Call it before the person joins an
 * organization or may do more: whoever made a link could act as a person who had less then. Locks the person, so that no link is made
 * meanwhile.
 */
export async function endResetLinks(transaction: Database, userId: string): Promise<void> {
  await transaction.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('update');
  await transaction
    .delete(verification)
    .where(and(eq(verification.value, userId), sql`starts_with(${verification.identifier}, ${resetIdentifierOf('')})`));
}
