import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../timing/clock.ts';
import type { NewEvent } from '../outbox/event.ts';
import { applyChange, type NodeRecord, newNodeRecord } from '../runtime/node-record.ts';
import type { ZmqPorts } from '../runtime/workload.ts';
import type { Store } from '../store/database.ts';
import { endedBy } from './operations/operations.ts';

/** Records events durably: they are on disk when `record` returns. An id is recorded only once. */
export interface EventRecorder {
  record(event: NewEvent, id?: string): unknown;
}

/** A node's record on disk. Changes and their events are written in one transaction. */
export function nodeRecordStore(nodeId: string, database: Store, recorder: EventRecorder, clock: Clock) {
  let record: Readonly<NodeRecord> = loadNodeRecord(database, nodeId) ?? newNodeRecord(clock.now());

  /** Runs `work` in one transaction of the agent's store, together with `update` and its other writes. */
  const transaction = (work: () => void, options: { dispensable?: boolean } = {}): void => {
    const before = record;
    database.transaction(() => {
      database.afterRollback(() => {
        record = before;
      });
      work();
    }, options);
  };

  return {
    nodeId,
    get record(): Readonly<NodeRecord> {
      return record;
    },
    transaction,
    /** All is on disk when this returns; if it throws, nothing changed. `dispensable` writes use no reserved space. */
    update(
      change: Partial<NodeRecord>,
      events: readonly { event: NewEvent; id?: string }[] = [],
      options: { dispensable?: boolean } = {},
    ): void {
      const next = applyChange(record, change);
      const differs = JSON.stringify(next) !== JSON.stringify(record);
      if (!differs && events.length === 0) return;
      transaction(() => {
        if (differs) saveNodeRecord(database, nodeId, next);
        for (const { event, id } of events) recorder.record(event, id);
        for (const event of endedBy(nodeId, record, next)) recorder.record(event);
        record = next;
      }, options);
    },
  };
}

export type NodeRecordStore = ReturnType<typeof nodeRecordStore>;

export function loadNodeRecord(database: DatabaseSync, nodeId: string): NodeRecord | undefined {
  const row = database.prepare('SELECT document FROM node_memory WHERE node_id = ?').get(nodeId);
  return row === undefined ? undefined : (JSON.parse(String(row['document'])) as NodeRecord);
}

export function saveNodeRecord(database: DatabaseSync, nodeId: string, record: NodeRecord): void {
  database
    .prepare(
      `INSERT INTO node_memory (node_id, document) VALUES (?, ?)
       ON CONFLICT (node_id) DO UPDATE SET document = excluded.document`,
    )
    .run(nodeId, JSON.stringify(record));
}

/** The nodes with a rehearsal that has begun and not ended. */
export function rehearsingNodes(database: DatabaseSync): string[] {
  const rows = database.prepare(
    `SELECT node_id FROM node_memory
     WHERE document ->> '$.operations.rehearse.stage' NOT IN ('succeeded', 'failed', 'cancelled')`,
  );
  return rows.all().map((row) => String(row['node_id']));
}

export function recordedPorts(database: DatabaseSync): number[] {
  const rows = database.prepare(
    `SELECT document ->> '$.ports.rpc' AS rpc, document ->> '$.ports.p2p' AS p2p, document -> '$.zmqPorts' AS zmq
     FROM node_memory`,
  );
  return rows
    .all()
    .flatMap(({ rpc, p2p, zmq }) => [
      ...[rpc, p2p].flatMap((port) => (port === null ? [] : [Number(port)])),
      ...(zmq === null ? [] : Object.values(JSON.parse(String(zmq)) as ZmqPorts)),
    ]);
}

/** A wallet outside the node's wallet folder, which `listwalletdir` does not list. */
const isElsewhere = (wallet: string): boolean => wallet.startsWith('/') || wallet.split('/').includes('..');

/** A hostile daemon may name others each time. */
const maxElsewhere = 1000;

/** Returns the known wallets after a report. Those outside the folder stay: their removal cannot be observed. */
export const walletsAfter = (before: readonly string[] | undefined, named: readonly string[]): string[] =>
  [...new Set([...named, ...(before ?? []).filter(isElsewhere).slice(0, maxElsewhere)])].toSorted();
