import type { Logger } from 'pino';
import type { PasswordResetLink } from '../../contract/types.generated.ts';
import { readSecret } from '../people/accounts/secret-file.ts';
import { makeResetLink } from '../people/sign-in/password-reset.ts';
import { eq } from '../platform/database/drizzle.ts';
import { openDatabase } from '../platform/database/open.ts';
import { recordCommand } from '../request/trail/record-command.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError } from '../settings.ts';
import { twoFactor, user } from '../tables/accounts.ts';

export interface ResetPasswordInput {
  email: string;
  /** Also lets the person sign in without a second factor, for one who lost it with the recovery codes. */
  removesSecondFactor: boolean;
}

/**
 * Makes a link for a new password directly in the database. Throws ControlPlaneSetupError for an unknown person, and FolderInUse when a
 * server holds the embedded database.
 */
export async function resetPassword(
  settings: ControlPlaneSettings,
  { email, removesSecondFactor }: ResetPasswordInput,
  log: Logger,
): Promise<PasswordResetLink> {
  // First, so that a wrong folder is left as it is.
  readSecret(settings.dataDir);
  const { database, close } = await openDatabase(settings, log);
  try {
    return await database.transaction(async (transaction) => {
      const [person] = await transaction.select().from(user).where(eq(user.email, email.trim().toLowerCase()));
      if (person === undefined) throw new ControlPlaneSetupError(`there is no person with the address ${email}`);
      const link = await makeResetLink(transaction, person.id, settings.publicUrl);
      if (removesSecondFactor) {
        await transaction.delete(twoFactor).where(eq(twoFactor.userId, person.id));
        await transaction.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, person.id));
      }
      await recordCommand(transaction, {
        organizationId: null,
        action: removesSecondFactor ? 'resetPasswordAndSecondFactor' : 'resetPassword',
        target: { type: 'person', id: person.id, name: person.email },
      });
      return link;
    });
  } finally {
    await close();
  }
}
