import { and, eq } from '../../platform/database/drizzle.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { invitation, member, organization, user } from '../../tables/accounts.ts';
import { lockMember } from './members.ts';

export const organizationSnapshot: SnapshotReader = {
  isGlobal: true,
  lock: (transaction, _organizationId, id) =>
    transaction.select().from(organization).where(eq(organization.id, id)).for('update'),
  read: async (transaction, _organizationId, id) => {
    const [row] = await transaction
      .select({ name: organization.name, isActive: organization.isActive })
      .from(organization)
      .where(eq(organization.id, id));
    return row && { name: row.name, values: row };
  },
};

export const memberSnapshot: SnapshotReader = {
  lock: (transaction, organizationId, memberId) => lockMember(transaction, { organizationId, memberId }),
  read: async (transaction, organizationId, id) => {
    const [row] = await transaction
      .select({ email: user.email, role: member.role })
      .from(member)
      .innerJoin(user, eq(user.id, member.userId))
      .where(and(eq(member.id, id), eq(member.organizationId, organizationId)));
    return row && { name: row.email, values: row };
  },
};

export const invitationSnapshot: SnapshotReader = {
  read: async (transaction, organizationId, id) => {
    const [row] = await transaction
      .select({
        ...{ email: invitation.email, role: invitation.role },
        ...{ status: invitation.status, expiresAt: invitation.expiresAt },
      })
      .from(invitation)
      .where(and(eq(invitation.id, id), eq(invitation.organizationId, organizationId)));
    return row && { name: row.email, values: row };
  },
};

export const personSnapshot: SnapshotReader = {
  isGlobal: true,
  read: async (transaction, _organizationId, id) => {
    const [row] = await transaction
      .select({
        ...{ email: user.email, name: user.name },
        ...{ isSystemAdmin: user.isSystemAdmin, hasSecondFactor: user.twoFactorEnabled },
      })
      .from(user)
      .where(eq(user.id, id));
    return row && { name: row.email, values: row };
  },
};
