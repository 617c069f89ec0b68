import { expect, test } from 'vitest';
import { type BusMessage, fromPayload, toPayloads } from '../../../../src/control-plane/platform/bus/message.ts';

const nudge = (executorId: string): BusMessage => ({ kind: 'nudge', executorId });

test('a payload carries messages as they were', () => {
  const messages: BusMessage[] = [
    nudge('one'),
    { kind: 'sessions-ended', userId: 'someone' },
    { kind: 'organization-switched', organizationId: 'example', isActive: false },
  ];
  expect(toPayloads(messages).flatMap(fromPayload)).toEqual(messages);
});

test('no message makes no payload', () => {
  expect(toPayloads([])).toEqual([]);
});

test('the same message is carried once', () => {
  expect(toPayloads([nudge('one'), nudge('one')]).flatMap(fromPayload)).toEqual([nudge('one')]);
});

test('many messages make payloads that PostgreSQL takes, and all of them arrive', () => {
  const messages = Array.from({ length: 1000 }, (_, index) => nudge(`executor-${index}`));
  const payloads = toPayloads(messages);
  expect(payloads.length).toBeLessThan(10);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
  expect(payloads.flatMap(fromPayload)).toEqual(messages);
});

test.each([
  ['no JSON', '{'],
  ['no list', '{"kind":"nudge","executorId":"one"}'],
  ['a kind of a later version', '[{"kind":"later"}]'],
  ['a message without its id', '[{"kind":"nudge"}]'],
])('%s is left out', (_what, payload) => {
  expect(fromPayload(payload)).toEqual([]);
});

test('what is understood counts beside what is not', () => {
  expect(fromPayload('[{"kind":"later"},{"kind":"nudge","executorId":"one"}]')).toEqual([nudge('one')]);
});
