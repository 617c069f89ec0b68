import type pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** Rows that a statement scanned, by table, or '-'. Where an index serves, it is used, however few the rows. */
export async function rowsScanned(client: pg.Client, text: string, values: unknown[]): Promise<Map<string, number>> {
  await client.query('BEGIN');
  try {
    await client.query(
      'SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off',
    );
    const explained = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    const scanned = new Map<string, number>();
    addScans(scanned, explained.rows[0]['QUERY PLAN'][0].Plan);
    return scanned;
  } finally {
    await client.query('ROLLBACK');
  }
}

function addScans(scanned: Map<string, number>, node: PlanNode): void {
  for (const plan of node.Plans ?? []) addScans(scanned, plan);
  if (!/Scan/.test(node['Node Type'])) return;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const table = node['Relation Name'] ?? '-';
  scanned.set(table, (scanned.get(table) ?? 0) + (node['Actual Rows'] + removed) * node['Actual Loops']);
}

export const totalOf = (scanned: ReadonlyMap<string, number>): number =>
  [...scanned.values()].reduce((sum, rows) => sum + rows, 0);
