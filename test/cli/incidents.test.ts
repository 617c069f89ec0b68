import { expect, test } from 'vitest';
import type { Api } from '../../src/cli/api.ts';
import { openIncidents } from '../../src/cli/incidents/list.ts';

test('openIncidents › yields every page of a rule, not just the first', async () => {
  const cursors: unknown[] = [];
  const call = async (_operation: string, { filter }: { filter: { cursor: string | null } }) => {
    cursors.push(filter.cursor);
    const isLast = filter.cursor !== null;
    return {
      notificationIncidents: {
        nodes: [{ id: isLast ? 'b' : 'a' }],
        pageInfo: { endCursor: isLast ? null : 'after a', hasNextPage: !isLast },
      },
    };
  };
  const pages = await Array.fromAsync(openIncidents({ call } as unknown as Api, { code: ['node_failing'] }));
  expect([pages, cursors]).toEqual([
    [['a'], ['b']],
    [null, 'after a'],
  ]);
});
