import type { HeldNodeInput } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import type { ControlPlaneEvent } from '../../history/events/record-events.ts';
import {
  and,
  asc,
  type Database,
  eq,
  hasKey,
  hasKeys,
  inArray,
  isNull,
  isRow,
  sql,
} from '../../platform/database/database.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { type ExecutorRow, executor, executorOffer } from '../../tables/executors.ts';
import { nodeOperation } from '../../tables/node-operations.ts';
import { node } from '../../tables/nodes.ts';
import { nodesOf } from '../find-nodes.ts';
import { type Claim, type PlannedNode, planTakeover, type TakenIdentities } from './plan-takeover.ts';

/** An override takes about 25 bytes, and 20 µs to check. */
const bytesPerValue = 50;

export const offerResolvers = (): Resolvers => ({
  Query: {
    /** Hosts' offers by host name, with the effect of a takeover. Charges the budget before reading. */
    executorOffers: organizationQuery([], async (args, { reader: { organizationId }, context }) => {
      const { database, budget } = context;
      const bytes = sql<number>`octet_length(${executorOffer.nodes}::text)`;
      const sizes = database
        .select({ executor, bytes })
        .from(executorOffer)
        .innerJoin(executor, hasKey(executor, executorOffer.organizationId, executorOffer.executorId))
        .where(eq(executorOffer.organizationId, organizationId));
      const found = await budget.fetchPage(args, sizes.orderBy(asc(executor.name)));
      budget.charge(Math.ceil(found.reduce((sum, each) => sum + each.bytes, 0) / bytesPerValue));
      return budget.inTurn(async () => {
        const keys = found.map((row) => row.executor);
        const isFound = hasKeys({ ...executorOffer, id: executorOffer.executorId }, keys);
        const rows = await database.select().from(executorOffer).where(isFound);
        const offers = new Map(rows.map((offer) => [offer.executorId, offer]));
        const held = rows.flatMap(({ nodes }) => nodes);
        const taken = await findTaken(database, organizationId, held);
        const planned = [];
        for (const { executor: row } of found) {
          const offer = offers.get(row.id);
          if (offer === undefined) continue;
          const nodes = (await planTakeover(row.name, offer.nodes, taken)).map(showPlanned);
          planned.push({ executor: row, offeredAt: offer.offeredAt.toISOString(), nodes });
        }
        return planned;
      });
    }),
  },
});

const showPlanned = ({ held, config, newName, problem }: PlannedNode) => {
  const { id, name, desiredState, height = null, sizeBytes = null } = held;
  return { ...config, id, name, newName, problem, desiredState, overrides: [...config.overrides], height, sizeBytes };
};

/** Finds what the organization has already. What another one has neither blocks a takeover nor shows in its result. */
export async function findTaken(
  database: Database,
  organizationId: string,
  held: readonly HeldNodeInput[],
): Promise<TakenIdentities> {
  const nodeIds = held.map(({ id }) => id).filter(isUuid);
  const byId = await database
    .select({ id: node.id })
    .from(node)
    .where(and(eq(node.organizationId, organizationId), inArray(node.id, nodeIds)));
  const operationIds = held.flatMap(({ operations }) => operations.map(({ id }) => id)).filter(isUuid);
  const byOperation = await database
    .select({ id: nodeOperation.id })
    .from(nodeOperation)
    .where(and(eq(nodeOperation.organizationId, organizationId), inArray(nodeOperation.id, operationIds)));
  const claims = await findClaims(database, organizationId, nodeIds);
  const names = held.map(({ name }) => name);
  const isNamed = nodesOf(organizationId, inArray(node.name, names));
  const byName = await database.select({ name: node.name }).from(node).where(isNamed);
  return {
    ids: new Set([...byId, ...byOperation].map(({ id }) => id)),
    names: new Set(byName.map(({ name }) => name)),
    claims,
  };
}

/** Finds the hosts that offer these nodes, and the hosts with a proven key that have their data. */
async function findClaims(
  database: Database,
  organizationId: string,
  nodeIds: readonly string[],
): Promise<Map<string, Claim[]>> {
  const nodeId = sql<string>`claimed.id #>> '{}'`;
  const isClaimed = inArray(nodeId, [...nodeIds]);
  const offered = await database
    .select({ nodeId, host: executor.name, isProven: sql<boolean>`false` })
    .from(executorOffer)
    .innerJoin(executor, hasKey(executor, executorOffer.organizationId, executorOffer.executorId))
    .innerJoin(sql`jsonb_path_query(${executorOffer.nodes}, '$[*].id') AS claimed(id)`, sql`true`)
    .where(and(eq(executorOffer.organizationId, organizationId), isClaimed));
  const kept = await database
    .select({ nodeId, host: executor.name, isProven: sql<boolean>`true` })
    .from(executor)
    .innerJoin(sql`jsonb_path_query(${executor.orphans}, '$[*].nodeId') AS claimed(id)`, sql`true`)
    .where(and(eq(executor.organizationId, organizationId), isNull(executor.recovery), isClaimed));
  return Map.groupBy([...kept, ...offered], (claim) => claim.nodeId);
}

/** Requires the executor's lock. Returns the event to record; null for an unchanged offer. */
export async function storeOffer(
  transaction: Database,
  row: Pick<ExecutorRow, 'organizationId' | 'id' | 'name'>,
  nodes: readonly HeldNodeInput[],
): Promise<ControlPlaneEvent | null> {
  const { organizationId, id, name } = row;
  const values = { nodes: [...nodes], offeredAt: sql`now()` };
  const [changed] = await transaction
    .insert(executorOffer)
    .values({ organizationId, executorId: id, ...values })
    .onConflictDoUpdate({
      target: [executorOffer.organizationId, executorOffer.executorId],
      set: values,
      setWhere: sql`${executorOffer.nodes} IS DISTINCT FROM excluded.nodes`,
    })
    .returning({ executorId: executorOffer.executorId });
  await transaction.update(executor).set({ recovery: 'offered' }).where(isRow(executor, row));
  if (changed === undefined) return null;
  return {
    kind: 'executor.offers_nodes',
    message: `${name} holds ${counted(nodes.length, 'node')} of another control plane and leaves them unchanged. Review the offer, then take over.`,
    executorName: name,
  };
}
