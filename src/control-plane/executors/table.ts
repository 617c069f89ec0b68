import { boolean, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import type {
  ExecutorCapabilitiesInput,
  ExecutorResourcesInput,
  OrphanedNodeInput,
} from '../../contract/types.generated.ts';
import { organizationId } from '../accounts/tables.ts';

/** One executor agent, as its last heartbeat described it. */
export const executor = pgTable(
  'executor',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationId(),
    name: text('name').notNull(),
    kind: text('kind').$type<'docker'>().notNull(),
    version: text('version').notNull(),
    channel: text('channel').notNull(),
    instanceId: text('instance_id').notNull(),
    capabilities: jsonb('capabilities').$type<ExecutorCapabilitiesInput>().notNull(),
    resources: jsonb('resources').$type<ExecutorResourcesInput>().notNull(),
    orphans: jsonb('orphans').$type<OrphanedNodeInput[]>().notNull(),
    /** Hash of the parts of a heartbeat that seldom change. */
    observedDigest: text('observed_digest').notNull(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
    /** Whether its last heartbeat is recent enough for its reports to count. */
    online: boolean('online').notNull(),
    /** Grows with each change of the desired state of this executor. */
    desiredRevision: integer('desired_revision').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [unique('executor_name').on(table.organizationId, table.name)],
);

export type ExecutorRow = typeof executor.$inferSelect;
