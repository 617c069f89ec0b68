import { nodeChanges } from '../../bitcoin/node-changes.ts';
import { maxPageSize } from '../../contract/limits.ts';
import type {
  NodeRolloutChange,
  NodeRolloutMemberInput,
  NodeRolloutStartInput,
} from '../../contract/types.generated.ts';
import { counted } from '../../text/counted.ts';
import { recordEvents } from '../history/events/record-events.ts';
import { changeOf, judgeChange, requireNodeRevision, requireUndeleted } from '../nodes/change-node.ts';
import { findNodesById } from '../nodes/find-nodes.ts';
import { faultOfError, type NodeFault } from '../nodes/placement/node-fault.ts';
import { wishOf } from '../nodes/preview-node.ts';
import { isMeantToRun, restarts } from '../nodes/restarts.ts';
import { lockOrganization } from '../people/accounts/key-limits.ts';
import { and, type Database, eq, hasKey, inArray, ne, oneRow, sql } from '../platform/database/database.ts';
import { type Issue, invalidInput, unknownId } from '../platform/input/errors.ts';
import { isUuid } from '../platform/input/scalars.ts';
import { actorOf } from '../request/audited-call.ts';
import type { PersonalCaller } from '../request/caller.ts';
import { adminMutation, changes } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import {
  type MemberRequest,
  type NodeRolloutPolicy,
  type NodeRolloutRow,
  nodeRollout,
  nodeRolloutMember,
} from '../tables/node-rollouts.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { announceVersions } from './announce-versions.ts';
import { rolloutEvent } from './engine/change-state.ts';
import { groupSizeIssues, groupsOf, notPossible, requireCapacity } from './engine/start-rules.ts';
import { againstPolicy, readPolicy } from './policy.ts';
import { rolloutsOfNodes } from './rollouts-of-nodes.ts';

/** Starts of an organization happen one after another, so that no node becomes a member twice. */
export const lockStarts = (transaction: Database, organizationId: string): Promise<void> =>
  lockOrganization(transaction, organizationId);

/** Finds nodes that belong to an active rollout other than `except`, with a message for each. */
export async function busyNodes(
  transaction: Database,
  organizationId: string,
  ids: readonly string[],
  except?: string,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { nodeId, nodeName, state, organizationId: owner, rolloutId } = nodeRolloutMember;
  const rows = await transaction
    .select({ nodeId, nodeName, summary: nodeRollout.summary, by: nodeRollout.requestedBy, of: nodeRollout.state })
    .from(nodeRolloutMember)
    .innerJoin(nodeRollout, hasKey(nodeRollout, owner, rolloutId))
    .where(
      and(
        eq(owner, organizationId),
        inArray(nodeId, [...ids]),
        inArray(state, ['waiting', 'under_way']),
        inArray(nodeRollout.state, ['running', 'paused']),
        except === undefined ? undefined : ne(nodeRollout.id, except),
      ),
    );
  return new Map(
    rows.map(({ nodeId: id, nodeName: name, summary, by, of }) => [
      id,
      `${name} belongs to the rollout “${summary}” (${by}), which is ${of}; wait until it ends, or cancel it`,
    ]),
  );
}

export interface PlannedMember {
  row: NodeRow;
  request: MemberRequest;
  /** Why it is skipped from the start; null or undefined if it is not. */
  skipped?: string | null;
}

interface RolloutPlan {
  parallel: number;
  policy: NodeRolloutPolicy;
  /** The rollout that it undoes. */
  undoes?: NodeRolloutRow;
}

/** Returns every reason against the change of a node. */
export async function judgeMemberChange(database: Database, { row, request }: PlannedMember): Promise<NodeFault[]> {
  try {
    requireUndeleted(row);
  } catch (error) {
    return [faultOfError(error)];
  }
  if (!('update' in request)) return [];
  const changed = { ...row, ...changeOf(row, request.update) };
  return judgeChange(database, { row, changed, request: request.update });
}

/** What a list of changes shows. */
const maxChanges = 100;

/** Returns what a request changes of a node's settings, without secrets. */
export function changesOf({ row, request }: PlannedMember): NodeRolloutChange[] {
  if ('restart' in request) return [];
  if ('rpcStage' in request) return [{ field: 'rpcCredentials', from: null, to: null }];
  return nodeChanges(wishOf(row), wishOf({ ...row, ...changeOf(row, request.update) }))
    .slice(0, maxChanges)
    .map(({ field, from, to }) => ({ field, from, to }));
}

function summaryOf(members: readonly PlannedMember[]): string {
  const kinds = new Set(members.map(describe));
  const [only = 'Restart'] = kinds;
  return kinds.size === 1 ? only : 'Change nodes';
}

const rpcSummaries = { adding: 'Add new RPC credentials', ending: 'Remove previous RPC credentials' } as const;

function describe(member: PlannedMember): string {
  if ('restart' in member.request) return 'Restart';
  if ('rpcStage' in member.request) return rpcSummaries[member.request.rpcStage];
  const changes = changesOf(member);
  const [change] = changes;
  if (change === undefined || changes.length > 1) return 'Change nodes';
  return change.field === 'clientVersion' ? `Change to ${change.to}` : `Change ${change.field}`;
}

/** Who starts a rollout, also while no request of this person is answered. */
type Requester = Pick<NodeRolloutRow, 'organizationId' | 'requestedBy' | 'actor'>;

