import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { keepHistory } from '../../../../src/control-plane/history/metrics/retention.ts';
import { rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { nodeSeries } from '../../../../src/control-plane/tables/metrics.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';

const { controlPlane, host, newNode } = sharedInhabited();
const database = sharedDatabase(controlPlane);

const day = 24 * 3600_000;
const at = (ms: number) => new Date(ms).toISOString();
/** The start of a past hour. */
const pastHour = (daysAgo: number) => Math.floor((Date.now() - daysAgo * day) / 3600_000) * 3600_000;

const everything = '{ min max last average }';
const historyDocument = `query($nodeId: ID!, $from: DateTime, $to: DateTime, $step: Int) {
  nodeMetrics(nodeId: $nodeId, from: $from, to: $to, step: $step) {
    stepSeconds buckets { at samples height ${everything} cpuPercent ${everything} memoryMiB ${everything} } } }`;

const keep = (sampleRetentionDays: number, now = Date.now(), signal = new AbortController().signal) =>
  keepHistory(database, { sampleRetentionDays, now: new Date(now) }, signal);
const rowsIn = async (table: string, nodeId: string): Promise<number> =>
  rowsOf(await database.execute(sql`SELECT 1 FROM ${sql.identifier(table)} WHERE node_id = ${nodeId}::uuid`)).length;

test('minutes that are packed say the same at every step, also beside some that are not yet', async () => {
  const nodeId = await newNode({ name: 'packed' });
  const hour = pastHour(5);
  const sampleAt = (time: number, height: number, cpuPercent: number | null) =>
    host.event({ nodeId, kind: 'node.sample', at: at(time), data: sample(height, { cpuPercent }) });
  await host.report(
    [0, 10, 65, 130, 3590, 3605, 7200].map((second, index) =>
      sampleAt(hour + second * 1000, 10 + index * index, index % 2 === 0 ? index * 1.5 : null),
    ),
  );
  await host.report([sampleAt(pastHour(1), 99, 1)]);
  const ranges = [60, 120, 600, 1800, 3540].flatMap((step) => [
    { nodeId, step, from: at(hour + 60_000), to: at(hour + 3600_000) },
    { nodeId, step, from: at(hour - 3600_000), to: at(hour + 3 * 3600_000) },
  ]);
  ranges.push({ nodeId, step: 3540, from: at(hour), to: at(Date.now()) });
  const read = () => Promise.all(ranges.map((range) => controlPlane.ask(historyDocument, range)));
  const before = await read();
  const minutes = await rowsIn('node_minute', nodeId);
  await keep(3);
  expect(await rowsIn('node_minute', nodeId)).toBe(1);
  expect(await rowsIn('node_packed_minute', nodeId)).toBe(3);
  expect(minutes).toBe(7);
  expect(await read()).toEqual(before);
});

test('a job that is cut off while it packs loses no minute', async () => {
  const nodeId = await newNode({ name: 'cut' });
  const hour = pastHour(6);
  await host.report([host.event({ nodeId, kind: 'node.sample', at: at(hour), data: sample(1) })]);
  await keep(3, Date.now(), AbortSignal.abort());
  expect((await rowsIn('node_minute', nodeId)) + (await rowsIn('node_packed_minute', nodeId))).toBe(1);
  await Promise.all([keep(3), keep(3)]);
  expect([await rowsIn('node_minute', nodeId), await rowsIn('node_packed_minute', nodeId)]).toEqual([0, 1]);
});

test('minutes are there for 90 days, and a short range of long ago comes by the minute', async () => {
  const nodeId = await newNode({ name: 'old' });
  for (const daysAgo of [85, 130]) {
    await database.execute(sql`INSERT INTO node_packed_minute (node_id, at, minutes, samples, height)
      VALUES (${nodeId}::uuid, ${at(pastHour(daysAgo))}, '{0}', '{2}', '{1,2,3,2,2}')`);
  }
  const from = at(pastHour(85));
  const { nodeMetrics } = await controlPlane.ask(historyDocument, { nodeId, from, to: at(pastHour(85) + 3600_000) });
  expect(nodeMetrics).toMatchObject({
    stepSeconds: 60,
    buckets: [{ at: from, samples: 2, height: { min: 1, max: 2, average: 1.5, last: 2 }, cpuPercent: null }],
  });
  await keep(7);
  expect(await rowsIn('node_packed_minute', nodeId)).toBe(1);
});

test('the minutes of an executor are packed as those of a node are', async () => {
  const { executorId } = (await host.sync()).data.syncExecutor;
  const minute = pastHour(20) + 7 * 60_000;
  for (const [index, free] of [3, 5].entries()) {
    await database.execute(sql`INSERT INTO executor_minute (executor_id, at, cpu_cores_total, cpu_cores_free)
      VALUES (${executorId}::uuid, ${at(minute + index * 60_000)}, 8, ${free})`);
  }
  const document = `query($id: ID!, $from: DateTime, $to: DateTime, $step: Int) {
    executorMetrics(executorId: $id, from: $from, to: $to, step: $step) {
      buckets { at samples cpuCores { total ${everything} usedByNodes ${everything} free ${everything} } } } }`;
  const read = async (step: number) =>
    controlPlane.ask(document, { id: executorId, from: at(minute), to: at(minute + 600_000), step });
  const before = [await read(60), await read(600)];
  expect(before[0]?.executorMetrics.buckets).toMatchObject([
    { samples: 1, cpuCores: { free: { last: 3 }, usedByNodes: null } },
    { samples: 1, cpuCores: { free: { last: 5 } } },
  ]);
  await keep(7);
  const left = await database.execute(
    sql`SELECT 1 FROM executor_minute WHERE executor_id = ${executorId}::uuid AND at < now() - interval '8 days'`,
  );
  expect(rowsOf(left)).toEqual([]);
  expect([await read(60), await read(600)]).toEqual(before);
});

test('a day of a busy node’s minutes takes less than 160 KiB once it is packed', async () => {
  const nodeId = await newNode({ name: 'sized' });
  const measured: Record<string, string> = {
    mempool_transactions: 'floor(random() * 1e5)',
    mempool_bytes: 'floor(random() * 1e8)',
    cpu_percent: 'random() * 100',
    memory_mib: 'random() * 4096',
  };
  // The other measurements hardly change.
  const values = Object.values(nodeSeries).map(
    ({ column }, index) => `${measured[column] ?? `(800000 + ${index} + n / 10)`} AS ${column}`,
  );
  const columns = Object.values(nodeSeries).map(({ column }) => column);
  const parts = columns.flatMap((column) => ['min', 'max', 'sum', 'last', 'count'].map((part) => `${column}_${part}`));
  await database.execute(sql`INSERT INTO node_minute (node_id, at, seconds, last_at, samples, ${sql.raw(parts.join(', '))})
    SELECT ${nodeId}::uuid, at, 3, at, 2, ${sql.raw(columns.map((c) => `${c}, ${c} + 1, 2 * ${c} + 1, ${c}, 2`).join(', '))}
    FROM (SELECT date_trunc('day', now()) - interval '10 days' + n * interval '1 minute' AS at, ${sql.raw(values.join(', '))}
      FROM generate_series(0, 1439) AS n) AS made`);
  const size = async () => {
    await database.execute(sql`VACUUM FULL node_packed_minute`);
    const found = await database.execute(sql`SELECT sum(pg_total_relation_size(relid))::int AS size
      FROM pg_partition_tree('node_packed_minute') WHERE isleaf`);
    return rowsOf<{ size: number }>(found)[0]?.size ?? 0;
  };
  const before = await size();
  await keep(7);
  const packed = (await size()) - before;
  expect(packed).toBeGreaterThan(0);
  expect(packed).toBeLessThan(160 * 1024);
});
