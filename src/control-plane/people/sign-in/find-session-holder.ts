import type { Database } from '../../platform/database/database.ts';
import { and, eq, gt, sql } from '../../platform/database/drizzle.ts';
import type { PersonCaller, Role } from '../../request/caller.ts';
import { member, organization, session, user } from '../../tables/accounts.ts';
import { maxSessionDays } from '../accounts/session-life.ts';

/** A session ends when it was not used for so long … */
const sessionIdleDays = 7;
/** When a session ends that is used now. */
export const idleEnd = sql`least(now() + make_interval(days => ${sessionIdleDays}), ${session.createdAt} + make_interval(days => ${maxSessionDays}))`;
/** … and its last use is written down no more often than this. */
const useNotedMinutes = 5;

/**
 * Finds who holds the session with this token; undefined when there is none that is valid now. Asks the database each time, so that an ended
 * session ends at once on every replica. The person acts in the organization `actsIn`, or in the session's active one.
 */
export async function findSessionHolder(
  database: Database,
  token: string,
  actsIn: string | null,
): Promise<PersonCaller | undefined> {
  const isUnused = sql<boolean>`${session.updatedAt} < now() - make_interval(mins => ${useNotedMinutes})`;
  const [row] = await database
    .select({ session, user, organization, role: member.role, isUnused })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(organization, eq(organization.id, actsIn ?? session.activeOrganizationId))
    .leftJoin(member, and(eq(member.userId, user.id), eq(member.organizationId, organization.id)))
    .where(and(eq(session.token, token), gt(session.expiresAt, sql`now()`)));
  if (row === undefined) return undefined;
  if (row.isUnused) await noteUse(database, row.session.id);
  const { id: userId, email, name, isSystemAdmin } = row.user;
  const person = {
    purpose: 'personal' as const,
    credential: { type: 'session' as const, id: row.session.id },
    ...{ userId, email, name, isSystemAdmin },
  };
  const mayAct = isSystemAdmin || (row.role !== null && row.organization?.isActive === true);
  if (row.organization === null || !mayAct) {
    return { ...person, role: null, organizationId: null, organizationName: null };
  }
  const { id: organizationId, name: organizationName } = row.organization;
  return { ...person, role: row.role as Role | null, organizationId, organizationName };
}

const noteUse = (database: Database, id: string) =>
  database.update(session).set({ updatedAt: sql`now()`, expiresAt: idleEnd }).where(eq(session.id, id));
