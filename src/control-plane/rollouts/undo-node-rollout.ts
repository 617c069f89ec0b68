import { nodeChanges } from '../../bitcoin/node-changes.ts';
import type { MutationUndoNodeRolloutArgs } from '../../contract/types.generated.ts';
import { changeOf } from '../nodes/change-node.ts';
import { findNodesById } from '../nodes/find-nodes.ts';
import { wishOf } from '../nodes/preview-node.ts';
import { and, type Database, desc, isNotNull } from '../platform/database/database.ts';
import { domainError, type Issue, invalidInput, requireRow } from '../platform/input/errors.ts';
import { adminMutation, changes } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { type NodeRolloutMemberRow, nodeRolloutMember } from '../tables/node-rollouts.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { lockHosts } from './announce-versions.ts';
import { cancelNodeRollout } from './change-node-rollout.ts';
import { groupSizeIssues, notPossible } from './engine/start-rules.ts';
import { membersOf } from './members.ts';
import { ofUndo } from './policy.ts';
import { rolloutsOfNodes } from './rollouts-of-nodes.ts';
import {
  busyNodes,
  insertRollout,
  judgeMemberChange,
  lockStarts,
  type PlannedMember,
  requesterOf,
} from './start-node-rollout.ts';

/** Returns why the previous settings of a member’s node cannot be put back; null if they can. */
async function whyNot(
  database: Database,
  { request }: NodeRolloutMemberRow,
  planned: PlannedMember,
  inOther: string | undefined,
): Promise<string | null> {
  const changed = 'update' in request ? changedSince(planned.row, request.update) : [];
  // Somebody chose these values later.
  if (changed.length > 0) return `Changed again since: ${changed.join(', ')}.`;
  const faults = await judgeMemberChange(database, planned);
  if (faults.length > 0) return faults.map(({ message }) => message).join(' ');
  return inOther ?? null;
}

/** Returns the fields that no longer have the values that a rollout gave them. */
const changedSince = (row: NodeRow, update: Parameters<typeof changeOf>[1]): string[] =>
  nodeChanges(wishOf(row), wishOf({ ...row, ...changeOf(row, update) }))
    .map(({ field }) => field)
    // Their order alone.
    .filter((field) => field !== 'overrides');

/** Returns the members that the rollout changed, the latest first, with what puts them back. */
async function planUndo(
  database: Database,
  members: readonly NodeRolloutMemberRow[],
  organizationId: string,
): Promise<PlannedMember[]> {
  const ids = members.map(({ nodeId }) => nodeId);
  const found = new Map((await findNodesById(database, organizationId, ids)).map((row) => [row.id, row]));
  const busy = await busyNodes(database, organizationId, ids);
  const planned: PlannedMember[] = [];
  for (const member of members) {
    const row = found.get(member.nodeId);
    // A deleted node has no settings.
    if (row === undefined || member.previous === null) continue;
    const back: PlannedMember = { row, request: { update: member.previous } };
    planned.push({ ...back, skipped: await whyNot(database, member, back, busy.get(row.id)) });
  }
  return planned;
}

export const undoNodeRolloutResolvers = (): Resolvers => ({
  Mutation: {
    undoNodeRollout: adminMutation({
      run: async ({ where, parallel, outsideWindows }: MutationUndoNodeRolloutArgs, { caller, database }) => {
        const issues = groupSizeIssues(parallel, ['parallel']);
        if (issues.length > 0) throw invalidInput(issues);
        const { organizationId } = caller;
        const rollout = requireRow(await rolloutsOfNodes.lock(database, organizationId, where.id));
        await lockStarts(database, organizationId);
        const members = await database
          .select()
          .from(nodeRolloutMember)
          .where(and(membersOf(rollout), isNotNull(nodeRolloutMember.previous)))
          .orderBy(desc(nodeRolloutMember.position));
        if (members.length === 0)
          throw domainError(
            'rollout_not_possible',
            `the rollout “${rollout.summary}” has changed no settings, so there is nothing to undo`,
          );
        // Before the cancellation records its events: a heartbeat locks its host first, and then records events.
        await lockHosts(database, rollout);
        if (rollout.endedAt === null) await cancelNodeRollout(database, rollout, caller);
        const planned = await planUndo(database, members, organizationId);
        if (planned.every(({ skipped }) => skipped != null)) {
          const reasons = planned.map(({ row, skipped }): Issue => {
            return { path: ['where', 'id'], message: `${row.name}: ${skipped}` };
          });
          throw notPossible(`none of its ${members.length} nodes can be put back`, reasons);
        }
        const undoing = await insertRollout(database, requesterOf(caller), planned, {
          parallel: parallel ?? 1,
          policy: ofUndo(rollout.policy, outsideWindows === true),
          undoes: rollout,
        });
        return { rollout: undoing };
      },
      subject: changes('node_rollout', 'rollout').subject,
    }),
  },
});
