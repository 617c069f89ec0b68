import { executorSeries, nodeSeries, type Series } from '../../tables/metrics.ts';

/**
 * The history of one kind of object: samples, one row per minute and per hour, and minutes that get no more samples,
 * packed to one or more rows per hour with an array per series, which PostgreSQL compresses.
 */
export interface HistorySource<Name extends string = string> {
  /** The column of the object's id. */
  owner: string;
  series: Record<Name, Series>;
  /** The finest grain, whose table holds samples instead of buckets. */
  sampled: 'raw' | 'minute';
  tables: { raw?: string; minute: string; hour: string };
  packed: string;
  /** Suffixes of a series' column for each value of a minute; an array has all of the first, then of the second. */
  parts: readonly string[];
}

export const bucketParts = ['_min', '_max', '_sum', '_count', '_last'] as const;

export const nodeHistory: HistorySource<keyof typeof nodeSeries> = {
  owner: 'node_id',
  series: nodeSeries,
  sampled: 'raw',
  tables: { raw: 'node_sample', minute: 'node_minute', hour: 'node_hour' },
  packed: 'node_packed_minute',
  parts: bucketParts,
};

export const executorHistory: HistorySource<keyof typeof executorSeries> = {
  owner: 'executor_id',
  series: executorSeries,
  sampled: 'minute',
  tables: { minute: 'executor_minute', hour: 'executor_hour' },
  packed: 'executor_packed_minute',
  parts: [''],
};

export const columnsOf = ({ series }: HistorySource): string[] => Object.values(series).map(({ column }) => column);
