import { isAnswering } from '../../../contract/phases.ts';
import { bumpRevision } from '../../fleet/executors/desired-revision.ts';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import { and, asc, type Database, eq, hasKey, inArray, ne, sql, transact } from '../../platform/database/database.ts';
import { eachApart, type ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { executor } from '../../tables/executors.ts';
import { type NodeRow, node, type RpcAuths } from '../../tables/nodes.ts';
import { organizationRpcCredentials, type StoredRotation } from '../../tables/rpc-credentials.ts';
import { nodesOf, pendingOf } from '../find-nodes.ts';
import { end, insertOperation } from '../operations/change-operation.ts';
import { ofOrganization } from './rpc-credentials.ts';
import { decideRotation, type RotatedNode, type RotationDecision } from './rpc-rotation.ts';

type Credentials = typeof organizationRpcCredentials.$inferSelect & { rotation: StoredRotation };

/** More rotations wait for the next run. */
const maxAtOnce = 50;
const maxSkipped = 100;
/** Of the operations that show a rotation in a node's history. */
const kind = 'rotate_rpc_credentials';

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

/** Carries out the next steps of a rotation until it has to wait. Returns whether it changed anything. */
export async function advance(transaction: Database, organizationId: string): Promise<boolean> {
  const [row] = await transaction
    .select()
    .from(organizationRpcCredentials)
    .where(ofOrganization(organizationId))
    .for('update');
  if (row === undefined || row.rotation === null || !row.isRotating) return false;
  let credentials: Credentials = { ...row, rotation: row.rotation };
  const events: ControlPlaneEvent[] = [];
  for (;;) {
    const nodes = await readNodes(transaction, credentials);
    const decision = decideRotation(credentials.rotation, nodes, Date.now());
    if (decision.kind === 'wait') break;
    credentials = await carryOut(transaction, credentials, decision, events);
  }
  if (JSON.stringify(credentials) === JSON.stringify(row)) return false;
  const { rotation, user, sealedPassword, rpcAuth } = credentials;
  const isRotating = rotation.stopped === null && rotation.stage !== 'done';
  await transaction
    .update(organizationRpcCredentials)
    .set({ rotation, user, sealedPassword, rpcAuth, isRotating })
    .where(ofOrganization(organizationId));
  if (events.length > 0) await recordEvents(transaction, organizationId, events);
  return true;
}

/** Carries out a decision, and records it as operations and in `events`. Returns the changed credentials. */
async function carryOut(
  transaction: Database,
  credentials: Credentials,
  decision: Exclude<RotationDecision, { kind: 'wait' }>,
  events: ControlPlaneEvent[],
): Promise<Credentials> {
  const { stage, requestedBy, current, skipped, moved } = credentials.rotation;
  const { organizationId } = credentials;
  const shared = { organizationId, requestedBy };
  const become = becoming(credentials);
  const skip = (nodes: StoredRotation['skipped']) => [...skipped, ...nodes].slice(0, maxSkipped);
  const start = (nodeId: string, state: 'requested' | 'running') =>
    insertOperation(transaction, { ...shared, kind, nodeId, params: { stage }, startedAt: new Date(), state });
  const endCurrent = async (...outcome: [state: 'succeeded' | 'failed' | 'cancelled', reason: string | null]) => {
    const pending = current === null ? [] : await pendingOf(transaction, { organizationId, id: current.id });
    const operation = pending.find((each) => each.kind === kind);
    if (operation !== undefined) await end(transaction, operation, ...outcome);
  };
  switch (decision.kind) {
    case 'move': {
      const { id, name } = decision.node;
      await askFor(transaction, credentials, [decision.node]);
      await start(id, 'running');
      return become({ current: { id, name, since: new Date().toISOString() } });
    }
    case 'move-idle': {
      await askFor(transaction, credentials, decision.nodes);
      for (const idle of decision.nodes) {
        const it = await start(idle.id, 'requested');
        await end(transaction, it, 'succeeded', `not restarted, accepts them after its next start: ${whyIdle(idle)}`);
      }
      return become({ skipped: skip(decision.nodes.map((idle) => ({ name: idle.name, reason: whyIdle(idle) }))) });
    }
    case 'release': {
      const { counts, skipped: reason } = decision;
      await endCurrent(counts || reason !== null ? 'succeeded' : 'cancelled', reason);
      const name = current?.name ?? '';
      return become({
        current: null,
        moved: moved + (counts ? 1 : 0),
        skipped: skip(reason ? [{ name, reason }] : []),
      });
    }
    case 'stop': {
      const { reason } = decision;
      await endCurrent('failed', reason);
      const message = `The rotation of the RPC credentials stopped because ${reason}. Repair that node, then rotate again to resume; the current password stays valid on every other node.`;
      events.push({ kind: 'rpc_credentials.rotation_stopped', message });
      return become({ stopped: reason });
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

const whyIdle = ({ offReason: off, failure }: RotatedNode): string => off ?? `it fails: ${failure}`;

/** The pairs that a node must accept in the current stage. */
const authsOf = ({ rotation, rpcAuth }: Credentials): RpcAuths | null =>
  rotation.stage === 'adding' ? { rpcAuth: rotation.other.rpcAuth, formerRpcAuth: rpcAuth } : null;

async function readNodes(transaction: Database, credentials: Credentials): Promise<RotatedNode[]> {
  const { id, name, revision, rpcAuths, desiredState, observed } = node;
  const { name: hostName, online, drain } = executor;
  const rows = await transaction
    .select({ id, name, revision, rpcAuths, desiredState, observed, executor: { name: hostName, online, drain } })
    .from(node)
    .innerJoin(executor, hasKey(executor, node.organizationId, node.executorId))
    .where(nodesOf(credentials.organizationId, ne(desiredState, 'deleted')))
    .orderBy(asc(name));
  const wanted = authsOf(credentials);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    offReason: offReason(row),
    isMoved: row.rpcAuths?.rpcAuth === wanted?.rpcAuth && row.rpcAuths?.formerRpcAuth === wanted?.formerRpcAuth,
    isBack: (row.observed?.appliedRevision ?? 0) >= row.revision && isAnswering(row.observed?.phase),
    failure: row.observed?.phase === 'failing' ? (row.observed.reason ?? 'no reason reported') : null,
  }));
}

type OffColumns = Pick<NodeRow, 'desiredState' | 'observed'> & {
  executor: Pick<NodeRow['executor'], 'name' | 'online' | 'drain'>;
};

function offReason({ desiredState, observed, executor: { name, online, drain } }: OffColumns): string | null {
  if (desiredState !== 'running') return 'it is stopped';
  if (!online) return `${name} is offline; its daemon accepts only the previous pair until the host reconnects`;
  if (drain !== null) return `${name} is drained`;
  return observed === null ? 'it has not started yet' : null;
}

async function askFor(transaction: Database, credentials: Credentials, nodes: readonly RotatedNode[]): Promise<void> {
  const { organizationId } = credentials;
  const ids = nodes.map(({ id }) => id);
  const changed = await transaction
    .update(node)
    .set({ rpcAuths: authsOf(credentials), revision: sql`${node.revision} + 1` })
    .where(and(eq(node.organizationId, organizationId), inArray(node.id, ids)))
    .returning({ executorId: node.executorId });
  const executors = new Set(changed.map(({ executorId }) => executorId));
  for (const id of [...executors].toSorted()) await bumpRevision(transaction, { organizationId, id });
}
