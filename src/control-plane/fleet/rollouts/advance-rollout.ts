import { gte, valid } from 'semver';
import { Notify } from '../../../timing/notify.ts';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { type Database, transact } from '../../platform/database/database.ts';
import type { TenantKey } from '../../platform/database/tenant-keys.ts';
import { eachApart, type JobDeps, type ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { finished, type MemberCounts, type RolloutEnd, stopped } from '../../rollouts/engine/change-state.ts';
import { unfinishedRollouts } from '../../rollouts/engine/unfinished-rollouts.ts';
import { type MemberRow, type RolloutRow, upgradeRollout, upgradeRolloutMember } from '../../tables/releases.ts';
import { lockExecutors } from '../executors/find-executor.ts';
import { judgeRequest, lockVersion, pendingUpgrades, placeRequest } from '../releases/request-upgrade.ts';
import { agentRollouts } from './agent-rollouts.ts';
import { type Member, readMembers, storeMembers } from './members.ts';
import { type MemberOutcome, planRollout, type RolloutStep, settle } from './plan-rollout.ts';

type Turn =
  | { kind: 'upgraded' }
  /** Another request already targets the same version. */
  | { kind: 'join'; upgradeId: string }
  | { kind: 'ask'; release: NonNullable<TurnFacts['release']> }
  | { kind: 'refused'; reason: string };

type TurnFacts = Parameters<typeof judgeRequest>[0] & { pending: { id: string } | undefined };

export function judgeMember(facts: TurnFacts): Turn {
  const { executor, targetVersion, pending } = facts;
  if (pending?.targetVersion === targetVersion) return { kind: 'join', upgradeId: pending.id };
  const isLater = valid(executor.version) !== null && gte(executor.version, targetVersion);
  if (pending === undefined && isLater) return { kind: 'upgraded' };
  const judged = judgeRequest(facts);
  return 'code' in judged ? { kind: 'refused', reason: judged.message } : { kind: 'ask', release: judged };
}

interface AskedGroup {
  /** Members that are left out keep waiting. */
  asked: (MemberOutcome & Pick<MemberRow, 'position' | 'upgradeId'>)[];
  /** The caller records them last. */
  events: ControlPlaneEvent[];
}

/** Requests the upgrade of all members of a group, or of none if one of them is refused. */
async function askGroup(
  transaction: Database,
  { organizationId, targetVersion, requestedBy }: RolloutRow,
  group: readonly Pick<MemberRow, 'position' | 'executorId'>[],
  deadlineMinutes: number,
): Promise<AskedGroup> {
  const ids = group.flatMap(({ executorId }) => executorId ?? []);
  const executors = await lockExecutors(transaction, organizationId, ids);
  const release = await lockVersion(transaction, targetVersion);
  const pending = await pendingUpgrades(transaction, [...executors.values()]);
  const turns = group.map(({ position, executorId }) => {
    const executor = executors.get(executorId ?? '');
    const facts = { targetVersion, release, pending: pending.get(executorId ?? '') };
    return { position, executor, turn: executor && judgeMember({ executor, ...facts }) };
  });
  const failed = turns.flatMap(({ position, turn }): AskedGroup['asked'] => {
    if (turn === undefined) return [{ position, state: 'gone', reason: null, upgradeId: null }];
    return turn.kind === 'refused' ? [{ position, state: 'refused', reason: turn.reason, upgradeId: null }] : [];
  });
  if (failed.length > 0) return { asked: failed, events: [] };
  const asked: AskedGroup['asked'] = [];
  const events: ControlPlaneEvent[] = [];
  for (const { position, executor, turn } of turns) {
    let upgradeId = turn?.kind === 'join' ? turn.upgradeId : null;
    if (turn?.kind === 'ask' && executor !== undefined) {
      const terms = { by: requestedBy, deadlineMinutes };
      const placed = await placeRequest(transaction, { executor, release: turn.release }, terms);
      upgradeId = placed.upgradeId;
      events.push(placed.event);
      await publish(transaction, { kind: 'changed', organizationId, type: 'executor', id: executor.id });
    }
    asked.push({ position, state: upgradeId === null ? 'upgraded' : 'under_way', reason: null, upgradeId });
  }
  return { asked, events };
}

/**
 * Advances a rollout as far as possible. Decisions and requests commit together under the rollout's lock, so that an
 * interruption or a second replica neither repeats nor loses a request.
 */
export async function advanceRollout(transaction: Database, key: TenantKey, deadlineMinutes: number): Promise<void> {
  const [rollout] = await agentRollouts.lock(transaction, key.organizationId, key.id);
  if (rollout === undefined) return;
  const before = await readMembers(transaction, rollout);
  let members = before.map((member) => ({ ...member, ...settle(member, rollout.targetVersion) }));
  const events: ControlPlaneEvent[] = [];
  let step = planRollout(rollout.state, members);
  while (step.kind === 'ask') {
    const positions = new Set(step.group.map(({ position }) => position));
    const group = members.filter(({ position }) => positions.has(position));
    const { asked, events: ofGroup } = await askGroup(transaction, rollout, group, deadlineMinutes);
    const byPosition = new Map(asked.map((member) => [member.position, member]));
    members = members.map((member) => ({ ...member, ...byPosition.get(member.position) }));
    events.push(...ofGroup);
    step = planRollout(rollout.state, members);
  }
  // After the executors are locked: deleting one locks it before its memberships.
  const changed = members.filter((member, index) => hasChanged(member, before[index]));
  await storeMembers(transaction, rollout, changed);
  if (changed.length === 0 && step.kind === 'wait') return;
  const count = (state: Member['state']) => members.filter((member) => member.state === state).length;
  const end = endOf(rollout, step, { waiting: count('waiting'), done: count('upgraded'), skipped: count('skipped') });
  await agentRollouts.store(transaction, rollout, end.change);
  events.push(...end.events);
  const { organizationId, id } = rollout;
  await publish(transaction, { kind: 'changed', organizationId, type: 'rollout', id });
  if (events.length > 0) await recordEvents(transaction, organizationId, events);
}

function endOf(rollout: RolloutRow, step: RolloutStep, counts: MemberCounts): RolloutEnd {
  if (step.kind === 'stop') return stopped(agentRollouts, rollout, step.reason, counts);
  return step.kind === 'finish' ? finished(agentRollouts, rollout, counts) : { change: {}, events: [] };
}

const hasChanged = (member: Member, before: Member | undefined): boolean =>
  member.state !== before?.state || member.upgradeId !== before.upgradeId;

const tables = { rollouts: upgradeRollout, members: upgradeRolloutMember };

/** Runs after an upgrade has ended or a rollout was changed, and every five seconds. */
export function rolloutJob({ database, bus, clock, settings }: JobDeps): ReplicaJob {
  const wokenBy = new Notify(clock);
  bus.subscribe({
    onMessage: (message) => {
      if (concernsRollouts(message)) wokenBy.notify();
    },
    onGap: () => wokenBy.notify(),
  });
  return {
    what: 'advance upgrade rollouts',
    everySeconds: 5,
    wokenBy,
    run: async (signal) =>
      eachApart(await unfinishedRollouts(database, tables), signal, (key) =>
        transact(database, (transaction) => advanceRollout(transaction, key, settings.upgradeDeadlineMinutes)),
      ),
  };
}

const concernsRollouts = (message: BusMessage): boolean =>
  message.kind === 'upgrade-ended' ||
  message.kind === 'executor-deleted' ||
  (message.kind === 'changed' && message.type === 'rollout');
