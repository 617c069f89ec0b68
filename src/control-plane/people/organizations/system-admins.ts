import { publish } from '../../platform/bus/outbox.ts';
import { asc, eq } from '../../platform/database/database.ts';
import { domainError, requireRow } from '../../platform/input/errors.ts';
import { systemAdminMutation } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { user } from '../../tables/accounts.ts';
import { endResetLinks } from '../accounts/tokens.ts';

const subjectOf = ({ id }: { id: string }) => ({ type: 'person' as const, id, organizationId: null });

export const systemAdminResolvers = (): Resolvers => ({
  Mutation: {
    adminSetSystemAdmin: systemAdminMutation({
      run: async ({ where: { id }, isSystemAdmin }, { database }) => {
        // Locks all of them, so that two cannot remove each other at once.
        const present = await database
          .select({ id: user.id })
          .from(user)
          .where(eq(user.isSystemAdmin, true))
          .orderBy(asc(user.id))
          .for('update');
        if (!isSystemAdmin && present.length === 1 && present[0]?.id === id)
          throw domainError('last_owner', 'this is the last system administrator; add another one first');
        if (isSystemAdmin) await endResetLinks(database, id);
        const changed = await database.update(user).set({ isSystemAdmin }).where(eq(user.id, id)).returning();
        const person = requireRow(changed, 'No such person.');
        // Ends streams of organizations that the person is not a member of: permission is checked only when a stream starts.
        if (!isSystemAdmin) await publish(database, { kind: 'sessions-ended', userId: id });
        return { person };
      },
      target: ({ where }) => subjectOf(where),
      subject: ({ person }) => subjectOf(person),
    }),
  },
  User: { hasSecondFactor: ({ twoFactorEnabled }) => twoFactorEnabled === true },
});

export const personSnapshot: SnapshotReader = {
  isGlobal: true,
  read: async (transaction, _organizationId, id) => {
    const { email, name, isSystemAdmin, twoFactorEnabled: hasSecondFactor } = user;
    const found = transaction.select({ email, name, isSystemAdmin, hasSecondFactor }).from(user);
    const [row] = await found.where(eq(user.id, id));
    return row && { name: row.email, values: row };
  },
};
