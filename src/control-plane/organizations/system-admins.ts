import { asc, eq } from 'drizzle-orm';
import type { User } from '../../contract/types.generated.ts';
import { user } from '../accounts/tables.ts';
import type { Database } from '../database/database.ts';
import { domainError, forbidden } from '../input/errors.ts';
import { describePerson } from './members.ts';

/** Throws Forbidden when there is no such person, and `last_owner` for the last system administrator. */
export async function setSystemAdmin(transaction: Database, userId: string, isSystemAdmin: boolean): Promise<User> {
  // All of them, so that two cannot end each other's at once.
  const present = await transaction
    .select({ id: user.id })
    .from(user)
    .where(eq(user.isSystemAdmin, true))
    .orderBy(asc(user.id))
    .for('update');
  if (!isSystemAdmin && present.length === 1 && present[0]?.id === userId) {
    throw domainError('last_owner', 'this is the last system administrator; make another person one first');
  }
  const [row] = await transaction.update(user).set({ isSystemAdmin }).where(eq(user.id, userId)).returning();
  if (row === undefined) throw forbidden('There is no such person.');
  return describePerson(row);
}
