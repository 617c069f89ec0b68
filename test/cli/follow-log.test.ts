import { expect, test } from 'vitest';
import { CommandError } from '../../src/cli/command-error.ts';
import { followLog } from '../../src/cli/nodes/follow-log.ts';
import { type FollowedText, textsOf } from '../../src/contract/log-texts.ts';

const chunk = (sequence: number | null, lines: string[], more: object = {}) => ({
  sequence,
  lines,
  dropped: 0,
  notice: null,
  ...more,
});

test('what is said of a log comes before the lines that it is said of', () => {
  expect(textsOf(chunk(3, ['line'], { dropped: 7, notice: 'the node stopped' }), 2)).toEqual([
    { notice: 'some lines were lost in transit' },
    { notice: '7 lines were dropped, because the reader was too slow' },
    { notice: 'the node stopped' },
    { line: 'line' },
  ]);
  expect(textsOf(chunk(null, [], { notice: 'it is offline' }), 5)).toEqual([{ notice: 'it is offline' }]);
  expect(textsOf(chunk(0, ['\u001b[31mred']), 0)).toEqual([{ line: expect.not.stringContaining('\u001b') }]);
});

/** An API whose streams bring these chunks, and whose session is open as often as it says. */
function apiWith(streams: (ReturnType<typeof chunk>[] | Error)[], isOpen: () => boolean) {
  return {
    subscribe: async function* () {
      const stream = streams.shift() ?? [];
      if (stream instanceof Error) throw stream;
      for (const nodeLog of stream) yield { nodeLog };
    },
    call: async () => ({ nodeLogSession: isOpen() ? { status: 'following' } : null }),
  } as unknown as Parameters<typeof followLog>[0];
}

async function textsUntilItsEnd(api: Parameters<typeof followLog>[0]): Promise<FollowedText[]> {
  const texts: FollowedText[] = [];
  const read = async () => {
    for await (const text of followLog(api, 's', async () => undefined)) texts.push(text);
  };
  await expect(read()).rejects.toThrow(CommandError);
  return texts;
}

test('a stream that ends is opened again while the session is open, and nothing is said to be lost that was not', async () => {
  const streams = [[chunk(0, ['one'])], new CommandError('the stream was lost'), [chunk(1, ['two'])]];
  const texts = await textsUntilItsEnd(apiWith(streams, () => streams.length > 0));
  expect(texts).toEqual([{ line: 'one' }, { line: 'two' }]);
});

test('a control plane that stays away ends it', async () => {
  const away = Array.from({ length: 9 }, () => new CommandError('it cannot be reached'));
  await expect(textsUntilItsEnd(apiWith(away, () => true))).resolves.toEqual([]);
  expect(away).toHaveLength(4);
});
