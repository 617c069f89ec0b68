import type { HeldNodeInput } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import type { ControlPlaneEvent } from '../../history/events/record-events.ts';
import type { Database } from '../../platform/database/database.ts';
import { eq, sql } from '../../platform/database/drizzle.ts';
import { type ExecutorRow, executor, executorOffer } from '../../tables/executors.ts';

/**
 * Stores what a host offers, within a transaction that has locked its executor. Returns the event to record; null for an offer that is stored
 * already.
 */
export async function storeOffer(
  transaction: Database,
  { id, name }: Pick<ExecutorRow, 'id' | 'name'>,
  nodes: readonly HeldNodeInput[],
): Promise<ControlPlaneEvent | null> {
  const values = { nodes: [...nodes], offeredAt: sql`now()` };
  const [changed] = await transaction
    .insert(executorOffer)
    .values({ executorId: id, ...values })
    .onConflictDoUpdate({
      target: executorOffer.executorId,
      set: values,
      setWhere: sql`${executorOffer.nodes} IS DISTINCT FROM excluded.nodes`,
    })
    .returning({ executorId: executorOffer.executorId });
  await transaction.update(executor).set({ recovery: 'offered' }).where(eq(executor.id, id));
  if (changed === undefined) return null;
  return {
    kind: 'executor.offers-nodes',
    message: `${name} holds ${counted(nodes.length, 'node')} of another control plane and leaves everything as it is. Review the offer, then take over: satrap executors recover ${name}`,
    executorName: name,
  };
}
