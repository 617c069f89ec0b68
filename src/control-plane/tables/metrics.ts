import {
  bigint,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  timestamp,
  uuid,
} from '../platform/database/drizzle-pg.ts';
import { executorSeries, nodeSeries, type Series } from './metric-series.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true }).notNull();

/** Only statements of SQL name these columns, so that the types need not. */
type SeriesColumns = Record<never, never>;

const rawColumns = (series: Record<string, Series>): SeriesColumns =>
  Object.fromEntries(Object.values(series).map(({ column }) => [column, doublePrecision(column)]));

/** What a bucket of time holds of each series. */
const rollupColumns = (series: Record<string, Series>) => ({
  /** Time of the sample that `last` comes from. */
  lastAt: instant('last_at'),
  samples: integer('samples').notNull(),
  ...(Object.fromEntries(
    Object.values(series).flatMap(({ column }) => [
      ...['min', 'max', 'sum', 'last'].map((part) => [`${column}_${part}`, doublePrecision(`${column}_${part}`)]),
      [`${column}_count`, integer(`${column}_count`).notNull()],
    ]),
  ) as SeriesColumns),
});

/** What an hour of minutes holds: an array for each series. */
const packedColumns = (series: Record<string, Series>) => ({
  /** The minutes of the hour that are there. */
  minutes: smallint('minutes').array().notNull(),
  samples: integer('samples').array().notNull(),
  ...(Object.fromEntries(
    Object.values(series).map(({ column }) => [column, doublePrecision(column).array()]),
  ) as SeriesColumns),
});

// The migration partitions these tables by `at`, which the schema here cannot say.

const ofNode = () => ({ nodeId: uuid('node_id').notNull(), at: instant('at') });
const ofExecutor = () => ({ executorId: uuid('executor_id').notNull(), at: instant('at') });

/** The samples of nodes, at most one for each second. */
export const nodeSample = pgTable('node_sample', { ...ofNode(), ...rawColumns(nodeSeries) }, (table) => [
  primaryKey({ columns: [table.nodeId, table.at] }),
]);

export const nodeMinute = pgTable(
  'node_minute',
  {
    ...ofNode(),
    /** A bit for each second whose sample is counted here, so that a sample that comes again is not counted again. */
    seconds: bigint('seconds', { mode: 'bigint' }).notNull(),
    ...rollupColumns(nodeSeries),
  },
  (table) => [primaryKey({ columns: [table.nodeId, table.at] })],
);

export const nodeHour = pgTable('node_hour', { ...ofNode(), ...rollupColumns(nodeSeries) }, (table) => [
  primaryKey({ columns: [table.nodeId, table.at] }),
]);

/** What each executor's host had and used, once a minute. */
export const executorMinute = pgTable(
  'executor_minute',
  { ...ofExecutor(), ...rawColumns(executorSeries) },
  (table) => [primaryKey({ columns: [table.executorId, table.at] })],
);

/** The same by hour. */
export const executorHour = pgTable('executor_hour', { ...ofExecutor(), ...rollupColumns(executorSeries) }, (table) => [
  primaryKey({ columns: [table.executorId, table.at] }),
]);

/** The minutes of nodes that are complete, an hour in a row. */
export const nodePackedMinute = pgTable(
  'node_packed_minute',
  { ...ofNode(), ...packedColumns(nodeSeries) },
  (table) => [index('node_packed_minute_at').on(table.nodeId, table.at)],
);

/** The same of executors. */
export const executorPackedMinute = pgTable(
  'executor_packed_minute',
  { ...ofExecutor(), ...packedColumns(executorSeries) },
  (table) => [index('executor_packed_minute_at').on(table.executorId, table.at)],
);
