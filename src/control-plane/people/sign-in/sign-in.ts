import type { SecondFactorInput, SignIn, SignInInput } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/drizzle.ts';
import { foreignOrigin, invalidInput } from '../../platform/input/errors.ts';
import type { RequestContext } from '../../request/context.ts';
import { session, user } from '../../tables/accounts.ts';
import { takeToken } from '../accounts/throttle.ts';
import { describePerson } from '../organizations/members.ts';
import { type Attempt, withAttempt } from './attempt-limits.ts';
import { asking, cookieHeaders, type PeopleDeps, sendCookies, wrongCode } from './auths.ts';
import { beginSession } from './sessions.ts';

export interface Admission {
  /** Null while the second factor is required. */
  userId: string | null;
  headers: Headers;
}

export async function checkSignIn(
  deps: PeopleDeps,
  { email, password }: SignInInput,
  { client, database }: RequestContext,
): Promise<Admission> {
  refuseForeignPages(client);
  const { api } = await deps.authOf(client);
  const body = { email: email.trim().toLowerCase(), password };
  const { headers, response } = await withAttempt(database, { email: body.email, address: client.address }, () =>
    deps.passwordWork.run(() => asking(api.signInEmail({ body, headers: new Headers(), returnHeaders: true }))),
  );
  // better-auth returns another shape if the second factor is required.
  return { userId: 'user' in response && response.user ? response.user.id : null, headers };
}

export async function checkSecondFactor(
  deps: PeopleDeps,
  { code, recoveryCode }: SecondFactorInput,
  { client, database }: RequestContext,
): Promise<Admission> {
  refuseForeignPages(client);
  const given = code ?? recoveryCode;
  if (typeof given !== 'string' || (code != null && recoveryCode != null)) {
    throw invalidInput([{ path: ['input'], message: 'must contain either code or recoveryCode' }]);
  }
  const { api } = await deps.authOf(client);
  // Without the session cookie, which would mean an already signed-in person.
  const request = {
    body: { code: given },
    headers: cookieHeaders({ cookie: secondFactorCookie(client.cookie) }),
    returnHeaders: true,
  } as const;
  const attempt: Attempt = { email: null, address: client.address };
  const { headers, response } = await withAttempt(database, attempt, () =>
    asking(code == null ? api.verifyBackupCode(request) : api.verifyTOTP(request)),
  );
  if (code != null) await refuseUsedCode(database, response.user.id, { code, sessionToken: response.token });
  return { userId: response.user.id, headers };
}

export async function admit(
  transaction: Database,
  deps: PeopleDeps,
  { userId, headers }: Admission,
  context: RequestContext,
): Promise<SignIn & { organizationId: string | null }> {
  const token = sendCookies(context, headers, deps);
  if (userId === null || token === undefined) return { needsSecondFactor: true, person: null, organizationId: null };
  const organizationId = await beginSession(transaction, { token, userId, client: context.client });
  const [row] = await transaction.select().from(user).where(eq(user.id, userId));
  return { needsSecondFactor: false, person: row === undefined ? null : describePerson(row), organizationId };
}

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
function refuseForeignPages({ isOwnOrigin, origin }: RequestContext['client']): void {
  if (origin !== null && !isOwnOrigin) throw foreignOrigin();
}

const secondFactorCookie = (header: string | null): string | null =>
  header
    ?.split(';')
    .filter((part) => part.includes('.two_factor='))
    .join(';') ?? null;
