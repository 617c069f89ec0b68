import type { Session } from '../../../contract/types.generated.ts';
import { fitText } from '../../../text/fit-text.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, type Column, desc, eq, gt, ne, notInArray, sql } from '../../platform/database/drizzle.ts';
import { forbidden } from '../../platform/input/errors.ts';
import type { PersonCaller, RequestClient } from '../../request/caller.ts';
import { member, organization, session } from '../../tables/accounts.ts';
import { idleEnd } from './session-authenticator.ts';

const maxSessions = 50;

/** Records the origin of a new session and activates the person's first organization; returns its id. */
export async function beginSession(
  transaction: Database,
  { token, userId, client }: { token: string; userId: string; client: RequestClient },
): Promise<string | null> {
  const [first] = await firstOrganizationOf(transaction, userId);
  const activeOrganizationId = first?.id ?? null;
  await transaction
    .update(session)
    .set({
      activeOrganizationId,
      ipAddress: client.address,
      userAgent: client.userAgent === null ? null : fitText(client.userAgent, 300),
      expiresAt: idleEnd,
    })
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

export async function listSessions(database: Database, { userId, credential }: PersonCaller): Promise<Session[]> {
  const rows = await database
    .select({ session, organization: { id: organization.id, name: organization.name } })
    .from(session)
    .leftJoin(organization, eq(organization.id, session.activeOrganizationId))
    .where(and(eq(session.userId, userId), gt(session.expiresAt, sql`now()`)))
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(maxSessions);
  return rows.map(({ session: row, organization: active }) => ({
    id: row.id,
    isCurrent: credential.type === 'session' && credential.id === row.id,
    address: row.ipAddress,
    userAgent: row.userAgent,
    organizationName: active?.name ?? null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

export async function endSession(transaction: Database, { userId }: PersonCaller, id: string): Promise<void> {
  const ended = await endSessions(transaction, userId, eq(session.id, id));
  if (ended === 0) throw forbidden('You have no such session.');
}

export const endOtherSessions = (transaction: Database, { userId, credential }: PersonCaller): Promise<number> =>
  endSessions(transaction, userId, credential.type === 'session' ? ne(session.id, credential.id) : undefined);

export async function endSessions(
  transaction: Database,
  userId: string,
  condition: Parameters<typeof and>[0],
): Promise<number> {
  const ended = await transaction
    .delete(session)
    .where(and(eq(session.userId, userId), condition))
    .returning({ id: session.id });
  await publish(transaction, ...ended.map(({ id }) => ({ kind: 'sessions-ended' as const, userId, sessionId: id })));
  return ended.length;
}

/** Selects the active organization that a person joined first. */
export const firstOrganizationOf = (database: Database, userId: string | Column) =>
  database
    .select({ id: organization.id })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.userId, userId), eq(organization.isActive, true)))
    .orderBy(asc(member.createdAt), asc(member.id))
    .limit(1);
