import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { MetricSummary, ResourceMetrics } from '../../../contract/types.generated.ts';
import { and, eq, isNull } from '../../platform/database/drizzle.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { JobDeps } from '../../platform/jobs/run-on-one-replica.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { executor } from '../../tables/executors.ts';
import { amountFields, type executorSeries, resourceFields } from '../../tables/metrics.ts';
import { node } from '../../tables/nodes.ts';
import { planHistory } from './plan-history.ts';
import { executorHistory, nodeHistory, readHistory } from './read-history.ts';
import { historyDays, historyRetentionJob } from './retention.ts';
import { sampleExecutorsJob } from './sample-executors.ts';

/** The last sample of a node is stored with the node. */
export const metricsResolvers: Resolvers = {
  Query: {
    nodeMetrics: organizationQuery(null, async ({ nodeId, ...request }, { reader, context, info }) => {
      const plan = planHistory(request, { finest: 'raw', minuteDays: historyDays }, Date.now());
      if (!isUuid(nodeId)) return null;
      const [found] = await context.database
        .select({ id: node.id })
        .from(node)
        .where(and(eq(node.id, nodeId), eq(node.organizationId, reader.organizationId), isNull(node.removedAt)));
      if (found === undefined) return null;
      const buckets = await readHistory(context, nodeHistory, nodeId, plan, selectedNames(info));
      return {
        stepSeconds: plan.stepSeconds,
        buckets: buckets.map(({ at, samples, series }) => ({ at, samples, ...series })),
      };
    }),
    executorMetrics: organizationQuery(null, async ({ executorId, ...request }, { reader, context, info }) => {
      const plan = planHistory(request, { finest: 'minute', minuteDays: historyDays }, Date.now());
      if (!isUuid(executorId)) return null;
      const [found] = await context.database
        .select({ id: executor.id })
        .from(executor)
        .where(and(eq(executor.id, executorId), eq(executor.organizationId, reader.organizationId)));
      if (found === undefined) return null;
      const buckets = await readHistory(context, executorHistory, executorId, plan, selectedNames(info));
      return {
        stepSeconds: plan.stepSeconds,
        buckets: buckets.map(({ at, samples, series }) => ({ at, samples, ...resourcesOf(series) })),
      };
    }),
  },
};

/** Arranges the summaries as in the API: by resource, then by amount. */
const resourcesOf = (series: Record<keyof typeof executorSeries, MetricSummary | null>) =>
  Object.fromEntries(
    resourceFields.map((resource) => [
      resource,
      Object.fromEntries(amountFields.map((amount) => [amount, series[`${resource}.${amount}`]])),
    ]),
  ) as Record<(typeof resourceFields)[number], ResourceMetrics>;

function selectedNames({ fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): Set<string> {
  const names = new Set<string>();
  const visited = new Set<string>();
  const visit = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind !== Kind.FRAGMENT_SPREAD) {
        if (selection.kind === Kind.FIELD) names.add(selection.name.value);
        visit(selection.selectionSet);
      } else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        visit(fragments[selection.name.value]?.selectionSet);
      }
    }
  };
  for (const { selectionSet } of fieldNodes) visit(selectionSet);
  return names;
}

export const metrics = {
  resolvers: () => metricsResolvers,
  jobs: ({ database, settings }: JobDeps) => [
    historyRetentionJob(database, settings),
    sampleExecutorsJob(database, settings),
  ],
};
