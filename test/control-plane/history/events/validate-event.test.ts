import { expect, test } from 'vitest';
import type { RuntimeEventInput } from '../../../../src/contract/types.generated.ts';
import { validateEvent } from '../../../../src/control-plane/history/events/validate-event.ts';
import { sample } from '../../../harness/sample.ts';

const nodeId = '00000000-0000-4000-8000-000000000001';
const event: RuntimeEventInput = {
  id: '00000000-0000-4000-8000-000000000000',
  executorName: 'host',
  at: '2026-01-31T12:00:00Z',
  level: 'info',
  kind: 'node.started',
  nodeId: null,
  message: 'something happened',
};

test.each<[string, Partial<RuntimeEventInput>]>([
  ['as it is', {}],
  ['with data of 16 KiB', { data: 'x'.repeat(16 * 1024 - 2) }],
  ['with a message of 4000 characters', { message: 'x'.repeat(4000) }],
  ['with a sample', { kind: 'node.sample', nodeId, data: sample(1) }],
])('an event %s can be stored', (_what, change) => {
  expect(validateEvent({ ...event, ...change })).toBeNull();
});

test.each<[string, Partial<RuntimeEventInput>, string]>([
  ['an id that is not a UUID', { id: 'x' }, 'id: must be a UUID'],
  ['a node id that is not a UUID', { nodeId: 'x' }, 'nodeId: must be a UUID'],
  ['a time that is not an instant', { at: 'now' }, 'at: must be an ISO 8601 instant'],
  ['a kind with capitals', { kind: 'Node' }, 'kind: must be dotted words'],
  ['an executor’s name with U+0000', { executorName: '\0' }, 'executorName: must be a valid executor name'],
  ['a message of 4001 characters', { message: 'x'.repeat(4001) }, 'message: '],
  ['a message with half a character', { message: '\ud800' }, 'must not contain U+0000'],
  ['data with U+0000', { data: { a: '\0' } }, 'must not contain U+0000'],
  ['data of more than 16 KiB', { data: 'x'.repeat(16 * 1024 - 1) }, 'data: must be at most 16 KiB'],
  ['a sample without a height', { kind: 'node.sample', nodeId, data: sample(1, { height: null }) }, 'height: '],
  ['a sample of no node', { kind: 'node.sample', data: sample(1) }, 'nodeId: a sample requires nodeId'],
  [
    'a sample of more peers than an Int',
    { kind: 'node.sample', nodeId, data: sample(1, { peersInbound: 2 ** 31 }) },
    'peers',
  ],
  [
    'a sample that no history could add up',
    { kind: 'node.sample', nodeId, data: sample(1, { cpuPercent: 1e300 }) },
    'cpuPercent',
  ],
])('an event with %s is rejected with the reason', (_what, change, reason) => {
  expect(validateEvent({ ...event, ...change })).toContain(reason);
});
