import { expect, test } from 'vitest';
import { readingCalls } from '../../../src/bitcoin/reading-calls.ts';
import { nodeSearch } from '../../../src/console/pages/addresses.ts';
import { advicePlaces } from '../../../src/console/pages/incidents/advice-places.ts';
import { beforeIncident, type Incident } from '../../../src/console/pages/incidents/before.ts';
import { causeLine, groupIncidents } from '../../../src/console/pages/incidents/group-incidents.ts';
import { advicePages } from '../../../src/contract/advice.ts';
import type { AlertCode } from '../../../src/contract/types.generated.ts';

const owner = { mayChange: true };
const about = (code: string, more: object = {}) => ({
  ...{ code: code as AlertCode, nodeId: 'n', executorId: 'x', subjectId: 'r', subjectName: 'berlin-1' },
  ...more,
});

test.each(Object.entries(advicePages))('the advice of %s leads to its pages of the console', (code, pages) => {
  const places = advicePlaces(about(code), owner);
  expect(places).toHaveLength(pages.length);
  for (const { to, search = {} } of places) {
    expect(to).toMatch(/^\/(nodes\/n|executors\/x|executors\/upgrade\/r|networks\/r|nodes|events|keys|notifications)$/);
    if (to === '/nodes/n') expect(nodeSearch(search)).toEqual(search);
    if (search['method'] !== undefined) expect(readingCalls.map(({ method }) => method)).toContain(search['method']);
  }
});

test('advice links to a host’s nodes, unless the reader cannot see them', () => {
  const nodes = { label: 'View nodes', to: '/nodes', search: { executor: 'berlin-1' } };
  expect(advicePlaces(about('disk_low'), owner)).toContainEqual(nodes);
  const member = { mayChange: false };
  expect(advicePlaces(about('key_ends_soon'), member)).toEqual([]);
  expect(advicePlaces(about('daemon_warning'), member)).toEqual([]);
  expect(advicePlaces(about('agent_outdated', { executorId: null }), owner)).toEqual([]);
  expect(advicePlaces(about('a code of a later control plane'), owner)).toEqual([]);
});

const startedAt = '2026-01-02T03:04:05.000Z';
test.each([
  ['node', { to: startedAt, take: 1, nodeId: 'the-id' }],
  ['executor', { to: startedAt, take: 1, executorName: 'one' }],
  ['rollout', null],
  ['channel', null],
] as const)('what came before an incident of a %s is asked up to its first instant', (subjectType, events) => {
  expect(beforeIncident({ subjectId: 'the-id', subjectName: 'one', startedAt, subjectType })).toMatchObject({
    change: { targetId: 'the-id', to: startedAt, take: 1, changed: true },
    events,
    resources: { from: '2026-01-02T02:49:05.000Z', to: startedAt },
  });
});

const incident = (code: string, subjectName: string, message: string, more: object = {}) =>
  ({
    ...{ id: subjectName, code, subjectName, subjectId: subjectName, severity: 'critical', subjectType: 'node' },
    ...{ message, executorId: 'x', acknowledgedAt: null },
    ...more,
  }) as unknown as Incident;

test('21 failing nodes share a line with the most frequent cause, below worse rules', () => {
  const failing = (index: number, reason: string, executorId: string) =>
    incident('node_failing', `node-${index}`, `node-${index} cannot run: ${reason}`, { executorId });
  const incidents = [
    incident('client_end_of_life', 'old', 'old runs 27.0', { severity: 'warning' }),
    ...Array.from({ length: 15 }, (_, index) => failing(index, `cause ${'abcdefghijklmno'[index]}`, 'y')),
    ...Array.from({ length: 6 }, (_, index) => failing(100 + index, `the disk has ${index} MiB left`, 'berlin')),
    incident('executor_offline', 'porto', 'porto is offline', { subjectType: 'executor' }),
  ];
  const groups = groupIncidents(incidents);
  expect(groups.map(({ title, severity }) => [title, severity])).toEqual([
    ['Node failing: 21 nodes', 'critical'],
    ['Host offline: porto', 'critical'],
    ['Client end of life: old', 'warning'],
  ]);
  expect(groups[0]?.causes[0]).toHaveLength(6);
  expect(groups[0]?.incidents).toHaveLength(21);
  const lines = groups.map((group) => causeLine(group, [{ id: 'berlin', name: 'berlin-1' }]));
  expect(lines).toEqual(['6 on berlin-1: The disk has 0 MiB left (15 other causes)', 'Offline', 'Runs 27.0']);
});

test('several causes without a common host are counted against all', () => {
  const runs = (name: string, version: string) =>
    incident('client_end_of_life', name, `${name} runs ${version}`, { executorId: null });
  const [group] = groupIncidents([runs('a', 'core'), runs('b', 'core'), runs('c', 'knots')]);
  expect(group && causeLine(group, [])).toBe('2 of 3: Runs core (1 other cause)');
});

test('a code and an object of a later control plane are named as they are', () => {
  const [group] = groupIncidents([incident('too_hot', 'a', 'It is hot.', { subjectType: 'rack', severity: 'deadly' })]);
  expect(group).toMatchObject({ title: 'Too hot: a', severity: 'deadly' });
});
