import type { ShownIncident } from '../../../../src/control-plane/alerts/incidents/incident-view.ts';

const at = new Date('2026-01-01T00:00:00Z');

export const incidentRow = (more: Partial<ShownIncident> = {}): ShownIncident => ({
  ...{ id: 'incident', organizationId: 'acme', code: 'executor_offline', severity: 'critical', status: 'open' },
  ...{ message: 'berlin-1 is offline.', data: {}, subjectType: 'executor', subjectId: 'host', subjectName: 'berlin-1' },
  ...{ executorId: 'host', startedAt: at, openedAt: at, updatedAt: at, clearSince: null, closedAt: null },
  ...{ notified: true, ...more },
});
