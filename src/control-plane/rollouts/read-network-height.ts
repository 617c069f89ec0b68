import { chainOf, networkName } from '../../bitcoin/network-name.ts';
import { isAnswering, phases } from '../../contract/phases.ts';
import { and, type Database, eq, gt, hasKey, inArray, sql } from '../platform/database/database.ts';
import { executor } from '../tables/executors.ts';
import { type NodeRow, node, nodeListing } from '../tables/nodes.ts';
import type { NetworkHeight } from './judge-height.ts';

const answeringPhases = phases.filter(isAnswering);

/** An older sample says nothing of the network’s height. */
const isFresh = gt(node.metricsAt, sql`now() - interval '5 minutes'`);

/** A node that downloads old blocks knows that others are further. */
const isAtItsTip = sql`((${node.metrics} ->> 'initialBlockDownload')::boolean
  AND (${node.metrics} ->> 'headers')::int > (${node.metrics} ->> 'height')::int) IS NOT TRUE`;

/**
 * Returns the height of a node’s network by the organization’s nodes that answer; null while none of them knows it. Each
 * node has one vote, so that a single one that lies, lags or follows a fork decides nothing.
 */
export async function readNetworkHeight(database: Database, row: NodeRow): Promise<NetworkHeight | null> {
  const { organizationId, id, executorId, networkName: name, phase, desiredState, height } = nodeListing;
  const [found] = await database
    .select({
      low: sql<number | null>`percentile_disc(0.5) WITHIN GROUP (ORDER BY ${height})`,
      high: sql<number | null>`percentile_disc(0.5) WITHIN GROUP (ORDER BY ${height} DESC)`,
    })
    .from(nodeListing)
    .innerJoin(node, hasKey(node, organizationId, id))
    .innerJoin(executor, hasKey(executor, organizationId, executorId))
    .where(
      and(
        ...[eq(organizationId, row.organizationId), eq(nodeListing.network, row.network)],
        ...[eq(name, networkName(chainOf(row))), eq(desiredState, 'running'), inArray(phase, answeringPhases)],
        ...[eq(executor.online, true), isFresh, isAtItsTip],
      ),
    );
  const { low = null, high = null } = found ?? {};
  return low === null || high === null ? null : { low, high };
}
