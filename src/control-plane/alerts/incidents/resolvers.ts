import { advice } from '../../../contract/advice.ts';
import { mayBeBehind, statusOf } from '../../nodes/node-status.ts';
import { and, count, eq } from '../../platform/database/drizzle.ts';
import { emptyConnection } from '../../platform/input/connection.ts';
import type { JobDeps } from '../../platform/jobs/run-on-one-replica.ts';
import { perRequest } from '../../request/loaders.ts';
import { adminMutation } from '../../request/mutation.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { alertIncident } from '../../tables/incidents.ts';
import type { WebhookDeps } from '../webhooks/resolvers.ts';
import { diskHistoryLoader, forecastDisk } from './disk-forecast.ts';
import { acknowledge, findIncident, latestIncidents, listIncidents } from './find-incidents.ts';
import { branchesOf, listNetworks } from './networks.ts';
import { behindSiblings, chainIncidentsLoader, problemsOf } from './node-problems.ts';
import { notifyChanges } from './notify.ts';
import { alertRetentionJob, rulesJob } from './run-rules.ts';

const nothingOpen = { open: 0, openCritical: 0, openWarning: 0, openInfo: 0, latest: [] };

export const incidentResolvers = (
  { publicUrl, deliveries }: { publicUrl?: string | undefined; deliveries: WebhookDeps['deliveries'] },
  chainIncidentsOf = perRequest(chainIncidentsLoader),
  diskHistoryOf = perRequest(diskHistoryLoader),
): Resolvers => ({
  Query: {
    notificationCenter: organizationQuery(nothingOpen, async (_args, { reader: { organizationId }, context }) => {
      const counts = await context.database
        .select({ severity: alertIncident.severity, open: count() })
        .from(alertIncident)
        .where(and(eq(alertIncident.organizationId, organizationId), eq(alertIncident.status, 'open')))
        .groupBy(alertIncident.severity);
      const openOf = new Map(counts.map(({ severity, open }) => [severity, open]));
      return {
        open: counts.reduce((sum, { open }) => sum + open, 0),
        openCritical: openOf.get('critical') ?? 0,
        openWarning: openOf.get('warning') ?? 0,
        openInfo: openOf.get('info') ?? 0,
        latest: await latestIncidents(context, organizationId),
      };
    }),
    notificationIncidents: organizationQuery(emptyConnection, ({ status, page }, { reader, context }) =>
      listIncidents(context, reader.organizationId, status ?? null, page ?? null),
    ),
    notificationIncident: organizationQuery(
      null,
      async ({ id }, { reader, context }) => (await findIncident(context.database, reader.organizationId, id)) ?? null,
    ),
    networks: organizationQuery([], (_args, { reader, context }) => listNetworks(context, reader.organizationId)),
    network: organizationQuery(
      null,
      async ({ name }, { reader, context }) => (await listNetworks(context, reader.organizationId, name))[0] ?? null,
    ),
  },
  Mutation: {
    acknowledgeIncident: adminMutation({
      run: async ({ id, note }, { caller, database }) => {
        const row = await acknowledge(database, caller, id, note ?? null);
        await notifyChanges(database, [{ kind: 'acknowledged', row }], publicUrl);
        return row;
      },
      committed: deliveries.wake,
      target: ({ id }) => ({ type: 'incident', id }),
      subject: ({ id }) => ({ type: 'incident', id }),
    }),
  },
  Executor: {
    diskForecast: async (row, _args, context) =>
      forecastDisk(row, await diskHistoryOf(context).load(row.id), Date.now()),
  },
  Node: {
    status: async (row, _args, context) =>
      statusOf(row, mayBeBehind(row) ? behindSiblings(await chainIncidentsOf(context).load(row)) : null),
    problems: async (row, _args, context) => problemsOf(row, await chainIncidentsOf(context).load(row)),
  },
  AlertIncident: {
    status: ({ status }) => (status === 'closed' ? 'closed' : 'open'),
    advice: ({ code }) => advice[code],
    branches: branchesOf,
    nodeId: ({ subjectType, subjectId }) => (subjectType === 'node' ? subjectId : null),
    openedAt: ({ openedAt, startedAt }) => (openedAt ?? startedAt).toISOString(),
    durationSeconds: ({ openedAt, startedAt, closedAt }) =>
      Math.max(0, Math.round(((closedAt ?? new Date()).getTime() - (openedAt ?? startedAt).getTime()) / 1000)),
  },
});

export const incidents = {
  resolvers: incidentResolvers,
  jobs: ({ database, settings, deliveries, lifecycle }: JobDeps) => [
    rulesJob(database, settings, deliveries, lifecycle),
    alertRetentionJob(database, settings),
  ],
};
