import { counted } from '../../text/counted.ts';
import { Notify } from '../../timing/notify.ts';
import { type ControlPlaneEvent, recordEvents } from '../history/events/record-events.ts';
import type { BusMessage } from '../platform/bus/message.ts';
import { publish } from '../platform/bus/outbox.ts';
import { type Database, eq, hasKey, inArray, sql, type TenantKey, transact } from '../platform/database/database.ts';
import type { Fence } from '../platform/jobs/lease.ts';
import { eachApart, type JobDeps, type ReplicaJob } from '../platform/jobs/run-on-one-replica.ts';
import { type AuditEntry, recordAction } from '../request/trail/record-action.ts';
import {
  type NodeRolloutMemberRow,
  type NodeRolloutRow,
  nodeRollout,
  nodeRolloutMember,
} from '../tables/node-rollouts.ts';
import { announceVersions, lockHosts } from './announce-versions.ts';
import { changeMember, deadlineFrom, type MemberStep, skipping, waiting } from './change-member.ts';
import { finished, type RolloutEnd, stopped } from './engine/change-state.ts';
import { type GroupStep, planGroups } from './engine/plan-groups.ts';
import { unfinishedRollouts } from './engine/unfinished-rollouts.ts';
import type { CanaryVerdict } from './judge-canaries.ts';
import { isHostAway, judgeMember, type ObservedMember } from './judge-member.ts';
import { readSchedules } from './maintenance-schedules.ts';
import { memberEvent } from './member-event.ts';
import { type MemberChange, noWait, observeMembers, readGroup, storeMember } from './members.ts';
import { countMembers } from './node-rollouts.ts';
import { judgeSoak } from './observe-canaries.ts';
import { rolloutsOfNodes } from './rollouts-of-nodes.ts';
import { recordTurn } from './rpc-rotation/record-turn.ts';

const isFailed = ({ state }: Pick<NodeRolloutMemberRow, 'state'>): boolean => state === 'failed' || state === 'refused';

const planMembers = (
  rollout: NodeRolloutRow,
  members: readonly NodeRolloutMemberRow[],
): GroupStep<NodeRolloutMemberRow> =>
  planGroups<NodeRolloutMemberRow>(rollout.state, members, {
    isDone: ({ state }) => state === 'changed' || state === 'skipped',
    isFailed,
    isUnderWay: ({ state }) => state === 'under_way',
    startsBesideOthers: true,
  });

/** Waits that last: a person may have to act. */
const notedWaits = new Set(['host_offline', 'host_drained', 'problem', 'incident']);

/**
 * Takes one step of a rollout: settles the members under way, and changes at most one waiting member. Everything that a
 * step decides and changes commits together under the rollout's lock, so that an interruption or a second replica neither
 * repeats nor loses a member. Returns whether something changed: then another step may be possible.
 */
export async function advanceNodeRollout(transaction: Database, key: TenantKey, fence?: Fence): Promise<boolean> {
  const [found] = await transaction
    .select({ rollout: nodeRollout, now: sql<string>`clock_timestamp()` })
    .from(nodeRollout)
    .where(hasKey(nodeRollout, key.organizationId, key.id))
    .for('update');
  if (found === undefined) return false;
  const { rollout } = found;
  const now = new Date(found.now);
  let members = await readGroup(transaction, rollout);
  const steps = new Map<NodeRolloutMemberRow['position'], MemberStep>();
  const take = (member: NodeRolloutMemberRow, step: MemberStep) => {
    if (!isNews(member, step.change)) return;
    steps.set(member.position, step);
    members = members.map((each) => (each.position === member.position ? { ...each, ...step.change } : each));
  };
  const underWay = members.filter(({ state }) => state === 'under_way');
  const observed = await observeMembers(transaction, underWay, rollout.policy, now);
  for (const member of underWay) take(member, settle(rollout, member, observed.get(member.nodeId) ?? null, now));
  const planned = planMembers(rollout, members);
  if (planned.kind === 'ask') {
    const { group } = planned;
    const soak = await judgeSoak(transaction, rollout, group, now);
    if (soak?.kind === 'failed') members = [...soak.failed.map(({ member }) => member), ...members];
    for (const [member, step] of soakSteps(rollout, group, members, soak, now)) take(member, step);
    if (soak === null || soak.kind === 'pass') await changeFirst(transaction, rollout, group, { now, take });
  }
  for (const member of members) {
    const step = steps.get(member.position);
    if (step === undefined) continue;
    await storeMember(transaction, member, step.change);
    await recordTurn(transaction, rollout, member, step.change);
  }
  // Only this group was read.
  const isGroupDone = planMembers(rollout, members).kind === 'finish';
  const isOver = isGroupDone && (await readGroup(transaction, rollout)).length === 0;
  if (steps.size === 0 && planned.kind !== 'stop' && !isOver) return false;
  // A member that fails in this step stops the rollout in the next one, which holds no host yet and locks all in order.
  const end = await endOf(transaction, rollout, planned, isOver);
  await rolloutsOfNodes.store(transaction, rollout, end.change);
  await publish(transaction, {
    kind: 'changed',
    organizationId: rollout.organizationId,
    type: 'rollout',
    id: rollout.id,
  });
  await record(transaction, rollout, [...steps.values()], end.events);
  await fence?.(transaction);
  return true;
}

