import { expect, test, vi } from 'vitest';
import { releaseStartMemory } from '../../src/cli/control-plane/serve.ts';
import { hastyClock } from '../harness/hasty-clock.ts';

test('garbage of the start is collected once', async () => {
  const collect = vi.fn();
  await releaseStartMemory({ clock: hastyClock(0), signal: new AbortController().signal, collect });
  expect(collect.mock.calls).toEqual([[{ type: 'major', execution: 'async' }]]);
});

test('a program that ends at once collects nothing', async () => {
  const collect = vi.fn();
  await releaseStartMemory({ clock: hastyClock(0), signal: AbortSignal.abort(), collect });
  expect(collect).not.toHaveBeenCalled();
});
