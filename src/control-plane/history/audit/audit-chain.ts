// The chain of the audit log, as audit_action_hash in the migration computes it. Verified here and not in the database:
// who may replace the database's functions could make them find any chain right.
import { createHash } from 'node:crypto';
import type { AuditFault } from '../../../contract/types.generated.ts';
import { type SQL, sql } from '../../platform/database/database.ts';

/** A place in the log: an action and its hash, which covers all actions before it. */
export interface Link {
  /** 0 before the first action. */
  sequence: number;
  /** Empty before the first action. */
  hash: Buffer;
}

export interface StoredAction extends Link {
  /** The texts of `encodedValues`. */
  values: readonly (string | null)[];
}

export const start: Link = { sequence: 0, hash: Buffer.alloc(0) };

/**
 * The values of an action as its hash covers them, in this order. jsonb has one text for equal values, times count in
 * microseconds since the Unix epoch, and no value depends on the settings of a session.
 */
export const encodedValues: readonly SQL[] = [
  sql`organization_id`,
  sql`sequence::text`,
  sql`id::text`,
  sql`(extract(epoch FROM at) * 1000000)::bigint::text`,
  sql`actor_type`,
  sql`actor_name`,
  sql`user_id`,
  sql`api_key_id`,
  sql`action`,
  sql`target_type`,
  sql`target_id`,
  sql`target_name`,
  sql`error_code`,
  sql`address`,
  sql`user_agent`,
  sql`request_id::text`,
  sql`unrecorded::text`,
  sql`before::text`,
  sql`after::text`,
];

/** The first byte of a hash, and of what it covers: another encoding needs another version. */
const version = Buffer.from([1]);
const nothing = Buffer.from([255, 255, 255, 255]);

function withLength(bytes: Buffer): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length);
  return [length, bytes];
}

/** The hash of an action: a version byte, then SHA-256 of that byte, the previous hash and the values, each with its length. */
export function hashOf(previous: Buffer, values: readonly (string | null)[]): Buffer {
  const hash = createHash('sha256').update(version);
  for (const part of withLength(previous)) hash.update(part);
  for (const value of values)
    for (const part of value === null ? [nothing] : withLength(Buffer.from(value))) hash.update(part);
  return Buffer.concat([version, hash.digest()]);
}

/**
 * Returns the fault of an action after the previous one. An action after a gap cannot be compared with its hash, which
 * covers the missing ones: the gap is the fault.
 */
export function faultOf(previous: Link, action: StoredAction): AuditFault | undefined {
  const { sequence } = action;
  if (sequence > previous.sequence + 1) return { kind: 'removed', first: previous.sequence + 1, last: sequence - 1 };
  if (hashOf(previous.hash, action.values).equals(action.hash)) return undefined;
  return { kind: 'changed', first: sequence, last: sequence };
}

/** Returns the fault of the end of the log, given the record of the last action. */
export function faultOfEnd(last: Link, head: Link | undefined): AuditFault | undefined {
  if (head === undefined)
    return last.sequence === 0 ? undefined : { kind: 'head', first: last.sequence, last: last.sequence };
  if (head.sequence > last.sequence) return { kind: 'removed', first: last.sequence + 1, last: head.sequence };
  if (head.sequence < last.sequence) return { kind: 'inserted', first: head.sequence + 1, last: last.sequence };
  return head.hash.equals(last.hash) ? undefined : { kind: 'head', first: last.sequence, last: last.sequence };
}
