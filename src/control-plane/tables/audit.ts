import type { AuditActorType, UserErrorCode } from '../../contract/types.generated.ts';
import { pg, sql } from '../platform/database/database.ts';
import { instant } from './accounts.ts';

/** The organization of actions outside of organizations. */
export const outsideOrganizations = '';

/** Who did something, as the log names them. */
export interface AuditActor {
  type: AuditActorType;
  name: string;
  userId: string | null;
  apiKeyId: string | null;
}

const bytes = pg.customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * The append-only audit log: a trigger refuses changes. Rows have no foreign keys, so that they outlive their objects.
 * A trigger numbers an organization's actions without gaps and chains them by hashes, so that a removed or changed row
 * shows.
 */
export const auditAction = pg.pgTable(
  'audit_action',
  {
    /** From 1, set by the trigger. */
    sequence: pg.integer('sequence').notNull().default(0),
    id: pg.uuid('id').notNull().defaultRandom(),
    organizationId: pg.text('organization_id').notNull(),
    at: instant('at').notNull(),
    actorType: pg.text('actor_type').$type<AuditActorType>().notNull(),
    actorName: pg.text('actor_name').notNull(),
    userId: pg.text('user_id'),
    apiKeyId: pg.text('api_key_id'),
    action: pg.text('action').notNull(),
    targetType: pg.text('target_type'),
    targetId: pg.text('target_id'),
    targetName: pg.text('target_name'),
    errorCode: pg.text('error_code').$type<UserErrorCode>(),
    address: pg.text('address'),
    userAgent: pg.text('user_agent'),
    requestId: pg.uuid('request_id'),
    /** Number of similar refusals skipped since the last recorded one. */
    unrecorded: pg.integer('unrecorded'),
    before: pg.jsonb('before'),
    after: pg.jsonb('after'),
    /** Of the row and the hash before it, set by the trigger (history/audit/audit-chain.ts). */
    hash: bytes('hash').notNull().default(sql`''`),
  },
  ({ organizationId, sequence, ...table }) => [
    pg.primaryKey({ columns: [organizationId, sequence] }),
    pg.check('audit_action_hash', sql`octet_length(hash) BETWEEN 1 AND 64`),
    // One per filter condition, in page order.
    pg.index('audit_action_user').on(organizationId, table.userId, sequence),
    pg.index('audit_action_api_key').on(organizationId, table.apiKeyId, sequence),
    pg.index('audit_action_actor_type').on(organizationId, table.actorType, sequence),
    pg.index('audit_action_action').on(organizationId, table.action, sequence),
    pg.index('audit_action_target_type').on(organizationId, table.targetType, sequence),
    pg.index('audit_action_target_id').on(organizationId, table.targetId, sequence),
    pg.index('audit_action_target_name').on(organizationId, table.targetName, sequence),
    pg.index('audit_action_changed').on(organizationId, sequence).where(sql`before IS DISTINCT FROM after`),
    pg
      .index('audit_action_target_changed')
      .on(organizationId, table.targetId, sequence)
      .where(sql`before IS DISTINCT FROM after`),
    pg.index('audit_action_refused').on(organizationId, sequence).where(sql`error_code IS NOT NULL`),
    pg.index('audit_action_at').on(organizationId, table.at, sequence),
  ],
);

export type AuditActionRow = typeof auditAction.$inferSelect;

/**
 * The last action of each organization: shows that the newest rows were removed. Its row is locked by the insert of an
 * action until the transaction ends, so numbers have no gaps, and cursor readers miss no row.
 */
export const auditHead = pg.pgTable('audit_head', {
  organizationId: pg.text('organization_id').primaryKey(),
  sequence: pg.integer('sequence').notNull(),
  hash: bytes('hash').notNull(),
});
