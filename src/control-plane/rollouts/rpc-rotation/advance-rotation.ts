import { GraphQLError } from 'graphql';
import { maxPageSize } from '../../../contract/limits.ts';
import { bumpRevision } from '../../fleet/executors/desired-revision.ts';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import { findNodesById, nodesOf } from '../../nodes/find-nodes.ts';
import { end, insertOperation } from '../../nodes/operations/change-operation.ts';
import { hasPairs, pairsOf, whyIdle } from '../../nodes/rpc-credentials/node-pairs.ts';
import { ofOrganization } from '../../nodes/rpc-credentials/rpc-credentials.ts';
import { and, asc, type Database, eq, hasKey, inArray, ne, sql, transact } from '../../platform/database/database.ts';
import { eachApart, type ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { executor } from '../../tables/executors.ts';
import { node } from '../../tables/nodes.ts';
import { organizationRpcCredentials, type RotatingStage, type StoredRotation } from '../../tables/rpc-credentials.ts';
import { notPossible } from '../engine/start-rules.ts';
import { againstPolicy } from '../policy.ts';
import { busyNodes, insertRollout, lockStarts } from '../start-node-rollout.ts';
import {
  decideRotation,
  dependsOnNodes,
  type RotatedNode,
  type RotationDecision,
  whenCancelled,
} from './plan-rotation.ts';
import { kind } from './record-turn.ts';
import { countTurns, readRollout, readTurns, withSkipped } from './rotation-rollout.ts';

type Credentials = typeof organizationRpcCredentials.$inferSelect & { rotation: StoredRotation };

/** More rotations wait for the next run. */
const maxAtOnce = 50;

/** Advances rotations of RPC credentials, every two seconds. */
export const rotationJob = (database: Database): ReplicaJob => ({
  what: 'advance rotations of RPC credentials',
  everySeconds: 2,
  async run(signal, fence) {
    const rotating = await database
      .select({ organizationId: organizationRpcCredentials.organizationId })
      .from(organizationRpcCredentials)
      .where(eq(organizationRpcCredentials.isRotating, true))
      .limit(maxAtOnce);
    await eachApart(rotating, signal, ({ organizationId }) =>
      transact(database, async (transaction) => {
        if (await advance(transaction, organizationId)) await fence(transaction);
      }),
    );
  },
});

/**
 * Carries out the next steps of a rotation until it has to wait. Returns whether it changed anything. `isRequest`: a person
 * waits, who gets an error instead of a rotation that stops, and sees the stage that begins.
 */
export async function advance(
  transaction: Database,
  organizationId: string,
  { isRequest = false } = {},
): Promise<boolean> {
  const [row] = await transaction
    .select()
    .from(organizationRpcCredentials)
    .where(ofOrganization(organizationId))
    .for('update');
  if (row === undefined || row.rotation === null || !row.isRotating) return false;
  let credentials: Credentials = { ...row, rotation: row.rotation };
  const decide = async (): Promise<RotationDecision> => {
    const rollout = await readRollout(transaction, organizationId, credentials.rotation);
    const { rotation: current } = credentials;
    // It was deleted.
    if (rollout === null && current.rolloutId !== null) return { kind: 'count' };
    const nodes = dependsOnNodes(current, rollout) ? await readNodes(transaction, credentials) : [];
    return decideRotation(current, rollout, nodes, Date.now());
  };
  const isWaiting = ({ kind: next }: RotationDecision) => next === 'wait' || (isRequest && next === 'next-stage');
  if (isWaiting(await decide())) return false;
  // As a start of a rollout does: before the hosts.
  await lockStarts(transaction, organizationId);
  const events: ControlPlaneEvent[] = [];
  for (let decision = await decide(); !isWaiting(decision); decision = await decide())
    credentials = await carryOut(transaction, credentials, decision, { events, isRequest });
  const { rotation, user, sealedPassword, rpcAuth } = credentials;
  const isRotating = rotation.stage !== 'done' && !isAtRest(rotation);
  await transaction
    .update(organizationRpcCredentials)
    .set({ rotation, user, sealedPassword, rpcAuth, isRotating })
    .where(ofOrganization(organizationId));
  if (events.length > 0) await recordEvents(transaction, organizationId, events);
  return true;
}

/** A rotation whose rollout stopped continues when that is resumed; any other, when it is requested again. */
const isAtRest = ({ stopped, rolloutId }: StoredRotation): boolean =>
  stopped !== null && (rolloutId === null || stopped === whenCancelled);

interface Carrying {
  events: ControlPlaneEvent[];
  isRequest: boolean;
}

/** Carries out a decision, and records it as operations and in `events`. Returns the changed credentials. */
async function carryOut(
  transaction: Database,
  credentials: Credentials,
  decision: RotationDecision,
  { events, isRequest }: Carrying,
): Promise<Credentials> {
  const { rotation } = credentials;
  const become = becoming(credentials);
  const stop = (reason: string) => {
    const message = `The rotation of the RPC credentials stopped. ${reason} Fix the cause, then rotate again to resume; the current password stays valid on every other node.`;
    events.push({ kind: 'rpc_credentials.rotation_stopped', message });
    return become({ stopped: reason });
  };
  switch (decision.kind) {
    case 'wait':
      return credentials;
    case 'stop':
      return stop(decision.reason);
    case 'continue':
      return become({ stopped: null });
    case 'count': {
      const rollout = await readRollout(transaction, credentials.organizationId, rotation);
      const counted = countTurns(rotation, await readTurns(transaction, rollout));
      return become({ ...counted, rolloutId: null, stopped: null });
    }
    case 'give': {
      await give(transaction, credentials, decision.nodes);
      const skipped = decision.nodes.map(({ name, idle }) => ({ name, reason: idle ?? '' }));
      return become({ skipped: withSkipped(rotation, skipped) });
    }
    case 'roll-out':
      try {
        return become({ rolloutId: await rollOut(transaction, credentials, decision.nodes) });
      } catch (error) {
        if (isRequest || !(error instanceof GraphQLError)) throw error;
        return stop(`${error.message}.`);
      }
    case 'next-stage':
      return nextStage(credentials, events);
  }
}

const becoming =
  (credentials: Credentials) =>
  (change: Partial<StoredRotation>): Credentials => ({
    ...credentials,
    rotation: { ...credentials.rotation, ...change },
  });

function nextStage(credentials: Credentials, events: ControlPlaneEvent[]): Credentials {
  const become = becoming(credentials);
  const { rotation, user, sealedPassword, rpcAuth } = credentials;
  if (rotation.stage === 'both_valid') return become({ stage: 'ending', moved: 0, skipped: [] });
  if (rotation.stage !== 'adding') {
    const message = 'The RPC credentials were rotated: the previous password is no longer valid.';
    events.push({ kind: 'rpc_credentials.rotation_ended', message });
    return become({ stage: 'done', endedAt: new Date().toISOString() });
  }
  const until = new Date(Date.now() + rotation.formerExpiresInSeconds * 1000).toISOString();
  const message = `Every node accepts the new RPC password, and nodeRpcCredentials returns it from now on. The previous one is valid until ${until}.`;
  events.push({ kind: 'rpc_credentials.rotated', message });
  // From here on the new pair is the organization's; each node is given both according to what it has.
  return {
    ...become({ stage: 'both_valid', formerExpiresAt: until, other: { user, sealedPassword, rpcAuth } }),
    ...rotation.other,
  };
}

const stageOf = ({ rotation: { stage } }: Credentials): RotatingStage => (stage === 'adding' ? 'adding' : 'ending');

async function readNodes(transaction: Database, credentials: Credentials): Promise<RotatedNode[]> {
  const { organizationId } = credentials;
  const { id, name, rpcAuths, desiredState, observed } = node;
  const { name: hostName, online, drain } = executor;
  const rows = await transaction
    .select({ id, name, rpcAuths, desiredState, observed, executor: { name: hostName, online, drain } })
    .from(node)
    .innerJoin(executor, hasKey(executor, node.organizationId, node.executorId))
    .where(nodesOf(organizationId, ne(desiredState, 'deleted')))
    .orderBy(asc(name));
  const pairs = pairsOf(credentials);
  const others = rows.filter((row) => !hasPairs(row, pairs)).map((row) => row.id);
  const busy = await busyNodes(transaction, organizationId, others);
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, idle: whyIdle(row) },
    ...{ hasPairs: hasPairs(row, pairs), isBusy: busy.has(row.id) },
  }));
}

