import { pg } from '../platform/database/database.ts';
import { instant } from './accounts.ts';
import { ofExecutor } from './executors.ts';
import { ofNode } from './nodes.ts';

export interface Series {
  /** Prefix of its columns. */
  column: string;
  /** Path of the value in the report. */
  path: readonly string[];
}

const series = (column: string, ...path: string[]): Series => ({ column, path });

const snake = (name: string): string =>
  name.replace('iB', 'ib').replace(/[A-Z]/g, (letters) => `_${letters.toLowerCase()}`);

const sampleFields = [
  'height',
  'headers',
  'verificationProgress',
  'peersInbound',
  'peersOutbound',
  'mempoolTransactions',
  'mempoolVirtualBytes',
  'mempoolUsageBytes',
  'sizeOnDiskBytes',
  'cpuPercent',
  'memoryMiB',
  'receivedBytesPerSecond',
  'sentBytesPerSecond',
  'mempoolMinFee',
  'writtenBytesPerDay',
  'unbroadcastTransactions',
  'warningCount',
  'indexProgress',
  'validForkTips',
  'validHeadersTips',
  'headersOnlyTips',
  'invalidTips',
] as const;

export type NodeSeries = (typeof sampleFields)[number];

/** Stored values of a node's samples, by field of NodeMetrics. */
export const nodeSeries = Object.fromEntries(
  sampleFields.map((field) => [field, series(snake(field), field)]),
) as Record<NodeSeries, Series>;

export const resourceFields = ['cpuCores', 'memoryMiB', 'diskGiB'] as const;
export const amountFields = ['total', 'usedByNodes', 'free'] as const;
type ExecutorSeries = `${(typeof resourceFields)[number]}.${(typeof amountFields)[number]}`;

/** Stored values of an executor's resources, by path in ExecutorResources. */
export const executorSeries = Object.fromEntries(
  resourceFields.flatMap((resource) =>
    amountFields.map((amount) => [
      `${resource}.${amount}`,
      series(`${snake(resource)}_${snake(amount)}`, resource, amount),
    ]),
  ),
) as Record<ExecutorSeries, Series>;

/** Only raw SQL names these columns, so the types need not. */
type SeriesColumns = Record<never, never>;

const rawColumns = (series: Record<string, Series>): SeriesColumns =>
  Object.fromEntries(Object.values(series).map(({ column }) => [column, pg.doublePrecision(column)]));

const rollupColumns = (series: Record<string, Series>) => ({
  /** Time of the sample that `last` comes from. */
  lastAt: instant('last_at').notNull(),
  samples: pg.integer('samples').notNull(),
  ...(Object.fromEntries(
    Object.values(series).flatMap(({ column }) => [
      ...['min', 'max', 'sum', 'last'].map((part) => [`${column}_${part}`, pg.doublePrecision(`${column}_${part}`)]),
      [`${column}_count`, pg.integer(`${column}_count`).notNull()],
    ]),
  ) as SeriesColumns),
});

const packedColumns = (series: Record<string, Series>) => ({
  minutes: pg.smallint('minutes').array().notNull(),
  samples: pg.integer('samples').array().notNull(),
  ...(Object.fromEntries(
    Object.values(series).map(({ column }) => [column, pg.doublePrecision(column).array()]),
  ) as SeriesColumns),
});

// The migration partitions these tables by `at`, which this schema cannot express.

const ofNodeAt = () => ({ ...ofNode(), at: instant('at').notNull() });
const ofExecutorAt = () => ({ ...ofExecutor(), at: instant('at').notNull() });
type Columns<Name extends string> = Record<Name | 'organizationId' | 'at', pg.AnyPgColumn>;
const nodeKey = ({ organizationId, nodeId, at }: Columns<'nodeId'>) => [
  pg.primaryKey({ columns: [organizationId, nodeId, at] }),
];
const executorKey = ({ organizationId, executorId, at }: Columns<'executorId'>) => [
  pg.primaryKey({ columns: [organizationId, executorId, at] }),
];

export const nodeSample = pg.pgTable('node_sample', { ...ofNodeAt(), ...rawColumns(nodeSeries) }, nodeKey);

export const nodeMinute = pg.pgTable(
  'node_minute',
  {
    ...ofNodeAt(),
    /** One bit per second whose sample is counted here, so that a repeated sample is not counted again. */
    seconds: pg.bigint('seconds', { mode: 'bigint' }).notNull(),
    ...rollupColumns(nodeSeries),
  },
  nodeKey,
);

export const nodeHour = pg.pgTable('node_hour', { ...ofNodeAt(), ...rollupColumns(nodeSeries) }, nodeKey);

const executorSamples = { ...ofExecutorAt(), ...rawColumns(executorSeries) };
export const executorMinute = pg.pgTable('executor_minute', executorSamples, executorKey);

const executorBuckets = { ...ofExecutorAt(), ...rollupColumns(executorSeries) };
export const executorHour = pg.pgTable('executor_hour', executorBuckets, executorKey);

export const nodePackedMinute = pg.pgTable(
  'node_packed_minute',
  { ...ofNodeAt(), ...packedColumns(nodeSeries) },
  ({ nodeId, at }) => [pg.index('node_packed_minute_at').on(nodeId, at)],
);

export const executorPackedMinute = pg.pgTable(
  'executor_packed_minute',
  { ...ofExecutorAt(), ...packedColumns(executorSeries) },
  ({ executorId, at }) => [pg.index('executor_packed_minute_at').on(executorId, at)],
);
