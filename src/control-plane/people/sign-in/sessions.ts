import { fitText } from '../../../text/fit-text.ts';
import { publish } from '../../platform/bus/outbox.ts';
import type { Column, Database, SQL } from '../../platform/database/database.ts';
import { and, desc, eq, gt, lt, ne, notInArray, sql } from '../../platform/database/database.ts';
import { forbidden } from '../../platform/input/errors.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import type { RequestClient } from '../../request/caller.ts';
import { personMutation, personQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { invitation, member, organization, session, throttle, verification } from '../../tables/accounts.ts';
import { forgetEndedKeys } from '../accounts/api-keys.ts';
import { sessionCookieName } from './auths.ts';
import { idleEnd } from './session-authenticator.ts';
import { forgetOldAttempts } from './single-sign-on/attempts.ts';

const maxSessions = 50;

/** Records the origin of a new session and activates the person's first organization; returns its id. */
export async function beginSession(
  transaction: Database,
  { token, userId, client }: { token: string; userId: string; client: RequestClient },
): Promise<string | null> {
  const [first] = await firstOrganizationOf(transaction, userId);
  const activeOrganizationId = first?.id ?? null;
  const userAgent = client.userAgent === null ? null : fitText(client.userAgent, 300);
  await transaction
    .update(session)
    .set({ activeOrganizationId, ipAddress: client.address, userAgent, expiresAt: idleEnd })
    .where(eq(session.token, token));
  const newest = transaction
    .select({ id: session.id })
    .from(session)
    .where(eq(session.userId, userId))
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(maxSessions);
  await endSessions(transaction, userId, notInArray(session.id, newest));
  return activeOrganizationId;
}

/** Returns how many ended. */
export async function endSessions(transaction: Database, userId: string, condition?: SQL): Promise<number> {
  const ended = await transaction
    .delete(session)
    .where(and(eq(session.userId, userId), condition))
    .returning({ id: session.id });
  await publish(transaction, ...ended.map(({ id }) => ({ kind: 'sessions-ended' as const, userId, sessionId: id })));
  return ended.length;
}

async function endSession(transaction: Database, userId: string, id: string): Promise<void> {
  const count = await endSessions(transaction, userId, eq(session.id, id));
  if (count === 0) throw forbidden('You have no such session.');
}

/** Selects the active organization that a person joined first. */
export const firstOrganizationOf = (database: Database, userId: string | Column) =>
  database
    .select({ id: organization.id })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.userId, userId), eq(organization.isActive, true)))
    .orderBy(member.createdAt, member.id)
    .limit(1);

const clearedCookie = (client: { isSecure: boolean }): string =>
  `${sessionCookieName(client)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${client.isSecure ? '; Secure' : ''}`;

export const sessionResolvers = (): Resolvers => ({
  Query: {
    sessions: personQuery([], async (_args, { reader: { userId, credential }, context: { database } }) => {
      const { id, ipAddress: address, userAgent, createdAt, updatedAt, expiresAt } = session;
      const shown = { id, address, userAgent, createdAt, lastUsedAt: updatedAt, expiresAt };
      const rows = await database
        .select({ ...shown, organizationName: organization.name })
        .from(session)
        .leftJoin(organization, eq(organization.id, session.activeOrganizationId))
        .where(and(eq(session.userId, userId), gt(expiresAt, sql`now()`)))
        .orderBy(desc(updatedAt), desc(id))
        .limit(maxSessions);
      const isCurrent = (each: string) => credential.type === 'session' && credential.id === each;
      return rows.map((row) => ({ ...row, isCurrent: isCurrent(row.id) }));
    }),
  },
  Mutation: {
    signOut: personMutation({
      run: async (_args, { caller: { credential, userId }, context, database }) => {
        if (credential.type !== 'session') return { sessionCount: 0 };
        await endSession(database, userId, credential.id);
        context.cookies.push(clearedCookie(context.client));
        return { sessionCount: 1 };
      },
      subject: () => null,
    }),
    endSession: personMutation({
      run: async ({ where: { id } }, { caller, database }) => {
        await endSession(database, caller.userId, id);
        return { sessionId: id };
      },
      subject: ({ sessionId: id }) => ({ type: 'session', id }),
    }),
    endOtherSessions: personMutation({
      run: async (_args, { caller: { userId, credential }, database }) => {
        const others = credential.type === 'session' ? ne(session.id, credential.id) : undefined;
        return { sessionCount: await endSessions(database, userId, others) };
      },
      subject: () => null,
    }),
  },
});

/** Throttles are deleted this long after their last use. */
const throttleHours = 24;
/** Invitations and API keys are deleted this long after their end. */
const keptDays = 90;

export const peopleCleanUpJob = (database: Database): ReplicaJob => ({
  what: 'delete expired sessions and links',
  everySeconds: 3600,
  run: async () => {
    await database.delete(session).where(lt(session.expiresAt, sql`now()`));
    await database.delete(verification).where(lt(verification.expiresAt, sql`now()`));
    await database.delete(invitation).where(lt(invitation.expiresAt, sql`now() - make_interval(days => ${keptDays})`));
    await forgetEndedKeys(database, keptDays);
    const unused = sql`now() - make_interval(hours => ${throttleHours})`;
    await database.delete(throttle).where(lt(throttle.updatedAt, unused));
    await forgetOldAttempts(database);
  },
});
