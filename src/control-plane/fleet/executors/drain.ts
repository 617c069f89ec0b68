import type { EventKind } from '../../../contract/events.ts';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull, sql } from '../../platform/database/drizzle.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import { type Cordon, type ExecutorRow, executor } from '../../tables/executors.ts';
import { node } from '../../tables/nodes.ts';
import { bumpRevision } from './desired-revision.ts';
import { lockExecutor } from './find-executor.ts';

/** Whether the reported daemon has ended. A report of an earlier revision proves nothing: the node may have been about to start. */
export const hasEnded = sql`(observed ->> 'phase' = 'deleted'
  OR (observed ->> 'phase' = 'stopped' AND (observed ->> 'appliedRevision')::int >= revision))`;

type Drained = Pick<ExecutorRow, 'id' | 'name' | 'drain'>;

/** Completes a drain once the last daemon has ended, in the transaction that changed the executor or its nodes. Returns the event to record. */
export async function completeDrain<R extends Drained>(
  transaction: Database,
  row: R,
): Promise<{ row: R; events: ControlPlaneEvent[] }> {
  const { drain } = row;
  if (drain === null || drain.completedAt !== null) return { row, events: [] };
  const [running] = await transaction
    .select({ id: node.id })
    .from(node)
    .where(and(eq(node.executorId, row.id), isNull(node.removedAt), sql`${hasEnded} IS NOT TRUE`))
    .limit(1);
  if (running !== undefined) return { row, events: [] };
  const completed = { ...drain, completedAt: new Date().toISOString() };
  await transaction.update(executor).set({ drain: completed }).where(eq(executor.id, row.id));
  return {
    row: { ...row, drain: completed },
    events: [
      {
        kind: 'executor.drained',
        message: `${row.name} is drained: all of its daemons have stopped.`,
        executorName: row.name,
      },
    ],
  };
}

interface ExecutorRequest {
  organizationId: string;
  executorId: string;
  /** The person's name. */
  by: string;
  reason: string;
}

const maxReasonLength = 500;

export const cordonExecutor = (transaction: Database, request: ExecutorRequest): Promise<ExecutorRow> =>
  changeExecutor(transaction, request, (row) => {
    const cordon = cordonOf(request);
    // Requested explicitly, so it outlasts the drain.
    const drain = row.drain === null ? null : { ...row.drain, ownsCordon: false };
    return {
      change: { cordon, drain },
      event: { kind: 'executor.cordoned', what: `takes no new nodes: ${cordon.reason}` },
    };
  });

/** Throws `executor_draining`. */
export const uncordonExecutor = (
  transaction: Database,
  request: Omit<ExecutorRequest, 'reason'>,
): Promise<ExecutorRow> =>
  changeExecutor(transaction, request, ({ name, cordon, drain }) => {
    if (drain !== null) {
      throw domainError(
        'executor_draining',
        `${name} is being drained; end the drain first: satrap hosts undrain ${name}`,
      );
    }
    return cordon === null
      ? null
      : { change: { cordon: null }, event: { kind: 'executor.uncordoned', what: 'takes new nodes again' } };
  });

/** Cordons an executor, and stops its nodes until the drain ends. */
export const drainExecutor = (transaction: Database, request: ExecutorRequest): Promise<ExecutorRow> =>
  changeExecutor(transaction, request, (row) => {
    const asked = cordonOf(request);
    const drain = { ...asked, ownsCordon: row.drain?.ownsCordon ?? row.cordon === null, completedAt: null };
    const what = `is being drained, which stops its nodes: ${asked.reason}`;
    const event = { kind: 'executor.draining', what } as const;
    if (row.drain !== null) return { change: { drain: { ...row.drain, ...asked } }, event };
    return { change: { drain, cordon: row.cordon ?? asked }, event, changesNodes: true };
  });

export const undrainExecutor = (
  transaction: Database,
  request: Omit<ExecutorRequest, 'reason'>,
): Promise<ExecutorRow> =>
  changeExecutor(transaction, request, ({ drain, cordon }) =>
    drain === null
      ? null
      : {
          change: { drain: null, cordon: drain.ownsCordon ? null : cordon },
          event: { kind: 'executor.undrained', what: 'is no longer drained; its nodes return to their desired states' },
          changesNodes: true,
        },
  );

function cordonOf({ by, reason }: ExecutorRequest): Cordon {
  const text = reason.trim();
  if (text.length < 1 || text.length > maxReasonLength) {
    throw invalidInput([{ path: ['reason'], message: `must be 1 to ${maxReasonLength} characters` }]);
  }
  return { at: new Date().toISOString(), by, reason: text };
}

interface ExecutorChange {
  change: Partial<Pick<ExecutorRow, 'cordon' | 'drain'>>;
  event: { kind: EventKind; what: string };
  /** Whether the desired state of its nodes changes. */
  changesNodes?: boolean;
}

/** Throws Forbidden, and `action_not_possible` before a takeover. */
async function changeExecutor(
  transaction: Database,
  { organizationId, executorId, by }: Omit<ExecutorRequest, 'reason'>,
  decide: (row: ExecutorRow) => ExecutorChange | null,
): Promise<ExecutorRow> {
  const row = await lockExecutor(transaction, organizationId, executorId);
  if (row.recovery !== null) {
    throw domainError(
      'action_not_possible',
      `${row.name} holds nodes of another control plane; take them over first: satrap hosts recover ${row.name}`,
    );
  }
  const decided = decide(row);
  if (decided === null) return row;
  const { change, event, changesNodes = false } = decided;
  if (changesNodes) {
    await countChange(transaction, executorId);
    await bumpRevision(transaction, executorId);
  }
  const [changed] = await transaction.update(executor).set(change).where(eq(executor.id, row.id)).returning();
  if (changed === undefined) throw new Error('the database returned no row for the changed executor');
  const completed = await completeDrain(transaction, changed);
  await recordEvents(transaction, organizationId, [
    {
      kind: event.kind,
      message: `${row.name} ${event.what} (${by}).`,
      executorName: row.name,
    },
    ...completed.events,
  ]);
  return completed.row;
}

/** Only a report of the new revision shows that a daemon ended because of the change. */
const countChange = (transaction: Database, executorId: string): Promise<unknown> =>
  transaction
    .update(node)
    .set({ revision: sql`${node.revision} + 1` })
    .where(and(eq(node.executorId, executorId), isNull(node.removedAt), eq(node.desiredState, 'running')));
