import { expect, test } from 'vitest';
import type { NodeOperationState, OperationReportInput } from '../../../../src/contract/types.generated.ts';
import { afterReport } from '../../../../src/control-plane/nodes/operations/observe-operations.ts';
import { reindex } from '../../../../src/control-plane/nodes/operations/reindex.ts';
import { estimatedEnd } from '../../../../src/control-plane/nodes/operations/show-operation.ts';
import type { OperationRow } from '../../../../src/control-plane/tables/node-operations.ts';
import { sample } from '../../../harness/sample.ts';

const startedAt = new Date('2026-01-01T00:00:00.000Z');
const now = new Date('2026-01-01T01:00:00.000Z');
const row = (state: NodeOperationState): OperationRow => ({
  ...{ organizationId: 'acme', id: 'o1', nodeId: 'n1', kind: 'reindex', state },
  params: { chainstateOnly: false, height: 100 },
  ...{ step: null, progress: null, cancellable: false, reason: null, result: null, startedAt, endedAt: null },
  ...{ requestedBy: 'Ada', requestedAt: startedAt },
});

test.each<[what: string, NodeOperationState, Partial<OperationReportInput>, expected: object | undefined]>([
  ['what is known', 'running', {}, undefined],
  ['the end', 'running', { state: 'succeeded' }, { state: 'succeeded', progress: 1, startedAt, endedAt: now }],
  ['anything after the end', 'succeeded', { state: 'failed' }, undefined],
  ['a cancelled one that its agent does not know of yet', 'cancelled', { cancellable: true }, undefined],
  ['the end of one that was cancelled too late', 'cancelled', { state: 'succeeded' }, { state: 'succeeded' }],
])('a report of %s', (_what, before, report, expected) => {
  const change = afterReport(row(before), { id: 'o1', state: 'running', cancellable: false, ...report }, now);
  if (expected === undefined) expect(change).toBeUndefined();
  else expect(change).toMatchObject(expected);
});

test('the progress of a reindex is that of the samples since it started', () => {
  const at = '2026-01-01T00:59:00.000Z';
  const progressAt = (metrics: object) =>
    reindex.progress?.(row('running'), { metrics: { ...sample(0), at, ...metrics } });
  expect(progressAt({ height: 25 })).toBe(0.25);
  expect(progressAt({ height: 25, verificationProgress: 0.1 })).toBe(0.1);
  expect(progressAt({ height: 0 })).toBe(0);
  expect(progressAt({ height: 100, at: '2025-12-31T00:00:00.000Z' })).toBeNull();
});

test('the estimate follows from the time so far', () => {
  expect(estimatedEnd(row('running'), 0.25, now.getTime())).toBe('2026-01-01T04:00:00.000Z');
  expect(estimatedEnd(row('running'), 0, now.getTime())).toBeNull();
  expect(estimatedEnd(row('succeeded'), 0.25, now.getTime())).toBeNull();
});
