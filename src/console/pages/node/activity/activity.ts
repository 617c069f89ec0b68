import type { EventsQuery } from '../../../../client/operations.generated.ts';
import { changeText, difference } from '../../audit/difference.ts';
import type { AuditListQuery } from '../../audit/operations.generated.ts';

type EventRow = NonNullable<EventsQuery['events']>['nodes'][number];
type AuditRow = NonNullable<AuditListQuery['auditActions']>['nodes'][number];

export interface Entry {
  id: string;
  at: string;
  event?: EventRow;
  action?: AuditRow;
}

/** A list, newest first, of which older rows may not be loaded. */
interface Part<T> {
  rows: readonly T[];
  hasMore: boolean;
}

const knownSince = ({ rows, hasMore }: Part<{ at: string }>): string => (hasMore ? (rows.at(-1)?.at ?? '') : '');

/** Merges events and actions, newest first, as far back as both are loaded. Reading a log is left out. */
export function mergeActivity(events: Part<EventRow>, actions: Part<AuditRow>): Entry[] {
  const [, since = ''] = [knownSince(events), knownSince(actions)].toSorted();
  const changes = actions.rows.filter(({ action }) => !action.startsWith('openAgentRequest'));
  return [
    ...events.rows.map((event) => ({ id: event.id, at: event.at, event })),
    ...changes.map((action) => ({ id: action.id, at: action.at, action })),
  ]
    .filter(({ at }) => at >= since)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

const maxFields = 2;

/** Formats the first changes of an action. */
export const changesText = ({ before, after }: Pick<AuditRow, 'before' | 'after'>): string =>
  difference(before, after)
    .slice(0, maxFields)
    .map((each) => `${each.field} ${changeText(each)}`)
    .join(', ');

export function entryText({ event, action }: Entry): string {
  if (action === undefined) return event?.message ?? '';
  const changes = action.before == null ? '' : changesText(action);
  const outcome = action.outcome === 'refused' ? ' (refused)' : '';
  return `${action.actor.name}: ${action.action}${outcome}${changes === '' ? '' : `, ${changes}`}`;
}
