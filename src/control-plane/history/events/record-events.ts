import { randomUUIDv7 } from 'node:crypto';
import { type EventKind, withLevel } from '../../../contract/events.ts';
import type { EventLevel } from '../../../contract/types.generated.ts';
import { publishing } from '../../platform/bus/publish.ts';
import type { Database } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/drizzle.ts';
import { event } from '../../tables/events.ts';
import { lockEventOrder } from './event-order.ts';

/** An event of the control plane itself. */
export interface ControlPlaneEvent {
  /** Default: that of the kind. */
  level?: EventLevel;
  kind: EventKind;
  message: string;
  executorName?: string;
  nodeName?: string;
  nodeId?: string;
}

/**
 * Records events. Call it in the transaction that makes them true, best as its last step: others that record events of the organization
 * wait until that transaction ends.
 */
export async function recordEvents(
  database: Database,
  organizationId: string,
  events: readonly ControlPlaneEvent[],
): Promise<void> {
  const published = publishing({ kind: 'changed', organizationId, type: 'event' });
  await database.execute(sql`SELECT ${lockEventOrder(organizationId)}, ${published}`);
  await database
    .insert(event)
    .values(events.map((recorded) => ({ ...withLevel(recorded), id: randomUUIDv7(), organizationId, at: new Date() })));
}
