import type { Database } from '../../platform/database/database.ts';
import { createDeliveries, type Message } from '../webhooks/create-deliveries.ts';
import { type ShownIncident, viewIncident } from './incident-view.ts';
import type { IncidentChange } from './plan-changes.ts';

/** Creates the deliveries of incidents whose opening is notified, within the transaction of the change. */
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

function messageOf(type: string, row: ShownIncident, publicUrl: string | undefined): Message {
  const links = publicUrl === undefined ? {} : { links: linksOf(publicUrl, row) };
  return {
    organizationId: row.organizationId,
    type,
    incidentId: row.id,
    data: { incident: viewIncident(row), ...links },
  };
}

function linksOf(publicUrl: string, { id, subjectType, subjectId, executorId }: ShownIncident): Record<string, string> {
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