type Step = [NodeRolloutMemberRow, MemberStep];

/** What the soak time of the canaries does to them and to the group that follows. */
function soakSteps(
  rollout: NodeRolloutRow,
  group: readonly NodeRolloutMemberRow[],
  members: readonly NodeRolloutMemberRow[],
  soak: CanaryVerdict<NodeRolloutMemberRow> | null,
  now: Date,
): Step[] {
  if (soak?.kind === 'wait')
    return group.slice(0, 1).map((first) => [first, waiting(rollout, first, { code: 'soak', message: soak.message })]);
  if (soak?.kind !== 'failed') return [];
  return [
    ...soak.failed.map(({ member, reason }): Step => [member, failing(reason, now)]),
    // Nobody waits for the soak time any more.
    ...members.filter(({ waitCode }) => waitCode === 'soak').map((member): Step => [member, released]),
  ];
}

/** Changes the first member of a group that nothing holds. */
async function changeFirst(
  transaction: Database,
  rollout: NodeRolloutRow,
  group: readonly NodeRolloutMemberRow[],
  { now, take }: { now: Date; take: (...step: Step) => void },
): Promise<void> {
  const { outsideWindows, windows } = rollout.policy;
  const hasOwn = outsideWindows === true || windows !== undefined;
  const schedules = hasOwn ? [] : await readSchedules(transaction, rollout.organizationId);
  // Each that is held keeps its host locked.
  if (group.length > 1) {
    const positions = group.map(({ position }) => position);
    await lockHosts(transaction, rollout, inArray(nodeRolloutMember.position, positions));
  }
  for (const member of group) {
    const step = await changeMember(transaction, rollout, member, { schedules, now });
    take(member, step);
    if (step.change.state !== undefined) return;
  }
}

async function record(
  transaction: Database,
  { organizationId }: NodeRolloutRow,
  steps: readonly MemberStep[],
  ofRollout: readonly ControlPlaneEvent[],
): Promise<void> {
  const events = [...steps.flatMap((step) => step.events), ...ofRollout];
  if (events.length > 0) await recordEvents(transaction, organizationId, events);
  const entries: AuditEntry[] = steps.flatMap(({ audit }) => audit);
  for (const entry of entries) await recordAction(transaction, entry);
}

const isNews = (member: NodeRolloutMemberRow, change: MemberChange): boolean =>
  (change.state !== undefined && change.state !== member.state) ||
  (change.waitCode !== undefined && change.waitCode !== member.waitCode) ||
  (change.waitMessage !== undefined && change.waitMessage !== member.waitMessage);

