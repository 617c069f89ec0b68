import { chainOf, networkName } from '../../bitcoin/network-name.ts';
import { and, type Database, eq, sql } from '../platform/database/database.ts';
import { type NodeRow, nodeListing } from '../tables/nodes.ts';

/** Returns the greatest and the median height of the organization's nodes on a network; null if none was measured. */
export async function readHeights(
  database: Database,
  row: NodeRow,
): Promise<{ greatest: number | null; median: number | null }> {
  const { organizationId, networkName: name, height, desiredState } = nodeListing;
  const [found] = await database
    .select({
      greatest: sql<number | null>`max(${height})`,
      median: sql<number | null>`percentile_disc(0.5) WITHIN GROUP (ORDER BY ${height})`,
    })
    .from(nodeListing)
    .where(
      and(
        eq(organizationId, row.organizationId),
        eq(nodeListing.network, row.network),
        eq(name, networkName(chainOf(row))),
        eq(desiredState, 'running'),
      ),
    );
  return found ?? { greatest: null, median: null };
}
