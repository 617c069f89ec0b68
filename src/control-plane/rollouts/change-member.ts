import { GraphQLError } from 'graphql';
import type { NodeRolloutWait } from '../../contract/types.generated.ts';
import { judgeNodes } from '../alerts/incidents/node-problems.ts';
import type { ControlPlaneEvent } from '../history/events/record-events.ts';
import { actOnLocked, updateLocked } from '../nodes/change-node.ts';
import { lockIfFound, nodeSnapshot } from '../nodes/find-nodes.ts';
import { isMeantToRun, restarts } from '../nodes/restarts.ts';
import { givePairs, whyIdle } from '../nodes/rpc-credentials/node-pairs.ts';
import { publish } from '../platform/bus/outbox.ts';
import type { Database } from '../platform/database/database.ts';
import { errorCodeOf } from '../request/outcome.ts';
import type { AuditEntry } from '../request/trail/record-action.ts';
import type { MemberBefore, MemberRequest, NodeRolloutMemberRow, NodeRolloutRow } from '../tables/node-rollouts.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { whyHeld } from './hold-member.ts';
import type { Schedule } from './maintenance-schedules.ts';
import { memberEvent } from './member-event.ts';
import { type MemberChange, noWait, sampleOf } from './members.ts';
import { rehearseMember } from './rehearse-member.ts';
import { restoringUpdate } from './restoring-update.ts';

/** A node that is not back by then has failed. A daemon may flush for ten minutes, and replay blocks for longer. */
export const maxMinutes = 60;

export const deadlineFrom = (now: Date): Date => new Date(now.getTime() + maxMinutes * 60_000);

export interface MemberStep {
  change: MemberChange;
  /** The caller records them last. */
  events: ControlPlaneEvent[];
  audit: AuditEntry[];
}

/**
 * Changes a waiting member's node, unless its host is offline, the policy or a maintenance schedule holds it, or the
 * change is refused. Does not store the member.
 */
export async function changeMember(
  transaction: Database,
  rollout: NodeRolloutRow,
  member: NodeRolloutMemberRow,
  { schedules, now }: { schedules: readonly Schedule[]; now: Date },
): Promise<MemberStep> {
  const { organizationId, nodeId, nodeName, request } = member;
  const row = await lockIfFound(transaction, organizationId, nodeId);
  if (row === undefined || row.desiredState === 'deleted') return skipping(rollout, member, now, 'It was deleted.');
  if ('restart' in request && row.desiredState === 'stopped') return skipping(rollout, member, now, 'It was stopped.');
  // One that failed after its change is retried, and waited for.
  const idle = 'rpcStage' in request && member.startedAt === null ? whyIdle(row) : null;
  const isMeant = isMeantToRun(row) && idle === null;
  if (isMeant && !row.executor.online)
    return waiting(rollout, member, { code: 'host_offline', message: `${row.executor.name} is offline` });
  if (isMeant && rollout.policy.rehearse === true) {
    // Before everything that holds its restart: a rehearsal takes nothing down.
    const rehearsal = await rehearseMember(transaction, rollout, member, row);
    if (rehearsal.kind === 'wait') {
      const held = waiting(rollout, member, { code: 'rehearsal', message: rehearsal.message });
      const { id: rehearsalId, requested } = rehearsal;
      const events = requested === undefined ? held.events : [requested, ...held.events];
      return { ...held, events, change: { ...held.change, rehearsalId } };
    }
    if (rehearsal.kind === 'refuse')
      return { change: { ...noWait, state: 'refused', reason: rehearsal.reason, endedAt: now }, events: [], audit: [] };
  }
  if (isMeant && restarts(row, request)) {
    const held = await whyHeld(transaction, rollout.policy, schedules, row, now);
    if (held !== null) return waiting(rollout, member, held);
  }
  const before = await readBefore(transaction, row, member, now);
  const audit = auditOf(rollout, member);
  const previous = await nodeSnapshot.read(transaction, organizationId, nodeId);
  let changed: NodeRow;
  try {
    changed = await apply(transaction, row, member);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const refused = { ...noWait, state: 'refused', reason: error.message, endedAt: now } as const;
    return { change: refused, events: [], audit: [{ ...audit, errorCode: errorCodeOf(error) }] };
  }
  const isChanged = changed.revision !== row.revision;
  const isRestart =
    isMeant && isChanged && restarts(row, changed.restartCounter > row.restartCounter ? { restart: true } : request);
  const { revision } = changed;
  const started = {
    ...{ revision, before: { ...before, restarts: isRestart }, startedAt: now, deadline: deadlineFrom(now) },
    // A retry changes nothing more.
    previous: member.previous ?? ('update' in request ? restoringUpdate(row, request.update) : null),
  };
  const isWaitedFor = isRestart || (isMeant && member.startedAt !== null);
  const outcome = isWaitedFor
    ? underWay(row.executor.name)
    : ({
        ...noWait,
        state: 'changed',
        endedAt: now,
        reason: isChanged ? idle && `Not restarted: ${idle}.` : 'It already was as requested.',
      } as const);
  const what = isRestart ? `restarts ${nodeName}.` : `changed ${nodeName}, which it does not restart.`;
  if (!isChanged) return { change: { ...started, ...outcome }, events: [], audit: [] };
  await publish(transaction, { kind: 'changed', organizationId, type: 'node', id: nodeId, revision });
  const after = await nodeSnapshot.read(transaction, organizationId, nodeId);
  return {
    change: { ...started, ...outcome },
    events: [memberEvent(rollout, member, 'rollout.node_changed', what)],
    audit: [{ ...audit, before: previous, after }],
  };
}

