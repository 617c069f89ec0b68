import { expect, test } from 'vitest';
import type { RuntimeEventInput } from '../../../src/contract/types.generated.ts';
import { newestSamples } from '../../../src/control-plane/events/store-events.ts';
import { validateEvent } from '../../../src/control-plane/events/validate-event.ts';
import { sample } from '../../harness/sample.ts';

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
  ['with a sample', { kind: 'node.sample', data: sample(1) }],
])('an event %s can be stored', (_what, change) => {
  expect(validateEvent({ ...event, ...change })).toBeNull();
});

test.each<[string, Partial<RuntimeEventInput>, string]>([
  ['an id that is not a UUID', { id: 'x' }, 'id: must be a UUID'],
  ['a node id that is not a UUID', { nodeId: 'x' }, 'nodeId: must be a UUID'],
  ['a time that is not an instant', { at: 'now' }, 'at: must be an ISO 8601 instant'],
  ['a kind with capitals', { kind: 'Node' }, 'kind: must be dotted words'],
  ['an executor’s name with U+0000', { executorName: '\0' }, 'executorName: cannot be the name of an executor'],
  ['a message of 4001 characters', { message: 'x'.repeat(4001) }, 'message: '],
  ['a message with half a character', { message: '\ud800' }, 'may contain neither U+0000'],
  ['data with U+0000', { data: { a: '\0' } }, 'may contain neither U+0000'],
  ['data of more than 16 KiB', { data: 'x'.repeat(16 * 1024 - 1) }, 'data: may have at most 16 KiB'],
  ['a sample without a height', { kind: 'node.sample', data: sample(1, { height: null }) }, 'height: '],
  ['a sample of more peers than an Int', { kind: 'node.sample', data: sample(1, { peersInbound: 2 ** 31 }) }, 'peers'],
])('an event with %s is rejected with the reason', (_what, change, reason) => {
  expect(validateEvent({ ...event, ...change })).toContain(reason);
});

test('the newest sample of each node is found, and of two of one time the later in the list', () => {
  const at = (second: number) => `2026-01-31T12:00:0${second}.000Z`;
  const samples = [
    { id: 1, kind: 'node.sample', nodeId: 'a', at: at(2) },
    { id: 2, kind: 'node.sample', nodeId: 'a', at: at(1) },
    { id: 3, kind: 'node.sample', nodeId: 'b', at: at(1) },
    { id: 4, kind: 'node.sample', nodeId: 'b', at: at(1) },
    { id: 5, kind: 'node.started', nodeId: 'a', at: at(9) },
    { id: 6, kind: 'node.sample', nodeId: null, at: at(9) },
  ];
  expect(newestSamples(samples).map(({ id }) => id)).toEqual([1, 4]);
});
