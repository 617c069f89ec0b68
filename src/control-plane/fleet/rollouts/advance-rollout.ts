import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Clock } from '../../../timing/clock.ts';
import { Notify } from '../../../timing/notify.ts';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import { type Bus, publish } from '../../platform/bus/bus.ts';
import type { BusMessage } from '../../platform/bus/message.ts';
import { type Database, transact } from '../../platform/database/database.ts';
import { and, asc, eq, exists, or, sql } from '../../platform/database/drizzle.ts';
import type { ReplicaJob } from '../../platform/jobs/run-on-one-replica.ts';
import { upgradeRollout, upgradeRolloutMember } from '../../tables/releases.ts';
import { askGroup } from './ask-group.ts';
import { type Member, readMembers, storeMembers } from './members.ts';
import { planRollout, type RolloutStep, settle } from './plan-rollout.ts';
import { type RolloutHappening, rolloutEvent } from './rollout-event.ts';

/**
 * Advances a rollout as far as possible. Decisions and requests commit together under the rollout's lock, so that an
 * interruption or a second replica neither repeats nor loses a request.
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
    const { asked, events: ofGroup } = await askGroup(transaction, rollout, group, deadlineMinutes);
    const byPosition = new Map(asked.map((member) => [member.position, member]));
    members = members.map((member) => ({ ...member, ...byPosition.get(member.position) }));
    events.push(...ofGroup);
    step = planRollout(rollout.state, members);
  }
  // After the executors are locked: deleting one locks it before its memberships.
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

/** Returns how a rollout stops or ends; null while it continues. */
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
  upgradeDeadlineMinutes: number;
}

/** Runs after an upgrade has ended or a rollout was changed, and every five seconds. */
export function rolloutJob({ database, bus, clock, upgradeDeadlineMinutes }: RolloutJobDeps): ReplicaJob {
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
    run: async (signal) => {
      const failures: unknown[] = [];
      for (const id of await unfinishedRollouts(database)) {
        if (signal.aborted) return;
        // A failure does not block other rollouts.
        await transact(database, (transaction) => advanceRollout(transaction, id, upgradeDeadlineMinutes)).catch(
          (error: unknown) => failures.push(error),
        );
      }
      if (failures.length > 0)
        throw failures.length === 1
          ? failures[0]
          : new AggregateError(failures, 'several rollouts could not be advanced');
    },
  };
}

const concernsRollouts = (message: BusMessage): boolean =>
  message.kind === 'upgrade-ended' ||
  message.kind === 'executor-deleted' ||
  (message.kind === 'changed' && message.type === 'rollout');

/** Includes ended rollouts whose last upgrades are still pending. */
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
