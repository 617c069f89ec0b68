import { expect, test } from 'vitest';
import { cursorOf, sequenceOf } from '../../../src/control-plane/events/cursor.ts';

test.each([1, 42, 999_999_999_999_999])('the cursor of the sequence %d leads back to it', (sequence) => {
  expect(sequenceOf(cursorOf(sequence))).toBe(sequence);
});

test.each(['', 'nonsense', Buffer.from('event:').toString('base64url'), Buffer.from('event:-1').toString('base64url')])(
  'the text %j is refused as a cursor',
  (text) => {
    expect(() => sequenceOf(text)).toThrow('filter.cursor: must be the endCursor of an earlier page');
  },
);
