import type { DatabaseSync } from 'node:sqlite';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { ZmqPorts } from '../runtime/workload.ts';

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
