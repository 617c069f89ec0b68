import type { HeldNodeInput } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, inArray, isNull, sql } from '../../platform/database/drizzle.ts';
import { isUuid } from '../../platform/input/ids.ts';
import type { Page } from '../../platform/input/pages.ts';
import type { AnswerBudget } from '../../request/answer-budget.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';
import { nodeOperation } from '../../tables/node-operations.ts';
import { node } from '../../tables/nodes.ts';
import { executorOffer } from '../../tables/recovery.ts';
import { type PlannedNode, planTakeover, type TakenIdentities } from './plan-takeover.ts';

export interface PlannedOffer {
  executor: ExecutorRow;
  offeredAt: Date;
  nodes: PlannedNode[];
}

/** What is read and planned for one value of an answer: an override takes about 25 bytes, and some 20 µs to check. */
const bytesPerValue = 50;

/**
 * Returns what hosts of an organization offer, by host name, and what a takeover would make of it. Charges the budget for the offers' sizes before
 * it reads them. Throws `invalid_input` where they are more than it can pay for.
 */
export async function findOffers(
  database: Database,
  organizationId: string,
  { take, skip, budget }: Page & { budget: AnswerBudget },
): Promise<PlannedOffer[]> {
  const found = await budget.fetchRows(take, (limit) =>
    database
      .select({ executor, bytes: sql<number>`octet_length(${executorOffer.nodes}::text)` })
      .from(executorOffer)
      .innerJoin(executor, eq(executor.id, executorOffer.executorId))
      .where(eq(executor.organizationId, organizationId))
      .orderBy(asc(executor.name))
      .limit(limit)
      .offset(skip),
  );
  budget.charge(Math.ceil(found.reduce((sum, { bytes }) => sum + bytes, 0) / bytesPerValue));
  return budget.inTurn(async () => {
    const ids = found.map((row) => row.executor.id);
    const rows = await database.select().from(executorOffer).where(inArray(executorOffer.executorId, ids));
    const offers = new Map(rows.map((offer) => [offer.executorId, offer]));
    const held = rows.flatMap(({ nodes }) => nodes);
    const taken = await findTaken(database, organizationId, held);
    const planned: PlannedOffer[] = [];
    for (const { executor: row } of found) {
      const offer = offers.get(row.id);
      if (offer === undefined) continue;
      const nodes = await planTakeover(row.name, offer.nodes, taken);
      planned.push({ executor: row, offeredAt: offer.offeredAt, nodes });
    }
    return planned;
  });
}

/** Returns what the takeover of these nodes must not collide with. */
export async function findTaken(
  database: Database,
  organizationId: string,
  held: readonly HeldNodeInput[],
): Promise<TakenIdentities> {
  const wantedIds = held.map(({ id }) => id).filter(isUuid);
  const wantedNames = held.map(({ name }) => name);
  const byId = await database.select({ id: node.id }).from(node).where(inArray(node.id, wantedIds));
  const operationIds = held.flatMap(({ operations }) => operations.map(({ id }) => id)).filter(isUuid);
  const byOperation = await database
    .select({ id: nodeOperation.id })
    .from(nodeOperation)
    .where(inArray(nodeOperation.id, operationIds));
  const byName = await database
    .select({ name: node.name })
    .from(node)
    .where(and(eq(node.organizationId, organizationId), isNull(node.removedAt), inArray(node.name, wantedNames)));
  return {
    ids: new Set([...byId, ...byOperation].map(({ id }) => id)),
    names: new Set(byName.map(({ name }) => name)),
  };
}
