import { expect, test } from 'vitest';
import { eventAfter, type OtherStep, recordAfter } from '../../../src/agent/docker/step-effects.ts';

const startedAt = '2026-11-21T20:00:00Z';
const settle = (attempt: number): OtherStep => ({
  kind: 'settle-reindex',
  containerId: 'c1',
  startedAt,
  act: { id: 'r1', kind: 'reindex' },
  attempt,
  why: 'a reindex was asked for',
});
const outcome = (step: OtherStep, hasBegun: boolean) => ({
  reindex: recordAfter(step, { spec: null }, [], hasBegun).reindex,
  event: eventAfter('n1', step, [], hasBegun),
});

test('a daemon that began to rebuild is begun since its start', () => {
  expect(outcome(settle(1), true)).toMatchObject({
    reindex: { id: 'r1', stage: 'running', begunAt: startedAt },
    event: { kind: 'node.reindex-begun', level: 'info' },
  });
});

test('a daemon that ended before is started with the option again, and the third time counts as a failure with its reason', () => {
  for (const attempt of [1, 2]) {
    expect(outcome(settle(attempt), false)).toMatchObject({
      reindex: { stage: 'again', attempts: attempt },
      event: { kind: 'node.reindex-not-begun', level: 'warning' },
    });
  }
  expect(outcome(settle(3), false)).toMatchObject({
    reindex: { stage: 'failed', reason: expect.stringContaining('ended 3 times') },
    event: { kind: 'node.reindex-failed', level: 'error' },
  });
});
