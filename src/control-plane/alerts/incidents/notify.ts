import { type Database, inArray } from '../../platform/database/database.ts';
import { organization } from '../../tables/accounts.ts';
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
  const ids = notified.map(({ row }) => row.organizationId);
  const organizations =
    publicUrl === undefined || ids.length === 0
      ? []
      : await transaction.select().from(organization).where(inArray(organization.id, ids));
  const slugs = new Map(organizations.map(({ id, slug }) => [id, slug]));
  await createDeliveries(
    transaction,
    notified.map(({ kind, row }) => {
      const slug = slugs.get(row.organizationId);
      const base = slug === undefined ? undefined : { url: publicUrl?.replace(/\/+$/, '') ?? '', slug };
      return messageOf(`incident.${kind}`, row, base);
    }),
  );
}

/** The control plane's URL without a trailing slash, and the organization in its console. */
interface LinkBase {
  url: string;
  slug: string;
}

function messageOf(type: string, row: ShownIncident, base: LinkBase | undefined): Message {
  const links = base === undefined ? {} : { links: linksOf(base, row) };
  return {
    organizationId: row.organizationId,
    type,
    incidentId: row.id,
    data: { incident: viewIncident(row), ...links },
  };
}

function linksOf(
  { url, slug }: LinkBase,
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