const underWay = (hostName: string) =>
  ({
    state: 'under_way',
    waitCode: 'not_applied',
    waitMessage: `${hostName} has not applied the change yet`,
  }) as const;

/** A member that is retried is restarted if its change alone would leave it failing. */
async function apply(
  transaction: Database,
  row: NodeRow,
  { request, startedAt }: NodeRolloutMemberRow,
): Promise<NodeRow> {
  if ('restart' in request) return actOnLocked(transaction, row, 'restart');
  const changed =
    'rpcStage' in request
      ? await givePairs(transaction, row, request.rpcStage)
      : await updateLocked(transaction, row, request.update);
  const isStuck = row.observed?.phase === 'failing' || row.observed?.reverted != null;
  const isRetry = startedAt !== null && changed.revision === row.revision && isStuck && isMeantToRun(row);
  return isRetry ? actOnLocked(transaction, row, 'restart') : changed;
}

/** How the node stands now; a retried one must become as good as before its first change. */
async function readBefore(
  transaction: Database,
  row: NodeRow,
  { before }: NodeRolloutMemberRow,
  now: Date,
): Promise<Omit<MemberBefore, 'restarts'>> {
  const phase = row.observed?.phase ?? null;
  if (before !== null) return { ...before, phase };
  const [judged] = await judgeNodes(transaction, [row]);
  return {
    phase,
    blocksBehind: (judged && sampleOf(judged, now)?.blocksBehind) ?? null,
    problems: judged?.problems.map(({ code }) => code) ?? [],
  };
}

/** Holds a member whose turn has come. */
export const waiting = (
  rollout: NodeRolloutRow,
  member: NodeRolloutMemberRow,
  { code, message }: NodeRolloutWait,
): MemberStep => ({
  change: { waitCode: code, waitMessage: message },
  events:
    member.waitCode === code
      ? []
      : [memberEvent(rollout, member, 'rollout.waiting', `waits for ${member.nodeName}: ${message}.`)],
  audit: [],
});

export const skipping = (
  rollout: NodeRolloutRow,
  member: NodeRolloutMemberRow,
  now: Date,
  reason: string,
): MemberStep => ({
  change: { ...noWait, state: 'skipped', reason, endedAt: now },
  events: [memberEvent(rollout, member, 'rollout.node_skipped', `skipped ${member.nodeName}: ${reason}`)],
  audit: [],
});

function actionOf(request: MemberRequest): AuditEntry['action'] {
  if ('rpcStage' in request) return 'rotateRpcCredentials';
  return 'restart' in request ? 'requestNodeLifecycleAction' : 'updateNode';
}

/** The change of a node in the name of the person who started the rollout. */
const auditOf = (
  { organizationId, actor }: NodeRolloutRow,
  { request, nodeId, nodeName }: NodeRolloutMemberRow,
): AuditEntry => ({
  organizationId,
  actor,
  action: actionOf(request),
  target: { type: 'node', id: nodeId, name: nodeName },
  errorCode: null,
  origin: { address: null, userAgent: null, requestId: null },
  before: undefined,
  after: undefined,
});
