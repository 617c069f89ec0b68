import { createApiKey, deleteApiKey } from '../../people/accounts/api-keys.ts';
import { hashKey } from '../../people/accounts/key-text.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, gt, isNull, sql } from '../../platform/database/drizzle.ts';
import { domainError, forbidden } from '../../platform/input/errors.ts';
import { apikey, type EnrolmentTokenRow, enrolmentToken, organization } from '../../tables/accounts.ts';
import { executor } from '../../tables/executors.ts';

/** Agents rotate their key after two thirds of this. */
const keyLifeDays = 90;

interface Enrolment {
  token: string;
  name: string;
  instanceId: string;
  /** The executor whose nodes the host holds. */
  executorId?: string | null | undefined;
}

/** Creates a key bound to the executor of this name. Throws Forbidden for an unusable token, and `name_taken`. */
export async function enrolExecutor(
  transaction: Database,
  { token, name, instanceId, executorId }: Enrolment,
): Promise<{ keyId: string; secret: string; expiresAt: Date; organization: { id: string; name: string } }> {
  const { row, organization } = await lockToken(transaction, token);
  if (row.executorName !== null && row.executorName !== name)
    throw forbidden(`This enrolment token is for the host ${row.executorName}; join with --name ${row.executorName}.`);
  const { organizationId } = row;
  if (row.recovers) await requireHeldIdentity(transaction, organizationId, { name, executorId });
  else if (row.usedAt !== null) await forgetFormerKey(transaction, row, { name, instanceId });
  else if (row.executorName === null) await requireNewName(transaction, organizationId, name);
  const expiresAt = new Date(Date.now() + keyLifeDays * 86_400_000);
  const { apiKey, secret } = await createApiKey(transaction, {
    ...{ organizationId, userId: row.createdBy, purpose: 'executor', name, expiresAt },
    executorName: name,
    recovers: row.recovers,
  });
  if (!row.recovers)
    await transaction
      .update(enrolmentToken)
      .set({ usedAt: sql`now()`, usedByInstance: instanceId, usedByName: name, keyId: apiKey.id })
      .where(eq(enrolmentToken.id, row.id));
  return { keyId: apiKey.id, secret, expiresAt, organization };
}

/** Locks the token, so that a second agent waits for the first. */
async function lockToken(transaction: Database, token: string) {
  const [found] = await transaction
    .select({ row: enrolmentToken, organization: { id: organization.id, name: organization.name } })
    .from(enrolmentToken)
    .innerJoin(organization, eq(organization.id, enrolmentToken.organizationId))
    .where(
      and(
        eq(enrolmentToken.hash, hashKey(token)),
        isNull(enrolmentToken.revokedAt),
        gt(enrolmentToken.expiresAt, sql`now()`),
        eq(organization.isActive, true),
      ),
    )
    .for('update', { of: enrolmentToken });
  if (found === undefined) throw unusable();
  return found;
}

/**
 * The same installation may repeat the request if the response was lost. Once that key was used, revoked or deleted,
 * the token is worthless: it must not restore revoked access.
 */
async function forgetFormerKey(
  transaction: Database,
  row: EnrolmentTokenRow,
  { name, instanceId }: Omit<Enrolment, 'token'>,
): Promise<void> {
  if (row.usedByInstance !== instanceId || row.usedByName !== name) throw unusable();
  const [former] = await transaction
    .select({ id: apikey.id })
    .from(apikey)
    .where(and(eq(apikey.id, row.keyId ?? ''), eq(apikey.enabled, true), isNull(apikey.lastRequest)))
    .for('update');
  if (former === undefined) throw unusable();
  await deleteApiKey(transaction, row.organizationId, former.id);
}

/**
 * A recovering token works for many hosts, so it must neither add one that gets nodes unconfirmed nor give access to an
 * existing executor. Throws Forbidden and `name_taken`.
 */
async function requireHeldIdentity(
  transaction: Database,
  organizationId: string,
  { name, executorId }: Pick<Enrolment, 'name' | 'executorId'>,
): Promise<void> {
  if (!executorId)
    throw forbidden(
      "This enrolment token is for hosts that hold nodes of another control plane, and this host holds none. Create a regular one: satrap hosts token; or, if the agent lost its store and “satrap agent doctor” shows containers and volumes of an executor, pass that executor's id with --executor-id",
    );
  const existing = await executorNamed(transaction, organizationId, name);
  const isOffering = existing?.id === executorId && existing.recovery !== null;
  if (existing !== undefined && !isOffering) throw nameTaken(name);
}

/** A token for any name must not replace an existing executor's key. Throws `name_taken`. */
async function requireNewName(transaction: Database, organizationId: string, name: string): Promise<void> {
  if ((await executorNamed(transaction, organizationId, name)) !== undefined) throw nameTaken(name);
}

async function executorNamed(transaction: Database, organizationId: string, name: string) {
  const [row] = await transaction
    .select({ id: executor.id, recovery: executor.recovery })
    .from(executor)
    .where(and(eq(executor.organizationId, organizationId), eq(executor.name, name)));
  return row;
}

const nameTaken = (name: string) =>
  domainError(
    'name_taken',
    `host ${name} already exists; choose another name (--name), or replace the existing host with an enrolment token for its name: satrap hosts token --name ${name}`,
  );

const unusable = () =>
  forbidden('This enrolment token was already used, revoked, or has expired. Create another one: satrap hosts token');
