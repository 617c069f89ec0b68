import type { NotificationIncidentQuery } from '../../../client/operations.generated.ts';
import type { AuditActionFilterInput, EventFilterInput } from '../../../contract/types.generated.ts';

/** Lists hold no branches. */
export type Incident = Omit<NonNullable<NotificationIncidentQuery['notificationIncident']>, 'branches'>;

type Known = Pick<Incident, 'subjectType' | 'subjectId' | 'subjectName' | 'startedAt'>;

const resourcesMs = 15 * 60_000;

interface Before {
  /** The last action on the affected object. */
  action: AuditActionFilterInput;
  /** The last action that changed its desired state. */
  change: AuditActionFilterInput;
  /** Its last event; null for objects without events. */
  events: EventFilterInput | null;
  resources: { from: string; to: string };
}

export function beforeIncident({ subjectType, subjectId, subjectName, startedAt }: Known): Before {
  // A webhook is part of the notification settings.
  const target = subjectType === 'webhook' ? { targetType: 'notification-settings' } : { targetId: subjectId };
  const action = { ...target, until: startedAt, take: 1 };
  const events = { to: startedAt, take: 1 };
  return {
    action,
    change: { ...action, changed: true },
    events:
      subjectType === 'node'
        ? { ...events, nodeId: subjectId }
        : subjectType === 'executor'
          ? { ...events, executorName: subjectName }
          : null,
    resources: { from: new Date(Date.parse(startedAt) - resourcesMs).toISOString(), to: startedAt },
  };
}
