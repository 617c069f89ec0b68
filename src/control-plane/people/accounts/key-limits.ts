import type { Database } from '../../platform/database/database.ts';
import { and, eq, gt, isNull, or, sql } from '../../platform/database/drizzle.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import type { Credential } from '../../request/caller.ts';
import { apikey } from '../../tables/accounts.ts';
import type { KeyRequest } from './api-keys.ts';
import { lockOrganization } from './lock-organization.ts';

/** Each key has a request rate of its own, so that whoever has many keys may ask for much. */
const maxValidKeys = { personal: 50, executor: 2000 } as const;

/**
 * Throws `limit_reached` when a person has as many personal keys for an organization as they may, or an organization as many keys for
 * executors. Revoked and ended keys do not count. Call it in the transaction that adds one.
 */
export async function requireRoomForKey(
  transaction: Database,
  { purpose, organizationId, userId }: Pick<KeyRequest, 'purpose' | 'organizationId' | 'userId'>,
): Promise<void> {
  await lockOrganization(transaction, organizationId);
  const [existing] = await transaction
    .select({ count: sql<number>`count(*)::int` })
    .from(apikey)
    .where(
      and(
        eq(apikey.organizationId, organizationId),
        eq(apikey.configId, purpose),
        purpose === 'personal' ? eq(apikey.referenceId, userId ?? '') : undefined,
        isNull(apikey.revokedAt),
        or(isNull(apikey.expiresAt), gt(apikey.expiresAt, sql`now()`)),
      ),
    );
  const limit = maxValidKeys[purpose];
  if ((existing?.count ?? 0) < limit) return;
  const whose = purpose === 'personal' ? 'you have' : 'this organization has';
  throw domainError('limit_reached', `${whose} ${limit} such API keys already; revoke those that are not needed`);
}

/** Throws `invalid_input` for a key that would outlive the key that makes it: a loan must not become a gift. */
export function requireNoLongerLife(maker: Credential, expiresAt: Date | null): void {
  if (maker.type !== 'apiKey' || maker.expiresAt === undefined) return;
  if (expiresAt !== null && expiresAt.getTime() <= maker.expiresAt.getTime()) return;
  const latest = maker.expiresAt.toISOString();
  const message = `must be given, and no later than the end of the key that you use (${latest})`;
  throw invalidInput([{ path: ['input', 'expiresAt'], message }]);
}
