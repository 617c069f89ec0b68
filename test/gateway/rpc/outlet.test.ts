import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeEach, expect, test, vi } from 'vitest';
import { Cancelled } from '../../../src/gateway/calls/cancellation.ts';
import { Outlet } from '../../../src/gateway/rpc/outlet.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A response whose caller takes a piece when it emits `drain`. */
class SlowResponse extends EventEmitter {
  headersSent = false;
  readonly destroyed = false;

  writeHead(): this {
    this.headersSent = true;
    return this;
  }

  write(): boolean {
    return false;
  }
}

const piece = Buffer.alloc(64 * 1024);

/** Sends pieces to a caller that takes each after `ms`. Returns how many it took until it lost its connection. */
async function piecesTaken(ms: number, count: number): Promise<number> {
  const response = new SlowResponse();
  const outlet = new Outlet(response as unknown as ServerResponse, { isBatch: false, calls: [] });
  for (let taken = 0; taken < count; taken++) {
    const written = outlet.write(piece).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Cancelled) return false;
        throw error;
      },
    );
    await vi.advanceTimersByTimeAsync(ms);
    response.emit('drain');
    if (!(await written)) return taken;
  }
  return count;
}

test('ends an answer whose caller takes nothing', async () => {
  expect(await piecesTaken(35_000, 1)).toBe(0);
});

test('ends an answer whose caller takes a piece shortly before each limit', async () => {
  expect(await piecesTaken(29_000, 10)).toBe(1);
});

test('keeps a caller that takes 16 KiB per second', async () => {
  expect(await piecesTaken(4000, 1000)).toBe(1000);
});
