import { z } from 'zod';
import { namePattern, nameRule } from '../../../contract/names.ts';
import type { ApiKeyCreateInput } from '../../../contract/types.generated.ts';
import { printable } from '../../../text/printable.ts';
import { and, type Database, eq, gt, isNull, or, sql } from '../../platform/database/database.ts';
import { domainError, type Issue, invalidInput } from '../../platform/input/errors.ts';
import type { Credential } from '../../request/caller.ts';
import { apikey, type KeyPurpose, organization } from '../../tables/accounts.ts';

export const keyName = z
  .string()
  .trim()
  .regex(/^\P{Cc}{1,63}$/u, 'must be 1 to 63 characters, without control characters')
  .refine(
    (name) => printable(name) === name,
    'must not contain invisible characters or characters that change the text direction',
  );

const maxLifeSeconds = 10 * 365 * 86_400;

/** Returns the requested key. Its executor is null until its first use, and for a personal key. Throws `invalid_input`. */
export function keyWish(input: ApiKeyCreateInput, now = Date.now()) {
  const issues: Issue[] = [];
  const fault = (field: keyof ApiKeyCreateInput, message: string) => issues.push({ path: ['data', field], message });
  const name = keyName.safeParse(input.name);
  if (name.error !== undefined) for (const { message } of name.error.issues) fault('name', message);
  const seconds = input.expiresInSeconds ?? null;
  if (seconds !== null && (seconds < 1 || seconds > maxLifeSeconds))
    fault('expiresInSeconds', `must be from 1 to ${maxLifeSeconds}; omit it for a key that never expires`);
  const expiresAt = seconds === null ? null : new Date(now + seconds * 1000);
  const executorName = input.executorName ?? null;
  if (executorName !== null && input.purpose !== 'executor')
    fault('executorName', 'must be omitted for a personal key');
  else if (executorName !== null && !namePattern.test(executorName)) fault('executorName', nameRule);
  if (issues.length > 0) throw invalidInput(issues);
  return { name: name.data ?? '', purpose: input.purpose, expiresAt, executorName };
}

/** Each key has its own request rate, so the number of keys bounds a person's total. */
const maxValidKeys = { personal: 50, executor: 200_000 } as const;

/** Throws `limit_reached` for too many valid keys of a person or organization. Call it in the new key's transaction. */
export async function requireRoomForKey(
  transaction: Database,
  { purpose, organizationId, userId }: { purpose: KeyPurpose; organizationId: string; userId: string | null },
): Promise<void> {
  await lockOrganization(transaction, organizationId);
  const isValid = and(isNull(apikey.revokedAt), or(isNull(apikey.expiresAt), gt(apikey.expiresAt, sql`now()`)));
  const isOwn = purpose === 'personal' ? eq(apikey.referenceId, userId ?? '') : undefined;
  const ofPurpose = and(eq(apikey.organizationId, organizationId), eq(apikey.configId, purpose), isOwn);
  const limit = maxValidKeys[purpose];
  if ((await transaction.$count(apikey, and(ofPurpose, isValid))) < limit) return;
  const whose = purpose === 'personal' ? 'you have' : 'your organization has';
  throw domainError('limit_reached', `${whose} ${limit} such API keys already; revoke unused ones`);
}

/** Throws `invalid_input` for a key that would outlive the key that creates it: temporary access stays temporary. */
export function requireNoLongerLife(maker: Credential, expiresAt: Date | null): void {
  if (maker.type !== 'api_key' || maker.expiresAt === undefined) return;
  if (expiresAt !== null && expiresAt.getTime() <= maker.expiresAt.getTime()) return;
  const latest = maker.expiresAt.toISOString();
  const message = `is required, and must end no later than your own key (${latest})`;
  throw invalidInput([{ path: ['data', 'expiresInSeconds'], message }]);
}

/** Locks an organization for the rest of a transaction, so that concurrent requests cannot exceed a limit. */
export async function lockOrganization(transaction: Database, organizationId: string): Promise<void> {
  await transaction
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, organizationId))
    .for('no key update');
}
