import { chainOf, networkName, shownNetworkName } from '../../bitcoin/network-name.ts';
import type { NodeRolloutBudget } from '../../contract/types.generated.ts';
import { judgeNodes } from '../alerts/incidents/node-problems.ts';
import { isDrained } from '../fleet/inventory/node-problems.ts';
import { shownHealth } from '../fleet/inventory/where.ts';
import { findNodes, listedOf } from '../nodes/find-nodes.ts';
import {
  and,
  count,
  type Database,
  eq,
  hasKey,
  ne,
  not,
  notInArray,
  type SQL,
  sql,
} from '../platform/database/database.ts';
import { executor } from '../tables/executors.ts';
import { nodeRolloutMember } from '../tables/node-rollouts.ts';
import { type NodeRow, node, nodeListing } from '../tables/nodes.ts';
import { type BudgetFacts, isAvailable, judgePossible, sharedLabels } from './judge-budget.ts';

const shownNetwork = (row: NodeRow): string => shownNetworkName(networkName(chainOf(row)));

/** Names in a message. */
const maxNames = 3;

/** In the joins of `findNodes`. */
function isOther(row: NodeRow, budget: NodeRolloutBudget): SQL | undefined {
  const labels = sharedLabels(budget, row.labels, row.executor.labels);
  const shares = budget.per.map((key) => {
    const value = sql`COALESCE(${node.labels} ->> ${key}, ${executor.labels} ->> ${key})`;
    return Object.hasOwn(labels, key) ? sql`${value} = ${labels[key]}` : sql`${value} IS NULL`;
  });
  return listedOf(
    row.organizationId,
    null,
    and(
      // Custom signets differ by their challenge.
      eq(nodeListing.networkName, networkName(chainOf(row))),
      ne(nodeListing.id, row.id),
      eq(nodeListing.desiredState, 'running'),
      ...shares,
    ),
  );
}

/** Nodes that any rollout changes now. */
const isUnderWay = sql`EXISTS (SELECT 1 FROM ${nodeRolloutMember} WHERE ${nodeRolloutMember.organizationId} = ${nodeListing.organizationId}
  AND ${nodeRolloutMember.nodeId} = ${nodeListing.id} AND ${nodeRolloutMember.state} = 'under_way')`;

/**
 * Reads what a budget depends on. Only as many nodes are read whole as must stay available, and those that only their
 * latest sample shows to be behind; where that many are available, nothing more is counted.
 */
export async function observeBudget(database: Database, row: NodeRow, budget: NodeRolloutBudget): Promise<BudgetFacts> {
  const condition = isOther(row, budget);
  const [judged] = await judgeNodes(database, [row]);
  const available = await findAvailable(database, condition, budget.keepAvailable);
  const facts = {
    budget,
    node: {
      phase: judged?.status.phase ?? 'unknown',
      labels: sharedLabels(budget, row.labels, row.executor.labels),
    },
    network: shownNetwork(row),
  };
  if (available.length >= budget.keepAvailable)
    return { ...facts, others: { available: available.length, unavailable: [], total: available.length } };
  const total = await countOthers(database, condition);
  const isRest = and(condition, available.length === 0 ? undefined : notInArray(nodeListing.id, available));
  const rest = await findNodes(database, isRest, { take: maxNames, skip: 0 });
  const unavailable = rest.map(({ name }) => name);
  return { ...facts, others: { available: available.length, unavailable, total } };
}

/** Returns the ids of at most `enough` available nodes. */
async function findAvailable(database: Database, condition: SQL | undefined, enough: number): Promise<string[]> {
  const isCandidate = and(condition, eq(shownHealth, 'in_sync'), not(isDrained), not(isUnderWay));
  // A node that changes meanwhile may be on two pages.
  const found = new Set<string>();
  for (let skip = 0; ; skip += enough) {
    const page = await findNodes(database, isCandidate, { take: enough, skip });
    for (const { row, health } of await judgeNodes(database, page)) {
      const { id, revision, observed } = row;
      const facts = { health: health.state, revision, appliedRevision: observed?.appliedRevision ?? null };
      if (isAvailable(facts)) found.add(id);
    }
    if (found.size >= enough || page.length < enough) return [...found].slice(0, enough);
  }
}

async function countOthers(database: Database, condition: SQL | undefined): Promise<number> {
  const [found] = await database
    .select({ total: count() })
    .from(nodeListing)
    .leftJoin(node, hasKey(node, nodeListing.organizationId, nodeListing.id))
    .leftJoin(executor, hasKey(executor, nodeListing.organizationId, nodeListing.executorId))
    .where(condition);
  return found?.total ?? 0;
}

/** Returns why nodes can never be taken down within a budget, by their ids; the rest are missing. */
export async function whyImpossible(
  database: Database,
  rows: readonly NodeRow[],
  budget: NodeRolloutBudget,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  /** Those of one network and the same labels have the same number of others. */
  const totals = new Map<string, number>();
  for (const row of rows) {
    const labels = sharedLabels(budget, row.labels, row.executor.labels);
    const key = JSON.stringify([networkName(chainOf(row)), labels, row.desiredState === 'running']);
    const total = totals.get(key) ?? (await countOthers(database, isOther(row, budget)));
    totals.set(key, total);
    const why = judgePossible({ budget, labels, network: shownNetwork(row), total });
    if (why !== null) found.set(row.id, why);
  }
  return found;
}
