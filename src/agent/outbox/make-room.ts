import type { DatabaseSync } from 'node:sqlite';
import { sampleKind } from '../../contract/events.ts';

export interface Fill {
  events: number;
  samples: number;
}

/** Shrinks an outbox to nine tenths of `maxEvents`, in a transaction: thins samples, then drops oldest events. */
export function makeRoom(database: DatabaseSync, { events, samples }: Fill, maxEvents: number): Map<string, number> {
  const dropped = new Map<string, number>();
  let left = events + samples;
  const goal = Math.floor(maxEvents * 0.9);
  const count = (kinds: readonly string[]) => {
    for (const kind of kinds) dropped.set(kind, (dropped.get(kind) ?? 0) + 1);
    left -= kinds.length;
  };
  // In slices: one query over a full outbox would block the agent for a second.
  let slice = 2 * (left - goal) + 1000;
  while (left > goal) {
    const thinned = thinSamples(database, slice, left - goal);
    count(thinned);
    if (thinned.length > 0) continue;
    if (slice >= left - events) break;
    slice *= 4;
  }
  if (left > maxEvents) count(dropOldestEvents(database, left - goal));
  return dropped;
}

/** Removes every second of the oldest `slice` samples, at most `limit`, but never the newest of a node. */
function thinSamples(database: DatabaseSync, slice: number, limit: number): string[] {
  const removed = database
    .prepare(
      `DELETE FROM outbox WHERE sequence IN (
         SELECT sequence FROM (
           SELECT sequence, row_number() OVER (PARTITION BY node ORDER BY sequence) AS age, count(*) OVER (PARTITION BY node) AS total
           FROM (SELECT sequence, body ->> '$.nodeId' AS node FROM outbox WHERE sample = 1 ORDER BY sequence LIMIT ?))
         WHERE age % 2 = 1 AND age < total ORDER BY sequence LIMIT ?)
       RETURNING sample`,
    )
    .all(slice, limit);
  return removed.map(() => sampleKind);
}

function dropOldestEvents(database: DatabaseSync, limit: number): string[] {
  const removed = database
    .prepare(
      `DELETE FROM outbox WHERE sequence IN (SELECT sequence FROM outbox WHERE sample = 0 ORDER BY sequence LIMIT ?)
       RETURNING body ->> '$.kind' AS kind`,
    )
    .all(limit);
  return removed.map(({ kind }) => String(kind));
}
