import { type Database, inArray } from '../../platform/database/database.ts';
import { organization } from '../../tables/accounts.ts';
import { createDeliveries } from '../webhooks/create-deliveries.ts';
import { type ShownIncident, viewIncident } from './incident-view.ts';
import type { IncidentChange } from './plan-changes.ts';

/** Creates the deliveries of incidents whose opening is notified, within the transaction of the change. */
export async function notifyChanges(
  transaction: Database,
  changes: readonly IncidentChange[],
  publicUrl: string | undefined,
): Promise<void> {
  const notified = changes.filter(({ row }) => row.notified);
  const ids = notified.map(({ row }) => row.organizationId);
  const organizations =
    publicUrl === undefined || ids.length === 0
      ? []
      : await transaction.select().from(organization).where(inArray(organization.id, ids));
  const slugs = new Map(organizations.map(({ id, slug }) => [id, slug]));
  const base = publicUrl?.replace(/\/+$/, '') ?? '';
  await createDeliveries(
    transaction,
    notified.map(({ kind, row }) => {
      const { organizationId, id: incidentId } = row;
      const slug = slugs.get(organizationId);
      const links = slug === undefined ? {} : { links: linksOf(base, slug, row) };
      return { organizationId, type: `incident.${kind}`, incidentId, data: { incident: viewIncident(row), ...links } };
    }),
  );
}

/** `url`: of the control plane, without a trailing slash. `slug`: of the organization in its console. */
function linksOf(
  url: string,
  slug: string,
  { id, subjectType, subjectId, executorId }: ShownIncident,
): Record<string, string> {
  const link = (path: string) => `${url}/o/${slug}${path}`;
  return {
    api: `${url}/graphql`,
    incident: link(`/incidents/${id}`),
    ...(subjectType === 'node' ? { node: link(`/nodes/${subjectId}`) } : {}),
    ...(executorId === null ? {} : { executor: link(`/executors/${executorId}`) }),
    ...(subjectType === 'network' ? { network: link(`/networks/${encodeURIComponent(subjectId)}`) } : {}),
    ...(subjectType === 'rollout' ? { rollout: link(`/executors/upgrade/${subjectId}`) } : {}),
  };
}
