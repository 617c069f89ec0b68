import type { Logger } from 'pino';
import type { CreatePasswordResetLinkPayload } from '../../contract/types.generated.ts';
import { readSecret } from '../people/accounts/secret.ts';
import { makeResetLink } from '../people/sign-in/passwords.ts';
import { eq } from '../platform/database/database.ts';
import { withDatabase } from '../platform/database/open.ts';
import { recordCommand } from '../request/trail/record-action.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError } from '../settings.ts';
import { twoFactor, user } from '../tables/accounts.ts';

interface ResetPasswordInput {
  email: string;
  /** Also removes the second factor, for a person who lost it and the recovery codes. */
  removesSecondFactor: boolean;
}

/** Creates a password reset link. Throws ControlPlaneSetupError, and FolderInUse while a server holds the database. */
export async function resetPassword(
  settings: ControlPlaneSettings,
  { email, removesSecondFactor }: ResetPasswordInput,
  log: Logger,
): Promise<CreatePasswordResetLinkPayload> {
  // First, so that a wrong folder is not touched.
  readSecret(settings.dataDir);
  return withDatabase(settings, log, (database) =>
    database.transaction(async (transaction) => {
      const [person] = await transaction.select().from(user).where(eq(user.email, email.trim().toLowerCase()));
      if (person === undefined) throw new ControlPlaneSetupError(`nobody has the address ${email}`);
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
    }),
  );
}
