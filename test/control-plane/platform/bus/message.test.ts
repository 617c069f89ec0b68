import { expect, test } from 'vitest';
import { type BusMessage, fromPayload } from '../../../../src/control-plane/platform/bus/message.ts';

const nudge = (executorId: string): BusMessage => ({ kind: 'nudge', organizationId: 'organization', executorId });

test.each([
  ['no JSON', '{', []],
  ['no list', '{"kind":"nudge","executorId":"one"}', []],
  ['a message without its id', '[{"kind":"nudge"}]', []],
  [
    'a kind of a later version',
    '[{"kind":"later"},{"kind":"nudge","organizationId":"organization","executorId":"one"}]',
    [nudge('one')],
  ],
])('%s is left out', (_what, payload, understood) => {
  expect(fromPayload(payload)).toEqual(understood);
});
