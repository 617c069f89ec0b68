import { expect, test } from 'vitest';
import type { Api } from '../../src/cli/api.ts';
import { CommandError } from '../../src/cli/command-error.ts';
import { eventsAfter } from '../../src/cli/events/list.ts';
import { printList } from '../../src/cli/lists.ts';
import { followLog } from '../../src/cli/nodes/agent-requests.ts';
import { waitForChange } from '../../src/cli/wait.ts';
import { type FollowedText, textsOf } from '../../src/contract/log-texts.ts';
import { eventRow } from '../fixtures/api-rows.ts';

test('looks again on each change, and periodically after a lost stream', async () => {
  let [looks, streams] = [0, 0];
  const probe = async () => (++looks < 6 ? undefined : looks);
  const api = {
    subscribe: async function* (_document: unknown, variables: unknown) {
      streams++;
      expect(variables).toEqual({ types: ['node'] });
      yield 'resync';
      if (streams === 1) return;
      if (streams === 2) throw new CommandError('the stream was lost');
      yield 'node';
      await new Promise(() => {});
    },
  };
  const began = performance.now();
  expect([await waitForChange(api as never, ['node'], probe), streams]).toEqual([6, 3]);
  // The pause where there is no stream.
  expect(performance.now() - began).toBeGreaterThan(900);
  const failing = () => Promise.reject(new CommandError('node is failing'));
  await expect(waitForChange(api as never, ['node'], failing)).rejects.toThrow('node is failing');
});

test('events --follow prints each later event once, from where it stopped', async () => {
  const page = (ids: string, endCursor: string | null, hasNextPage = false) => ({
    nodes: [...ids].map((id) => eventRow({ id })),
    pageInfo: { endCursor, hasNextPage },
  });
  // Behind the oldest event of the first page lies its newest one, which is printed already.
  const answers = [page('bc', 'at c', true), page('d', 'at d'), page('', null), page('e', 'at e')];
  const asked: unknown[] = [];
  let pauses = 0;
  const api = {
    call: async (_document: unknown, { filter }: { filter: { cursor: string } }) => {
      asked.push(filter.cursor);
      return { events: answers.shift() };
    },
  };
  const ids: string[] = [];
  for await (const { id } of eventsAfter(page('ba', 'at a', true), {}, api as never, async () => pauses++)) {
    ids.push(id);
    if (id === 'e') break;
  }
  expect(ids).toEqual(['c', 'd', 'e']);
  expect(asked).toEqual(['at a', 'at c', 'at d', 'at d']);
  expect(pauses).toBe(2);
});

const chunk = (sequence: number | null, lines: string[], more: object = {}) => ({
  ...{ sequence, lines, dropped: 0, notice: null, ...more },
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

/** Follows a log until its end; the session is open as often as `isOpen` says. */
async function textsUntilItsEnd(streams: (unknown[] | Error)[], isOpen: () => boolean): Promise<FollowedText[]> {
  const texts: FollowedText[] = [];
  const call = async () => ({ agentRequest: isOpen() ? { status: 'pending' } : null });
  const subscribe = async function* () {
    const stream = streams.shift() ?? [];
    if (stream instanceof Error) throw stream;
    yield* stream;
  };
  const api = { subscribe, call };
  const read = async () => {
    for await (const text of followLog(api as never, 's', async () => undefined)) texts.push(text);
  };
  await expect(read()).rejects.toThrow(CommandError);
  return texts;
}

test('reopens a log stream that ended, and gives up if the control plane stays away', async () => {
  const [one, two] = ['one', 'two'].map((line, sequence) => ({ nodeLog: chunk(sequence, [line]) }));
  const streams = [[one], new CommandError('the stream was lost'), [two]];
  // Nothing is said to be lost that was not.
  expect(await textsUntilItsEnd(streams, () => streams.length > 0)).toEqual([{ line: 'one' }, { line: 'two' }]);
  const away = Array.from({ length: 9 }, () => new CommandError('it cannot be reached'));
  expect(await textsUntilItsEnd(away, () => true)).toEqual([]);
  expect(away).toHaveLength(4);
});

test('a list that is watched is printed again when it has changed, and only then', async () => {
  const lists = [[], ['alpha'], ['alpha'], ['alpha', 'beta']];
  const printed: string[] = [];
  const { log } = console;
  console.log = (line) => printed.push(line);
  try {
    const fetch = async () => {
      const list = lists.shift();
      if (list === undefined) throw new CommandError('the control plane is gone');
      return list;
    };
    const api = { call: async () => ({ viewer: null }), subscribe: async function* () {} } as unknown as Api;
    const watched = printList(
      api,
      { watch: true },
      { fetch, hint: 'no nodes', lines: (list) => list, types: ['node'] },
    );
    await expect(watched).rejects.toThrow('is gone');
    expect(printed).toEqual(['no nodes\n', 'alpha\n', 'alpha\nbeta\n']);
  } finally {
    console.log = log;
  }
});
