import { describe, expect, test } from 'vitest';
import { BodyMemory } from '../../../../src/control-plane/platform/load/body-memory.ts';
import { BodySlots } from '../../../../src/control-plane/platform/load/body-slots.ts';
import { BulkWork } from '../../../../src/control-plane/platform/load/bulk-work.ts';

describe('BodyMemory', () => {
  const limits = { perCaller: 10, perOrganization: 15, total: 20 };
  const owner = (callerId: string, organizationId = 'one') => ({ callerId, organizationId });

  test.each([
    ['a caller', [owner('a')], owner('a')],
    ['an organization', [owner('a')], owner('b')],
    ['all', [owner('a'), owner('c', 'two')], owner('e', 'three')],
  ])('bounds the bytes of %s', (_what, others, last) => {
    const memory = new BodyMemory(limits);
    for (const other of others) expect(memory.hold(other).add(9)).toBe(true);
    const held = memory.hold(last);
    expect(held.add(1)).toBe(true);
    expect(held.add(8)).toBe(false);
  });

  test('forgets a body that is released', () => {
    const memory = new BodyMemory(limits);
    const held = memory.hold(owner('a'));
    held.add(10);
    held.release();
    expect(memory.hold(owner('a')).add(10)).toBe(true);
  });
});

describe('BodySlots', () => {
  test('bounds what an owner has at the same time', () => {
    const slots = new BodySlots(2);
    const end = slots.take('a');
    expect([end, slots.take('a'), slots.take('a'), slots.take('b')].map((taken) => taken !== undefined)).toEqual(
      // The third is one too many.
      [true, true, false, true],
    );
    end?.();
    expect(slots.take('a')).toBeDefined();
  });
});

describe('BulkWork', () => {
  test('runs one slice in each round, in the order of those who wait', async () => {
    const rounds: PromiseWithResolvers<void>[] = [];
    const bulk = new BulkWork(
      () => 0,
      () => {
        const round = Promise.withResolvers<void>();
        rounds.push(round);
        return round.promise;
      },
    );
    const ran: string[] = [];
    const works = ['a', 'b', 'c'].map((name) => bulk.turn().then(() => ran.push(name)));
    for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      await Promise.resolve();
      rounds.at(-1)?.resolve();
      await works[expected.length - 1];
      expect(ran).toEqual(expected);
    }
    expect(rounds).toHaveLength(3);
  });

  test('ends a slice after 5 ms', async () => {
    let now = 0;
    const bulk = new BulkWork(
      () => now,
      async () => undefined,
    );
    now = 4;
    expect(bulk.isDue).toBe(false);
    now = 5;
    expect(bulk.isDue).toBe(true);
    await bulk.turn();
    expect(bulk.isDue).toBe(false);
  });
});
