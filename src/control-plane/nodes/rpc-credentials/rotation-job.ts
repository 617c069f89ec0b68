import { isAnswering } from '../../../contract/phases.ts';
import { bumpRevision } from '../../fleet/executors/desired-revision.ts';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import { type Database, transact } from '../../platform/database/database.ts';
import { asc, eq, inArray, ne, sql } from '../../platform/database/drizzle.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { executor } from '../../tables/executors.ts';
import { type NodeRow, node, type RpcAuths } from '../../tables/nodes.ts';
import { organizationRpcCredentials, type StoredRotation } from '../../tables/rpc-credentials.ts';
import { nodesOf, pendingOf } from '../find-nodes.ts';
import { end, insertOperation } from '../operations/change-operation.ts';
import { decideRotation, type RotatedNode, type RotationDecision } from './rpc-rotation.ts';

type Credentials = typeof organizationRpcCredentials.$inferSelect & { rotation: StoredRotation };

/** More rotations wait for the next run. */
const maxAtOnce = 50;
const maxSkipped = 100;

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
    for (const { organizationId } of rotating) {
      if (signal.aborted) return;
      await transact(database, async (transaction) => {
        if (await advance(transaction, organizationId)) await fence(transaction);
      });
    }
  },
});

/**
 * Carries out the next steps of an organization's rotation until it has to wait. Returns whether it changed anything.
 */
export async function advance(transaction: Database, organizationId: string): Promise<boolean> {
  const [row] = await transaction
    .select()
    .from(organizationRpcCredentials)
    .where(eq(organizationRpcCredentials.organizationId, organizationId))
    .for('update');
  if (row === undefined || row.rotation === null || !row.isRotating) return false;
  let credentials: Credentials = { ...row, rotation: row.rotation };
  const events: ControlPlaneEvent[] = [];
  for (;;) {
    const nodes = await readNodes(transaction, credentials);
    const decision = decideRotation(credentials.rotation, nodes, Date.now());
    if (decision.kind === 'wait') break;
    await carryOut(transaction, credentials, decision);
    credentials = after(credentials, decision, new Date());
    events.push(...eventsOf(credentials.rotation, decision));
  }
  if (JSON.stringify(credentials) === JSON.stringify(row)) return false;
  const { rotation, user, sealedPassword, rpcAuth } = credentials;
  const isRotating = rotation.stopped === null && rotation.stage !== 'done';
  await transaction
    .update(organizationRpcCredentials)
    .set({ rotation, user, sealedPassword, rpcAuth, isRotating })
    .where(eq(organizationRpcCredentials.organizationId, organizationId));
  if (events.length > 0) await recordEvents(transaction, organizationId, events);
  return true;
}

/** Gives nodes the pairs of the current stage, and records this as an operation of each node. */
async function carryOut(transaction: Database, credentials: Credentials, decision: RotationDecision): Promise<void> {
  const { stage, requestedBy, current } = credentials.rotation;
  const started = (nodeId: string) => ({
    ...{ nodeId, kind: 'rotate_rpc_credentials' as const, params: { stage }, requestedBy, startedAt: new Date() },
  });
  if (decision.kind === 'move') {
    await askFor(transaction, credentials, [decision.node]);
    await insertOperation(transaction, { ...started(decision.node.id), state: 'running' });
  }
  if (decision.kind === 'move-idle') {
    await askFor(transaction, credentials, decision.nodes);
    for (const idle of decision.nodes) {
      const { id } = await insertOperation(transaction, started(idle.id));
      await end(transaction, id, 'succeeded', `not restarted, accepts them after its next start: ${whyIdle(idle)}`);
    }
  }
  if (current === null || (decision.kind !== 'release' && decision.kind !== 'stop')) return;
  const pending = await pendingOf(transaction, current.id);
  const operation = pending.find(({ kind }) => kind === 'rotate_rpc_credentials');
  if (operation === undefined) return;
  const [state, reason] =
    decision.kind === 'stop'
      ? (['failed', decision.reason] as const)
      : ([decision.counts || decision.skipped !== null ? 'succeeded' : 'cancelled', decision.skipped] as const);
  await end(transaction, operation.id, state, reason);
}

const whyIdle = ({ offReason: off, failure }: RotatedNode): string => off ?? `it fails: ${failure}`;

/** The pairs that a node must accept in the current stage. */
const authsOf = ({ rotation, rpcAuth }: Credentials): RpcAuths | null =>
  rotation.stage === 'adding' ? { rpcAuth: rotation.other.rpcAuth, formerRpcAuth: rpcAuth } : null;