/** Judges a member under way. */
function settle(
  rollout: NodeRolloutRow,
  member: NodeRolloutMemberRow,
  node: ObservedMember | null,
  now: Date,
): MemberStep {
  const { before, revision, startedAt, waitCode, nodeName } = member;
  // The time while its host was away is not the node's.
  const deadline = isHostAway(waitCode) ? deadlineFrom(now) : (member.deadline ?? now);
  const verdict = judgeMember({
    ...{ node, now, deadline, revision: revision ?? 0, startedAt: startedAt ?? now },
    ...{ restarts: before?.restarts ?? true, gate: rollout.policy.gate },
    before: before ?? { phase: null, restarts: true, blocksBehind: null, problems: [] },
  });
  const ended = { ...noWait, endedAt: now };
  switch (verdict.kind) {
    case 'back': {
      const event = memberEvent(rollout, member, 'rollout.node_back', `changed ${nodeName}, which is back.`);
      return { change: { ...ended, state: 'changed', reason: null }, events: [event], audit: [] };
    }
    case 'left':
      return skipping(rollout, member, now, verdict.reason);
    case 'failed':
      return failing(verdict.reason, now);
    case 'wait': {
      const { code, message } = verdict;
      const what = `waits for ${nodeName}: ${message}.`;
      const isNoted = code !== waitCode && notedWaits.has(code);
      return {
        change: { waitCode: code, waitMessage: message, ...(isHostAway(code) ? {} : { deadline }) },
        events: isNoted ? [memberEvent(rollout, member, 'rollout.waiting', what)] : [],
        audit: [],
      };
    }
  }
}

const released: MemberStep = { change: noWait, events: [], audit: [] };

const failing = (reason: string, now: Date): MemberStep => ({
  change: { ...noWait, state: 'failed', reason, endedAt: now },
  events: [],
  audit: [],
});

const causes = { failed: 'did not come back', refused: 'could not be changed' } as const;

async function endOf(
  transaction: Database,
  rollout: NodeRolloutRow,
  planned: GroupStep<NodeRolloutMemberRow>,
  isOver: boolean,
): Promise<RolloutEnd> {
  if (planned.kind === 'stop') {
    const [{ nodeName, state, reason } = { nodeName: '', state: 'failed', reason: null }, ...others] = planned.failed;
    const more = others.length === 0 ? '' : `; ${counted(others.length, 'more node')} failed`;
    const cause = state === 'refused' ? causes.refused : causes.failed;
    const why = `${nodeName} ${cause}: ${(reason ?? 'no reason reported').replace(/\.$/, '')}${more}.`;
    const isLeft = inArray(nodeRolloutMember.state, ['waiting', 'refused']);
    await announceVersions(transaction, rollout, isLeft);
    return stopped(rolloutsOfNodes, rollout, why, await countMembers(transaction, rollout));
  }
  if (!isOver) return { change: {}, events: [] };
  const { changed: done, skipped } = await countMembers(transaction, rollout);
  return finished(rolloutsOfNodes, rollout, { done, skipped });
}

const tables = { rollouts: nodeRollout, members: nodeRolloutMember };

/** Runs after a rollout or one of its nodes changed, and every two seconds. */
export function nodeRolloutJob({ database, bus, clock }: JobDeps): ReplicaJob {
  const wokenBy = new Notify(clock);
  /** The ids of nodes under way: reports of others do not concern this job. */
  let watched: ReadonlySet<string> = new Set();
  bus.subscribe({
    onMessage: (message) => {
      if (concernsRollouts(message, watched)) wokenBy.notify();
    },
    onGap: () => wokenBy.notify(),
  });
  return {
    what: 'advance rollouts of nodes',
    everySeconds: 2,
    wokenBy,
    run: async (signal, fence) => {
      const unfinished = await unfinishedRollouts(database, tables);
      await eachApart(unfinished, signal, async (key) => {
        while (
          !signal.aborted &&
          (await transact(database, (transaction) => advanceNodeRollout(transaction, key, fence)))
        );
      });
      watched = unfinished.length === 0 ? new Set() : await nodesUnderWay(database);
    },
  };
}

function concernsRollouts(message: BusMessage, watched: ReadonlySet<string>): boolean {
  if (message.kind !== 'changed') return false;
  return message.type === 'rollout' || (message.type === 'node' && watched.has(message.id ?? ''));
}

async function nodesUnderWay(database: Database): Promise<Set<string>> {
  const { nodeId, state } = nodeRolloutMember;
  const rows = await database.select({ nodeId }).from(nodeRolloutMember).where(eq(state, 'under_way'));
  return new Set(rows.map((row) => row.nodeId));
}
