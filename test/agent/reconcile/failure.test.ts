import { expect, test } from 'vitest';
import { classifyFailure } from '../../../src/agent/reconcile/failure.ts';
import { newNodeRecord } from '../../../src/agent/runtime/node-record.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';

const ports = { rpc: 1, p2p: 2 };
const fresh = { ...newNodeRecord(0), ports };
const given = { numbers: [1, 2], change: { ports: null } };

test('the first failure is new and counts as one', () => {
  expect(classifyFailure(new RuntimeError('refused', 'no disk'), fresh)).toEqual({
    failure: { message: 'no disk', count: 1, quiet: false },
    isNew: true,
    rejected: null,
  });
});

test('the same failure again counts on and needs no event', () => {
  const failure = { message: 'no disk', count: 3, quiet: false };
  expect(classifyFailure(new RuntimeError('refused', 'no disk'), { ...fresh, failure })).toMatchObject({
    failure: { count: 4, quiet: true },
    isNew: false,
  });
});

test('a runtime that is down needs no event of each node', () => {
  expect(classifyFailure(new RuntimeError('unreachable', 'no engine'), fresh).failure.quiet).toBe(true);
});

test.each([
  ['rejects the ports of a node that never started', false, given],
  ['keeps the ports of a node that has started with them', true, null],
])('a port conflict %s', (_behaviour, everStarted, rejected) => {
  const error = new RuntimeError('port-conflict', 'address already in use');
  expect(classifyFailure(error, { ...fresh, everStarted }).rejected).toEqual(rejected);
});

test('a fault of the program itself is a failure like any other', () => {
  expect(classifyFailure('nonsense', fresh).failure.message).toBe('nonsense');
});
