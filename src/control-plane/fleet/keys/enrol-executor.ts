import { namePattern, nameRule } from '../../../contract/names.ts';
import type { EnrolExecutorInput } from '../../../contract/types.generated.ts';
import { createApiKey, deleteApiKey } from '../../people/accounts/api-keys.ts';
import { failedAttempts } from '../../people/accounts/failed-attempts.ts';
import { hashToken } from '../../people/accounts/tokens.ts';
import { and, type Database, eq, gt, isNull, or, sql } from '../../platform/database/database.ts';
import { domainError, forbidden, type Issue, invalidInput, tooManyUnknownKeys } from '../../platform/input/errors.ts';
import { publicMutation } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { apikey, type EnrolmentTokenRow, enrolmentToken, organization } from '../../tables/accounts.ts';
import { executor } from '../../tables/executors.ts';

/** Agents rotate their key after two thirds of this. */
const keyLifeDays = 90;

type Enrolment = Omit<EnrolExecutorInput, 'token'>;

function checkEnrolment({ name, instanceId }: Enrolment): void {
  const issues: Issue[] = [];
  if (!namePattern.test(name)) issues.push({ path: ['data', 'name'], message: nameRule });
  if (instanceId.length < 1 || instanceId.length > 256)
    issues.push({ path: ['data', 'instanceId'], message: 'must be 1 to 256 characters' });
  if (issues.length > 0) throw invalidInput(issues);
}

/** Creates a key bound to the executor of this name. Throws Forbidden for an unusable token, and `name_taken`. */
export function enrolmentResolvers(): Resolvers {
  const attempts = failedAttempts();
  return {
    Mutation: {
      enrolExecutor: publicMutation({
        run: async ({ data }, { context: { client }, database }) => {
          checkEnrolment(data);
          const { name: executorName, instanceId } = data;
          const waitSeconds = client.address === null ? 0 : attempts.take(client.address);
          if (waitSeconds > 0) throw tooManyUnknownKeys(waitSeconds);
          const { row, organizationName } = await lockToken(database, data.token);
          const replacesId = await requireUsable(database, row, data);
          const { organizationId, createdBy: userId, recovers } = row;
          const expiresAt = new Date(Date.now() + keyLifeDays * 86_400_000);
          const request = { organizationId, userId, name: executorName, expiresAt, executorName, recovers, replacesId };
          const { apiKey, secret } = await createApiKey(database, { ...request, purpose: 'executor' });
          const keyId = apiKey.id;
          if (!recovers)
            await database
              .update(enrolmentToken)
              .set({ usedAt: sql`now()`, usedByInstance: instanceId, usedByName: executorName, keyId })
              .where(eq(enrolmentToken.id, row.id));
          if (client.address !== null) attempts.giveBack(client.address);
          return { keyId, organizationId, organizationName, executorName, secret, expiresAt: expiresAt.toISOString() };
        },
        subject: ({ keyId, organizationId }) => ({ type: 'api_key', id: keyId, organizationId }),
      }),
    },
  };
}

/** Locks the token, so that a second agent waits for the first. */
async function lockToken(transaction: Database, token: string) {
  const isValid = and(isNull(enrolmentToken.revokedAt), gt(enrolmentToken.expiresAt, sql`now()`));
  const [found] = await transaction
    .select({ row: enrolmentToken, organizationName: organization.name })
    .from(enrolmentToken)
    .innerJoin(organization, eq(organization.id, enrolmentToken.organizationId))
    .where(and(eq(enrolmentToken.hash, hashToken(token)), isValid, eq(organization.isActive, true)))
    .for('update', { of: enrolmentToken });
  if (found === undefined) throw unusable();
  return found;
}

