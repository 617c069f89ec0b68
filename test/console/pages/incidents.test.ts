import { expect, test } from 'vitest';
import { readingCalls } from '../../../src/bitcoin/reading-calls.ts';
import { nodeSearch } from '../../../src/console/pages/addresses.ts';
import { advicePlaces } from '../../../src/console/pages/incidents/advice-places.ts';
import { beforeIncident } from '../../../src/console/pages/incidents/before.ts';
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

test('an advice leads to the nodes of a host by its name, and is no link for those who would find nothing there', () => {
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
    action: { targetId: 'the-id', to: startedAt, take: 1 },
    change: { targetId: 'the-id', to: startedAt, take: 1, changed: true },
    events,
    resources: { from: '2026-01-02T02:49:05.000Z', to: startedAt },
  });
});
