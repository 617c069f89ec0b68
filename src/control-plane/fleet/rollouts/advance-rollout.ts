import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { eq, sql } from '../../platform/database/drizzle.ts';
import { upgradeRollout } from '../../tables/releases.ts';
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
