import { setImmediate as turn } from 'node:timers/promises';
import { and, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { node } from '../database/schema.ts';
import { nodesOf } from './find.ts';
import type { NodeRow } from './node.ts';

const mostOfOne = 10_000;

export type NodesOn = (executorId: string) => Promise<NodeRow[]>;

/** Finds the nodes of executors. Those asked for in one turn of the loop, such as all of one list, are one statement. */
export function batchedNodes(database: Database): NodesOn {
  let asked: Set<string> | undefined;
  let found: Promise<Map<string, NodeRow[]>> | undefined;
  const find = async (executorIds: Set<string>) => {
    await turn();
    asked = undefined;
    const condition = and(inArray(node.executorId, [...executorIds]), isNull(node.removedAt));
    const rows = await nodesOf(database, condition, [], { take: executorIds.size * mostOfOne, skip: 0 });
    return Map.groupBy(rows, ({ executorId }) => executorId);
  };
  return async (executorId) => {
    if (asked === undefined || found === undefined) {
      asked = new Set();
      found = find(asked);
    }
    asked.add(executorId);
    return (await found).get(executorId) ?? [];
  };
}
