import { describe, expect, test, vi } from 'vitest';
import { BodyMemory } from '../../../../src/control-plane/platform/load/body-memory.ts';
import { BodySlots } from '../../../../src/control-plane/platform/load/body-slots.ts';
import { BulkWork } from '../../../../src/control-plane/platform/load/bulk-work.ts';
import { inPieces } from '../../../../src/control-plane/platform/load/in-pieces.ts';
import { LargeBodies } from '../../../../src/control-plane/platform/load/large-bodies.ts';

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

describe('LargeBodies', () => {
  const large = 1024 * 1024;
  /** Asks for a turn for each body, named by its organization and a number, and records those that have it. */
  const ask = (bodies: LargeBodies, ...names: string[]) => {
    const ends = new Map<string, () => void>();
    for (const name of names) void bodies.turn(name.slice(0, 1), large).then((end) => ends.set(name, end));
    const settled = async () => {
      await new Promise(setImmediate);
      return [...ends.keys()];
    };
    return { settled, end: (name: string) => ends.get(name)?.() };
  };

  test('works on three bodies, one of each organization', async () => {
    const { settled, end } = ask(new LargeBodies(), 'a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1');
    expect(await settled()).toEqual(['a1', 'b1', 'c1']);
    end('a1');
    expect((await settled()).slice(3)).toEqual(['a2']);
    // Twice, as a request that fails while it ends.
    end('b1');
    end('b1');
    expect((await settled()).slice(4)).toEqual(['d1']);
    end('a2');
    expect((await settled()).slice(5)).toEqual(['e1']);
    end('c1');
    expect((await settled()).slice(6)).toEqual(['a3']);
  });

  test('gives the next body its turn after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { settled } = ask(new LargeBodies(), 'a1', 'a2');
      vi.advanceTimersByTime(4999);
      expect(await settled()).toEqual(['a1']);
      vi.advanceTimersByTime(1);
      expect(await settled()).toEqual(['a1', 'a2']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('lets small ones pass', async () => {
    const bodies = new LargeBodies();
    const { settled } = ask(bodies, 'a1', 'a2');
    (await bodies.turn('a', 1000))();
    expect(await settled()).toEqual(['a1']);
  });
});

test('items are divided into lists by their size, in their order', () => {
  const divide = (...sizes: number[]) => [...inPieces(sizes, 10, (size) => size)];
  expect(divide()).toEqual([]);
  expect(divide(4, 6, 1, 12, 3)).toEqual([[4, 6], [1], [12], [3]]);
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
