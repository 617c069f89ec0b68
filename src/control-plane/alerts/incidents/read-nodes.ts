import type { NodePhase } from '../../../contract/types.generated.ts';
import { deliveredState } from '../../nodes/delivered-state.ts';
import { type Database, rowsOf } from '../../platform/database/database.ts';
import { and, asc, eq, gt, isNull, sql } from '../../platform/database/drizzle.ts';
import { executor } from '../../tables/executors.ts';
import { nodeWatch } from '../../tables/incidents.ts';
import { node } from '../../tables/nodes.ts';
import type { NodeFacts, SampleFacts } from './rules/facts.ts';

/** What agents said of exits in the last hour. */
interface Exits {
  nodeId: string;
  organizationId: string;
  exits: number;
  outOfMemoryAt: string | null;
}

/** Ten thousand rows at once would keep the process from all requests for a tenth of a second. */
const pageSize = 1000;
const lowestId = '00000000-0000-0000-0000-000000000000';

/** Reads what rules must know of every node. */
export async function readNodes(database: Database, now: Date): Promise<NodeFacts[]> {
  const exitsOf = await readExits(database, now);
  const nodes: NodeFacts[] = [];
  for (let page: NodeFacts[] | undefined; page === undefined || page.length === pageSize; ) {
    page = await readPage(database, page?.at(-1)?.id ?? lowestId, exitsOf);
    nodes.push(...page);
  }
  return nodes;
}

/** Reads the nodes that follow one in the order of their ids. */
async function readPage(
  database: Database,
  afterId: string,
  exitsOf: ReadonlyMap<string, Exits>,
): Promise<NodeFacts[]> {
  const rows = await database
    .select({
      id: node.id,
      organizationId: node.organizationId,
      executorId: node.executorId,
      executorOnline: executor.online,
      drain: executor.drain,
      name: node.name,
      network: node.network,
      challenge: sql<string | null>`(SELECT entry ->> 'value' FROM jsonb_array_elements(${node.overrides}) AS entry
        WHERE entry ->> 'key' = 'signetchallenge' LIMIT 1)`,
      client: node.client,
      clientVersion: node.clientVersion,
      nodeType: node.nodeType,
      cpuCores: node.cpuCores,
      diskGiB: node.diskGiB,
      par: sql<string | null>`(SELECT entry ->> 'value' FROM jsonb_array_elements(${node.overrides}) AS entry
        WHERE entry ->> 'key' ~ '(^|[.])par$' LIMIT 1)`,
      wallets: sql<string[] | null>`${node.observed} -> 'wallets'`,
      desiredState: node.desiredState,
      memoryLimitMiB: node.memoryMiB,
      phase: sql<NodePhase | null>`${node.observed} ->> 'phase'`,
      phaseSince: sql<string | null>`${node.observed} ->> 'since'`,
      reason: sql<string | null>`left(${node.observed} ->> 'reason', 2000)`,
      problems: sql<{ code: string; reason: string }[] | null>`${node.observed} -> 'problems'`,
      metrics: node.metrics,
      metricsAt: node.metricsAt,
      watch: nodeWatch.chain,
    })
    .from(node)
    .innerJoin(executor, eq(executor.id, node.executorId))
    .leftJoin(nodeWatch, eq(nodeWatch.nodeId, node.id))
    .where(and(isNull(node.removedAt), gt(node.id, afterId)))
    .orderBy(asc(node.id))
    .limit(pageSize);
  return rows.map(({ metrics, metricsAt, phaseSince, drain, problems, wallets, par, ...row }) => {
    const { client, clientVersion, network, nodeType, cpuCores, memoryLimitMiB: memoryMiB, diskGiB } = row;
    const exits = exitsOf.get(`${row.organizationId} ${row.id}`);
    return {
      ...row,
      config: {
        ...{ client, clientVersion, network, nodeType, resources: { cpuCores, memoryMiB, diskGiB } },
        overrides: par === null ? [] : [{ key: 'par', value: par }],
      },
      hasWallets: wallets === null ? null : wallets.length > 0,
      problems: problems ?? [],
      // A node that a drain keeps down is as quiet as one that is asked to be down.
      desiredState: deliveredState(row.desiredState, drain),
      phaseSince: phaseSince === null ? null : new Date(phaseSince),
      sample: metrics === null || metricsAt === null ? null : sampleOf(metrics, metricsAt),
      exits: exits?.exits ?? 0,
      outOfMemoryAt: exits?.outOfMemoryAt ? new Date(exits.outOfMemoryAt) : null,
    };
  });
}

const sampleOf = (metrics: NonNullable<typeof node.$inferSelect.metrics>, at: Date): SampleFacts => ({
  at,
  height: metrics.height,
  headers: metrics.headers,
  bestBlockHash: metrics.bestBlockHash,
  catchesUp: metrics.initialBlockDownload,
  peers: metrics.peersInbound + metrics.peersOutbound,
  uptimeSeconds: metrics.uptimeSeconds,
  memoryMiB: metrics.memoryMiB ?? null,
});

/** Agents report the 1st, 2nd, 4th, 8th … identical exit, with its number. Data is foreign: nothing in it may fail the statement. */
async function readExits(database: Database, now: Date): Promise<Map<string, Exits>> {
  const since = new Date(now.getTime() - 3_600_000).toISOString();
  const result = await database.execute(sql`
    SELECT organization_id AS "organizationId", node_id AS "nodeId",
      greatest(count(*), max(CASE WHEN data ->> 'times' ~ '^[0-9]{1,6}$' THEN (data ->> 'times')::int END))::int AS exits,
      max(at) FILTER (WHERE data ->> 'outOfMemory' = 'true') AS "outOfMemoryAt"
    FROM event WHERE kind = 'node.exited' AND received_at > ${since} AND at > ${since} AND node_name IS NOT NULL
    GROUP BY organization_id, node_id`);
  return new Map(rowsOf<Exits>(result).map((exits) => [`${exits.organizationId} ${exits.nodeId}`, exits]));
}
