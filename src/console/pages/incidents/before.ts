import type { NotificationIncidentQuery } from '../../../client/operations.generated.ts';

/** Lists hold no branches. */
export type Incident = Omit<NonNullable<NotificationIncidentQuery['notificationIncident']>, 'branches'>;

type Known = Pick<Incident, 'subjectType' | 'subjectId' | 'subjectName' | 'startedAt'>;

const resourcesMs = 15 * 60_000;

/** Returns the filters for what preceded an incident. `events` is null for objects without events. */
export function beforeIncident({ subjectType, subjectId, subjectName, startedAt }: Known) {
  const events = { to: startedAt, take: 1 };
  return {
    change: { targetId: subjectId, to: startedAt, take: 1, changed: true },
    events:
      subjectType === 'node'
        ? { ...events, nodeId: subjectId }
        : subjectType === 'executor'
          ? { ...events, executorName: subjectName }
          : null,
    resources: { from: new Date(Date.parse(startedAt) - resourcesMs).toISOString(), to: startedAt },
  };
}
