import { advice } from '../../../contract/advice.ts';
import type { AlertIncident, ChainBranch } from '../../../contract/types.generated.ts';
import type { IncidentRow } from '../../tables/incidents.ts';
import type { RuleColumns } from './plan-changes.ts';

export type ShownIncident = RuleColumns & Partial<Pick<IncidentRow, 'acknowledgedAt' | 'acknowledgedBy' | 'note'>>;

/** Returns an incident as the API and webhooks show it. */
export function viewIncident(row: ShownIncident, now = new Date()): AlertIncident {
  const { id, code, severity, message, data, subjectType, subjectId, subjectName, executorId } = row;
  const openedAt = row.openedAt ?? row.startedAt;
  const lastedMs = (row.closedAt ?? now).getTime() - openedAt.getTime();
  return {
    id,
    code,
    severity,
    status: row.status === 'closed' ? 'closed' : 'open',
    message,
    advice: advice[code],
    data,
    subjectType,
    subjectId,
    subjectName,
    executorId,
    nodeId: subjectType === 'node' ? subjectId : null,
    startedAt: row.startedAt.toISOString(),
    openedAt: openedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    durationSeconds: Math.max(0, Math.round(lastedMs / 1000)),
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: row.acknowledgedBy ?? null,
    note: row.note ?? null,
    // Those that the incident was last updated with.
    branches: code === 'chain_split' ? (data['branches'] as ChainBranch[]) : null,
  };
}
