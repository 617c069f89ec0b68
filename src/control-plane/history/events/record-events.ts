import { randomUUIDv7 } from 'node:crypto';
import { type EventKind, withLevel } from '../../../contract/events.ts';
import type { EventLevel } from '../../../contract/types.generated.ts';
import { publishing } from '../../platform/bus/outbox.ts';
import { type Database, type SQL, sql } from '../../platform/database/database.ts';

export interface ControlPlaneEvent {
  level?: EventLevel;
  kind: EventKind;
  message: string;
  executorName?: string;
  nodeName?: string;
  nodeId?: string;
  /** As `eventData` has it for the kind. */
  data?: unknown;
}

/** Records events. Make it the last step: other writers of the organization's events wait until its end. */
export async function recordEvents(
  database: Database,
  organizationId: string,
  events: readonly ControlPlaneEvent[],
): Promise<void> {
  const at = new Date().toISOString();
  const recorded = events.map((recorded) => ({ ...withLevel(recorded), id: randomUUIDv7(), at }));
  const published = publishing({ kind: 'changed', organizationId, type: 'event' });
  await database.execute(sql`
    WITH published AS (${published}), locked AS MATERIALIZED (SELECT ${lockEventOrder(organizationId)})
    INSERT INTO event (id, organization_id, at, level, kind, message, executor_name, node_name, node_id, data)
    SELECT id, ${organizationId}, at, level, kind, message, "executorName", "nodeName", "nodeId", data
    FROM locked, jsonb_to_recordset(${JSON.stringify(recorded)}::jsonb) AS recorded(id uuid, at timestamptz, level text,
      kind text, message text, "executorName" text, "nodeName" text, "nodeId" uuid, data jsonb)`);
}

/** Namespace of the advisory locks. */
const eventOrderLocks = 1163281956;

/** Serializes inserts of an organization, so that a cursor reader never skips a row that commits late. */
export const lockEventOrder = (organizationId: string | SQL): SQL =>
  sql`pg_advisory_xact_lock(${sql.raw(`${eventOrderLocks}`)}, hashtext(${organizationId}))`;
