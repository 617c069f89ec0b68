import { executorSeries, nodeSeries } from '../../tables/metric-series.ts';
import type { Packing } from './packed-minutes.ts';
import { bucketParts, type HistorySource } from './read-history.ts';

export const nodePacking: Packing = {
  minutes: 'node_minute',
  packed: 'node_packed_minute',
  owner: 'node_id',
  series: nodeSeries,
  parts: bucketParts,
  samples: 'samples',
};

export const nodeHistory: HistorySource<keyof typeof nodeSeries> = {
  tables: { raw: 'node_sample', minute: 'node_minute', hour: 'node_hour' },
  sampled: 'raw',
  packing: nodePacking,
  owner: 'node_id',
  series: nodeSeries,
};

/** There is one sample a minute: it is the minute. */
export const executorPacking: Packing = {
  minutes: 'executor_minute',
  packed: 'executor_packed_minute',
  owner: 'executor_id',
  series: executorSeries,
  parts: [''],
  samples: '1',
};

export const executorHistory: HistorySource<keyof typeof executorSeries> = {
  tables: { minute: 'executor_minute', hour: 'executor_hour' },
  sampled: 'minute',
  packing: executorPacking,
  owner: 'executor_id',
  series: executorSeries,
};
