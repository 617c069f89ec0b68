import { expect, test } from 'vitest';
import { codeOf } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const { controlPlane, host, stranger, newNode } = sharedInhabited();

const day = 24 * 3600_000;
const at = (ms: number) => new Date(ms).toISOString();
/** The start of a past hour. */
const pastHour = (hoursAgo: number) => Math.floor(Date.now() / 3600_000 - hoursAgo) * 3600_000;

const historyDocument = `query($nodeId: ID!, $from: DateTime, $to: DateTime, $step: Int) {
  nodeMetrics(nodeId: $nodeId, from: $from, to: $to, step: $step) {
    stepSeconds buckets { at samples height { min max last average } cpuPercent { min average } } } }`;

const history = async (variables: object) => (await controlPlane.ask(historyDocument, variables)).nodeMetrics;

const sampleOf = (nodeId: string, time: number, height: number, more: object = {}) =>
  host.event({ nodeId, kind: 'node.sample', at: at(time), data: sample(height, more) });

test('samples that come in any order are summed up in the bucket of their time, at every step', async () => {
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
  expect(await history({ ...range, step: 60 })).toEqual({
    stepSeconds: 60,
    buckets: [first, { at: at(hour + 600_000), ...second }],
  });
  expect((await history({ ...range, step: 3600 })).buckets).toEqual([
    { at: at(hour), samples: 5, height: { min: 10, max: 31, last: 31, average: 20 }, cpuPercent: null },
  ]);
  expect(
    (await history({ ...range, step: 10 })).buckets.map((bucket: { at: string; height: object }) => [
      bucket.at,
      bucket.height,
    ]),
  ).toEqual([
    [at(hour), { min: 10, max: 10, last: 10, average: 10 }],
    [at(hour + 10_000), { min: 17, max: 17, last: 17, average: 17 }],
    [at(hour + 30_000), { min: 12, max: 12, last: 12, average: 12 }],
    [at(hour + 600_000), { min: 30, max: 30, last: 30, average: 30 }],
    [at(hour + 620_000), { min: 31, max: 31, last: 31, average: 31 }],
  ]);
});

test('an outbox that is flushed after days, and twice, counts each sample once', async () => {
  const nodeId = await newNode({ name: 'late' });
  const hour = pastHour(100);
  const batch = [0, 1, 2, 3].map((index) => sampleOf(nodeId, hour + index * 20_000, index));
  await host.report(batch.slice(0, 2));
  await Promise.all([host.report(batch), host.report(batch)]);
  const range = { nodeId, from: at(hour), to: at(hour + 3600_000) };
  for (const step of [60, 3600]) {
    const { buckets } = await history({ ...range, step });
    expect(buckets.reduce((sum: number, { samples }: { samples: number }) => sum + samples, 0)).toBe(4);
  }
  // Raw samples cover only the last day.
  expect((await history({ ...range, step: 10 })).buckets).toEqual([]);
});

test('a sample is not in the feed of events, and one of another’s node is nowhere', async () => {
  const nodeId = await newNode({ name: 'apart' });
  const before = (await controlPlane.ask('{ events(filter: { take: 1 }) { nodes { id } } }')).events;
  const answer = await host.report([
    sampleOf(nodeId, Date.now(), 5),
    sampleOf('00000000-0000-4000-8000-000000000000', Date.now(), 6),
  ]);
  expect(answer.data.reportRuntimeEvents).toEqual({ accepted: 2, rejected: [] });
  expect((await controlPlane.ask('{ events(filter: { take: 1 }) { nodes { id } } }')).events).toEqual(before);
  expect((await controlPlane.ask('{ events(filter: { kind: "node.sample" }) { nodes { id } } }')).events.nodes).toEqual(
    [],
  );
});

test('a sample of long ago or of the future has no place in the history, but is acknowledged', async () => {
  const nodeId = await newNode({ name: 'astray' });
  const answer = await host.report([
    sampleOf(nodeId, Date.now() - 8 * day, 1),
    sampleOf(nodeId, Date.now() + 2 * 3600_000, 2),
  ]);
  expect(answer.data.reportRuntimeEvents).toEqual({ accepted: 2, rejected: [] });
  const { buckets } = await history({
    nodeId,
    from: at(Date.now() - 60 * day),
    to: at(Date.now() + day),
    step: 24 * 3600,
  });
  expect(buckets).toEqual([]);
});

