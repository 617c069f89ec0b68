import type { User } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { asc, eq } from '../../platform/database/drizzle.ts';
import { domainError, forbidden } from '../../platform/input/errors.ts';
import { user } from '../../tables/accounts.ts';
import { endResetLinks } from '../accounts/link-token.ts';
import { describePerson } from './members.ts';

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
  if (isSystemAdmin) await endResetLinks(transaction, userId);
  const [row] = await transaction.update(user).set({ isSystemAdmin }).where(eq(user.id, userId)).returning();
  if (row === undefined) throw forbidden('There is no such person.');
  // Streams of organizations that the person is no member of end: only the beginning of a stream asks who may have it.
  if (!isSystemAdmin) await publish(transaction, { kind: 'sessions-ended', userId });
  return describePerson(row);
}
