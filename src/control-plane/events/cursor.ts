import { invalidInput } from '../input/errors.ts';

/** Writes a place in the feed of events as a text that callers need not understand. */
export const cursorOf = (sequence: number): string => Buffer.from(`event:${sequence}`).toString('base64url');

/** Reads a cursor. Throws `invalid_input`. */
export function sequenceOf(cursor: string): number {
  const sequence = /^event:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (sequence === undefined) {
    throw invalidInput([{ path: ['filter', 'cursor'], message: 'must be the endCursor of an earlier page' }]);
  }
  return Number(sequence);
}
