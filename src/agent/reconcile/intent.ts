import type { DatabaseSync } from 'node:sqlite';
import type { Step } from '../runtime/plan.ts';
import type { Store } from '../store/database.ts';

/** A step that was begun: written before the act, so that an agent that was killed during it can find out what became of it. */
export interface Intent {
  step: Step;
  /** The id of the event that reports the finished step: the same however often the agent is killed. */
  eventId: string;
  /** The hash of the spec that was wanted then. */
  wantedHash: string | null;
}

export function readIntent(database: DatabaseSync, nodeId: string): Intent | undefined {
  const row = database.prepare('SELECT event_id, document FROM step_intent WHERE node_id = ?').get(nodeId);
  if (row === undefined) return undefined;
  const { step, wantedHash } = JSON.parse(String(row['document'])) as Omit<Intent, 'eventId'>;
  return { step, wantedHash, eventId: String(row['event_id']) };
}

export function writeIntent(database: Store, nodeId: string, { step, eventId, wantedHash }: Intent): void {
  const insert = database.prepare(
    `INSERT INTO step_intent (node_id, event_id, document) VALUES (?, ?, ?)
     ON CONFLICT (node_id) DO UPDATE SET event_id = excluded.event_id, document = excluded.document`,
  );
  database.transaction(() => insert.run(nodeId, eventId, JSON.stringify({ step, wantedHash })));
}

export function clearIntent(database: Store, nodeId: string): void {
  const remove = database.prepare('DELETE FROM step_intent WHERE node_id = ?');
  database.transaction(() => remove.run(nodeId));
}
