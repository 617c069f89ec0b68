import { forgetEndedKeys } from '../accounts/api-keys.ts';
import { invitation, session, throttle, verification } from '../accounts/tables.ts';
import type { Database } from '../database/database.ts';
import { lt, sql } from '../database/drizzle.ts';
import type { ReplicaJob } from '../jobs/run-on-one-replica.ts';

/** Every bucket is full again after this time. */
const throttleHours = 24;

/** An invitation, and an API key, is forgotten so long after its end. */
const keptDays = 90;

/** Deletes ended sessions, ended links, keys that ended long ago and full buckets every hour. */
export const peopleCleanUpJob = (database: Database): ReplicaJob => ({
  what: 'delete ended sessions and links',
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