/** Returns the key that the new one replaces with its first use; undefined for none. */
async function requireUsable(
  transaction: Database,
  row: EnrolmentTokenRow,
  input: Enrolment,
): Promise<string | undefined> {
  const { organizationId, executorName } = row;
  const existing = await executorNamed(transaction, organizationId, input.name);
  if (executorName !== null && executorName !== input.name)
    throw forbidden(`This enrolment token is for the host ${executorName}; join under that name.`, {
      hint: `Join with --name ${executorName}.`,
    });
  if (row.recovers) return requireHeldIdentity(transaction, organizationId, input);
  if (row.usedAt !== null) await forgetFormerKey(transaction, row, input);
  // A token for any name must not replace an existing executor's key.
  else if (executorName === null && existing !== undefined) throw nameTaken(input.name, existing.id);
  return undefined;
}

/**
 * The same installation may repeat the request if the response was lost. Once that key was used, revoked or deleted,
 * the token is worthless: it must not restore revoked access.
 */
async function forgetFormerKey(transaction: Database, row: EnrolmentTokenRow, input: Enrolment): Promise<void> {
  if (row.usedByInstance !== input.instanceId || row.usedByName !== input.name) throw unusable();
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
 * existing executor. One that was not confirmed yet may join again if it proves with its key that it is the same host:
 * everybody with the token knows as much of it as it does. Returns that key. Throws Forbidden and `name_taken`.
 */
async function requireHeldIdentity(
  transaction: Database,
  organizationId: string,
  input: Enrolment,
): Promise<string | undefined> {
  const { name, executorId } = input;
  if (!executorId)
    throw forbidden(
      'This enrolment token is for hosts that hold nodes of another control plane, and this host holds none. Create a regular one; or, if the agent lost its store but the host has containers and volumes of an executor, pass that executor’s id.',
      { hint: 'Run satrap tokens create, or join with --executor-id ID, which satrap agent doctor shows.' },
    );
  const existing = await executorNamed(transaction, organizationId, name);
  if (existing === undefined) return undefined;
  if (existing.id !== executorId || existing.recovery === null) throw nameTaken(name, existing.id);
  const keyId = await keyOf(transaction, { organizationId, name, secret: input.currentKey ?? '' });
  if (keyId !== undefined) return keyId;
  const message = `host ${name} has joined with this executor id and another key, which this host does not hold. If that is another machine, or this host has lost its key, revoke the key of ${name}, delete ${name}, and join again`;
  throw domainError('name_taken', message, {
    issues: [{ path: ['data', 'name'], message }],
    existingId: existing.id,
    link: `/executors/${existing.id}`,
    hint: `Run satrap hosts delete ${name}.`,
  });
}

/** Finds a valid key of an executor by its secret. */
async function keyOf(
  transaction: Database,
  { organizationId, name, secret }: { organizationId: string; name: string; secret: string },
): Promise<string | undefined> {
  const isTheirs = and(eq(apikey.organizationId, organizationId), eq(apikey.executorName, name));
  const isValid = and(eq(apikey.enabled, true), or(isNull(apikey.expiresAt), gt(apikey.expiresAt, sql`now()`)));
  const [key] = await transaction
    .select({ id: apikey.id })
    .from(apikey)
    .where(and(eq(apikey.key, hashToken(secret)), isTheirs, isValid));
  return key?.id;
}

async function executorNamed(transaction: Database, organizationId: string, name: string) {
  const [row] = await transaction
    .select({ id: executor.id, recovery: executor.recovery })
    .from(executor)
    .where(and(eq(executor.organizationId, organizationId), eq(executor.name, name)));
  return row;
}

function nameTaken(name: string, existingId: string) {
  const message = `host ${name} already exists; choose another name, or replace the existing host with an enrolment token for its name`;
  return domainError('name_taken', message, {
    issues: [{ path: ['data', 'name'], message }],
    existingId,
    link: `/executors/${existingId}`,
    hint: `Join with --name NAME, or create a token with satrap tokens create --name ${name}.`,
  });
}

const unusable = () =>
  forbidden('This enrolment token was already used, revoked, or has expired. Create another one.', {
    hint: 'Create one with satrap tokens create.',
  });
