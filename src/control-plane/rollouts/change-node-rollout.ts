import { and, type Database, eq, inArray, ne, sql } from '../platform/database/database.ts';
import { domainError, forbidden, type Issue, requireRow } from '../platform/input/errors.ts';
import { isUuid } from '../platform/input/scalars.ts';
import type { PersonalCaller } from '../request/caller.ts';
import { adminMutation, changes } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { type NodeRolloutMemberRow, type NodeRolloutRow, nodeRolloutMember } from '../tables/node-rollouts.ts';
import { announceVersions, lockHosts } from './announce-versions.ts';
import {
  become,
  cancelRollout,
  lockInState,
  pauseRollout,
  resumeRollout,
  rolloutEvent,
  unended,
} from './engine/change-state.ts';
import { notPossible } from './engine/start-rules.ts';
import { memberEvent } from './member-event.ts';
import { membersOf, noWait, storeMember } from './members.ts';
import { rolloutsOfNodes } from './rollouts-of-nodes.ts';
import { busyNodes, lockStarts } from './start-node-rollout.ts';

const isWaiting = eq(nodeRolloutMember.state, 'waiting');

/** Throws `rollout_not_possible` for a node that would refuse the credentials which a rotation makes those of all nodes. */
function requireSkippable({ request, startedAt, nodeName }: NodeRolloutMemberRow): void {
  if ('rpcStage' in request && startedAt === null)
    throw domainError(
      'rollout_not_possible',
      `${nodeName} does not have the RPC credentials yet, and a rotation includes every node that runs; stop the node, or cancel the rollout`,
    );
}

/** Lets failed members wait again. Throws `rollout_not_possible` if another rollout has one of them. */
async function retryFailed(transaction: Database, rollout: NodeRolloutRow): Promise<void> {
  const { organizationId, id } = rollout;
  await lockStarts(transaction, organizationId);
  const { state, nodeId } = nodeRolloutMember;
  await transaction
    .update(nodeRolloutMember)
    .set({ ...noWait, state: 'waiting', rehearsalId: null, reason: null, endedAt: null, updatedAt: sql`now()` })
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

/** Skips the members that wait; one in progress continues. */
export async function cancelNodeRollout(
  transaction: Database,
  rollout: NodeRolloutRow,
  caller: PersonalCaller,
): Promise<NodeRolloutRow> {
  await announceVersions(transaction, rollout, isWaiting);
  await transaction
    .update(nodeRolloutMember)
    .set({ ...noWait, state: 'skipped', endedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(membersOf(rollout), isWaiting));
  return cancelRollout(rolloutsOfNodes, transaction, rollout, caller);
}

/** Continues a paused or stopped rollout, whose failed members are retried. Throws `rollout_not_possible`. */
export const resumeNodeRollout = (
  database: Database,
  caller: PersonalCaller,
  where: { id: string },
): Promise<NodeRolloutRow> =>
  resumeRollout(rolloutsOfNodes, database, caller, where, async (rollout) => {
    await retryFailed(database, rollout);
    // The agents of a stopped one await no version.
    if (rollout.state === 'stopped') await announceVersions(database, rollout, isWaiting);
    return '';
  });

const changesRollout = changes('node_rollout', 'rollout');

export const changeNodeRolloutResolvers = (): Resolvers => ({
  Mutation: {
    pauseNodeRollout: adminMutation({
      run: async ({ where }, { caller, database }) => ({
        rollout: await pauseRollout(rolloutsOfNodes, database, caller, where),
      }),
      ...changesRollout,
    }),
    resumeNodeRollout: adminMutation({
      run: async ({ where }, { caller, database }) => ({ rollout: await resumeNodeRollout(database, caller, where) }),
      ...changesRollout,
    }),
    skipNodeRolloutMember: adminMutation({
      run: async ({ where, nodeId: given }, { caller, database }) => {
        const rollout = await lockInState(rolloutsOfNodes, database, caller, where, 'changed', ...unended);
        if (!isUuid(given)) throw forbidden();
        const { nodeId, state } = nodeRolloutMember;
        const isMember = and(membersOf(rollout), eq(nodeId, given));
        const member = requireRow(await database.select().from(nodeRolloutMember).where(isMember));
        if (member.state === 'changed' || member.state === 'skipped')
          throw domainError('rollout_not_possible', `${member.nodeName} is already ${member.state}`);
        requireSkippable(member);
        const failed = and(membersOf(rollout), inArray(state, ['failed', 'refused']), ne(nodeId, given));
        const isLastFailure = rollout.state === 'stopped' && (await database.$count(nodeRolloutMember, failed)) === 0;
        if (isLastFailure) await lockHosts(database, rollout);
        await announceVersions(database, rollout, and(eq(nodeId, given), isWaiting));
        const reason = `Skipped by ${caller.name}.`;
        await storeMember(database, member, { ...noWait, state: 'skipped', reason, endedAt: new Date() });
        if (isLastFailure) await announceVersions(database, rollout, isWaiting);
        const what = `skipped ${member.nodeName} (${caller.name}).`;
        const skipped = await become(
          rolloutsOfNodes,
          database,
          rollout,
          isLastFailure ? { state: 'running', reason: null } : {},
          memberEvent(rollout, member, 'rollout.node_skipped', what),
          ...(isLastFailure
            ? [rolloutEvent(rolloutsOfNodes, rollout, 'resumed', `was resumed (${caller.name}).`)]
            : []),
        );
        return { rollout: skipped };
      },
      ...changesRollout,
    }),
    cancelNodeRollout: adminMutation({
      run: async ({ where }, { caller, database }) => {
        const rollout = await lockInState(rolloutsOfNodes, database, caller, where, 'cancelled', ...unended);
        return { rollout: await cancelNodeRollout(database, rollout, caller) };
      },
      ...changesRollout,
    }),
  },
});
