import type { EventKind } from '../../../contract/events.ts';
import type { MutationCordonExecutorArgs, MutationDrainExecutorArgs } from '../../../contract/types.generated.ts';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import { type Database, eq, isRow, oneRow, sql } from '../../platform/database/database.ts';
import { domainError, invalidInput } from '../../platform/input/errors.ts';
import { adminMutation, changes } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';
import { node, nodesOn } from '../../tables/nodes.ts';
import { bumpRevision } from './desired-revision.ts';
import { lockExecutor } from './find-executor.ts';

/** Whether the reported daemon has ended. A report of an earlier revision proves nothing: the node may have been about to start. */
export const hasEnded = sql`(observed ->> 'phase' = 'deleted'
  OR (observed ->> 'phase' = 'stopped' AND (observed ->> 'appliedRevision')::int >= revision))`;

/** Completes a drain once the last daemon has ended, in the transaction that changed the executor or its nodes. Returns the event to record. */
export async function completeDrain<R extends Pick<ExecutorRow, 'organizationId' | 'id' | 'name' | 'drain'>>(
  transaction: Database,
  row: R,
): Promise<{ row: R; events: ControlPlaneEvent[] }> {
  const { name, drain } = row;
  if (drain === null || drain.completedAt !== null) return { row, events: [] };
  const [running] = await transaction
    .select({ id: node.id })
    .from(node)
    .where(nodesOn(row, sql`${hasEnded} IS NOT TRUE`))
    .limit(1);
  if (running !== undefined) return { row, events: [] };
  const completed = { ...drain, completedAt: new Date().toISOString() };
  await transaction.update(executor).set({ drain: completed }).where(isRow(executor, row));
  const message = `${name} is drained: all of its daemons have stopped.`;
  return { row: { ...row, drain: completed }, events: [{ kind: 'executor.drained', message, executorName: name }] };
}

interface ExecutorChange {
  change: Partial<Pick<ExecutorRow, 'cordon' | 'drain'>>;
  event: { kind: EventKind; what: string };
  /** Whether the desired state of its nodes changes. */
  changesNodes?: boolean;
}

/** A mutation that throws Forbidden, and `action_not_possible` before a takeover. */
const changeExecutor = <Args extends { where: { id: string } }>(
  decide: (row: ExecutorRow, args: Args, by: string) => ExecutorChange | null,
) =>
  adminMutation({
    run: async (args: Args, { caller: { organizationId, name: by }, database }) => {
      const row = await lockExecutor(database, organizationId, args.where.id);
      if (row.recovery !== null)
        throw domainError(
          'action_not_possible',
          `${row.name} holds nodes of another control plane; take them over first`,
          { hint: `Take them over with satrap hosts recover ${row.name}.`, link: `/executors/${row.id}` },
        );
      const decided = decide(row, args, by);
      if (decided === null) return { executor: row };
      const { change, event, changesNodes = false } = decided;
      if (changesNodes) {
        // Only a report of the new revision shows that a daemon ended because of the change.
        await database
          .update(node)
          .set({ revision: sql`${node.revision} + 1` })
          .where(nodesOn(row, eq(node.desiredState, 'running')));
        await bumpRevision(database, row);
      }
      const changed = await database.update(executor).set(change).where(isRow(executor, row)).returning();
      const completed = await completeDrain(database, oneRow(changed));
      const recorded = { kind: event.kind, message: `${row.name} ${event.what} (${by}).`, executorName: row.name };
      await recordEvents(database, organizationId, [recorded, ...completed.events]);
      return { executor: completed.row };
    },
    ...changes('executor'),
  });

const maxReasonLength = 500;

function cordonOf(reason: string, by: string) {
  const text = reason.trim();
  if (text.length < 1 || text.length > maxReasonLength)
    throw invalidInput([{ path: ['reason'], message: `must be 1 to ${maxReasonLength} characters` }]);
  return { at: new Date().toISOString(), by, reason: text };
}

export const drainResolvers = (): Resolvers => ({
  Mutation: {
    cordonExecutor: changeExecutor(({ drain }, { reason }: MutationCordonExecutorArgs, by) => {
      const cordon = cordonOf(reason, by);
      return {
        // Requested explicitly, so it outlasts the drain.
        change: { cordon, drain: drain && { ...drain, ownsCordon: false } },
        event: { kind: 'executor.cordoned', what: `takes no new nodes: ${cordon.reason}` },
      };
    }),
    uncordonExecutor: changeExecutor(({ id, name, cordon, drain }) => {
      if (drain !== null)
        throw domainError('executor_draining', `${name} is being drained; end the drain first`, {
          hint: `End it with satrap hosts undrain ${name}.`,
          link: `/executors/${id}`,
        });
      const event = { kind: 'executor.uncordoned', what: 'takes new nodes again' } as const;
      return cordon && { change: { cordon: null }, event };
    }),
    /** Cordons the executor, and stops its nodes until the drain ends. */
    drainExecutor: changeExecutor(({ cordon, drain }, { reason }: MutationDrainExecutorArgs, by) => {
      const asked = cordonOf(reason, by);
      const what = `is being drained, which stops its nodes: ${asked.reason}`;
      const event = { kind: 'executor.draining', what } as const;
      if (drain !== null) return { change: { drain: { ...drain, ...asked } }, event };
      const begun = { ...asked, ownsCordon: cordon === null, completedAt: null };
      return { change: { drain: begun, cordon: cordon ?? asked }, event, changesNodes: true };
    }),
    undrainExecutor: changeExecutor(({ drain, cordon }) => {
      const what = 'is no longer drained; its nodes return to their desired states';
      const event = { kind: 'executor.undrained', what } as const;
      const change = { drain: null, cordon: drain?.ownsCordon ? null : cordon };
      return drain && { change, event, changesNodes: true };
    }),
  },
});
