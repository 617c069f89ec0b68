import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database } from '../../src/control-plane/platform/database/database.ts';

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

const readBy = (node: PlanNode): number => {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = /Scan/.test(node['Node Type']) ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, plan) => sum + readBy(plan), own);
};

/** A database that counts the rows that its statements scan. */
export function countingRows(client: pg.Client): { database: Database; rowsRead(): number } {
  let rows = 0;
  const query = async (config: { text: string }, values: unknown[]) => {
    const explained = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${config.text}`, values);
    rows += readBy(explained.rows[0]['QUERY PLAN'][0].Plan);
    return client.query(config as pg.QueryConfig, values);
  };
  return { database: drizzle({ client: { query } as unknown as pg.Client }), rowsRead: () => rows };
}
