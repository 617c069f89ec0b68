import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Clock } from '../../../timing/clock.ts';
import { Notify } from '../../../timing/notify.ts';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { publish } from '../../platform/bus/publish.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, eq, exists, or, sql } from '../../platform/database/drizzle.ts';
import { transact } from '../../platform/database/transact.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { upgradeRollout, upgradeRolloutMember } from '../../tables/rollouts.ts';
import { askGroup } from './ask-group.ts';
import { type Member, readMembers, storeMembers } from './members.ts';
import { planRollout, type RolloutStep, settle } from './plan-rollout.ts';
import { type RolloutHappening, rolloutEvent } from './rollout-event.ts';

/**
 * Goes on with a rollout as far as it can now. What is decided and what is asked for are committed together, under the lock of the rollout:
 * wherever this is interrupted, and however many replicas do it at once, nobody is asked twice and nobody is forgotten.
 */
export async function advanceRollout(transaction: Database, rolloutId: string, deadlineMinutes: number): Promise<void> {
  const [rollout] = await transaction
    .select()
    .from(upgradeRollout)
    .where(eq(upgradeRollout.id, rolloutId))
    .for('update');
  if (rollout === undefined) return;
  const before = await readMembers(transaction, rolloutId);
  let members = before.map((member) => ({ ...member, ...settle(member, rollout.targetVersion) }));
  const events: ControlPlaneEvent[] = [];
  let step = planRollout(rollout.state, members);
  while (step.kind === 'ask') {
    const positions = new Set(step.group.map(({ position }) => position));
    const group = members.filter(({ position }) => positions.has(position));
    const { asked, events: ofGroup } = await askGroup(transaction, rollout, { group, deadlineMinutes });
    const byPosition = new Map(asked.map((member) => [member.position, member]));
    members = members.map((member) => ({ ...member, ...byPosition.get(member.position) }));
    events.push(...ofGroup);
    step = planRollout(rollout.state, members);
  }
  // After the executors are locked: whoever deletes one locks it before its memberships.
  const changed = members.filter((member, index) => hasChanged(member, before[index]));
  await storeMembers(transaction, rolloutId, changed);
  const end = endOf(step, members);
  if (changed.length === 0 && end === null) return;
  await transaction
    .update(upgradeRollout)
    .set({ ...end?.change, updatedAt: sql`now()` })
    .where(eq(upgradeRollout.id, rolloutId));
  const { organizationId } = rollout;
  await publish(transaction, { kind: 'changed', organizationId, type: 'rollout', id: rolloutId });
  if (end !== null) events.push(rolloutEvent(rollout, end.happening));
  if (events.length > 0) await recordEvents(transaction, organizationId, events);
}

const hasChanged = (member: Member, before: Member | undefined): boolean =>
  member.state !== before?.state || member.upgradeId !== before.upgradeId;

interface End {
  change: PgUpdateSetSource<typeof upgradeRollout>;
  happening: RolloutHappening;
}

/** Returns how a rollout stops or ends; null while it goes on. */
function endOf(step: RolloutStep, members: readonly Member[]): End | null {
  const count = (state: Member['state']) => members.filter((member) => member.state === state).length;
  if (step.kind === 'stop')
    return {
      change: { state: 'stopped', reason: step.reason },
      happening: { kind: 'stopped', reason: step.reason, waiting: count('waiting') },
    };
  if (step.kind !== 'finish') return null;
  return {
    change: { state: 'finished', endedAt: sql`now()` },
    happening: { kind: 'finished', upgraded: count('upgraded'), skipped: count('skipped') },
  };
}

interface RolloutJobDeps {
  database: Database;
  bus: Pick<Bus, 'subscribe'>;
  clock: Clock;
  /** Of each upgrade that is asked for. */
  upgradeDeadlineMinutes: number;
}

/** Goes on with the rollouts: at once when an upgrade has ended or somebody changed a rollout, and every five seconds. */
export function rolloutJob({ database, bus, clock, upgradeDeadlineMinutes }: RolloutJobDeps): ReplicaJob {
  const wokenBy = new Notify(clock);
  bus.subscribe({
    onMessage: (message) => {
      if (concernsRollouts(message)) wokenBy.notify();
    },
    onGap: () => wokenBy.notify(),
  });
  return {
    what: 'go on with the rollouts of upgrades',
    everySeconds: 5,
    wokenBy,
    run: async (signal) => {
      const failures: unknown[] = [];
      for (const id of await unfinishedRollouts(database)) {
        if (signal.aborted) return;
        // One that cannot go on holds up no other.
        await transact(database, (transaction) => advanceRollout(transaction, id, upgradeDeadlineMinutes)).catch(
          (error: unknown) => failures.push(error),
        );
      }
      if (failures.length > 0)
        throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'several rollouts did not go on');
    },
  };
}

/** Returns whether a rollout may go on by what a message says. Pure. */
const concernsRollouts = (message: BusMessage): boolean =>
  message.kind === 'upgrade-ended' ||
  message.kind === 'executor-deleted' ||
  (message.kind === 'changed' && message.type === 'rollout');

/** Returns those that ask or wait, and those whose last upgrades are still under way. */
async function unfinishedRollouts(database: Database): Promise<string[]> {
  const hasMemberUnderWay = exists(
    database
      .select({ one: sql`1` })
      .from(upgradeRolloutMember)
      .where(and(eq(upgradeRolloutMember.rolloutId, upgradeRollout.id), eq(upgradeRolloutMember.state, 'under_way'))),
  );
  const rows = await database
    .select({ id: upgradeRollout.id })
    .from(upgradeRollout)
    .where(or(eq(upgradeRollout.state, 'running'), hasMemberUnderWay))
    .orderBy(asc(upgradeRollout.requestedAt));
  return rows.map(({ id }) => id);
}
