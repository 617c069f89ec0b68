import { advice } from '../../../contract/advice.ts';
import type { Database } from '../../platform/database/database.ts';
import type { IncidentRow } from '../../tables/incidents.ts';
import { createDeliveries, type Message } from '../webhooks/create-deliveries.ts';
import type { IncidentChange, RuleColumns } from './plan-changes.ts';

type Shown = RuleColumns & Partial<Pick<IncidentRow, 'acknowledgedAt' | 'note'>>;

/** Creates the webhook deliveries of incidents whose opening is notified, within the transaction of the change. */
export async function notifyChanges(
  transaction: Database,
  changes: readonly IncidentChange[],
  publicUrl: string | undefined,
): Promise<void> {
  const notified = changes.filter(({ row }) => row.notified);
  await createDeliveries(
    transaction,
    notified.map(({ kind, row }) => messageOf(`incident.${kind}`, row, publicUrl)),
  );
}

function messageOf(type: string, row: Shown, publicUrl: string | undefined): Message {
  const { id, organizationId, code, severity, message, data, executorId, startedAt, openedAt, closedAt } = row;
  const nodeId = row.subjectType === 'node' ? row.subjectId : null;
  const lastedMs = openedAt === null || closedAt === null ? null : closedAt.getTime() - openedAt.getTime();
  return {
    organizationId,
    type,
    incidentId: id,
    data: {
      incident: {
        id,
        code,
        severity,
        status: row.status,
        message,
        advice: advice[code],
        subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
        executorId,
        nodeId,
        startedAt: startedAt.toISOString(),
        openedAt: openedAt?.toISOString() ?? null,
        closedAt: closedAt?.toISOString() ?? null,
        durationSeconds: lastedMs === null ? null : Math.round(lastedMs / 1000),
        acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
        note: row.note ?? null,
        data,
      },
      ...(publicUrl === undefined ? {} : { links: linksOf(publicUrl, row) }),
    },
  };
}

function linksOf(publicUrl: string, { id, subjectType, subjectId, executorId }: Shown): Record<string, string> {
  const link = (path: string) => `${publicUrl.replace(/\/+$/, '')}${path}`;
  return {
    api: link('/graphql'),
    incident: link(`/incidents/${id}`),
    ...(subjectType === 'node' ? { node: link(`/nodes/${subjectId}`) } : {}),
    ...(executorId === null ? {} : { executor: link(`/executors/${executorId}`) }),
    ...(subjectType === 'network' ? { network: link(`/networks/${encodeURIComponent(subjectId)}`) } : {}),
    ...(subjectType === 'rollout' ? { rollout: link(`/executors/upgrade/${subjectId}`) } : {}),
  };
}
