import { and, type Database, eq, oneRow } from '../../platform/database/database.ts';
import { domainError, foreignOrigin, invalidInput } from '../../platform/input/errors.ts';
import type { RequestContext } from '../../request/context.ts';
import { type MutationRequest, publicMutation } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { member, session, user } from '../../tables/accounts.ts';
import { takeToken } from '../accounts/throttle.ts';
import { accountOfAddress, accountOfChallenge, withAttempt } from './attempt-limits.ts';
import { asking, cookieHeaders, type PeopleDeps, sendCookies, wrongCode } from './auths.ts';
import { beginSession } from './sessions.ts';

/** A checked sign-in. */
type Admitting = Pick<MutationRequest<'anyone'>, 'context' | 'database'> & {
  prepared: { userId: string; headers: Headers };
};

/**
 * A code is valid for its half-minute and the neighbouring ones, and better-auth accepts it again. An observer of the
 * code must not be able to reuse it.
 */
export async function refuseUsedCode(
  database: Database,
  userId: string,
  { code, sessionToken }: { code: string; sessionToken?: string | undefined },
): Promise<void> {
  const once = { burst: 1, secondsPerToken: 120 };
  if ((await takeToken(database, `code ${userId} ${code}`, once)) === 0) return;
  if (sessionToken !== undefined) await database.delete(session).where(eq(session.token, sessionToken));
  throw wrongCode();
}

/** A foreign page must not sign a browser in to another account. Programs, which send no page, may sign in. */
export function refuseForeignPages({ isOwnOrigin, origin }: RequestContext['client']): void {
  if (origin !== null && !isOwnOrigin) throw foreignOrigin();
}

/** Leaves out the session cookie, which would mean an already signed-in person. */
const secondFactorCookie = (header: string | null): string | null =>
  header
    ?.split(';')
    .filter((part) => part.includes('.two_factor='))
    .join(';') ?? null;

/** Ends a sign-in with a password where single sign-on leaves that to owners. */
async function refuseClosedPassword(
  { provider }: PeopleDeps,
  database: Database,
  { user: { id: userId }, token = '' }: { user: { id: string }; token?: string | undefined },
): Promise<void> {
  if (provider?.passwords !== 'owners') return;
  const isOwner = and(eq(member.userId, userId), eq(member.role, 'owner'));
  const isSystemAdmin = and(eq(user.id, userId), eq(user.isSystemAdmin, true));
  if ((await database.$count(member, isOwner)) + (await database.$count(user, isSystemAdmin)) > 0) return;
  await database.delete(session).where(eq(session.token, token));
  throw domainError('password_sign_in_closed', `Passwords are for owners only. Sign in with ${provider.name}.`);
}

export async function beginPersonSession(
  deps: PeopleDeps,
  { prepared: { userId, headers }, context, database }: Admitting,
) {
  const token = sendCookies(context, headers, deps);
  if (token === undefined) throw new Error('the sign-in made no session');
  const organizationId = await beginSession(database, { token, userId, client: context.client });
  const found = await database.select().from(user).where(eq(user.id, userId));
  return { person: oneRow(found), organizationId };
}

export const signedInPerson = ({ person, organizationId }: Awaited<ReturnType<typeof beginPersonSession>>) =>
  ({ type: 'person', id: person.id, organizationId, isActor: true }) as const;

export const signInResolvers = (deps: PeopleDeps): Resolvers => ({
  Mutation: {
    signIn: publicMutation({
      prepare: async ({ data }, { context }) => {
        refuseForeignPages(context.client);
        const { api } = await deps.authOf(context.client);
        const body = { email: data.email.trim().toLowerCase(), password: data.password };
        const { headers, response } = await withAttempt(context, body.email, () =>
          deps.passwordWork.run(() => asking(api.signInEmail({ body, headers: new Headers(), returnHeaders: true }))),
        );
        // better-auth returns another shape if the second factor is required.
        if (!('user' in response && response.user)) return { userId: null, headers };
        await refuseClosedPassword(deps, context.database, response);
        return { userId: response.user.id, headers };
      },
      run: async (_args, { prepared: { userId, headers }, context, database }) => {
        if (userId !== null) {
          const prepared = { userId, headers };
          return { needsSecondFactor: false, ...(await beginPersonSession(deps, { prepared, context, database })) };
        }
        sendCookies(context, headers, deps);
        return { needsSecondFactor: true, person: null, organizationId: null };
      },
      subject: ({ person, organizationId }) => person && signedInPerson({ person, organizationId }),
      refused: ({ data: { email } }, { database }) => accountOfAddress(database, email),
    }),
    confirmSignIn: publicMutation({
      prepare: async ({ data: { code, recoveryCode } }, { context }) => {
        const { client, database } = context;
        refuseForeignPages(client);
        const given = code ?? recoveryCode;
        if (typeof given !== 'string' || (code != null && recoveryCode != null))
          throw invalidInput([{ path: ['data'], message: 'must contain either code or recoveryCode' }]);
        const { api } = await deps.authOf(client);
        const headers = cookieHeaders({ cookie: secondFactorCookie(client.cookie) });
        const request = { body: { code: given }, headers, returnHeaders: true } as const;
        const { headers: sent, response } = await withAttempt(context, null, () =>
          asking(code == null ? api.verifyBackupCode(request) : api.verifyTOTP(request)),
        );
        if (code != null) await refuseUsedCode(database, response.user.id, { code, sessionToken: response.token });
        await refuseClosedPassword(deps, database, response);
        return { userId: response.user.id, headers: sent };
      },
      run: (_args, request) => beginPersonSession(deps, request),
      subject: signedInPerson,
      refused: (_args, context) => accountOfChallenge(context, deps.secret.text),
    }),
  },
});
