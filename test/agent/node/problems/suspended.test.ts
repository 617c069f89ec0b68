import { expect, test } from 'vitest';
import { ProblemWatch } from '../../../../src/agent/node/problems/problem-watch.ts';
import { newNodeRecord } from '../../../../src/agent/runtime/node-record.ts';
import { desired } from '../../../fixtures/node.ts';
import { VirtualClock } from '../../../harness/virtual-clock.ts';

test('a node whose daemon is kept stopped because of its disk says so at once, and no longer than that', () => {
  const suspension = { code: 'disk_full_stopped', reason: 'make room', since: '2026-01-01T00:00:00Z' } as const;
  const watch = new ProblemWatch(new VirtualClock(0), []);
  const told = (record: object) =>
    watch.look(desired(), { ...newNodeRecord(0), ...record }, null).told.map(({ code, reason }) => [code, reason]);
  expect(told({})).toEqual([]);
  expect(told({ suspension })).toEqual([['disk_full_stopped', 'make room']]);
  expect(told({ suspension })).toEqual([['disk_full_stopped', 'make room']]);
  expect(told({ suspension: null })).toEqual([]);
});
