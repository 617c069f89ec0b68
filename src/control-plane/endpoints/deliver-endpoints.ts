import { bumpRevision } from '../fleet/executors/desired-revision.ts';
import { type ControlPlaneEvent, recordEvents } from '../history/events/record-events.ts';
import { lockOrganization } from '../people/accounts/key-limits.ts';
import { nudgesOf, publish } from '../platform/bus/outbox.ts';
import {
  and,
  type Database,
  eq,
  hasKey,
  inArray,
  isNotNull,
  or,
  sql,
  transact,
} from '../platform/database/database.ts';
import { eachApart, type ReplicaJob } from '../platform/jobs/run-on-one-replica.ts';
import type { Sealing } from '../platform/sealing.ts';
import { endpoint, endpointCall } from '../tables/endpoints.ts';
import { executor } from '../tables/executors.ts';
import { desiredGateway, readEndpoints } from './desired-gateway.ts';
import { gatewayMethodsOf } from './gateway-methods.ts';
import { recordExpiries } from './record-expiries.ts';

interface Delivery {
  database: Database;
  secret: Sealing;
}

/** Returns the hosts whose gateway serves something else now, in the order of their ids, with the new digest. */
async function staleHosts(delivery: Delivery, organizationId: string) {
  const read = await readEndpoints(delivery, organizationId);
  const serving = [...new Set(read?.endpoints.flatMap(({ executorIds }) => executorIds) ?? [])];
  const { id, gatewayDigest } = executor;
  const hosts = await delivery.database
    .select({ id, gatewayDigest })
    .from(executor)
    .where(and(eq(executor.organizationId, organizationId), or(inArray(id, serving), isNotNull(gatewayDigest))))
    .orderBy(id);
  const now = new Date();
  return hosts.flatMap((host) => {
    const { digest } = desiredGateway(read, host.id, now);
    return digest === host.gatewayDigest ? [] : [{ id: host.id, digest }];
  });
}

/** A change that was made. */
export interface Changed<T> {
  payload: T;
  events: readonly ControlPlaneEvent[];
}

/**
 * Changes endpoints or consumers within a transaction, and delivers what follows from the change: the settings of gateways,
 * and the methods that daemons allow gateways from their next start, for which none is restarted. Records its events last.
 */
export async function changeEndpoints<T>(
  delivery: Delivery,
  organizationId: string,
  change: () => Promise<Changed<T>>,
): Promise<T> {
  const { database } = delivery;
  await lockOrganization(database, organizationId);
  const before = await gatewayMethodsOf(database, organizationId);
  const { payload, events } = await change();
  const after = await gatewayMethodsOf(database, organizationId);
  if (before.join() !== after.join()) await deliverMethods(database, organizationId);
  await deliverEndpoints(delivery, organizationId);
  if (events.length > 0) await recordEvents(database, organizationId, events);
  return payload;
}

/** Makes agents read their nodes again. Locks all hosts in the order of their ids, because some are changed again afterwards. */
async function deliverMethods(database: Database, organizationId: string): Promise<void> {
  const hosts = await database
    .select({ id: executor.id })
    .from(executor)
    .where(eq(executor.organizationId, organizationId))
    .orderBy(executor.id)
    .for('update');
  await bumpRevision(database, ...hosts.map(({ id }) => ({ organizationId, id })));
}

/** Marks the hosts whose gateway serves something else now, and wakes their agents. With the organization locked. */
async function deliverEndpoints(delivery: Delivery, organizationId: string): Promise<void> {
  const { database } = delivery;
  const stale = await staleHosts(delivery, organizationId);
  for (const { id, digest: gatewayDigest } of stale)
    await database
      .update(executor)
      .set({ gatewayDigest })
      .where(hasKey(executor, organizationId, id));
  await publish(database, ...nudgesOf(stale.map(({ id }) => ({ organizationId, id }))));
}

/** An agent reports a call again until it is acknowledged, for minutes at most. */
const keptCallDays = 7;

/** Notices what changes without a mutation: addresses of nodes, splits of a network, ends of secrets. */
export const endpointsJob = ({ database, secret }: Delivery): ReplicaJob => ({
  what: 'deliver endpoints',
  everySeconds: 5,
  async run(signal, fence) {
    const owners = await database.selectDistinct({ organizationId: endpoint.organizationId }).from(endpoint);
    await eachApart(owners, signal, async ({ organizationId }) => {
      if ((await staleHosts({ database, secret }, organizationId)).length === 0) return;
      await transact(database, async (transaction) => {
        await lockOrganization(transaction, organizationId);
        await deliverEndpoints({ database: transaction, secret }, organizationId);
        await fence(transaction);
      });
    });
    await recordExpiries(database, signal, fence);
    await database
      .delete(endpointCall)
      .where(sql`${endpointCall.recordedAt} < now() - make_interval(days => ${keptCallDays}::int)`);
  },
});
