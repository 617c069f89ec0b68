import { maxSessionDays } from '../../../contract/limits.ts';
import { and, type Database, eq, gt, sql } from '../../platform/database/database.ts';
import { foreignOrigin } from '../../platform/input/errors.ts';
import type { PersonCaller } from '../../request/caller.ts';
import { member, organization, session, user } from '../../tables/accounts.ts';
import type { AuthenticationStrategy } from '../accounts/authenticator.ts';
import { cookieOf, sessionCookieName, unsignCookie } from './auths.ts';

/** Authenticates by session cookie, which counts only in requests of our own pages: a browser sends it for any page. */
export const sessionAuthenticator =
  (database: Database, secret: string): AuthenticationStrategy =>
  async (client) => {
    const cookie = cookieOf(client.cookie, sessionCookieName(client));
    if (cookie === undefined || cookie === '') return undefined;
    if (!client.isOwnOrigin) throw foreignOrigin();
    const token = unsignCookie(cookie, secret);
    return token === undefined ? null : findSessionHolder(database, token, client.organization ?? null);
  };

/** A session expires after this many idle days. */
const sessionIdleDays = 7;
export const idleEnd = sql`least(now() + make_interval(days => ${sessionIdleDays}), ${session.createdAt} + make_interval(days => ${maxSessionDays}))`;
/** Minimum time between updates of its last use. */
const useNotedMinutes = 5;

/**
 * Returns the holder of a valid session, acting in the organization with the slug `actsIn` or else the active one. Never cached, so
 * that an ended session stops at once on every replica.
 */
async function findSessionHolder(
  database: Database,
  token: string,
  actsIn: string | null,
): Promise<PersonCaller | null> {
  const isUnused = sql<boolean>`${session.updatedAt} < now() - make_interval(mins => ${useNotedMinutes})`;
  const [row] = await database
    .select({ session, user, organization, role: member.role, isUnused })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(
      organization,
      actsIn === null ? eq(organization.id, session.activeOrganizationId) : eq(organization.slug, actsIn),
    )
    .leftJoin(member, and(eq(member.userId, user.id), eq(member.organizationId, organization.id)))
    .where(and(eq(session.token, token), gt(session.expiresAt, sql`now()`)));
  if (row === undefined) return null;
  if (row.isUnused)
    await database
      .update(session)
      .set({ updatedAt: sql`now()`, expiresAt: idleEnd })
      .where(eq(session.id, row.session.id));
  const { id: userId, email, name, isSystemAdmin } = row.user;
  const credential = { type: 'session' as const, id: row.session.id };
  const person = { purpose: 'personal' as const, credential, userId, email, name, isSystemAdmin };
  const mayAct = isSystemAdmin || (row.role !== null && row.organization?.isActive === true);
  if (row.organization === null || !mayAct)
    return { ...person, role: null, organizationId: null, organizationName: null };
  const { id: organizationId, name: organizationName } = row.organization;
  return { ...person, role: row.role, organizationId, organizationName };
}
