import { hostname, userInfo } from 'node:os';
import { isSecretKey } from '../../../bitcoin/secret-keys.ts';
import { shorten } from '../../../text/shorten.ts';
import { storable, storableJson } from '../../../text/storable.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { type AuditActor, outsideOrganizations } from '../../tables/audit.ts';

export interface Snapshot {
  name: string | null;
  /** The values that matter to people. Secrets are removed when they are recorded. */
  values: Readonly<Record<string, unknown>>;
}

export interface AuditEntry {
  /** Null for an action outside of organizations. */
  organizationId: string | null;
  actor: AuditActor;
  action: string;
  target: { type: string; id: string; name: string | null } | null;
  errorCode: string | null;
  origin: { address: string | null; userAgent: string | null; requestId: string | null };
  /** Number of similar refusals that were skipped before it. */
  unrecorded?: number;
  before: Snapshot | undefined;
  after: Snapshot | undefined;
}

/** Namespace of the advisory locks. */
const auditOrderLocks = 1096107091;
const maxNameLength = 200;
const maxIdLength = 100;

/**
 * Appends to the audit log. The database numbers and chains the action, which makes other actions of the organization
 * wait until the transaction ends: make it the last statement.
 */
export async function recordAction(
  transaction: Database,
  { organizationId, actor, action, target, errorCode, origin, unrecorded = 0, before, after }: AuditEntry,
): Promise<void> {
  const change = describeChange(before, after);
  const owner = organizationId ?? outsideOrganizations;
  // The trigger adds number, time and hash, and locks the head. The advisory lock has a fair queue, which a row that each
  // transaction replaces has not.
  await transaction.execute(sql`
    WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock(${auditOrderLocks}::int, hashtext(${owner})))
    INSERT INTO audit_action (
      organization_id, actor_type, actor_name, user_id, api_key_id, action, target_type, target_id, target_name,
      error_code, address, user_agent, request_id, unrecorded, before, after
    )
    SELECT ${owner}::text, ${actor.type}::text, ${text(actor.name, maxNameLength)}::text,
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

type Values = Record<string, unknown>;

const maxTextLength = 300;
/** For one side of a change, as JSON. A node's longest list of overrides would not fit. */
const maxBytes = 4096;
const redacted = '[secret]';

/** What changed; of an object that exists before and after, only the differences. */
interface Change {
  before: Values | null;
  after: Values | null;
}

export function describeChange(before: Snapshot | undefined, after: Snapshot | undefined): Change {
  const differs = (key: string) => JSON.stringify(before?.values[key]) !== JSON.stringify(after?.values[key]);
  const describe = (snapshot: Snapshot | undefined): Values | null => {
    if (snapshot === undefined) return null;
    const entries = Object.entries(snapshot.values);
    const told = before === undefined || after === undefined ? entries : entries.filter(([key]) => differs(key));
    return bounded(told.map(([key, value]) => [key, isSecretKey(key) ? redacted : withoutSecrets(value)]));
  };
  return { before: describe(before), after: describe(after) };
}

/** Redacts by name, which covers values added later; also in lists of `{ key, value }`. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return shorten(value, maxTextLength);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  const named = 'key' in value && typeof value.key === 'string' && isSecretKey(value.key);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isSecret = isSecretKey(key) || (named && key === 'value');
      return [key, isSecret && inner !== null ? redacted : withoutSecrets(inner)];
    }),
  );
}

function bounded(entries: readonly [string, unknown][]): Values {
  const told: Values = {};
  let bytesLeft = maxBytes;
  for (const [key, value] of entries) {
    const bytes = Buffer.byteLength(JSON.stringify(value) ?? '');
    told[key] = bytes <= bytesLeft ? value : `[${bytes} bytes]`;
    if (bytes <= bytesLeft) bytesLeft -= bytes;
  }
  return told;
}
