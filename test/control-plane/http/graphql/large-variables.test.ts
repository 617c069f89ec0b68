import { createSchema, createYoga } from 'graphql-yoga';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../../../src/control-plane/http/graphql/plugins/error-codes.ts';
import { largeVariables } from '../../../../src/control-plane/http/graphql/plugins/large-variables.ts';
import { BulkWork } from '../../../../src/control-plane/platform/load/bulk-work.ts';

const typeDefs = `
  input Item { id: ID!, count: Int = 7, inner: [Item!] }
  type Query { echo(items: [Item!]!, item: Item, text: String = "none"): String }
`;
const resolvers = { Query: { echo: (_source: unknown, args: object) => JSON.stringify(args) } };

/** A server that takes every body for a large one, or none. */
function serverOf(isLarge: boolean, judged: string | undefined = undefined) {
  const judge = async () => (judged === undefined ? [] : [{ path: ['items'], message: judged }]);
  const yoga = createYoga({
    schema: createSchema({ typeDefs, resolvers }),
    logging: false,
    plugins: [largeVariables(new BulkWork(), judge, () => isLarge) as never, errorCodes(true) as never],
  });
  return async (query: string, variables: object = {}) => {
    const answer = await yoga.fetch('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return await answer.json();
  };
}

const [large, small] = [serverOf(true), serverOf(false)];
const query = 'query($items: [Item!]!, $text: String) { echo(items: $items, text: $text) }';

describe('largeVariables', () => {
  test.each<[string, string, object]>([
    ['items', query, { items: [{ id: 1 }, { id: 'b', count: null, inner: [{ id: 'c' }] }], text: null }],
    ['one item for a list', query, { items: { id: 'a' } }],
    ['a variable inside of a literal', 'query($id: ID!) { echo(items: [{ id: $id }]) }', { id: 4 }],
    ['a default', 'query($item: Item = { id: "d" }) { echo(items: [], item: $item) }', {}],
    [
      'a value in place of a default',
      'query($item: Item = { id: "d" }) { echo(items: [], item: $item) }',
      { item: { id: 1 } },
    ],
    ['a missing variable', query, {}],
    ['a fault', query, { items: [{ id: 'a' }, { id: 'b', count: 'x' }] }],
    ['an unknown field', query, { items: [{ id: 'a', more: 1 }] }],
    ['a null', query, { items: null }],
    ['introspection', '{ __schema { types { name } } }', {}],
  ])('answers %s as GraphQL does', async (_what, document, variables) => {
    expect(await large(document, variables)).toEqual(await small(document, variables));
  });

  test('refuses what is judged before', async () => {
    const answer = await serverOf(true, 'has too many')(query, { items: 'not even a list' });
    expect(answer.errors[0].message).toBe('items: has too many');
  });
});
