import type { FullReport } from '../../../contract/full-report.ts';
import { lockIdentities } from '../../fleet/executors/find-executor.ts';
import { type Database, eq } from '../../platform/database/database.ts';
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

/** Throws `action_not_possible` if an executor has this id. Reveals nothing about another organization's executor. */
export async function requireFreeIdentity(
  transaction: Database,
  { organizationId, name }: { organizationId: string; name: string },
  heldId: string,
): Promise<void> {
  await lockIdentities(transaction);
  const [existing] = await transaction
    .select({ name: executor.name, organizationId: executor.organizationId })
    .from(executor)
    .where(eq(executor.id, heldId));
  if (existing === undefined) return;
  throw domainError(
    'action_not_possible',
    existing.organizationId === organizationId
      ? `this host is already ${existing.name} here; join under that name, with an enrolment token for it`
      : `the nodes of ${name} cannot be taken over here. If the host belonged to another organization of this control plane, delete its nodes and the host there first; data and daemons stay on the host`,
    existing.organizationId === organizationId
      ? { hint: `Create the token with satrap tokens create --name ${existing.name}.` }
      : {},
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
