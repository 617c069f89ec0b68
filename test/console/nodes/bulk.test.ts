import { expect, test } from 'vitest';
import { beforeBulk, withResult } from '../../../src/console/nodes/bulk.ts';
import type { NodeRow } from '../../../src/console/nodes/shown-node-row.ts';

const node = (name: string, desiredState: NodeRow['desiredState']) =>
  ({ id: name, name, desiredState, status: { phase: 'running', reason: null } }) as NodeRow;
const nodes = [node('runs', 'running'), node('rests', 'stopped'), node('goes', 'deleted')];

test.each([
  ['start', ['left out', 'waits', 'left out']],
  ['stop', ['waits', 'left out', 'left out']],
  ['restart', ['waits', 'left out', 'left out']],
] as const)('leaves out the nodes for which it makes no sense: %s', (act, outcomes) => {
  const results = beforeBulk(nodes, act);
  expect(results.map(({ outcome }) => outcome)).toEqual(outcomes);
  for (const { outcome, reason } of results) expect(reason === null).toBe(outcome === 'waits');
});

test('notes the result of one node, and of no other', () => {
  const results = withResult(beforeBulk(nodes, 'stop'), 'runs', { outcome: 'refused', reason: 'why' });
  expect(results[0]).toMatchObject({ id: 'runs', outcome: 'refused', reason: 'why' });
  expect(results.slice(1)).toEqual(beforeBulk(nodes, 'stop').slice(1));
});