async function readNodes(transaction: Database, credentials: Credentials): Promise<RotatedNode[]> {
  const { id, name, revision, rpcAuths, desiredState, observed } = node;
  const rows = await transaction
    .select({
      ...{ id, name, revision, rpcAuths, desiredState, observed },
      executor: { name: executor.name, online: executor.online, drain: executor.drain },
    })
    .from(node)
    .innerJoin(executor, eq(executor.id, node.executorId))
    .where(nodesOf(credentials.organizationId, ne(desiredState, 'deleted')))
    .orderBy(asc(name));
  const wanted = authsOf(credentials);
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, offReason: offReason(row) },
    isMoved: row.rpcAuths?.rpcAuth === wanted?.rpcAuth && row.rpcAuths?.formerRpcAuth === wanted?.formerRpcAuth,
    isBack: (row.observed?.appliedRevision ?? 0) >= row.revision && isAnswering(row.observed?.phase),
    failure: row.observed?.phase === 'failing' ? (row.observed.reason ?? 'no reason reported') : null,
  }));
}

function offReason({
  desiredState,
  observed,
  executor: { name, online, drain },
}: Pick<NodeRow, 'desiredState' | 'observed'> & {
  executor: Pick<NodeRow['executor'], 'name' | 'online' | 'drain'>;
}): string | null {
  if (desiredState !== 'running') return 'it is stopped';
  if (!online) return `${name} is offline; its daemon accepts only the previous pair until the host reconnects`;
  if (drain !== null) return `${name} is drained`;
  return observed === null ? 'it has not started yet' : null;
}

async function askFor(transaction: Database, credentials: Credentials, nodes: readonly RotatedNode[]): Promise<void> {
  const changed = await transaction
    .update(node)
    .set({ rpcAuths: authsOf(credentials), revision: sql`${node.revision} + 1` })
    .where(
      inArray(
        node.id,
        nodes.map(({ id }) => id),
      ),
    )
    .returning({ executorId: node.executorId });
  const executors = new Set(changed.map(({ executorId }) => executorId));
  for (const executorId of [...executors].toSorted()) await bumpRevision(transaction, executorId);
}

function after(credentials: Credentials, decision: RotationDecision, now: Date): Credentials {
  const { rotation } = credentials;
  const become = (change: Partial<StoredRotation>): Credentials => ({
    ...credentials,
    rotation: { ...rotation, ...change },
  });
  const skip = (nodes: readonly { name: string; reason: string }[]) =>
    [...rotation.skipped, ...nodes].slice(0, maxSkipped);
  switch (decision.kind) {
    case 'wait':
      return credentials;
    case 'stop':
      return become({ stopped: decision.reason });
    case 'move':
      return become({ current: { id: decision.node.id, name: decision.node.name, since: now.toISOString() } });
    case 'move-idle':
      return become({
        skipped: skip(decision.nodes.map((idle) => ({ name: idle.name, reason: whyIdle(idle) }))),
      });
    case 'release': {
      const name = rotation.current?.name ?? '';
      const skipped = decision.skipped === null ? rotation.skipped : skip([{ name, reason: decision.skipped }]);
      return become({ current: null, moved: rotation.moved + (decision.counts ? 1 : 0), skipped });
    }
    case 'next-stage':
      break;
  }
  if (rotation.stage === 'both_valid') return become({ stage: 'ending', moved: 0, skipped: [] });
  if (rotation.stage !== 'adding') return become({ stage: 'done', endedAt: now.toISOString() });
  // From here on the new pair is the organization's; each node is given both according to what it has.
  const { user, sealedPassword, rpcAuth } = credentials;
  const until = new Date(now.getTime() + rotation.formerValidForMinutes * 60_000).toISOString();
  return {
    ...become({ stage: 'both_valid', formerValidUntil: until, other: { user, sealedPassword, rpcAuth } }),
    ...rotation.other,
  };
}

function eventsOf({ stage, formerValidUntil }: StoredRotation, decision: RotationDecision): ControlPlaneEvent[] {
  if (decision.kind === 'stop') {
    const message = `The rotation of the RPC credentials stopped because ${decision.reason}. Repair that node, then rotate again to resume; the current password stays valid on every other node.`;
    return [{ kind: 'rpc-credentials.rotation-stopped', message }];
  }
  if (decision.kind !== 'next-stage' || stage === 'ending') return [];
  if (stage === 'done') {
    const message = 'The RPC credentials were rotated: the previous password is no longer valid.';
    return [{ kind: 'rpc-credentials.rotation-ended', message }];
  }
  const message = `Every node accepts the new RPC password, and nodeRpcCredentials returns it from now on. The previous one is valid until ${formerValidUntil}.`;
  return [{ kind: 'rpc-credentials.rotated', message }];
}
