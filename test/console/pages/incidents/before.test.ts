import { expect, test } from 'vitest';
import { beforeIncident } from '../../../../src/console/pages/incidents/before.ts';

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
