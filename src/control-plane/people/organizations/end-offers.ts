import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull } from '../../platform/database/drizzle.ts';
import { enrolmentToken, invitation } from '../../tables/accounts.ts';

/**
 * Ends what a person could still let others, or themselves, into an organization with: their open invitations and their enrolment tokens
 * that nobody used. Call it in the transaction that takes rights from the person.
 */
export async function endOffers(
  transaction: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  const ofPerson = and(eq(invitation.organizationId, organizationId), eq(invitation.inviterId, userId));
  await transaction
    .update(invitation)
    .set({ status: 'canceled' })
    .where(and(ofPerson, eq(invitation.status, 'pending')));
  await transaction
    .update(enrolmentToken)
    .set({ revokedAt: new Date() })
    .where(
      and(
        eq(enrolmentToken.organizationId, organizationId),
        eq(enrolmentToken.createdBy, userId),
        isNull(enrolmentToken.usedAt),
        isNull(enrolmentToken.revokedAt),
      ),
    );
}