test('a series that some samples lack is summed up over the others', async () => {
  const nodeId = await newNode({ name: 'partial' });
  const hour = pastHour(5);
  await host.report([
    sampleOf(nodeId, hour, 1, { cpuPercent: 10 }),
    sampleOf(nodeId, hour + 1000, 1),
    sampleOf(nodeId, hour + 70_000, 1, { cpuPercent: 40 }),
  ]);
  const { buckets } = await history({ nodeId, from: at(hour), to: at(hour + 3600_000), step: 3600 });
  expect(buckets).toMatchObject([{ samples: 3, cpuPercent: { min: 10, average: 25 } }]);
});

test('the step that is left out is as fine as is kept', async () => {
  const nodeId = await newNode({ name: 'steps' });
  const stepOf = async (days: number) => (await history({ nodeId, from: at(Date.now() - days * day) })).stepSeconds;
  expect(await stepOf(1 / 24)).toBe(60);
  expect(await stepOf(1)).toBe(300);
  expect(await stepOf(30)).toBe(7200);
  // Also for a short range long ago.
  const { stepSeconds } = await history({ nodeId, from: at(Date.now() - 30 * day), to: at(Date.now() - 29 * day) });
  expect(stepSeconds).toBe(300);
});

test('a range with too many buckets, or none, is refused with what to ask for', async () => {
  const nodeId = await newNode({ name: 'refused' });
  const refusal = async (variables: object) => {
    const answer = await controlPlane.call(historyDocument, { nodeId, ...variables });
    return [codeOf(answer), answer.errors?.[0]?.message];
  };
  const to = at(Date.now());
  expect(await refusal({ to, step: 10 })).toEqual([
    'invalid_input',
    expect.stringContaining('step: must be at least 58 for this range'),
  ]);
  expect(await refusal({ to, step: 0 })).toEqual([
    'invalid_input',
    expect.stringContaining('step: must be at least 1'),
  ]);
  expect(await refusal({ to, from: to })).toEqual(['invalid_input', expect.stringContaining('from: must be before')]);
});

test('the resources of an executor have a history of one sample a minute, and of hours over a month', async () => {
  const { executorId } = (await host.sync()).data.syncExecutor;
  // A control plane takes a sample as soon as it serves.
  await controlPlane.stop();
  await controlPlane.serve();
  const document = `query($id: ID!, $step: Int) { executorMetrics(executorId: $id, step: $step) { stepSeconds buckets { samples
    cpuCores { total { last } free { min max average } } diskMiB { usedByNodes { last } } } } }`;
  const read = async (key?: string, step?: number) =>
    (await controlPlane.call(document, { id: executorId, step }, key)).data.executorMetrics;
  const [first] = await until('a sample is taken', async () => {
    const { buckets } = await read();
    return buckets.length > 0 && buckets;
  });
  expect(first).toMatchObject({
    cpuCores: { total: { last: 8 }, free: { min: 8, max: 8, average: 8 } },
    diskMiB: { usedByNodes: { last: 0 } },
  });
  const ofHours = await read(undefined, 7200);
  expect(ofHours.buckets).toMatchObject([{ cpuCores: { free: { min: 8, max: 8, average: 8 } } }]);
  expect(await read(stranger.personalKey)).toBeNull();
});

test('the history of a node does not exist for another organization', async () => {
  const nodeId = await newNode({ name: 'hidden' });
  expect((await controlPlane.ask(historyDocument, { nodeId }, stranger.personalKey)).nodeMetrics).toBeNull();
  expect(await history({ nodeId: 'nonsense' })).toBeNull();
});

test('the series that a fragment asks for under another name are read, and a query may ask for none', async () => {
  const nodeId = await newNode({ name: 'chosen' });
  await host.report([sampleOf(nodeId, Date.now(), 3)]);
  const { nodeMetrics, none } = await controlPlane.ask(
    `query($nodeId: ID!) { nodeMetrics(nodeId: $nodeId) { ...Chart } none: nodeMetrics(nodeId: $nodeId) { buckets { samples } } }
     fragment Chart on NodeMetricsHistory { buckets { ... on NodeMetricsBucket { tip: headers { last } } } }`,
    { nodeId },
  );
  expect(nodeMetrics.buckets).toEqual([{ tip: { last: 3 } }]);
  expect(none.buckets).toEqual([{ samples: 1 }]);
});
