import { expect, test } from 'vitest';
import { deliveredState } from '../../../src/control-plane/nodes/node-status.ts';

const drain = { at: '2026-11-21T12:00:00.000Z', by: 'Ada', reason: 'kernel', ownsCordon: true, completedAt: null };

test.each([
  ['running', null, 'running'],
  ['running', drain, 'stopped'],
  ['stopped', drain, 'stopped'],
  ['deleted', drain, 'deleted'],
] as const)('a node that is asked to be %s is delivered with a drain of %j as %s', (asked, of, delivered) => {
  expect(deliveredState(asked, of)).toBe(delivered);
});
