import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { CreatePasswordResetLinkPayload } from '../../contract/types.generated.ts';
import { createEnrolmentToken } from '../fleet/keys/enrolment-tokens.ts';
import { newRpcCredentials } from '../nodes/rpc-credentials/rpc-credentials.ts';
import { createApiKey } from '../people/accounts/api-keys.ts';
import { buildAuth } from '../people/accounts/better-auth.ts';
import { newSecret, readSecret, type Secret, secretPath, storeSecret } from '../people/accounts/secret.ts';
import { createOrganization } from '../people/organizations/organizations.ts';
import { makeResetLink } from '../people/sign-in/passwords.ts';
import { type Database, eq } from '../platform/database/database.ts';
import { withDatabase } from '../platform/database/open.ts';
import { recordCommand } from '../request/trail/record-action.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError } from '../settings.ts';
import { user as userTable } from '../tables/accounts.ts';
import { organizationRpcCredentials, rpcCredentials } from '../tables/rpc-credentials.ts';

const recoverySeconds = 86_400;

interface InitInput {
  email: string;
  name?: string;
  organization: string;
  recover?: boolean;
}

export interface InitResult {
  organizationId: string;
  email: string;
  passwordLink: CreatePasswordResetLinkPayload;
  personalKey: string;
  /** For hosts of a lost control plane; reusable. Null if none are expected. */
  recoveryToken: string | null;
}

/** Creates the first administrator, organization and RPC credentials. Throws ControlPlaneSetupError if they exist. */
export async function initControlPlane(
  settings: ControlPlaneSettings,
  input: InitInput,
  log: Logger,
): Promise<InitResult> {
  if (!z.email().safeParse(input.email).success)
    throw new ControlPlaneSetupError(`${input.email} is not an email address`);
  const organizationName = input.organization.trim();
  if (organizationName.length < 1 || organizationName.length > 63)
    throw new ControlPlaneSetupError('the organization’s name must be 1 to 63 characters');
  return withDatabase(settings, log, async (database) => {
    const hasSecret = existsSync(secretPath(settings.dataDir));
    const secret = hasSecret ? readSecret(settings.dataDir) : newSecret();
    // One transaction, so an interrupted init can be run again.
    return database.transaction(async (transaction) => {
      const result = await initialize(transaction, secret, { ...input, organization: organizationName }, settings);
      // Last, so that a failed init leaves no secret behind; and before the commit, so that nothing is sealed with a
      // lost secret.
      if (!hasSecret) storeSecret(settings.dataDir, secret);
      return result;
    });
  });
}

async function initialize(
  transaction: Database,
  secret: Secret,
  { email, name = email, organization, recover }: InitInput,
  { publicUrl }: ControlPlaneSettings,
): Promise<InitResult> {
  const pair = newRpcCredentials(secret);
  // First, because only one of two concurrent attempts can insert the row.
  const [inserted] = await transaction
    .insert(rpcCredentials)
    .values({ id: 1, ...pair })
    .onConflictDoNothing()
    .returning({ id: rpcCredentials.id });
  if (inserted === undefined)
    throw new ControlPlaneSetupError('this control plane is already initialised; nothing was changed');
  const auth = buildAuth(transaction, secret.text);
  // Nobody knows this password.
  const password = randomBytes(32).toString('base64url');
  const { user } = await auth.api.signUpEmail({ body: { email, password, name } });
  // The person who sets up the control plane administers it. The operator vouches for the address.
  await transaction
    .update(userTable)
    .set({ isSystemAdmin: true, emailVerified: true })
    .where(eq(userTable.id, user.id));
  const ofUser = { userId: user.id };
  const { id: organizationId } = await createOrganization(transaction, { name: organization, ...ofUser });
  await transaction.insert(organizationRpcCredentials).values({ organizationId, ...pair });
  const key = { ...ofUser, organizationId, purpose: 'personal', name: 'first administrator' } as const;
  const { secret: personalKey } = await createApiKey(transaction, key);
  const passwordLink = await makeResetLink(transaction, user.id, publicUrl);
  const token = { ...ofUser, organizationId, executorName: null, expiresInSeconds: recoverySeconds, recovers: true };
  const recovery = recover ? await createEnrolmentToken(transaction, token) : null;
  await recordCommand(transaction, {
    organizationId,
    action: 'init',
    target: { type: 'organization', id: organizationId, name: organization },
    values: { name: organization, owner: email },
  });
  return { organizationId, email, passwordLink, personalKey, recoveryToken: recovery?.token ?? null };
}
