import { integer, pgTable, text, timestamp, uuid } from '../database/drizzle-pg.ts';

/** Who runs the jobs that only one replica may run at a time. */
export const jobLease = pgTable('job_lease', {
  name: text('name').primaryKey(),
  /** Made by each process when it starts. */
  holder: uuid('holder').notNull(),
  /** Counts the changes of holder. */
  term: integer('term').notNull().default(1),
  /** By the database's clock, which all replicas share. */
  endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
});
