import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { MetricSummary, ResourceMetrics } from '../../../contract/types.generated.ts';
import { and, hasKey, isNull, rowsOf, type SQL, sql } from '../../platform/database/database.ts';
import type { TenantKey } from '../../platform/database/tenant-keys.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { RequestContext } from '../../request/context.ts';
import { organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { executor } from '../../tables/executors.ts';
import { amountFields, type executorSeries, resourceFields } from '../../tables/metrics.ts';
import { node } from '../../tables/nodes.ts';
import { type HistoryRequest, planHistory } from './plan-history.ts';
import { readHistory } from './read-history.ts';
import { executorHistory, type HistorySource, nodeHistory } from './sources.ts';

/** The last sample of a node is stored with the node. */
export const metricsResolvers = (): Resolvers => ({
  Query: {
    nodeMetrics: organizationQuery(null, async ({ where: { id }, ...range }, request) => {
      const isOwn = and(hasKey(node, request.reader.organizationId, id), isNull(node.removedAt));
      const owners = sql`SELECT id FROM ${node} WHERE ${isOwn}`;
      return historyOf(nodeHistory, { ...request.reader, id }, { owners, range, ...request }, (series) => series);
    }),
    networkMetrics: organizationQuery(null, async ({ where: { id }, ...range }, request) => {
      const owners = othersOnNetwork(id, request.reader.organizationId);
      return historyOf(nodeHistory, { ...request.reader, id }, { owners, range, ...request }, (series) => series);
    }),
    executorMetrics: organizationQuery(null, async ({ where: { id }, ...range }, request) => {
      const isOwn = hasKey(executor, request.reader.organizationId, id);
      const owners = sql`SELECT id FROM ${executor} WHERE ${isOwn}`;
      return historyOf(executorHistory, { ...request.reader, id }, { owners, range, ...request }, resourcesOf);
    }),
  },
});

const maxCompared = 25;

/**
 * A row without an id if the node has no others on its network. Random ids make the first ones a fair sample. As a CASE,
 * PostgreSQL expects half to match, and stops at the first ones in place of sorting all.
 */
const othersOnNetwork = (id: string, organizationId: string) => sql`
  SELECT other.id FROM node AS own
  LEFT JOIN LATERAL (SELECT id FROM node AS other
    WHERE other.organization_id = own.organization_id AND other.network = own.network
      AND other.id <> own.id AND other.removed_at IS NULL
      AND CASE WHEN other.signet ->> 'challenge' IS NOT DISTINCT FROM own.signet ->> 'challenge'
        AND other.metrics ->> 'initialBlockDownload' = 'false' THEN true ELSE false END
    ORDER BY other.id LIMIT ${maxCompared}) AS other ON true
  WHERE own.id = ${id} AND own.organization_id = ${organizationId} AND own.removed_at IS NULL`;

/** Returns the history of an object, or null if `owners` has no row. */
async function historyOf<Name extends string, Shown extends object>(
  source: HistorySource<Name>,
  { organizationId, id: ownerId }: TenantKey,
  request: { owners: SQL; range: HistoryRequest; context: RequestContext; info: GraphQLResolveInfo },
  show: (series: Record<Name, MetricSummary | null>) => Shown,
) {
  const { owners, range, context, info } = request;
  const plan = planHistory(range, source.sampled, Date.now());
  if (!isUuid(ownerId)) return null;
  const found = rowsOf<{ id: string | null }>(await context.database.execute(owners));
  if (found.length === 0) return null;
  const ownerIds = found.flatMap(({ id }) => id ?? []);
  const of = { organizationId, ownerIds, selected: selectedNames(info) };
  const { budget } = context;
  const buckets = await context.readHistory((database) => readHistory({ database, budget }, source, of, plan));
  return {
    stepSeconds: plan.stepSeconds,
    buckets: buckets.map(({ at, samples, series }) => ({ at, samples, ...show(series) })),
  };
}

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
