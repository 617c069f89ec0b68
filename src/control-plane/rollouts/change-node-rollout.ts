import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { NodeRolloutState } from '../../contract/types.generated.ts';
import { type ControlPlaneEvent, recordEvents } from '../history/events/record-events.ts';
import { and, type Database, eq, hasKey, inArray, ne, oneRow, sql } from '../platform/database/database.ts';
import { domainError, forbidden, type Issue, requireRow } from '../platform/input/errors.ts';
import { isUuid } from '../platform/input/scalars.ts';
import type { PersonalCaller } from '../request/caller.ts';
import { adminMutation, changes } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { type NodeRolloutRow, nodeRollout, nodeRolloutMember } from '../tables/node-rollouts.ts';
import { announceVersions } from './announce-versions.ts';
import { membersOf, noWait, storeMember } from './members.ts';
import { selectNodeRollout } from './node-rollouts.ts';
import { memberEvent, rolloutEvent } from './rollout-events.ts';
import { busyNodes, lockStarts, notPossible } from './start-node-rollout.ts';

/** Throws Forbidden. */
export const lockRollout = async (
  transaction: Database,
  { organizationId }: PersonalCaller,
  { id }: { id: string },
): Promise<NodeRolloutRow> => requireRow(await selectNodeRollout(transaction, organizationId, id).for('update'));

/** Throws Forbidden, and `rollout_not_possible` for another state. */
async function lockInState(
  transaction: Database,
  caller: PersonalCaller,
  where: { id: string },
  what: string,
  ...states: NodeRolloutState[]
): Promise<NodeRolloutRow> {
  const rollout = await lockRollout(transaction, caller, where);
  if (states.includes(rollout.state)) return rollout;
  const only = `only a rollout that is ${states.join(' or ')} can be ${what}`;
  throw domainError('rollout_not_possible', `the rollout “${rollout.summary}” is ${rollout.state}; ${only}`);
}

async function become(
  transaction: Database,
  { id, organizationId }: NodeRolloutRow,
  change: PgUpdateSetSource<typeof nodeRollout>,
  ...events: ControlPlaneEvent[]
): Promise<NodeRolloutRow> {
  const changed = await transaction
    .update(nodeRollout)
    .set({ ...change, updatedAt: sql`now()` })
    .where(hasKey(nodeRollout, organizationId, id))
    .returning();
  const row = oneRow(changed);
  await recordEvents(transaction, organizationId, events);
  return row;
}

const isWaiting = eq(nodeRolloutMember.state, 'waiting');

/** Lets failed members wait again. Throws `rollout_not_possible` if another rollout has one of them. */
async function retryFailed(transaction: Database, rollout: NodeRolloutRow): Promise<void> {
  const { organizationId, id } = rollout;
  await lockStarts(transaction, organizationId);
  const { state, nodeId } = nodeRolloutMember;
  await transaction
    .update(nodeRolloutMember)
    .set({ ...noWait, state: 'waiting', reason: null, endedAt: null, updatedAt: sql`now()` })
    .where(and(membersOf(rollout), inArray(state, ['failed', 'refused'])));
  const waiting = await transaction
    .select({ nodeId })
    .from(nodeRolloutMember)
    .where(and(membersOf(rollout), isWaiting));
  const ids = waiting.map((member) => member.nodeId);
  const busy = await busyNodes(transaction, organizationId, ids, id);
  const issues = [...busy.values()].map((message): Issue => ({ path: ['where', 'id'], message }));
  if (issues.length > 0) throw notPossible(`${issues.length} of its nodes now belong to other rollouts`, issues);
}

/** A member in progress continues; those that wait are skipped. */
export async function cancelRollout(
  transaction: Database,
  rollout: NodeRolloutRow,
  { name }: PersonalCaller,
): Promise<NodeRolloutRow> {
  await announceVersions(transaction, rollout, isWaiting);
  await transaction
    .update(nodeRolloutMember)
    .set({ ...noWait, state: 'skipped', endedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(membersOf(rollout), isWaiting));
  const change = { state: 'cancelled', reason: null, endedAt: sql`now()` } as const;
  const what = `was cancelled (${name}); changed nodes keep their change.`;
  return become(transaction, rollout, change, rolloutEvent(rollout, 'cancelled', what));
}

const changesRollout = changes('node_rollout', 'rollout');

export const changeNodeRolloutResolvers = (): Resolvers => ({
  Mutation: {
    pauseNodeRollout: adminMutation({
      run: async ({ where }, { caller, database }) => {
        const rollout = await lockInState(database, caller, where, 'paused', 'running');
        const what = `was paused (${caller.name}); no further node is changed.`;
        const event = rolloutEvent(rollout, 'paused', what);
        return { rollout: await become(database, rollout, { state: 'paused' }, event) };
      },
      ...changesRollout,
    }),
    resumeNodeRollout: adminMutation({
      run: async ({ where }, { caller, database }) => {
        const rollout = await lockInState(database, caller, where, 'resumed', 'paused', 'stopped');
        await retryFailed(database, rollout);
        // The agents of a stopped one await no version.
        if (rollout.state === 'stopped') await announceVersions(database, rollout, isWaiting);
        const change = { state: 'running', reason: null } as const;
        const event = rolloutEvent(rollout, 'resumed', `was resumed (${caller.name}).`);
        return { rollout: await become(database, rollout, change, event) };
      },
      ...changesRollout,
    }),
    skipNodeRolloutMember: adminMutation({
      run: async ({ where, nodeId: given }, { caller, database }) => {
        const rollout = await lockInState(database, caller, where, 'changed', 'running', 'paused', 'stopped');
        if (!isUuid(given)) throw forbidden();
        const { nodeId, state } = nodeRolloutMember;
        const isMember = and(membersOf(rollout), eq(nodeId, given));
        const member = requireRow(await database.select().from(nodeRolloutMember).where(isMember));
        if (member.state === 'changed' || member.state === 'skipped')
          throw domainError('rollout_not_possible', `${member.nodeName} is already ${member.state}`);
        const reason = `Skipped by ${caller.name}.`;
        await announceVersions(database, rollout, and(eq(nodeId, given), isWaiting));
        await storeMember(database, member, { ...noWait, state: 'skipped', reason, endedAt: new Date() });
        const failed = and(membersOf(rollout), inArray(state, ['failed', 'refused']), ne(nodeId, given));
        const isLastFailure = rollout.state === 'stopped' && (await database.$count(nodeRolloutMember, failed)) === 0;
        if (isLastFailure) await announceVersions(database, rollout, isWaiting);
        const what = `skipped ${member.nodeName} (${caller.name}).`;
        const skipped = await become(
          database,
          rollout,
          isLastFailure ? { state: 'running', reason: null } : {},
          memberEvent(rollout, member, 'rollout.node_skipped', what),
          ...(isLastFailure ? [rolloutEvent(rollout, 'resumed', `was resumed (${caller.name}).`)] : []),
        );
        return { rollout: skipped };
      },
      ...changesRollout,
    }),
    cancelNodeRollout: adminMutation({
      run: async ({ where }, { caller, database }) => {
        const rollout = await lockInState(database, caller, where, 'cancelled', 'running', 'paused', 'stopped');
        return { rollout: await cancelRollout(database, rollout, caller) };
      },
      ...changesRollout,
    }),
  },
});
