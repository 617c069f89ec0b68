import { type Database, eq, oneRow, sql } from '../../platform/database/database.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import { readPerson } from '../../platform/input/person.ts';
import { publicMutation, publicQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { user } from '../../tables/accounts.ts';
import type { Secret } from '../accounts/secret.ts';
import { acceptInvitation, previewInvitation, requireInvited, takeInvitation } from '../organizations/invitations.ts';
import { createOrganization, readOrganizationName } from '../organizations/organizations.ts';
import { withAttempt } from './attempt-limits.ts';
import type { PeopleDeps } from './auths.ts';
import { hashPassword } from './passwords.ts';

interface NewAccount {
  email: string;
  name: string;
  /** Of the password. */
  hash: string;
}

/** Creates an account and returns its id. Throws `email_taken`. */
async function createAccount(
  transaction: Database,
  secret: Secret,
  { email, name, hash }: NewAccount,
): Promise<string> {
  // Of two concurrent sign-ups with one address, the second sees the first.
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
  const [present] = await transaction.select({ id: user.id }).from(user).where(eq(user.email, email));
  if (present !== undefined)
    throw domainError(
      'email_taken',
      'an account with this address already exists; sign in, then accept the invitation',
    );
  const { buildAuth } = await import('../accounts/better-auth.ts');
  const { internalAdapter } = await buildAuth(transaction, secret.text).$context;
  const { id: userId } = await internalAdapter.createUser(
    { email, name, emailVerified: false },
    { method: 'email-password' },
  );
  await internalAdapter.linkAccount({ userId, providerId: 'credential', accountId: userId, password: hash });
  return userId;
}

export const signUpResolvers = ({ authOf, passwordWork, secret, signUp: mode, provider }: PeopleDeps): Resolvers => ({
  Query: {
    invitation: publicQuery(({ where }, { context }) =>
      withAttempt(context, null, () => previewInvitation(context.database, where.token)),
    ),
  },
  Mutation: {
    signUp: publicMutation({
      prepare: async ({ data }, { context }) => {
        if (mode === 'closed') throw domainError('sign_up_closed', 'sign-up is disabled; ask an administrator');
        if (provider?.passwords === 'owners')
          throw domainError('sign_up_closed', `sign in with ${provider.name} instead`);
        const token = data.invitationToken ?? undefined;
        if (mode === 'invitation' && token === undefined)
          throw domainError('sign_up_closed', 'sign-up requires an invitation; ask an administrator for one');
        return withAttempt(context, null, async () => {
          const invited = token === undefined ? undefined : await takeInvitation(context.database, token);
          const email = data.email ?? invited?.email ?? '';
          const paths = { email: ['data', 'email'], name: ['data', 'name'], password: ['data', 'password'] };
          const { password, ...person } = readPerson({ email, name: data.name, password: data.password }, paths);
          // Before the account look-up: an invitation must not disclose other accounts.
          if (invited !== undefined) requireInvited(invited.email, person.email);
          const auth = await authOf(context.client);
          return { ...person, hash: await passwordWork.run(() => hashPassword(auth, password)) };
        });
      },
      run: async ({ data }, { prepared: { email, name, hash }, database }) => {
        const { organizationName, invitationToken } = data;
        const path = ['data', 'organizationName'];
        if (organizationName != null && mode !== 'open')
          throw invalidInput([{ path, message: 'only system administrators may create organizations here; omit it' }]);
        const ownName = organizationName == null ? undefined : readOrganizationName(organizationName, path);
        const invitation = invitationToken == null ? undefined : await takeInvitation(database, invitationToken);
        const userId = await createAccount(database, secret, { email, name, hash });
        if (invitation !== undefined) await acceptInvitation(database, invitation, { userId, email });
        const own = ownName === undefined ? undefined : await createOrganization(database, { name: ownName, userId });
        const made = oneRow(await database.select().from(user).where(eq(user.id, userId)));
        return { person: made, organizationId: invitation?.organizationId ?? own?.id };
      },
      // For the audit log of the person's organization.
      subject: ({ person: { id }, organizationId }) => ({
        ...{ type: 'person', id },
        ...(organizationId ? { organizationId } : {}),
      }),
    }),
  },
});
