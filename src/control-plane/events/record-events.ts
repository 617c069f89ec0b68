import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { EventLevel } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { event } from '../database/schema.ts';
import { turnToAdd } from './turn.ts';

/** Something that happened in the control plane itself. */
export interface OwnEvent {
  level: EventLevel;
  kind: string;
  message: string;
  executorName?: string;
  nodeName?: string;
  nodeId?: string;
}

/** To be called in the transaction that makes it true, best as its last step: others wait from here to its end. */
export async function recordEvents(
  database: Database,
  organizationId: string,
  events: readonly OwnEvent[],
): Promise<void> {
  await database.execute(sql`SELECT ${turnToAdd(organizationId)}`);
  await database
    .insert(event)
    .values(events.map((one) => ({ ...one, id: randomUUIDv7(), organizationId, at: new Date() })));
}
