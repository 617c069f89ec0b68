import { expect, test } from 'vitest';
import { eventsAfter } from '../../src/cli/events/follow.ts';
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
