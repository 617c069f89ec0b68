import { randomUUIDv7 } from 'node:crypto';
import { type EventKind, withLevel } from '../../../contract/events.ts';
import type { EventLevel } from '../../../contract/types.generated.ts';
import { publishing } from '../../platform/bus/outbox.ts';
import { type Database, type SQL, sql } from '../../platform/database/database.ts';
import { event } from '../../tables/events.ts';

export interface ControlPlaneEvent {
  level?: EventLevel;
  kind: EventKind;
  message: string;
  executorName?: string;
  nodeName?: string;
  nodeId?: string;
}

/** Records events. Make it the last step: other writers of the organization's events wait until its end. */
export async function recordEvents(
  database: Database,
  organizationId: string,
  events: readonly ControlPlaneEvent[],
): Promise<void> {
  const published = publishing({ kind: 'changed', organizationId, type: 'event' });
  await database.execute(sql`WITH published AS (${published}) SELECT ${lockEventOrder(organizationId)}`);
  await database
    .insert(event)
    .values(events.map((recorded) => ({ ...withLevel(recorded), id: randomUUIDv7(), organizationId, at: new Date() })));
}

/** Namespace of the advisory locks. */
const eventOrderLocks = 1163281956;

/** Serializes inserts of an organization, so that a cursor reader never skips a row that commits late. */
export const lockEventOrder = (organizationId: string | SQL): SQL =>
  sql`pg_advisory_xact_lock(${sql.raw(`${eventOrderLocks}`)}, hashtext(${organizationId}))`;
