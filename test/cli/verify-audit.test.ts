import { expect, test } from 'vitest';
import { verifiedLines, verifyLog } from '../../src/cli/audit/verify.ts';

type Read = Parameters<typeof verifyLog>[0];
type Page = Awaited<ReturnType<Read>>;

const at = '2026-11-21T12:00:00.000Z';
const hashOf = (sequence: number) => `01${String(sequence).padStart(4, '0')}`;

/** A log of `length` actions, read in pages of `size`, with these faults. */
const logOf =
  (length: number, size: number, faults: Page['faults'] = []): Read =>
  async ({ previous, through }) => {
    const from = previous?.sequence ?? 0;
    const to = Math.min(from + size, length, through ?? length);
    const last = Math.max(from, to);
    const found = faults.filter(({ first }) => first > from && first <= last);
    const time = last > from ? at : null;
    return {
      ...{ count: last - from, firstAt: time, lastAt: time, faultCount: found.length, faults: found },
      ...{
        last: { sequence: last, hash: last === 0 ? '' : hashOf(last) },
        isComplete: last === length && through === null,
      },
    };
  };

const lines = async (...args: Parameters<typeof verifyLog>) => verifiedLines(await verifyLog(...args));

test('verifies all pages, and shows the last action with its hash', async () => {
  expect(await lines(logOf(7, 3), null)).toEqual([
    `7 actions verified, from ${at} to ${at}: no faults`,
    'last action 7, hash 010007',
  ]);
});

test('verifies an empty log', async () => {
  expect(await lines(logOf(0, 3), null)).toEqual(['0 actions verified: no faults']);
});

test.each([1, 3, 5, 6, 7])('compares the hash of action %d with a given one', async (sequence) => {
  expect(await verifyLog(logOf(7, 3), { sequence, hash: hashOf(sequence) })).toMatchObject({
    ...{ count: 7, last: { sequence: 7 }, faultCount: 0 },
    known: { sequence, isSame: true },
  });
  const other = await lines(logOf(7, 3), { sequence, hash: '01ff' });
  expect(other.slice(0, 2)).toEqual([
    `action ${sequence} does not have the given hash: it, or an earlier action, was changed or removed`,
    `7 actions verified, from ${at} to ${at}: the audit log was tampered with`,
  ]);
});

test.each([0, 2, 3, 7])('misses the action of a given hash in a log of %d', async (length) => {
  const [line] = await lines(logOf(length, 3), { sequence: 8, hash: hashOf(8) });
  expect(line).toBe('action 8 is missing');
});

test('shows each kind of fault with its actions', async () => {
  const faults: Page['faults'] = [
    { kind: 'removed', first: 2, last: 3 },
    { kind: 'changed', first: 4, last: 4 },
    { kind: 'head', first: 6, last: 6 },
    { kind: 'inserted', first: 7, last: 7 },
  ];
  expect(await lines(logOf(7, 3, faults), null)).toEqual([
    'actions 2 to 3: removed',
    'action 4: changed, or put in place of another action',
    'action 6: the record of the last action was changed or removed',
    'action 7: not written by the control plane, or the record of the last action was set back',
    `7 actions verified, from ${at} to ${at}: the audit log was tampered with`,
    'last action 7, hash 010007',
  ]);
});

test('shows 10 faults, and counts the others', async () => {
  const faults = Array.from({ length: 12 }, (_, index) => ({
    ...{ kind: 'changed' as const, first: index + 1, last: index + 1 },
  }));
  expect((await lines(logOf(12, 5, faults), null))[10]).toBe('and 2 further faults');
});