export const requesterOf = (caller: PersonalCaller): Requester => ({
  organizationId: caller.organizationId,
  requestedBy: caller.name,
  actor: actorOf(caller),
});

/** Starts a rollout of members that were judged. The job changes the first of them. */
export async function insertRollout(
  transaction: Database,
  { organizationId, requestedBy, actor }: Requester,
  members: readonly PlannedMember[],
  { parallel, policy, undoes }: RolloutPlan,
): Promise<NodeRolloutRow> {
  await requireCapacity(transaction, nodeRollout, organizationId, 'rollouts of nodes');
  const summary = undoes === undefined ? summaryOf(members) : `Undo: ${undoes.summary}`;
  const started = { summary, parallel, policy, requestedBy, actor, undoes: undoes?.id ?? null };
  const groupAt = groupsOf(parallel, Math.min(policy.canary?.count ?? 0, members.length));
  const rollout = oneRow(
    await transaction
      .insert(nodeRollout)
      .values({ organizationId, ...started })
      .returning(),
  );
  await transaction.insert(nodeRolloutMember).values(
    members.map((member, position) => ({
      ...{ organizationId, rolloutId: rollout.id, position, groupNumber: groupAt(position) },
      ...{ nodeId: member.row.id, nodeName: member.row.name, request: member.request, changes: changesOf(member) },
      ...(member.skipped == null ? {} : ({ state: 'skipped', reason: member.skipped, endedAt: sql`now()` } as const)),
    })),
  );
  await announceVersions(transaction, rollout, eq(nodeRolloutMember.state, 'waiting'));
  const pace = parallel === 1 ? 'one' : String(parallel);
  const toChange = members.filter(({ skipped }) => skipped == null).length;
  const rest = toChange === members.length ? '' : `, ${members.length - toChange} skipped`;
  const what = `started: ${counted(toChange, 'node')}, ${pace} at a time${rest} (${requestedBy}).`;
  await recordEvents(transaction, organizationId, [rolloutEvent(rolloutsOfNodes, rollout, 'started', what)]);
  return rollout;
}

/** Throws `invalid_input`, and Forbidden for an impossible node id. */
function checkStart({ members, parallel }: NodeRolloutStartInput): void {
  const ids = members.map(({ nodeId }) => nodeId.toLowerCase());
  const path = ['data', 'members'];
  const issues: Issue[] = groupSizeIssues(parallel, ['data', 'parallel']);
  if (ids.length === 0 || ids.length > maxPageSize)
    issues.push({ path, message: `must name 1 to ${maxPageSize} nodes` });
  if (new Set(ids).size < ids.length) issues.push({ path, message: 'must name each node once' });
  for (const [index, { restart, data }] of members.entries())
    if ((restart === true) === (data != null))
      issues.push({ path: [...path, index], message: 'must set exactly one of restart and data' });
  if (issues.length > 0) throw invalidInput(issues);
  const wrong = ids.findIndex((id) => !isUuid(id));
  if (wrong >= 0) throw unknownId('node', [...path, wrong, 'nodeId']);
}

function requestOf({ data }: NodeRolloutMemberInput): MemberRequest {
  if (data == null) return { restart: true };
  const { expectedRevision: _expectedRevision, ...update } = data;
  return { update };
}

export const startNodeRolloutResolvers = (): Resolvers => ({
  Mutation: {
    startNodeRollout: adminMutation({
      run: async ({ data }: { data: NodeRolloutStartInput }, { caller, database }) => {
        checkStart(data);
        const policy = readPolicy(data.policy, ['data', 'policy']);
        const { organizationId } = caller;
        await lockStarts(database, organizationId);
        const ids = data.members.map(({ nodeId }) => nodeId.toLowerCase());
        const found = new Map((await findNodesById(database, organizationId, ids)).map((row) => [row.id, row]));
        const busy = await busyNodes(database, organizationId, ids);
        const impossible = await againstPolicy(database, [...found.values()], policy);
        const planned: PlannedMember[] = [];
        const issues: Issue[] = [];
        for (const [index, member] of data.members.entries()) {
          const row = found.get(member.nodeId.toLowerCase());
          if (row === undefined) throw unknownId('node', ['data', 'members', index, 'nodeId']);
          const request = requestOf(member);
          const faults = await judgeMemberChange(database, { row, request });
          const stale = await requireNodeRevision(database, row, member.data ?? {}).then(
            () => [],
            (error: unknown) => [faultOfError(error)],
          );
          const messages = [...faults, ...stale].map(({ message }) => `${row.name}: ${message}`);
          const [inOther, never] = [busy.get(row.id), impossible.get(row.id)];
          if (inOther !== undefined) messages.push(inOther);
          if (never !== undefined && isMeantToRun(row) && restarts(row, request))
            messages.push(`${row.name}: ${never}`);
          for (const message of messages) issues.push({ path: ['data', 'members', index], message });
          planned.push({ row, request });
        }
        if (issues.length > 0)
          throw notPossible(`${issues.length} reasons against changing ${counted(ids.length, 'node')}`, issues);
        const plan = { parallel: data.parallel ?? 1, policy };
        return { rollout: await insertRollout(database, requesterOf(caller), planned, plan) };
      },
      subject: changes('node_rollout', 'rollout').subject,
    }),
  },
});
