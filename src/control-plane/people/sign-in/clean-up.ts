import type { Database } from '../../platform/database/database.ts';
import { lt, sql } from '../../platform/database/drizzle.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { invitation, session, throttle, verification } from '../../tables/accounts.ts';
import { forgetEndedKeys } from '../accounts/api-keys.ts';

const throttleHours = 24;

/** Invitations and API keys are deleted this long after their end. */
const keptDays = 90;

export const peopleCleanUpJob = (database: Database): ReplicaJob => ({
  what: 'delete expired sessions and links',
  everySeconds: 3600,
  run: async () => {
    await database.delete(session).where(lt(session.expiresAt, sql`now()`));
    await database.delete(verification).where(lt(verification.expiresAt, sql`now()`));
    await database.delete(invitation).where(lt(invitation.expiresAt, sql`now() - make_interval(days => ${keptDays})`));
    await forgetEndedKeys(database, keptDays);
    await database
      .delete(throttle)
      .where(lt(throttle.updatedAt, sql`now() - make_interval(hours => ${throttleHours})`));
  },
});