/** Gives nodes that do not run the pairs, which their daemons accept after their next start. */
async function give(transaction: Database, credentials: Credentials, nodes: readonly RotatedNode[]): Promise<void> {
  const { organizationId, rotation } = credentials;
  const ids = nodes.map(({ id }) => id);
  const changed = await transaction
    .update(node)
    .set({ rpcAuths: pairsOf(credentials), revision: sql`${node.revision} + 1` })
    .where(and(eq(node.organizationId, organizationId), inArray(node.id, ids)))
    .returning({ executorId: node.executorId });
  const executors = new Set(changed.map(({ executorId }) => executorId));
  for (const id of [...executors].toSorted()) await bumpRevision(transaction, { organizationId, id });
  const { requestedBy } = rotation;
  const shared = { organizationId, requestedBy, kind, params: { stage: stageOf(credentials) } } as const;
  for (const { id: nodeId, idle } of nodes) {
    const values = { ...shared, nodeId, startedAt: new Date(), state: 'requested' } as const;
    const reason = `not restarted, accepts them after its next start: ${idle}`;
    await end(transaction, await insertOperation(transaction, values), 'succeeded', reason);
  }
}

/** Starts a rollout that gives running nodes the pairs, and returns its id. Throws why none can start. */
async function rollOut(
  transaction: Database,
  credentials: Credentials,
  nodes: readonly RotatedNode[],
): Promise<string> {
  const { organizationId, rotation } = credentials;
  const { policy, requestedBy, actor } = rotation;
  // The rest follows in another rollout.
  const ids = nodes.slice(0, maxPageSize).map(({ id }) => id);
  const found = new Map((await findNodesById(transaction, organizationId, ids)).map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  const impossible = await againstPolicy(transaction, rows, policy);
  const issues = rows.flatMap(({ id, name }) => {
    const message = impossible.get(id);
    return message === undefined ? [] : [{ path: ['policy', 'budget'], message: `${name}: ${message}` }];
  });
  if (issues.length > 0) throw notPossible(`${issues.length} nodes can never be restarted within the budget`, issues);
  const members = rows.map((row) => ({ row, request: { rpcStage: stageOf(credentials) } }));
  const requester = { organizationId, requestedBy, actor };
  return (await insertRollout(transaction, requester, members, { parallel: 1, policy })).id;
}
