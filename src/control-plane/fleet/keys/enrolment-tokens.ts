import { lockOrganization } from '../../people/accounts/key-limits.ts';
import { newKeyText } from '../../people/accounts/key-text.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, desc, eq, gt, isNull, sql } from '../../platform/database/drizzle.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { Page } from '../../platform/input/pages.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { type EnrolmentTokenRow, enrolmentToken } from '../../tables/accounts.ts';

const maxOpenTokens = 500;

interface TokenRequest {
  organizationId: string;
  userId: string;
  /** The only name that it can be used for; null for any. */
  executorName: string | null;
  expiresInMinutes: number;
  /** For hosts that already hold nodes; reusable. */
  recovers: boolean;
}

const isOpen = and(
  isNull(enrolmentToken.usedAt),
  isNull(enrolmentToken.revokedAt),
  gt(enrolmentToken.expiresAt, sql`now()`),
);

/** Creates a token. Its text is returned once and stored as a hash. Throws `limit_reached`. */
export async function createEnrolmentToken(
  transaction: Database,
  { organizationId, userId, executorName, expiresInMinutes, recovers }: TokenRequest,
): Promise<{ enrolmentToken: EnrolmentTokenRow; token: string }> {
  await lockOrganization(transaction, organizationId);
  const open = await transaction.$count(enrolmentToken, and(eq(enrolmentToken.organizationId, organizationId), isOpen));
  if (open >= maxOpenTokens)
    throw domainError('limit_reached', `${maxOpenTokens} unused enrolment tokens already exist; revoke some of them`);
  const { text, hash } = newKeyText('enrolment');
  const [row] = await transaction
    .insert(enrolmentToken)
    .values({
      organizationId,
      hash,
      executorName,
      recovers,
      createdBy: userId,
      expiresAt: sql`now() + make_interval(mins => ${expiresInMinutes}::int)`,
    })
    .returning();
  if (row === undefined) throw new Error('the database returned no row for the inserted enrolment token');
  return { enrolmentToken: row, token: text };
}

export const listEnrolmentTokens = (
  database: Database,
  organizationId: string,
  { take, skip }: Page,
): Promise<EnrolmentTokenRow[]> =>
  database
    .select()
    .from(enrolmentToken)
    .where(eq(enrolmentToken.organizationId, organizationId))
    .orderBy(desc(enrolmentToken.createdAt), desc(enrolmentToken.id))
    .limit(take)
    .offset(skip);

/** Returns undefined if the organization has no such token. */
export async function revokeEnrolmentToken(
  transaction: Database,
  organizationId: string,
  id: string,
): Promise<EnrolmentTokenRow | undefined> {
  const [row] = await transaction
    .update(enrolmentToken)
    .set({ revokedAt: sql`coalesce(${enrolmentToken.revokedAt}, now())` })
    .where(and(eq(enrolmentToken.id, id), eq(enrolmentToken.organizationId, organizationId)))
    .returning();
  return row;
}

export function statusOf(
  { usedAt, revokedAt, expiresAt }: Pick<EnrolmentTokenRow, 'usedAt' | 'revokedAt' | 'expiresAt'>,
  now = Date.now(),
): 'open' | 'used' | 'expired' | 'revoked' {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  return expiresAt.getTime() <= now ? 'expired' : 'open';
}

export const enrolmentTokenSnapshot: SnapshotReader = {
  read: async (transaction, organizationId, id) => {
    if (!isUuid(id)) return undefined;
    const { executorName, recovers, createdBy, expiresAt, revokedAt } = enrolmentToken;
    const [row] = await transaction
      .select({ executorName, recovers, createdBy, expiresAt, revokedAt })
      .from(enrolmentToken)
      .where(and(eq(enrolmentToken.id, id), eq(enrolmentToken.organizationId, organizationId)));
    return row && { name: row.executorName, values: row };
  },
};
