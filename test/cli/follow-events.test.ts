import { describe, expect, test } from 'vitest';
import { eventsAfter, untilNewEvents } from '../../src/cli/events/follow.ts';
import { eventRow } from '../fixtures/api-rows.ts';

const event = (id: string) => eventRow({ id });

test('events --follow prints each event that arrives after the first page once, and asks from where it stopped', async () => {
  const page = { nodes: [event('b'), event('a')], pageInfo: { endCursor: 'at a', hasNextPage: true } };
  const answers = [
    // Behind the oldest event of the page lies its newest one, which is printed already.
    { nodes: [event('b'), event('c')], pageInfo: { endCursor: 'at c', hasNextPage: true } },
    { nodes: [event('d')], pageInfo: { endCursor: 'at d', hasNextPage: false } },
    { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } },
    { nodes: [event('e')], pageInfo: { endCursor: 'at e', hasNextPage: false } },
  ];
  const asked: unknown[] = [];
  let pauses = 0;
  const api = {
    call: async (_document: unknown, { filter }: { filter: { cursor: string } }) => {
      asked.push(filter.cursor);
      return { events: answers.shift() };
    },
  };
  const following = eventsAfter(page, {}, api as never, async () => pauses++);
  const ids: string[] = [];
  for await (const { id } of following) {
    ids.push(id);
    if (id === 'e') break;
  }
  expect(ids).toEqual(['c', 'd', 'e']);
  expect(asked).toEqual(['at a', 'at c', 'at d', 'at d']);
  expect(pauses).toBe(2);
});

describe('the wait for new events', () => {
  const wait = (streams: (unknown[] | Error)[]) => {
    const api = {
      subscribe: async function* () {
        const stream = streams.shift() ?? new Error('the stream was lost');
        if (stream instanceof Error) throw stream;
        yield* stream;
      },
    };
    return untilNewEvents(api as never, new AbortController().signal);
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
