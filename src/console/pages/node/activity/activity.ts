import type { AuditActionsQuery, EventsQuery } from '../../../../client/operations.generated.ts';
import { actionText } from '../../audit/action-words.ts';

type EventRow = NonNullable<EventsQuery['events']>['nodes'][number];
type AuditRow = NonNullable<AuditActionsQuery['auditActions']>['nodes'][number];

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

/** Merges events and actions, newest first, as far back as both are loaded. */
export function mergeActivity(events: Part<EventRow>, actions: Part<AuditRow>): Entry[] {
  const [, since = ''] = [knownSince(events), knownSince(actions)].toSorted();
  return [
    ...events.rows.map((event) => ({ id: event.id, at: event.at, event })),
    ...actions.rows.map((action) => ({ id: action.id, at: action.at, action })),
  ]
    .filter(({ at }) => at >= since)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

export const entryText = ({ event, action }: Entry): string =>
  action === undefined ? (event?.message ?? '') : actionText(action);
