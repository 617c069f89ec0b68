import { and, asc, eq, or } from 'drizzle-orm';
import type { Logger } from 'pino';
import { keyName, makeApiKey } from './accounts/api-keys.ts';
import { buildAuth, type KeyPurpose } from './accounts/auth.ts';
import { readSecret } from './accounts/secret-file.ts';
import { openDatabase } from './database/open.ts';
import { member, organization } from './database/schema.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError } from './settings.ts';

export interface CreateKeyInput {
  purpose: KeyPurpose;
  name: string;
  /** Name or id; may be left out where there is but one. */
  organization?: string;
}

/**
 * Makes an API key straight in the database, on behalf of the organization's first owner. Throws FolderInUse when a server holds
 * the embedded database: then the API makes keys.
 */
export async function createKey(
  settings: ControlPlaneSettings,
  input: CreateKeyInput,
  log: Logger,
): Promise<{ id: string; key: string }> {
  const { data: name, error } = keyName.safeParse(input.name);
  if (error !== undefined) throw new ControlPlaneSetupError(`the key’s name ${error.issues[0]?.message}`);
  const { database, close } = await openDatabase(settings, log);
  try {
    const secret = readSecret(settings.dataDir);
    const wanted = input.organization;
    const owners = await database
      .select({ organizationId: organization.id, name: organization.name, userId: member.userId })
      .from(member)
      .innerJoin(organization, eq(organization.id, member.organizationId))
      .where(
        and(
          eq(member.role, 'owner'),
          wanted === undefined ? undefined : or(eq(organization.id, wanted), eq(organization.name, wanted)),
        ),
      )
      .orderBy(asc(member.createdAt));
    const [owner] = owners;
    const names = [...new Set(owners.map(({ name }) => name))];
    if (owner === undefined) {
      throw new ControlPlaneSetupError(
        wanted === undefined
          ? 'there is no organization yet; run “satrap control-plane init” first'
          : `there is no organization ${wanted}`,
      );
    }
    if (new Set(owners.map(({ organizationId }) => organizationId)).size > 1) {
      throw new ControlPlaneSetupError(`say which organization with --organization: ${names.join(', ')}`);
    }
    const made = await makeApiKey(buildAuth(database, secret.text), {
      ...owner,
      purpose: input.purpose,
      name,
    });
    return { id: made.apiKey.id, key: made.secret };
  } finally {
    await close();
  }
}
