import { expect, test } from 'vitest';
import { changesNothing, describeDivergences, divergences } from '../../../src/agent/upgrade/judge-rehearsal.ts';
import type { RehearsalReport } from '../../../src/agent/upgrade/rehearsal-report.ts';

const remake = { action: 'remove the container', why: 'its configuration differs' };
const stop = { action: 'stop the daemon', why: 'it is to be stopped' };

const report = (...nodes: Partial<RehearsalReport['nodes'][number]>[]): RehearsalReport => ({
  version: '1.1.0',
  nodes: nodes.map((node, index) => ({ id: `${index}`, name: `node-${index}`, steps: [], error: null, ...node })),
});

test.each<[string, RehearsalReport, RehearsalReport, string[]]>([
  ['empty plans', report({}, {}), report({}, {}), []],
  ['a step that the present version plans too', report({ steps: [stop] }), report({ steps: [stop] }), []],
  [
    'the same step for another reason',
    report({ steps: [{ ...stop, why: 'new words' }] }),
    report({ steps: [stop] }),
    [],
  ],
  ['a step of the new version alone', report({}, { steps: [remake] }), report({}, {}), ['node-1']],
  [
    'one more step than the present version plans',
    report({ steps: [stop, remake] }),
    report({ steps: [stop] }),
    ['node-0'],
  ],
  ['a step that the present version plans alone', report({}), report({ steps: [stop] }), []],
  ['an engine that neither can ask', report({ error: 'no socket' }), report({ error: 'no socket' }), []],
  ['an engine that the new version alone cannot ask', report({ error: 'no socket' }), report({}), ['node-0']],
  ['a node that the present version does not know', report({ steps: [remake] }), report(), ['node-0']],
])('of two rehearsals, %s', (_what, fresh, present, expected) => {
  expect(divergences(fresh, present).map(({ node }) => node)).toEqual(expected);
});

test.each([
  [report(), true],
  [report({}), true],
  [report({ steps: [stop] }), false],
  [report({ error: 'no socket' }), false],
])('a version changes nothing only where it sees every node and plans nothing', (fresh, expected) => {
  expect(changesNothing(fresh)).toBe(expected);
});

test('what a release would do is told with its node, its step and the reason, and not endlessly', () => {
  const many = report(...Array.from({ length: 7 }, () => ({ steps: [remake] })));
  const text = describeDivergences('1.1.0', divergences(many, report()));
  expect(text).toContain('node-0: it would remove the container, because its configuration differs');
  expect(text).toContain('and 2 more');
});
