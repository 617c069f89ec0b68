import type { User } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { eq, sql } from '../../platform/database/drizzle.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { SignUpMode } from '../../settings.ts';
import { user } from '../../tables/accounts.ts';
import { acceptInvitation, takeInvitation } from '../organizations/invitations.ts';
import { describePerson } from '../organizations/members.ts';
import { createOrganization } from '../organizations/organization.ts';

export interface SignUpRequest {
  email: string;
  name: string;
  passwordHash: string;
  invitationToken: string | undefined;
  organizationName: string | undefined;
}

export function requireSignUp(mode: SignUpMode, request: Pick<SignUpRequest, 'invitationToken'>): void {
  if (mode === 'closed') throw domainError('sign_up_closed', 'sign-up is disabled; ask an administrator');
  if (mode === 'invitation' && request.invitationToken === undefined) {
    throw domainError('sign_up_closed', 'sign-up requires an invitation; ask an administrator for one');
  }
}

export async function signUp(
  transaction: Database,
  authSecret: string,
  { email, name, passwordHash, invitationToken, organizationName }: SignUpRequest,
): Promise<User & { organizationId: string | undefined }> {
  const invitation = invitationToken === undefined ? undefined : await takeInvitation(transaction, invitationToken);
  // Of two concurrent sign-ups with one address, the second sees the first.
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
  const [present] = await transaction.select({ id: user.id }).from(user).where(eq(user.email, email));
  if (present !== undefined) {
    throw domainError(
      'email_taken',
      'an account with this address already exists; sign in, then accept the invitation',
    );
  }
  const { buildAuth } = await import('../accounts/better-auth.ts');
  const { internalAdapter } = await buildAuth(transaction, authSecret).$context;
  const made = await internalAdapter.createUser({ email, name, emailVerified: false }, { method: 'email-password' });
  await internalAdapter.linkAccount({
    userId: made.id,
    providerId: 'credential',
    accountId: made.id,
    password: passwordHash,
  });
  const person = { userId: made.id, email };
  if (invitation !== undefined) await acceptInvitation(transaction, invitation, person);
  const own =
    organizationName === undefined
      ? undefined
      : await createOrganization(transaction, { name: organizationName, userId: made.id });
  const [row] = await transaction.select().from(user).where(eq(user.id, made.id));
  if (row === undefined) throw new Error('the database returned no row for the inserted person');
  return { ...describePerson(row), organizationId: invitation?.organizationId ?? own?.id };
}
