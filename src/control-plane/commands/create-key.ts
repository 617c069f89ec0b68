import type { Logger } from 'pino';
import { createApiKey } from '../people/accounts/api-keys.ts';
import { keyName } from '../people/accounts/key-limits.ts';
import { readSecret } from '../people/accounts/secret.ts';
import { and, asc, eq, or, transact } from '../platform/database/database.ts';
import { withDatabase } from '../platform/database/open.ts';
import { recordCommand } from '../request/trail/record-action.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError } from '../settings.ts';
import { type KeyPurpose, member, organization } from '../tables/accounts.ts';

interface CreateKeyInput {
  purpose: KeyPurpose;
  name: string;
  /** Name or id; optional if there is only one organization. */
  organization?: string;
}

/** Creates a key in the database, on behalf of the organization's first owner. Throws FolderInUse while a server holds the embedded database. */
export async function createKey(
  settings: ControlPlaneSettings,
  input: CreateKeyInput,
  log: Logger,
): Promise<{ id: string; key: string }> {
  const { data: name, error } = keyName.safeParse(input.name);
  if (error !== undefined) throw new ControlPlaneSetupError(`the key’s name ${error.issues[0]?.message}`);
  // First, so that a wrong folder is not touched.
  readSecret(settings.dataDir);
  return withDatabase(settings, log, async (database) => {
    const requested = input.organization;
    const owners = await database
      .select({ organizationId: organization.id, name: organization.name, userId: member.userId })
      .from(member)
      .innerJoin(organization, eq(organization.id, member.organizationId))
      .where(
        and(
          eq(member.role, 'owner'),
          requested === undefined ? undefined : or(eq(organization.id, requested), eq(organization.name, requested)),
        ),
      )
      .orderBy(asc(member.createdAt));
    const [owner] = owners;
    const names = [...new Set(owners.map(({ name }) => name))];
    if (owner === undefined)
      throw new ControlPlaneSetupError(
        requested === undefined
          ? 'there is no organization yet; run “satrap control-plane init” first'
          : `no organization ${requested}`,
      );
    if (new Set(owners.map(({ organizationId }) => organizationId)).size > 1)
      throw new ControlPlaneSetupError(`choose an organization with --organization: ${names.join(', ')}`);
    const { userId, organizationId } = owner;
    const request = { userId, organizationId, purpose: input.purpose, name };
    return transact(database, async (transaction) => {
      const { apiKey, secret } = await createApiKey(transaction, request);
      await recordCommand(transaction, {
        organizationId,
        action: 'createApiKey',
        target: { type: 'api_key', id: apiKey.id, name },
        values: { name, purpose: input.purpose, start: apiKey.start, createdBy: userId },
      });
      return { id: apiKey.id, key: secret };
    });
  });
}
