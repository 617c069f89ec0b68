import type { AuditActorType } from '../../contract/types.generated.ts';
import { sql } from '../platform/database/drizzle.ts';
import { bigserial, index, integer, jsonb, pgTable, text, timestamp, uuid } from '../platform/database/drizzle-pg.ts';

/**
 * The audit log. Rows are only ever added: a trigger refuses all else. They refer to nothing, so that they outlive what they tell of.
 * `sequence` is the order in which the actions of an organization were done.
 */
export const auditAction = pgTable(
  'audit_action',
  {
    sequence: bigserial('sequence', { mode: 'number' }).primaryKey(),
    organizationId: text('organization_id'),
    at: timestamp('at', { withTimezone: true }).notNull(),
    actorType: text('actor_type').$type<AuditActorType>().notNull(),
    actorName: text('actor_name').notNull(),
    userId: text('user_id'),
    apiKeyId: text('api_key_id'),
    action: text('action').notNull(),
    targetType: text('target_type'),
    targetId: text('target_id'),
    targetName: text('target_name'),
    errorCode: text('error_code'),
    address: text('address'),
    userAgent: text('user_agent'),
    requestId: uuid('request_id'),
    /** How many refusals of the same kind were not recorded since the last one that was. */
    unrecorded: integer('unrecorded'),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  ({ organizationId, sequence, ...table }) => [
    // One for each condition of a filter, in the order of the pages.
    index('audit_action_feed').on(organizationId, sequence),
    index('audit_action_user').on(organizationId, table.userId, sequence),
    index('audit_action_api_key').on(organizationId, table.apiKeyId, sequence),
    index('audit_action_actor_type').on(organizationId, table.actorType, sequence),
    index('audit_action_action').on(organizationId, table.action, sequence),
    index('audit_action_target_type').on(organizationId, table.targetType, sequence),
    index('audit_action_target_id').on(organizationId, table.targetId, sequence),
    index('audit_action_target_name').on(organizationId, table.targetName, sequence),
    index('audit_action_changed').on(organizationId, sequence).where(sql`before IS DISTINCT FROM after`),
    index('audit_action_refused').on(organizationId, sequence).where(sql`error_code IS NOT NULL`),
    index('audit_action_at').on(organizationId, table.at, sequence),
  ],
);

export type AuditActionRow = typeof auditAction.$inferSelect;
