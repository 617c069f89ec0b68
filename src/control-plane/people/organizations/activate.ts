import type { Organization } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/drizzle.ts';
import { domainError, forbidden } from '../../platform/input/errors.ts';
import type { PersonCaller } from '../../request/caller.ts';
import { member, organization, session } from '../../tables/accounts.ts';
import { describeOrganization } from './organization.ts';

export async function setActiveOrganization(
  transaction: Database,
  { credential, userId, isSystemAdmin }: PersonCaller,
  organizationId: string,
): Promise<Organization> {
  if (credential.type !== 'session') {
    throw domainError('session_required', 'an API key acts only in its own organization; sign in to switch to another');
  }
  const [row] = await transaction
    .select({ organization, memberId: member.id })
    .from(organization)
    .leftJoin(member, and(eq(member.organizationId, organization.id), eq(member.userId, userId)))
    .where(eq(organization.id, organizationId));
  if (row === undefined || (row.memberId === null && !isSystemAdmin)) throw forbidden();
  if (!row.organization.isActive && !isSystemAdmin) {
    throw forbidden('This organization was deactivated; ask an administrator of the control plane.');
  }
  await transaction.update(session).set({ activeOrganizationId: organizationId }).where(eq(session.id, credential.id));
  // The session's streams show the previous organization.
  await publish(transaction, { kind: 'sessions-ended', userId, sessionId: credential.id });
  return describeOrganization(row.organization);
}

export async function activateFirst(
  transaction: Database,
  { credential, organizationId: active }: PersonCaller,
  organizationId: string,
): Promise<void> {
  if (credential.type !== 'session' || active !== null) return;
  await transaction.update(session).set({ activeOrganizationId: organizationId }).where(eq(session.id, credential.id));
}

export async function setOrganizationActive(
  transaction: Database,
  organizationId: string,
  isActive: boolean,
): Promise<Organization> {
  const [row] = await transaction
    .update(organization)
    .set({ isActive })
    .where(eq(organization.id, organizationId))
    .returning();
  if (row === undefined) throw forbidden('No such organization.');
  await publish(transaction, { kind: 'organization-switched', organizationId, isActive });
  return describeOrganization(row);
}
