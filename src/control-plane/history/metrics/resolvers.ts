import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { MetricSummary, ResourceMetrics } from '../../../contract/types.generated.ts';
import { and, eq, inArray, isNull, rowsOf, type SQL, sql } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { JobDeps } from '../../platform/jobs/run-on-one-replica.ts';
import type { RequestContext } from '../../request/context.ts';
import { organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { executor } from '../../tables/executors.ts';
import { amountFields, type executorSeries, resourceFields, type Series } from '../../tables/metrics.ts';
import { node } from '../../tables/nodes.ts';
import { unpackedMinutes } from './packed-minutes.ts';
import { type HistoryPlan, type HistoryRequest, maxBuckets, planHistory } from './plan-history.ts';
import { historyRetentionJob } from './retention.ts';
import { sampleExecutorsJob } from './sample-executors.ts';
import { bucketParts, executorHistory, type HistorySource, nodeHistory } from './sources.ts';

/** The last sample of a node is stored with the node. */
export const metricsResolvers: Resolvers = {
  Query: {
    nodeMetrics: organizationQuery(null, async ({ where: { id }, ...range }, request) => {
      const isOwn = and(eq(node.id, id), eq(node.organizationId, request.reader.organizationId));
      const owners = sql`SELECT id FROM ${node} WHERE ${and(isOwn, isNull(node.removedAt))}`;
      return historyOf(nodeHistory, id, { owners, range, ...request }, (series) => series);
    }),
    networkMetrics: organizationQuery(null, async ({ where: { id }, ...range }, request) => {
      const owners = othersOnNetwork(id, request.reader.organizationId);
      return historyOf(nodeHistory, id, { owners, range, ...request }, (series) => series);
    }),
    executorMetrics: organizationQuery(null, async ({ where: { id }, ...range }, request) => {
      const isOwn = and(eq(executor.id, id), eq(executor.organizationId, request.reader.organizationId));
      const owners = sql`SELECT id FROM ${executor} WHERE ${isOwn}`;
      return historyOf(executorHistory, id, { owners, range, ...request }, resourcesOf);
    }),
  },
};

const maxCompared = 25;

/** A row without an id if the node has no others on its network. Random ids make the first ones a fair sample. */
const othersOnNetwork = (id: string, organizationId: string) => sql`
  SELECT other.id FROM node AS own
  LEFT JOIN node AS other ON other.organization_id = own.organization_id AND other.network = own.network
    AND other.id <> own.id AND other.removed_at IS NULL AND other.metrics ->> 'initialBlockDownload' = 'false'
  WHERE own.id = ${id} AND own.organization_id = ${organizationId} AND own.removed_at IS NULL
  ORDER BY other.id LIMIT ${maxCompared}`;

/** Returns the history of an object, or null if `owners` has no row. */
async function historyOf<Name extends string, Shown extends object>(
  source: HistorySource<Name>,
  ownerId: string,
  request: { owners: SQL; range: HistoryRequest; context: RequestContext; info: GraphQLResolveInfo },
  show: (series: Record<Name, MetricSummary | null>) => Shown,
) {
  const { owners, range, context, info } = request;
  const plan = planHistory(range, source.sampled, Date.now());
  if (!isUuid(ownerId)) return null;
  const found = rowsOf<{ id: string | null }>(await context.database.execute(owners));
  if (found.length === 0) return null;
  const ownerIds = found.flatMap(({ id }) => id ?? []);
  const buckets = await readHistory(context, source, { ownerIds, selected: selectedNames(info) }, plan);
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

export const metrics = {
  resolvers: () => metricsResolvers,
  jobs: ({ database, settings }: JobDeps) => [historyRetentionJob(database, settings), sampleExecutorsJob(database)],
};

interface Bucket<Name extends string> {
  at: string;
  samples: number;
  /** Null if no sample of the bucket has the series. */
  series: Record<Name, MetricSummary | null>;
}

const last = (column: string) => `(array_agg(${column} ORDER BY at DESC) FILTER (WHERE ${column} IS NOT NULL))[1]`;

/** A value of one of the objects. */
const median = (value: string) => `percentile_disc(0.5) WITHIN GROUP (ORDER BY ${value})`;

const ofSamples = (column: string) => [`min(${column})`, `max(${column})`, `avg(${column})`, last(column)];
const ofBuckets = (column: string) => [
  `min(${column}_min)`,
  `max(${column}_max)`,
  `sum(${column}_sum) / nullif(sum(${column}_count), 0)`,
  last(`${column}_last`),
];

interface HistoryOf {
  ownerIds: readonly string[];
  /** The selected fields: others are not read. */
  selected: ReadonlySet<string>;
}

/** Reads the buckets of one object, or the medians of several. */
async function readHistory<Name extends string>(
  { database, budget }: Pick<RequestContext, 'database' | 'budget'>,
  source: HistorySource<Name>,
  { ownerIds, selected }: HistoryOf,
  { from, to, stepSeconds, grain }: HistoryPlan,
): Promise<Bucket<Name>[]> {
  const { tables, sampled, owner, series } = source;
  const table = tables[grain];
  if (table === undefined) return [];
  const entries = (Object.entries<Series>(series) as [Name, Series][]).filter(([, { path }]) =>
    path.every((name) => selected.has(name)),
  );
  const isSampled = grain === sampled;
  const aggregates = entries.flatMap(([, { column }]) => (isSampled ? ofSamples : ofBuckets)(column));
  // As one array: a column for each would cost the driver more than the database.
  const values = sql.raw(`ARRAY[${aggregates.join(', ')}]::float8[]`);
  const id = sql.identifier(owner);
  const range = { ownerIds, from: new Date(from), to: new Date(to) };
  const columns = entries.map(([, { column }]) => column);
  const names = columns.flatMap((column) => (isSampled ? [column] : bucketParts.map((part) => `${column}${part}`)));
  const rowsAt = sql`
    SELECT ${sql.raw([isSampled ? '1 AS samples' : 'samples', ...names].join(', '))}, ${id}, at FROM ${sql.identifier(table)}
    WHERE ${inArray(id, [...ownerIds])} AND at >= ${range.from.toISOString()} AND at < ${range.to.toISOString()}`;
  const rowsOfGrain = grain === 'minute' ? sql`${rowsAt} UNION ALL ${unpackedMinutes(source, columns, range)}` : rowsAt;
  const ofOwners = sql`
    SELECT date_bin(make_interval(secs => ${stepSeconds}::int), at, 'epoch'::timestamptz) AS bucket,
      sum(samples)::int AS samples, ${values} AS summaries
    FROM (${rowsOfGrain}) AS rows GROUP BY bucket, ${id}`;
  const medians = sql.raw(aggregates.map((_, index) => median(`summaries[${index + 1}]`)).join(', '));
  const buckets =
    ownerIds.length === 1
      ? ofOwners
      : sql`SELECT bucket, sum(samples)::int AS samples, ARRAY[${medians}]::float8[] AS summaries
          FROM (${ofOwners}) AS owners GROUP BY bucket`;
  const statement = (limit: number): SQL => sql`
    SELECT extract(epoch FROM bucket)::float8 AS at, samples, summaries FROM (${buckets}) AS buckets
    ORDER BY bucket LIMIT ${limit}`;
  const rows = await budget.fetchRows(maxBuckets, async (limit) =>
    rowsOf<{ at: number; samples: number; summaries: (number | null)[] }>(await database.execute(statement(limit))),
  );
  return rows.map(({ at, samples, summaries }) => ({
    at: new Date(at * 1000).toISOString(),
    samples,
    series: Object.fromEntries(
      entries.map(([name], index) => [name, summaryOf(summaries.slice(4 * index, 4 * index + 4))]),
    ) as Record<Name, MetricSummary | null>,
  }));
}

function summaryOf([min, max, average, last]: (number | null)[]): MetricSummary | null {
  if (typeof min !== 'number' || typeof max !== 'number' || typeof average !== 'number' || typeof last !== 'number') {
    return null;
  }
  return { min, max, average, last };
}
