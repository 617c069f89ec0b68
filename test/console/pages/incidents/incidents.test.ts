import { describe, expect, test } from 'vitest';
import { readingCalls } from '../../../../src/bitcoin/reading-calls.ts';
import { nodeSearch } from '../../../../src/console/pages/addresses.ts';
import { advicePlaces } from '../../../../src/console/pages/incidents/advice-places.ts';
import { beforeIncident } from '../../../../src/console/pages/incidents/before.ts';
import { advice } from '../../../../src/contract/advice.ts';
import type { AlertCode } from '../../../../src/contract/types.generated.ts';

const owner = { mayChange: true };
const about = (code: string, more: object = {}) => ({
  ...{ code: code as AlertCode, nodeId: 'n', executorId: 'x', subjectId: 'r', subjectName: 'berlin-1' },
  ...more,
});
const codes = Object.keys(advice) as (keyof typeof advice)[];

describe('where an advice can be followed', () => {
  test.each(codes.filter((code) => /satrap (nodes|executors)|webhookDeliveries/.test(advice[code])))(
    'is a place of the console where the advice of %s names a command',
    (code) => {
      expect(advicePlaces(about(code), owner)).not.toEqual([]);
    },
  );

  test.each(codes)('is an address that the console understands: %s', (code) => {
    for (const { to, search = {} } of advicePlaces(about(code), owner)) {
      expect(to).toMatch(
        /^\/(nodes\/n|executors\/x|executors\/upgrade\/r|networks\/r|nodes|events|keys|notifications)$/,
      );
      if (to === '/nodes/n') expect(nodeSearch(search)).toEqual(search);
      if (search['method'] !== undefined) expect(readingCalls.map(({ method }) => method)).toContain(search['method']);
    }
  });

  test('leads to the log and the reasons of a node, and to the nodes of a host by its name', () => {
    expect(advicePlaces(about('node_failing'), owner)).toEqual([
      { label: 'Explain state', to: '/nodes/n', search: { tab: 'why' } },
      { label: 'View logs', to: '/nodes/n', search: { tab: 'logs' } },
    ]);
    expect(advicePlaces(about('disk_low'), owner)).toContainEqual({
      ...{ label: 'View nodes', to: '/nodes', search: { executor: 'berlin-1' } },
    });
  });

  test('is not named to those who would find nothing there', () => {
    const member = { mayChange: false };
    expect(advicePlaces(about('key_ends_soon'), member)).toEqual([]);
    expect(advicePlaces(about('daemon_warning'), member)).toEqual([]);
    expect(advicePlaces(about('agent_outdated', { executorId: null }), owner)).toEqual([]);
    expect(advicePlaces(about('a code of a later control plane'), owner)).toEqual([]);
  });
});

const startedAt = '2026-01-02T03:04:05.000Z';
const known = { subjectId: 'the-id', subjectName: 'one', startedAt };

test.each([
  ['node', { to: startedAt, take: 1, nodeId: 'the-id' }],
  ['executor', { to: startedAt, take: 1, executorName: 'one' }],
  ['api_key', null],
  ['rollout', null],
] as const)('what came before an incident of a %s is asked up to its first instant', (subjectType, events) => {
  expect(beforeIncident({ ...known, subjectType })).toEqual({
    action: { targetId: 'the-id', until: startedAt, take: 1 },
    change: { targetId: 'the-id', until: startedAt, take: 1, changed: true },
    events,
    resources: { from: '2026-01-02T02:49:05.000Z', to: startedAt },
  });
});

test('the last change of a webhook is one of the settings, which hold it', () => {
  expect(beforeIncident({ ...known, subjectType: 'webhook' })).toMatchObject({
    action: { targetType: 'notification-settings', until: startedAt },
    change: { targetType: 'notification-settings', until: startedAt, changed: true },
    events: null,
  });
});
