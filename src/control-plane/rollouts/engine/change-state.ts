import { counted } from '../../../text/counted.ts';
import { type ControlPlaneEvent, recordEvents } from '../../history/events/record-events.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { domainError, requireRow } from '../../platform/input/errors.ts';
import type { PersonalCaller } from '../../request/caller.ts';
import type { RolloutChange, RolloutKind, RolloutState, StoredRollout } from './rollout-kind.ts';

type Happening = 'started' | 'paused' | 'resumed' | 'stopped' | 'finished' | 'cancelled';

/** `what` completes “The rollout of 1.2.3 …”. */
export const rolloutEvent = <Row extends StoredRollout>(
  kind: RolloutKind<Row>,
  rollout: Row,
  happening: Happening,
  what: string,
): ControlPlaneEvent => ({ kind: `rollout.${happening}`, message: `The rollout ${kind.titleOf(rollout)} ${what}` });

/** Locks a rollout that is in one of these states. Throws Forbidden, and `rollout_not_possible` for another state. */
export async function lockInState<Row extends StoredRollout>(
  kind: RolloutKind<Row>,
  transaction: Database,
  { organizationId }: PersonalCaller,
  ...[{ id }, what, ...states]: [where: { id: string }, what: string, ...states: RolloutState[]]
): Promise<Row> {
  const rollout = requireRow(await kind.lock(transaction, organizationId, id));
  if (states.includes(rollout.state)) return rollout;
  const only = `only a rollout that is ${states.join(' or ')} can be ${what}`;
  throw domainError('rollout_not_possible', `the rollout ${kind.titleOf(rollout)} is ${rollout.state}; ${only}`);
}

/** Stores a change of a locked rollout, and records its events. */
export async function become<Row extends StoredRollout>(
  kind: RolloutKind<Row>,
  transaction: Database,
  rollout: Row,
  change: RolloutChange,
  ...events: ControlPlaneEvent[]
): Promise<Row> {
  const changed = await kind.store(transaction, rollout, change);
  await recordEvents(transaction, rollout.organizationId, events);
  return changed;
}

/** Lets no further member start; those under way continue. */
export async function pauseRollout<Row extends StoredRollout>(
  kind: RolloutKind<Row>,
  transaction: Database,
  caller: PersonalCaller,
  where: { id: string },
): Promise<Row> {
  const rollout = await lockInState(kind, transaction, caller, where, 'paused', 'running');
  const what = `was paused (${caller.name}); ${kind.whilePaused}.`;
  return become(kind, transaction, rollout, { state: 'paused' }, rolloutEvent(kind, rollout, 'paused', what));
}

/** Continues a paused or stopped rollout. `retry` decides about its failed members, and may return what to add to the event. */
export async function resumeRollout<Row extends StoredRollout>(
  kind: RolloutKind<Row>,
  transaction: Database,
  caller: PersonalCaller,
  where: { id: string },
  retry: (rollout: Row) => Promise<string>,
): Promise<Row> {
  const rollout = await lockInState(kind, transaction, caller, where, 'resumed', 'paused', 'stopped');
  const rest = await retry(rollout);
  const event = rolloutEvent(kind, rollout, 'resumed', `was resumed (${caller.name})${rest}.`);
  return become(kind, transaction, rollout, { state: 'running', reason: null }, event);
}

/** The states of a rollout that has not ended. */
export const unended: readonly RolloutState[] = ['running', 'paused', 'stopped'];

/** Ends a locked rollout whose waiting members were skipped. Those under way continue. */
export function cancelRollout<Row extends StoredRollout>(
  kind: RolloutKind<Row>,
  transaction: Database,
  rollout: Row,
  { name }: PersonalCaller,
): Promise<Row> {
  const change = { state: 'cancelled', reason: null, endedAt: sql`now()` } as const;
  const what = `was cancelled (${name}); ${kind.whenCancelled}.`;
  return become(kind, transaction, rollout, change, rolloutEvent(kind, rollout, 'cancelled', what));
}

export interface MemberCounts {
  waiting: number;
  done: number;
  skipped: number;
}

export interface RolloutEnd {
  change: RolloutChange;
  events: ControlPlaneEvent[];
}

/** Returns what a failure does to a rollout. */
export function stopped<Row extends StoredRollout>(
  kind: RolloutKind<Row>,
  rollout: Row,
  reason: string,
  { waiting }: Pick<MemberCounts, 'waiting'>,
): RolloutEnd {
  const what = `stopped: ${reason} ${counted(waiting, kind.member)} still waiting.`;
  return { change: { state: 'stopped', reason }, events: [rolloutEvent(kind, rollout, 'stopped', what)] };
}

/** Returns what the end of its last member does to a rollout. */
export function finished<Row extends StoredRollout>(
  kind: RolloutKind<Row>,
  rollout: Row,
  { done, skipped }: Pick<MemberCounts, 'done' | 'skipped'>,
): RolloutEnd {
  const rest = skipped === 0 ? '.' : `, ${skipped} skipped.`;
  const event = rolloutEvent(kind, rollout, 'finished', `finished: ${counted(done, kind.member)} ${kind.done}${rest}`);
  return { change: { state: 'finished', reason: null, endedAt: sql`now()` }, events: [event] };
}
