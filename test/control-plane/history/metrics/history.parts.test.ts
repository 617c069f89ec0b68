import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { keepHistory } from '../../../../src/control-plane/history/metrics/retention.ts';
import { rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { nodeSeries } from '../../../../src/control-plane/tables/metrics.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const inhabited = sharedInhabited();
const { controlPlane, host, stranger, newNode } = inhabited;
const database = sharedDatabase(controlPlane);

const day = 24 * 3600_000;
const at = (ms: number) => new Date(ms).toISOString();
/** The start of a past hour. */
const pastHour = (hoursAgo: number) => Math.floor(Date.now() / 3600_000 - hoursAgo) * 3600_000;

const everything = '{ min max last average }';
const historyDocument = `query($nodeId: ID!, $from: DateTime, $to: DateTime, $stepSeconds: Int) {
  nodeMetrics(where: { id: $nodeId }, from: $from, to: $to, stepSeconds: $stepSeconds) {
    stepSeconds buckets { at samples height ${everything} cpuPercent ${everything} memoryMiB ${everything} } } }`;

const history = async (variables: object) => (await controlPlane.ask(historyDocument, variables)).nodeMetrics;

const sampleOf = (nodeId: string, time: number, height: number, more: object = {}) =>
  host.event({ nodeId, kind: 'node.sample', at: at(time), data: sample(height, more) });

test('adds samples in any order to the bucket of their time, at every step', async () => {
  const nodeId = await newNode({ name: 'ordered' });
  const hour = pastHour(3);
  await host.report([
    sampleOf(nodeId, hour + 30_000, 12),
    sampleOf(nodeId, hour + 5_000, 10),
    sampleOf(nodeId, hour + 600_000, 30),
  ]);
  await host.report([sampleOf(nodeId, hour + 15_000, 17), sampleOf(nodeId, hour + 620_000, 31)]);
  const range = { nodeId, from: at(hour), to: at(hour + 3600_000) };
  const first = { at: at(hour), samples: 3, height: { min: 10, max: 17, last: 12, average: 13 }, cpuPercent: null };
  const second = { samples: 2, height: { min: 30, max: 31, last: 31, average: 30.5 }, cpuPercent: null };
  expect(await history({ ...range, stepSeconds: 60 })).toMatchObject({
    stepSeconds: 60,
    buckets: [first, { at: at(hour + 600_000), ...second }],
  });
  expect((await history({ ...range, stepSeconds: 3600 })).buckets).toMatchObject([
    { at: at(hour), samples: 5, height: { min: 10, max: 31, last: 31, average: 20 }, cpuPercent: null },
  ]);
  const single = Object.entries({ 0: 10, 10: 17, 30: 12, 600: 30, 620: 31 }).map(([second, height]) => ({
    ...{ at: at(hour + Number(second) * 1000), samples: 1 },
    height: { min: height, max: height, last: height, average: height },
  }));
  expect((await history({ ...range, stepSeconds: 10 })).buckets).toMatchObject(single);
  expect(await history({ nodeId: 'nonsense' })).toBeNull();
});

test('an outbox that is flushed after days, and twice, counts each sample once', async () => {
  const nodeId = await newNode({ name: 'late' });
  const hour = pastHour(100);
  const batch = [0, 1, 2, 3].map((index) => sampleOf(nodeId, hour + index * 20_000, index));
  await host.report(batch.slice(0, 2));
  await Promise.all([host.report(batch), host.report(batch)]);
  const range = { nodeId, from: at(hour), to: at(hour + 3600_000) };
  for (const stepSeconds of [60, 3600]) {
    const { buckets } = await history({ ...range, stepSeconds });
    expect(buckets.reduce((sum: number, { samples }: { samples: number }) => sum + samples, 0)).toBe(4);
  }
  // Raw samples cover only the last day.
  expect((await history({ ...range, stepSeconds: 10 })).buckets).toEqual([]);
});

test('a sample is not in the feed of events, and one of another’s node is nowhere', async () => {
  const nodeId = await newNode({ name: 'apart' });
  const newest = () =>
    controlPlane.ask(
      '{ all: events(filter: { take: 1 }) { nodes { id } } samples: events(filter: { kind: "node.sample" }) { nodes { id } } }',
    );
  const before = await newest();
  expect(before.samples.nodes).toEqual([]);
  const unknown = '00000000-0000-4000-8000-000000000000';
  const answer = await host.report([sampleOf(nodeId, Date.now(), 5), sampleOf(unknown, Date.now(), 6)]);
  expect(answer.data.reportRuntimeEvents).toEqual({ accepted: 2, rejected: [] });
  expect(await newest()).toEqual(before);
});

test('acknowledges a sample from long ago or the future without storing it', async () => {
  const nodeId = await newNode({ name: 'astray' });
  const now = Date.now();
  const answer = await host.report([sampleOf(nodeId, now - 8 * day, 1), sampleOf(nodeId, now + 2 * 3600_000, 2)]);
  expect(answer.data.reportRuntimeEvents).toEqual({ accepted: 2, rejected: [] });
  const range = { from: at(now - 60 * day), to: at(now + day), stepSeconds: 24 * 3600 };
  expect((await history({ nodeId, ...range })).buckets).toEqual([]);
});

test('a series that some samples lack is summed up over the others', async () => {
  const nodeId = await newNode({ name: 'partial' });
  const hour = pastHour(5);
  await host.report([
    sampleOf(nodeId, hour, 1, { cpuPercent: 10 }),
    sampleOf(nodeId, hour + 1000, 1),
    sampleOf(nodeId, hour + 70_000, 1, { cpuPercent: 40 }),
  ]);
  const { buckets } = await history({ nodeId, from: at(hour), to: at(hour + 3600_000), stepSeconds: 3600 });
  expect(buckets).toMatchObject([{ samples: 3, cpuPercent: { min: 10, average: 25 } }]);
});

test('summarizes the lists of a sample: warnings, slowest index, branches by status', async () => {
  const nodeId = await newNode({ name: 'summarized' });
  const hour = pastHour(6);
  const indexes = [110, 50, -1].map((bestBlockHeight) => ({ name: 'i', synced: false, bestBlockHeight }));
  const chainTips = [
    { status: 'active', count: 1 },
    { status: 'invalid', count: 2 },
  ];
  const more = { warnings: ['disk', 'clock'], chainTips, unbroadcastTransactions: 3 };
  await host.report([
    sampleOf(nodeId, hour, 100, { ...more, indexes }),
    sampleOf(nodeId, hour + 60_000, 100, { ...more, indexes: indexes.slice(0, 2) }),
    // What an agent reports of the summary itself does not count.
    sampleOf(nodeId, hour + 120_000, 100, { chainTips: null, invalidTips: 7, indexProgress: 'all' }),
  ]);
  const names = ['warningCount', 'indexProgress', 'invalidTips', 'validForkTips', 'unbroadcastTransactions'];
  const { nodeMetrics } = await controlPlane.ask(
    `query($id: ID!, $from: DateTime, $to: DateTime) { nodeMetrics(where: { id: $id }, from: $from, to: $to, stepSeconds: 60) {
      buckets { ${names.map((name) => `${name} { last }`).join(' ')} } } }`,
    { id: nodeId, from: at(hour), to: at(hour + 3600_000) },
  );
  const rows = nodeMetrics.buckets.map((bucket: Record<string, { last: number } | null>) =>
    names.map((name) => bucket[name]?.last ?? null),
  );
  expect(rows).toEqual([
    [2, 0, 2, 0, 3],
    [2, 0.5, 2, 0, 3],
    [0, null, null, null, 0],
  ]);
});

test('an executor’s resources have a history by minute, and by hour over a month', async () => {
  const { executorId } = inhabited;
  // A control plane takes a sample as soon as it serves.
  await controlPlane.stop();
  await controlPlane.serve();
  const document = `query($id: ID!, $step: Int) { executorMetrics(where: { id: $id }, stepSeconds: $step) { stepSeconds buckets { samples
    cpuCores { total { last } free { min max average } } diskGiB { usedByNodes { last } } } } }`;
  const read = async (key?: string, step?: number) =>
    (await controlPlane.call(document, { id: executorId, step }, key)).data.executorMetrics;
  const look = async () => {
    const { buckets } = await read();
    return buckets.length > 0 && buckets;
  };
  const [first] = await until('a sample is taken', look, undefined, 250);
  expect(first).toMatchObject({
    cpuCores: { total: { last: 8 }, free: { min: 8, max: 8, average: 8 } },
    diskGiB: { usedByNodes: { last: 0 } },
  });
  const ofHours = await read(undefined, 7200);
  expect(ofHours.buckets).toMatchObject([{ cpuCores: { free: { min: 8, max: 8, average: 8 } } }]);
  expect(await read(stranger.personalKey)).toBeNull();
});

test('reads series under a fragment’s alias, and a query may select none', async () => {
  const nodeId = await newNode({ name: 'chosen' });
  await host.report([sampleOf(nodeId, Date.now(), 3)]);
  const { nodeMetrics, none } = await controlPlane.ask(
    `query($nodeId: ID!) { nodeMetrics(where: { id: $nodeId }) { ...Chart } none: nodeMetrics(where: { id: $nodeId }) { buckets { samples } } }
     fragment Chart on NodeMetricsHistory { buckets { ... on NodeMetricsBucket { tip: headers { last } } } }`,
    { nodeId },
  );
  expect(nodeMetrics.buckets).toEqual([{ tip: { last: 3 } }]);
  expect(none.buckets).toEqual([{ samples: 1 }]);
});

describe('minutes that are packed', () => {
  const keep = (sampleRetentionDays: number, signal = new AbortController().signal) =>
    keepHistory(database, { sampleRetentionDays, now: new Date() }, signal);
  const rowsIn = async (table: string, nodeId: string): Promise<number> =>
    rowsOf(await database.execute(sql`SELECT 1 FROM ${sql.identifier(table)} WHERE node_id = ${nodeId}::uuid`)).length;

  test('packed minutes read the same at every step, even beside unpacked ones', async () => {
    const nodeId = await newNode({ name: 'packed' });
    const hour = pastHour(5 * 24);
    const samples = [0, 10, 65, 130, 3590, 3605, 7200].map((second, index) => {
      const cpuPercent = index % 2 === 0 ? index * 1.5 : null;
      return sampleOf(nodeId, hour + second * 1000, 10 + index * index, { cpuPercent });
    });
    await host.report([...samples, sampleOf(nodeId, pastHour(24), 99, { cpuPercent: 1 })]);
    const ranges = [60, 120, 600, 1800, 3540].flatMap((stepSeconds) => [
      { nodeId, stepSeconds, from: at(hour + 60_000), to: at(hour + 3600_000) },
      { nodeId, stepSeconds, from: at(hour - 3600_000), to: at(hour + 3 * 3600_000) },
    ]);
    ranges.push({ nodeId, stepSeconds: 3540, from: at(hour), to: at(Date.now()) });
    const read = () => Promise.all(ranges.map((range) => controlPlane.ask(historyDocument, range)));
    const before = await read();
    const rows = async () => [await rowsIn('node_minute', nodeId), await rowsIn('node_packed_minute', nodeId)];
    expect(await rows()).toEqual([7, 0]);
    await keep(3);
    expect(await rows()).toEqual([1, 3]);
    expect(await read()).toEqual(before);
  });

  test('a job that is cut off while it packs loses no minute', async () => {
    const nodeId = await newNode({ name: 'cut' });
    const hour = pastHour(6 * 24);
    await host.report([sampleOf(nodeId, hour, 1)]);
    await keep(3, AbortSignal.abort());
    expect((await rowsIn('node_minute', nodeId)) + (await rowsIn('node_packed_minute', nodeId))).toBe(1);
    await Promise.all([keep(3), keep(3)]);
    expect([await rowsIn('node_minute', nodeId), await rowsIn('node_packed_minute', nodeId)]).toEqual([0, 1]);
  });

  test('minutes are there for 90 days, and a short range of long ago comes by the minute', async () => {
    const nodeId = await newNode({ name: 'old' });
    for (const daysAgo of [85, 130]) {
      await database.execute(sql`INSERT INTO node_packed_minute (organization_id, node_id, at, minutes, samples, height)
        VALUES (${controlPlane.made.organizationId}, ${nodeId}::uuid, ${at(pastHour(daysAgo * 24))}, '{0}', '{2}', '{1,2,3,2,2}')`);
    }
    const [from, to] = [at(pastHour(85 * 24)), at(pastHour(85 * 24) + 3600_000)];
    expect(await history({ nodeId, from, to })).toMatchObject({
      stepSeconds: 60,
      buckets: [{ at: from, samples: 2, height: { min: 1, max: 2, average: 1.5, last: 2 }, cpuPercent: null }],
    });
    await keep(7);
    expect(await rowsIn('node_packed_minute', nodeId)).toBe(1);
  });

  test('the minutes of an executor are packed as those of a node are', async () => {
    const { executorId } = inhabited;
    const minute = pastHour(20 * 24) + 7 * 60_000;
    for (const [index, free] of [3, 5].entries()) {
      await database.execute(sql`INSERT INTO executor_minute (organization_id, executor_id, at, cpu_cores_total, cpu_cores_free)
        VALUES (${controlPlane.made.organizationId}, ${executorId}::uuid, ${at(minute + index * 60_000)}, 8, ${free})`);
    }
    const document = `query($id: ID!, $from: DateTime, $to: DateTime, $step: Int) {
      executorMetrics(where: { id: $id }, from: $from, to: $to, stepSeconds: $step) {
        buckets { at samples cpuCores { total ${everything} usedByNodes ${everything} free ${everything} } } } }`;
    const read = async (stepSeconds: number) =>
      controlPlane.ask(document, { id: executorId, from: at(minute), to: at(minute + 600_000), step: stepSeconds });
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

  test('a day of a busy node’s minutes takes less than 192 KiB once it is packed', async () => {
    const nodeId = await newNode({ name: 'sized' });
    const tips = ['validForkTips', 'validHeadersTips', 'headersOnlyTips', 'invalidTips'] as const;
    const counts = ['unbroadcastTransactions', 'warningCount', ...tips] as const;
    const measured: Record<string, string> = {
      mempool_transactions: 'floor(random() * 1e5)',
      mempool_virtual_bytes: 'floor(random() * 1e8)',
      mempool_usage_bytes: 'floor(random() * 3e8)',
      cpu_percent: 'random() * 100',
      memory_mib: 'random() * 4096',
      // On most days, these stay.
      index_progress: '1',
      ...Object.fromEntries(counts.map((name) => [nodeSeries[name].column, '0'])),
    };
    // The other measurements hardly change.
    const values = Object.values(nodeSeries).map(
      ({ column }, index) => `${measured[column] ?? `(800000 + ${index} + n / 10)`} AS ${column}`,
    );
    const columns = Object.values(nodeSeries).map(({ column }) => column);
    const parts = columns.flatMap((column) =>
      ['min', 'max', 'sum', 'last', 'count'].map((part) => `${column}_${part}`),
    );
    await database.execute(sql`INSERT INTO node_minute (organization_id, node_id, at, seconds, last_at, samples, ${sql.raw(parts.join(', '))})
      SELECT ${controlPlane.made.organizationId}, ${nodeId}::uuid, at, 3, at, 2, ${sql.raw(columns.map((c) => `${c}, ${c} + 1, 2 * ${c} + 1, ${c}, 2`).join(', '))}
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
    expect(packed).toBeLessThan(192 * 1024);
  });
});
