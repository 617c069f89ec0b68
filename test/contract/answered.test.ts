import { expect, test } from 'vitest';
import { isAnswered } from '../../src/contract/answered.ts';

test.each<[string, object, boolean]>([
  ['a list is taken', { nodes: [] }, true],
  ['nothing to show of a node is taken', { node: null }, true],
  ['no rotation of credentials yet is taken', { rpcCredentialRotation: null }, true],
  ['a list that failed is refused', { nodes: null }, false],
  ['a mutation that failed beside another is refused', { createNode: {}, deleteNode: null }, false],
])('an answer without errors but with %s', (_what, data, expected) => {
  expect(isAnswered(data)).toBe(expected);
});
