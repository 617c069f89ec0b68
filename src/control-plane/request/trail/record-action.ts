import { hostname, userInfo } from 'node:os';
import { shorten } from '../../../text/shorten.ts';
import { storable, storableJson } from '../../../text/storable.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import type { AuditEntry } from './action.ts';
import { describeChange } from './describe-change.ts';

/** Namespace of the advisory locks. */
const auditOrderLocks = 1096107091;
const maxNameLength = 200;
const maxIdLength = 100;

/** Appends to the audit log, serialized so that cursor readers miss none. Make it the last statement. */
export async function recordAction(
  transaction: Database,
  { organizationId, actor, action, target, errorCode, origin, unrecorded = 0, before, after }: AuditEntry,
): Promise<void> {
  const change = describeChange(before, after);
  await transaction.execute(sql`
    WITH locked AS MATERIALIZED (
      SELECT pg_advisory_xact_lock(${auditOrderLocks}::int, hashtext(${organizationId ?? ''}))
    )
    INSERT INTO audit_action (
      organization_id, at, actor_type, actor_name, user_id, api_key_id, action, target_type, target_id, target_name,
      error_code, address, user_agent, request_id, unrecorded, before, after
    )
    SELECT ${organizationId}::text, clock_timestamp(), ${actor.type}::text, ${text(actor.name, maxNameLength)}::text,
      ${actor.userId}::text, ${actor.apiKeyId}::text, ${action}::text, ${target?.type ?? null}::text,
      ${text(target?.id, maxIdLength)}::text, ${text(target?.name, maxNameLength)}::text, ${errorCode}::text,
      ${origin.address}::text, ${text(origin.userAgent, maxNameLength)}::text, ${origin.requestId}::uuid, ${unrecorded}::int,
      ${json(change.before)}::jsonb, ${json(change.after)}::jsonb
    FROM locked`);
}

const text = (value: string | null | undefined, maxLength: number): string | null =>
  value === null || value === undefined ? null : storable(shorten(value, maxLength));

const json = (value: object | null): string | null => (value === null ? null : storableJson(value));

export interface CommandAction extends Pick<AuditEntry, 'organizationId' | 'action' | 'target'> {
  values?: Readonly<Record<string, unknown>>;
}

export const recordCommand = (transaction: Database, { values, ...told }: CommandAction): Promise<void> =>
  recordAction(transaction, {
    ...told,
    errorCode: null,
    before: undefined,
    actor: { type: 'command_line', name: operator(), userId: null, apiKeyId: null },
    origin: { address: null, userAgent: null, requestId: null },
    after: values && { name: told.target?.name ?? null, values },
  });

function operator(): string {
  try {
    return `${userInfo().username} on ${hostname()}`;
  } catch {
    return `user ${process.getuid?.() ?? '?'} on ${hostname()}`;
  }
}
