import { indexProgress } from '../../../contract/index-progress.ts';
import type { ChainTipStatus, NodeMetrics } from '../../../contract/types.generated.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { type Database, hasKeys, rowsOf, sql, transact } from '../../platform/database/database.ts';
import { executor } from '../../tables/executors.ts';
import type { NodeSeries } from '../../tables/metrics.ts';
import { addToRollup, seriesColumns, seriesFromJson } from './rollup.ts';
import { nodeHistory } from './sources.ts';

export type SampleLists = Pick<NodeMetrics, 'height' | 'warnings' | 'indexes' | 'chainTips'>;

export interface ReportedSample {
  at: string;
  executorId: string;
  nodeId: string;
  data: SampleLists;
}

/** Days that samples are kept per second. */
export const rawSampleDays = 1;

/** Stores samples in any order, each once: the last of a second. Skips those of before `keepDays`, and far ahead. */
export const storeSamples = (
  database: Database,
  { organizationId, samples }: { organizationId: string; samples: readonly ReportedSample[] },
  keepDays: number,
): Promise<void> =>
  transact(database, async (transaction) => {
    const executors = samples.map(({ executorId: id }) => ({ organizationId, id }));
    // Locks the executor before its nodes, as everywhere: a heartbeat changes the same nodes in another order. A
    // repeated report also sees what the first one has counted.
    await transaction.execute(
      sql`SELECT 1 FROM executor WHERE ${hasKeys(executor, executors)} ORDER BY id FOR NO KEY UPDATE`,
    );
    await transaction.execute(addToHistory(organizationId, samples, keepDays));
    const advanced = await transaction.execute(updateMetrics(organizationId, newestSamples(samples)));
    await publish(
      transaction,
      ...rowsOf<{ id: string }>(advanced).map(
        ({ id }) => ({ kind: 'changed', organizationId, type: 'block', id }) as const,
      ),
    );
  });

const columns = seriesColumns(nodeHistory);

/**
 * SQL: adds samples to the raw ones, the minutes and the hours in one statement. `fresh` are those of seconds that are
 * not stored yet: bit n of a minute's `seconds` says that its second n is.
 */
const addToHistory = (organizationId: string, samples: readonly ReportedSample[], keepDays: number) => {
  const ordered = samples.map((sample, position) => ({
    ...sample,
    data: { ...sample.data, ...countLists(sample.data) },
    position,
  }));
  return sql`
    WITH reported AS (
      SELECT DISTINCT ON (node.id, date_trunc('second', sample.at)) node.organization_id, node.id AS node_id,
        date_trunc('second', sample.at) AS at,
        ${seriesFromJson(nodeHistory, 'sample.data')}
      FROM jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb) AS sample(position int, at timestamptz, data jsonb,
        "executorId" uuid, "nodeId" uuid)
      JOIN node ON node.organization_id = ${organizationId} AND node.id = sample."nodeId" AND node.executor_id = sample."executorId"
      WHERE sample.at > now() - make_interval(days => ${keepDays}::int) AND sample.at < now() + interval '1 hour'
      ORDER BY node.id, date_trunc('second', sample.at), sample.position DESC),
    fresh AS (
      SELECT reported.* FROM reported
      LEFT JOIN node_minute AS minute ON minute.organization_id = reported.organization_id AND minute.node_id = reported.node_id
        AND minute.at = date_trunc('minute', reported.at)
      WHERE minute.seconds IS NULL OR (minute.seconds >> extract(second FROM reported.at)::int) & 1 = 0),
    kept AS (
      INSERT INTO node_sample (organization_id, node_id, at, ${columns})
      SELECT organization_id, node_id, at, ${columns} FROM fresh WHERE at > now() - make_interval(days => ${rawSampleDays}::int)
      ON CONFLICT DO NOTHING),
    in_minutes AS (${addToRollup(nodeHistory, 'minute', 'fresh')})
    ${addToRollup(nodeHistory, 'hour', 'fresh')}`;
};

/**
 * Updates the metrics of nodes that have no newer sample, and returns the nodes with another block, except while they
 * download the chain. A sample dated in the future counts as received now. Without the limit, PostgreSQL would expect a
 * hundred samples, and read all nodes of a small organization.
 */
const updateMetrics = (organizationId: string, newest: readonly ReportedSample[]) => sql`
  WITH updated AS (
    UPDATE node SET metrics = reported.data, metrics_at = least(reported.at, now())
    FROM (SELECT newest.*, (SELECT height FROM node_listing AS listed
        WHERE listed.organization_id = ${organizationId} AND listed.id = newest."nodeId") AS previous_height
      FROM jsonb_to_recordset(${JSON.stringify(newest)}::jsonb) AS newest(at timestamptz, data jsonb, "executorId" uuid,
        "nodeId" uuid) LIMIT ${newest.length}) AS reported
    WHERE node.organization_id = ${organizationId} AND node.id = reported."nodeId" AND node.executor_id = reported."executorId"
      AND (node.metrics_at IS NULL OR node.metrics_at <= reported.at)
    RETURNING node.id, node.metrics, reported.previous_height)
  SELECT id FROM updated WHERE metrics ->> 'initialBlockDownload' = 'false'
    AND (metrics ->> 'height')::int IS DISTINCT FROM previous_height`;

export function newestSamples<S extends Pick<ReportedSample, 'nodeId' | 'at'>>(samples: readonly S[]): S[] {
  const newest = new Map<string, S>();
  for (const sample of samples) {
    const candidate = newest.get(sample.nodeId);
    if (candidate === undefined || candidate.at <= sample.at) newest.set(sample.nodeId, sample);
  }
  return [...newest.values()];
}

function countLists({ height, warnings, indexes, chainTips }: SampleLists) {
  const tips = (status: ChainTipStatus): number | null =>
    chainTips == null ? null : (chainTips.find((tip) => tip.status === status)?.count ?? 0);
  const progress = indexes.map(({ bestBlockHeight }) => indexProgress(bestBlockHeight, height));
  return {
    warningCount: warnings.length,
    indexProgress: progress.length === 0 ? null : Math.min(...progress),
    validForkTips: tips('valid_fork'),
    validHeadersTips: tips('valid_headers'),
    headersOnlyTips: tips('headers_only'),
    invalidTips: tips('invalid'),
  } satisfies Partial<Record<NodeSeries, number | null>>;
}
