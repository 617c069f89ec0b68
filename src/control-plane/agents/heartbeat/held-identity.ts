import type { FullReport } from '../../../contract/full-report.ts';
import { revokeApiKey } from '../../people/accounts/api-keys.ts';
import { and, type Database, eq, hasKey, ne } from '../../platform/database/database.ts';
import { domainError } from '../../platform/input/errors.ts';
import { apikey } from '../../tables/accounts.ts';
import { executor } from '../../tables/executors.ts';

/** Throws `action_not_possible` for an agent that holds another executor's nodes: it would refuse every answer. */
export function requireSameIdentity(executorId: string, { name, held }: Pick<FullReport, 'name' | 'held'>): void {
  if (!held || held.executorId === executorId) return;
  throw domainError(
    'action_not_possible',
    `this host holds nodes of executor ${held.executorId}, but ${name} has another id here. Join under another name, or delete ${name} first`,
    { hint: `Join with --name NAME, or run satrap hosts delete ${name}.` },
  );
}

/**
 * Throws `action_not_possible` if an executor of the organization has this id: its key is the proof of a host, and this one
 * has another. What another organization has is its own: the same host may belong to both.
 */
export async function requireFreeIdentity(
  transaction: Database,
  organizationId: string,
  heldId: string,
): Promise<void> {
  const [existing] = await transaction
    .select({ name: executor.name })
    .from(executor)
    .where(hasKey(executor, organizationId, heldId));
  if (existing === undefined) return;
  const { name } = existing;
  throw domainError(
    'action_not_possible',
    `this host is already ${name} here; join under that name, with an enrolment token for it. If ${name} is another machine, revoke its key and delete it first`,
    { hint: `Create the token with satrap tokens create --name ${name}.` },
  );
}

/** Throws `action_not_possible` for a key from a recovering token: no host may get nodes unconfirmed. */
export async function requireOrdinaryKey(transaction: Database, keyId: string, name: string): Promise<void> {
  const [key] = await transaction.select({ recovers: apikey.recovers }).from(apikey).where(eq(apikey.id, keyId));
  if (!key?.recovers) return;
  throw domainError(
    'action_not_possible',
    `${name} joined with a recovering token but holds no nodes. Join again with a regular token`,
    { hint: 'Create the token with satrap tokens create.' },
  );
}

/**
 * Revokes the keys of other claims of the same name: a recovering token gives one to everybody who has it. The host that
 * offers its nodes is the one that a person reviews and confirms, and no other one may act for it afterwards.
 */
export async function endOtherClaims(
  transaction: Database,
  { organizationId, keyId, name }: { organizationId: string; keyId: string; name: string },
): Promise<void> {
  const isClaim = and(
    eq(apikey.organizationId, organizationId),
    eq(apikey.executorName, name),
    eq(apikey.recovers, true),
  );
  const others = await transaction
    .select({ id: apikey.id })
    .from(apikey)
    .where(and(isClaim, eq(apikey.enabled, true), ne(apikey.id, keyId)));
  for (const { id } of others) await revokeApiKey(transaction, organizationId, { id });
}

/** Columns of an executor that offers nodes. It keeps its id, which its containers and volumes carry. */
export const offeringExecutor = (heldId: string) => ({
  id: heldId,
  recovery: 'wanted' as const,
  cordon: {
    at: new Date().toISOString(),
    by: 'satrap',
    reason: 'it holds nodes of another control plane; review and take them over first',
  },
});
