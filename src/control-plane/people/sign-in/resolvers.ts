import { ownVersion } from '../../../version.ts';
import { eq } from '../../platform/database/drizzle.ts';
import { invalidInput } from '../../platform/input/errors.ts';
import { readNewPassword, readPerson } from '../../platform/input/person.ts';
import type { JobDeps } from '../../platform/jobs/run-on-one-replica.ts';
import { adminMutation, personMutation, publicMutation } from '../../request/mutation.ts';
import type { MutationSubject } from '../../request/outcome.ts';
import { personQuery, publicQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { organization, user } from '../../tables/accounts.ts';
import { previewInvitation, requireInvited, takeInvitation } from '../organizations/invitations.ts';
import { describePerson } from '../organizations/members.ts';
import {
  describeOrganization,
  listMemberships,
  maxMemberships,
  readOrganizationName,
} from '../organizations/organization.ts';
import { accountOfAddress, accountOfChallenge, forgetFailures, withAttempt } from './attempt-limits.ts';
import { clearedCookie, type PeopleDeps, requireSession } from './auths.ts';
import { peopleCleanUpJob } from './clean-up.ts';
import {
  findResetLinkHolder,
  hashPassword,
  holderOfResetLink,
  makeResetLink,
  requireMayReset,
  requirePassword,
  resetPassword,
  storePassword,
} from './passwords.ts';
import { secondFactorResolvers } from './second-factor.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { admit, checkSecondFactor, checkSignIn } from './sign-in.ts';
import { requireSignUp, signUp } from './sign-up.ts';

/** For the audit log of the person's organization. */
const personSubject = (id: string | undefined, organizationId?: string | null) =>
  id === undefined ? null : { type: 'person' as const, id, ...(organizationId ? { organizationId } : {}) };

/** The authenticated person; null while the second factor is required. */
const signedIn = (id: string | undefined, organizationId: string | null): MutationSubject | null =>
  id === undefined ? null : { type: 'person', id, organizationId, isActor: true };

export const peopleResolvers = (deps: PeopleDeps): Resolvers => ({
  Query: {
    invitation: publicQuery(({ where }, { context: { client, database } }) =>
      withAttempt(
        database,
        { email: null, address: client.address },
        () => previewInvitation(database, where.token),
        (preview) => preview === null,
      ),
    ),
    passwordReset: publicQuery(({ token }, { context: { client, database } }) =>
      withAttempt(
        database,
        { email: null, address: client.address },
        () => findResetLinkHolder(database, token),
        (holder) => holder === null,
      ),
    ),
    sessions: personQuery([], (_args, { reader, context }) => listSessions(context.database, reader)),
  },
  Mutation: {
    signUp: publicMutation({
      prepare: async ({ input }, { context: { client, database } }) => {
        const invitationToken = input.invitationToken ?? undefined;
        requireSignUp(deps.signUp, { invitationToken });
        return withAttempt(database, { email: null, address: client.address }, async () => {
          const invited = invitationToken === undefined ? undefined : await takeInvitation(database, invitationToken);
          const email = input.email ?? invited?.email ?? '';
          const paths = { email: ['input', 'email'], name: ['input', 'name'], password: ['input', 'password'] };
          const { password, ...person } = readPerson({ email, name: input.name, password: input.password }, paths);
          // Before the account look-up: an invitation must not disclose other accounts.
          if (invited !== undefined) requireInvited(invited.email, person.email);
          const auth = await deps.authOf(client);
          return { ...person, passwordHash: await deps.passwordWork.run(() => hashPassword(auth, password)) };
        });
      },
      run: ({ input }, { prepared, database }) => {
        const { organizationName } = input;
        if (organizationName != null && deps.signUp !== 'open') {
          const message = 'only system administrators may create organizations here; omit it';
          throw invalidInput([{ path: ['input', 'organizationName'], message }]);
        }
        return signUp(database, deps.secret.text, {
          ...prepared,
          invitationToken: input.invitationToken ?? undefined,
          organizationName:
            organizationName == null
              ? undefined
              : readOrganizationName(organizationName, ['input', 'organizationName']),
        });
      },
      subject: ({ id, organizationId }) => personSubject(id, organizationId),
    }),
    signIn: publicMutation({
      prepare: ({ input }, { context }) => checkSignIn(deps, input, context),
      run: (_args, { prepared, context, database }) => admit(database, deps, prepared, context),
      subject: ({ person, organizationId }) => signedIn(person?.id, organizationId),
      refused: ({ input: { email } }, { database }) => accountOfAddress(database, email),
    }),
    confirmSignIn: publicMutation({
      prepare: ({ input }, { context }) => checkSecondFactor(deps, input, context),
      run: (_args, { prepared, context, database }) => admit(database, deps, prepared, context),
      subject: ({ person, organizationId }) => signedIn(person?.id, organizationId),
      refused: (_args, { database, client }) => accountOfChallenge(database, client, deps.secret.text),
    }),
    signOut: personMutation({
      run: async (_args, { caller, context, database }) => {
        if (caller.credential.type !== 'session') return false;
        await endSession(database, caller, caller.credential.id);
        context.cookies.push(clearedCookie(context.client));
        return true;
      },
      subject: () => null,
    }),
    endSession: personMutation({
      run: async ({ where }, { caller, database }) => {
        await endSession(database, caller, where.id);
        return true;
      },
      subject: (_result, { where }) => ({ type: 'session', id: where.id }),
    }),
    endOtherSessions: personMutation({
      run: (_args, { caller, database }) => endOtherSessions(database, caller),
      subject: () => null,
    }),
    changePassword: personMutation({
      prepare: async ({ input }, { caller, context: { client, database } }) => {
        requireSession(caller);
        const newPassword = readNewPassword(input.newPassword, ['input', 'newPassword']);
        const auth = await deps.authOf(client);
        return withAttempt(database, { email: caller.email, address: client.address }, () =>
          deps.passwordWork.run(async () => {
            await requirePassword(database, auth, caller.userId, input.currentPassword);
            return hashPassword(auth, newPassword);
          }),
        );
      },
      run: async ({ input }, { prepared: hash, caller: { userId, credential }, database }) => {
        const revokesKeys = input.revokePersonalKeys ?? false;
        await storePassword(database, { userId, hash, keptSessionId: credential.id, revokesKeys });
        return true;
      },
      subject: () => null,
    }),
    createPasswordResetLink: adminMutation({
      run: async ({ where }, { caller, database }) => {
        await requireMayReset(database, caller, where.id);
        return makeResetLink(database, where.id, deps.publicUrl);
      },
      target: ({ where }) => personSubject(where.id),
      subject: () => null,
    }),
    resetPassword: publicMutation({
      prepare: async ({ input }, { context: { client, database } }) => {
        const newPassword = readNewPassword(input.newPassword, ['input', 'newPassword']);
        return withAttempt(database, { email: null, address: client.address }, async () => {
          const holder = await holderOfResetLink(database, input.token);
          const auth = await deps.authOf(client);
          const hash = await deps.passwordWork.run(() => hashPassword(auth, newPassword));
          return { ...holder, hash };
        });
      },
      run: async ({ input }, { prepared: { hash, email }, context: { client }, database }) => {
        await resetPassword(database, { token: input.token, hash, revokesKeys: input.revokePersonalKeys ?? false });
        await forgetFailures(database, { email, address: client.address });
        return true;
      },
      subject: () => null,
    }),
  },
});

export const viewerResolvers = (): Resolvers => ({
  Query: { viewer: publicQuery(async (_args, { caller }) => caller) },
  Viewer: {
    controlPlaneVersion: ownVersion,
    organization: async ({ organizationId }, _args, { database }) => {
      if (organizationId === null) return null;
      const [row] = await database.select().from(organization).where(eq(organization.id, organizationId));
      return row === undefined ? null : describeOrganization(row);
    },
    // An executor acts for no person.
    role: (caller) => (caller.purpose === 'personal' ? caller.role : null),
    person: async (caller, _args, { database }) => {
      if (caller.purpose === 'executor') return null;
      const [row] = await database.select().from(user).where(eq(user.id, caller.userId));
      return row === undefined ? null : describePerson(row);
    },
    organizations: (caller, { having }, { database, budget }) =>
      caller.purpose === 'executor'
        ? []
        : budget.fetchRows(maxMemberships, (limit) =>
            listMemberships(database, { userId: caller.userId, having: having ?? null, limit }),
          ),
  },
});

export const signIn = {
  resolvers: peopleResolvers,
  jobs: ({ database }: JobDeps) => [peopleCleanUpJob(database)],
};
export const secondFactor = { resolvers: secondFactorResolvers };
export const viewer = { resolvers: viewerResolvers };
