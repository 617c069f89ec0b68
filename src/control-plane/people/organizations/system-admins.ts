import type { User } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { asc, eq } from '../../platform/database/drizzle.ts';
import { domainError, forbidden } from '../../platform/input/errors.ts';
import { user } from '../../tables/accounts.ts';
import { endResetLinks } from '../accounts/link-token.ts';
import { describePerson } from './members.ts';

export async function setSystemAdmin(transaction: Database, userId: string, isSystemAdmin: boolean): Promise<User> {
  // Locks all of them, so that two cannot remove each other at once.
  const present = await transaction
    .select({ id: user.id })
    .from(user)
    .where(eq(user.isSystemAdmin, true))
    .orderBy(asc(user.id))
    .for('update');
  if (!isSystemAdmin && present.length === 1 && present[0]?.id === userId) {
    throw domainError('last_owner', 'this is the last system administrator; add another one first');
  }
  if (isSystemAdmin) await endResetLinks(transaction, userId);
  const [row] = await transaction.update(user).set({ isSystemAdmin }).where(eq(user.id, userId)).returning();
  if (row === undefined) throw forbidden('No such person.');
  // Ends streams of organizations that the person is not a member of: permission is checked only when a stream starts.
  if (!isSystemAdmin) await publish(transaction, { kind: 'sessions-ended', userId });
  return describePerson(row);
}
