import { organizationId } from '../accounts/tables.ts';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from '../database/drizzle-pg.ts';
import { node } from '../nodes/table.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * A request for the last lines of a node's log, and the answer, which expires after ten minutes. Or somebody who follows the log, as long
 * as it is watched.
 */
export const logSession = pgTable(
  'log_session',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    nodeId: uuid('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    executorId: uuid('executor_id').notNull(),
    tail: integer('tail').notNull(),
    /** Only lines from this instant on. */
    since: instant('since'),
    follow: boolean('follow').notNull().default(false),
    /** `following` stays until the session expires. */
    status: text('status').$type<'pending' | 'ready' | 'failed' | 'following'>().notNull().default('pending'),
    lines: jsonb('lines').$type<string[]>().notNull().default([]),
    error: text('error'),
    /** When somebody last looked at a log that is followed. */
    watchedAt: instant('watched_at').notNull().defaultNow(),
    /** The number of the next chunk of a log that is followed. */
    nextChunk: integer('next_chunk').notNull().default(0),
    /** Where an agent that begins anew continues, in its own words. */
    position: text('position'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('log_session_executor').on(table.executorId, table.status)],
);

/** Lines of a log that is followed, from its agent until its reader takes them. Unlogged: a crash of the database may lose them. */
export const logChunk = pgTable(
  'log_chunk',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => logSession.id, { onDelete: 'cascade' }),
    sequence: integer('sequence').notNull(),
    lines: jsonb('lines').$type<string[]>().notNull(),
    dropped: integer('dropped').notNull(),
    notice: text('notice'),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.sequence] })],
);
