import { buildSchema as buildPlainSchema, coerceInputValue, type GraphQLInputType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { coerceInput, hasMoreParts } from '../../../../src/control-plane/http/graphql/coerce-input.ts';
import { buildSchema } from '../../../../src/control-plane/http/graphql/schema.ts';
import { BulkWork } from '../../../../src/control-plane/platform/load/bulk-work.ts';

const bulk = new BulkWork();
const schema = buildPlainSchema(`
  input Item { id: ID!, count: Int = 7, kind: Kind, tags: [String!], inner: Item, choice: Choice }
  input Choice @oneOf { a: Int, b: String }
  enum Kind { big small }
  type Query { items(list: [Item!]!, item: Item): Int }
`);
const [list, item] = (schema.getQueryType()?.getFields()['items']?.args ?? []).map(({ type }) => type) as [
  GraphQLInputType,
  GraphQLInputType,
];
/** Long enough to be coerced in slices. */
const many = <T>(value: T): T[] => Array.from({ length: 2000 }, () => value);

const byGraphql = (type: GraphQLInputType, value: unknown) => {
  const faults: string[] = [];
  const coerced = coerceInputValue(value, type, (path) => faults.push(path.join('.')));
  return { coerced, faults };
};

describe('coerceInput', () => {
  test.each([
    ['every field', { id: 'a', count: 1, kind: 'big', tags: ['x'], inner: { id: 'b' }, choice: { a: 1 } }],
    ['a number as an id', { id: 4 }],
    ['null', { id: 'a', count: null, tags: null, inner: null }],
    ['one value for a list', { id: 'a', tags: 'x' }],
    ['long lists in an item', { id: 'a', tags: many('x') }],
  ])('coerces %s as GraphQL does', async (_what, value) => {
    const items = many(value);
    const { value: coerced, issues } = await coerceInput(list, items, bulk);
    expect(issues).toEqual([]);
    expect(coerced).toEqual(byGraphql(list, items).coerced);
  });

  test('coerces one large object', async () => {
    const value = { id: 'a', tags: many('x'), inner: { id: 'b', tags: many('y') } };
    expect((await coerceInput(item, value, bulk)).value).toEqual(byGraphql(item, value).coerced);
  });

  test.each<[string, object, string, string]>([
    ['an unknown field', { id: 'a', more: 1 }, 'more', 'is unknown to Item'],
    ['a field called __proto__', JSON.parse('{"id": "a", "__proto__": {}}'), '__proto__', 'is unknown to Item'],
    ['a missing field', {}, 'id', 'is required'],
    ['a null', { id: null }, 'id', 'must not be null'],
    ['an unknown value', { id: 'a', kind: 'none' }, 'kind', 'must be one of big, small'],
    ['a wrong type', { id: 'a', tags: ['x', 1] }, 'tags.1', 'must be a string'],
    ['a text for an object', { id: 'a', inner: 'x' }, 'inner', 'must be an object'],
    ['two of one', { id: 'a', choice: { a: 1, b: 'x' } }, 'choice', 'must have exactly one field'],
    ['a null of one', { id: 'a', choice: { a: null } }, 'choice.a', 'must not be null'],
  ])('names the place of %s', async (_what, fault, path, message) => {
    const items = [...many<object>({ id: 'a' }), fault];
    const { issues } = await coerceInput(list, items, bulk);
    expect(issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))).toEqual([
      { path: `2000.${path}`, message },
    ]);
  });

  test('names at most 50 faults', async () => {
    expect((await coerceInput(list, many({}), bulk)).issues).toHaveLength(50);
  });

  test('takes no list that is longer than its limit', async () => {
    const type = buildSchema().getType('SyncExecutorInput') as GraphQLInputType;
    const { issues } = await coerceInput(
      type,
      { name: 'host', instanceId: 'i', orphans: Array.from({ length: 1001 }, () => 'no orphan') },
      bulk,
    );
    expect(issues).toEqual([{ path: ['orphans'], message: 'must have at most 1000 items' }]);
  });

  test('works in slices', async () => {
    let turns = 0;
    const sliced = new BulkWork(
      () => performance.now() * 1e6,
      async () => {
        turns++;
      },
    );
    await coerceInput(list, many({ id: 'a', tags: Array.from({ length: 100 }, () => 'x') }), sliced);
    expect(turns).toBeGreaterThan(1000);
  });
});

test.each([
  ['a text', 'x', false],
  ['a few', { a: [1, 2, { b: 3 }] }, false],
  ['a long list', Array(11), true],
  ['many in all', { a: [1, 2, 3, 4], b: { c: [1, 2, 3, 4] } }, true],
])('%s has more than 10 parts: %s', (_what, value, expected) => {
  expect(hasMoreParts(value, 10)).toBe(expected);
});
