import { expect, test } from 'vitest';
import { type BusMessage, fromPayload, toPayloads } from '../../../../src/control-plane/platform/bus/message.ts';

const nudge = (executorId: string): BusMessage => ({ kind: 'nudge', executorId });

test('the same message is carried once, and no message makes no payload', () => {
  const messages: BusMessage[] = [nudge('one'), { kind: 'sessions-ended', userId: 'someone' }];
  expect(toPayloads([...messages, nudge('one')]).flatMap(fromPayload)).toEqual(messages);
  expect(toPayloads([])).toEqual([]);
});

test('many messages make payloads that PostgreSQL takes, and all of them arrive', () => {
  const messages = Array.from({ length: 1000 }, (_, index) => nudge(`executor-${index}`));
  const payloads = toPayloads(messages);
  expect(payloads.length).toBeLessThan(10);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
  expect(payloads.flatMap(fromPayload)).toEqual(messages);
});

test.each([
  ['no JSON', '{', []],
  ['no list', '{"kind":"nudge","executorId":"one"}', []],
  ['a message without its id', '[{"kind":"nudge"}]', []],
  ['a kind of a later version', '[{"kind":"later"},{"kind":"nudge","executorId":"one"}]', [nudge('one')]],
])('%s is left out', (_what, payload, understood) => {
  expect(fromPayload(payload)).toEqual(understood);
});
