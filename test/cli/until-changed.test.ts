import { describe, expect, test } from 'vitest';
import { CommandError } from '../../src/cli/command-error.ts';
import { untilChanged } from '../../src/cli/until-changed.ts';
import { waitForChange } from '../../src/cli/wait.ts';

describe('the wait for changes', () => {
  const wait = (streams: (unknown[] | Error)[]) => {
    const api = {
      subscribe: async function* () {
        const stream = streams.shift() ?? new Error('the stream was lost');
        if (stream instanceof Error) throw stream;
        yield* stream;
      },
    };
    return untilChanged(api as never, ['node'], new AbortController().signal);
  };

  test('ends with each message of the stream of changes', async () => {
    const streams = [['resync', 'event']];
    const untilNew = wait(streams);
    await untilNew();
    await untilNew();
    expect(streams).toEqual([]);
  });

  test('opens another stream for one that ended', async () => {
    const streams = [['resync'], ['resync']];
    const untilNew = wait(streams);
    await untilNew();
    // The end of the first one: what changed meanwhile is fetched.
    await untilNew();
    await untilNew();
    expect(streams).toEqual([]);
  });

  test('becomes a pause where there is no stream', async () => {
    const began = performance.now();
    await wait([new Error('the control plane does not know it')])();
    expect(performance.now() - began).toBeGreaterThan(900);
  });
});

test('what is waited for is looked at again with each change, and with a stream that is lost from time to time', async () => {
  let looks = 0;
  const probe = async () => (++looks < 4 ? undefined : looks);
  let streams = 0;
  const ended: string[] = [];
  const api = {
    subscribe: async function* (_document: unknown, variables: unknown) {
      streams++;
      expect(variables).toEqual({ types: ['node'] });
      try {
        yield 'resync';
        if (streams === 1) throw new CommandError('the stream was lost');
        yield 'node';
        await new Promise(() => {});
      } finally {
        ended.push('stream');
      }
    },
  };
  expect(await waitForChange(api as never, ['node'], probe)).toBe(4);
  expect(streams).toBe(2);
});

test('a fault of what is looked at ends the wait', async () => {
  const api = { subscribe: async function* () {} };
  const failing = waitForChange(api as never, ['node'], async () => {
    throw new CommandError('node is failing');
  });
  await expect(failing).rejects.toThrow('node is failing');
});
