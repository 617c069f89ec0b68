import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { argumentFaults } from '../../../../src/control-plane/http/graphql/argument-faults.ts';
import { buildSchema } from '../../../../src/control-plane/http/graphql/schema.ts';

const schema = buildSchema();
const instant = 'must be an ISO 8601 instant of the years 0001 to 9999, such as 2026-01-31T12:00:00.000Z';

function faults(query: string, variables: Record<string, unknown> = {}) {
  const found = argumentFaults({ schema, document: parse(query), variables });
  return found.map(({ path, issues }) => [
    path.join('.'),
    issues.map((issue) => [issue.path.join('.'), issue.message]),
  ]);
}

const create = (data: string) => `mutation { made: createNode(data: ${data}) { node { id } } }`;
const createWith = 'mutation($d: NodeCreateInput!) { made: createNode(data: $d) { node { id } } }';
const valid = { name: 'a', network: 'signet' };

test.each<[fault: string, literal: string, data: object | null | undefined, path: string, message: string]>([
  ['a wrong type', '{ name: 5, network: signet }', { ...valid, name: 5 }, 'data.name', 'must be a string'],
  ['a missing field', '{ network: signet }', { network: 'signet' }, 'data.name', 'is required'],
  ['null', '{ name: null, network: signet }', { ...valid, name: null }, 'data.name', 'must not be null'],
  [
    'an unknown field',
    '{ name: "a", network: signet, nope: 1 }',
    { ...valid, nope: 1 },
    'data.nope',
    'is unknown to NodeCreateInput',
  ],
  ['no object', '5', 5 as never, 'data', 'must be an object'],
  [
    'a fraction within a list',
    '{ name: "a", network: signet, overrides: [{ key: "a", value: true }] }',
    { ...valid, overrides: [{ key: 'a', value: true }] },
    'data.overrides.0.value',
    'must be a string',
  ],
])('%s has the same path and words in a literal and in a variable', (_fault, literal, data, path, message) => {
  const expected = [['made', [[path, message]]]];
  expect(faults(create(literal))).toEqual(expected);
  expect(faults(createWith, { d: data })).toEqual(expected);
});

test.each<[what: string, given: Record<string, unknown>, message: string]>([
  ['memory', { resources: { memoryMiB: 1024.5 } }, 'must be a whole number of MiB from 256 to 16777216'],
  ['disk', { resources: { diskGiB: 'big' } }, 'must be a whole number of GiB from 1 to 1048576'],
  ['a fraction without a rule of its own', { expectedRevision: 1.5 }, 'must be a whole number'],
])('%s has its own rule, not the bounds of the transport', (_what, given, message) => {
  const update = 'mutation($d: NodeUpdateInput!) { updateNode(where: { id: "a" }, data: $d) { node { id } } }';
  expect(faults(update, { d: given })).toEqual([['updateNode', [[expect.stringMatching(/^data\./), message]]]]);
});

test.each<[what: string, order: object, path: string, message: string]>([
  ['two fields', { name: 'asc', createdAt: 'asc' }, 'orderBy.0', 'must have exactly one field'],
  ['none', {}, 'orderBy.0', 'must have exactly one field'],
  ['null', { name: null }, 'orderBy.0.name', 'must not be null'],
])('an input that takes one field names its path: %s', (_what, order, path, message) => {
  const query = 'query($o: [NodeOrderByInput!]) { nodes(orderBy: $o) { id } }';
  expect(faults(query, { o: [order] })).toEqual([['nodes', [[path, message]]]]);
  const literal = JSON.stringify(order).replaceAll('"', '');
  expect(faults(`{ nodes(orderBy: [${literal}]) { id } }`)).toEqual([['nodes', [[path, message]]]]);
});

test('an enumeration names its values, and a text is none of them in a literal', () => {
  for (const found of [
    faults(create('{ name: "a", network: "signet" }')),
    faults(createWith, { d: { ...valid, network: 'x' } }),
  ])
    expect(found).toEqual([['made', [['data.network', expect.stringMatching(/^must be one of mainnet, /)]]]]);
});

test('finds every fault of a request at once, by the field that it is for', () => {
  const query = `query($take: Int = 1.5, $w: NodeWhereInput, $id: ID!) {
    nodes(take: $take, where: { AND: [$w], createdAt: { lt: "2030-01-01" } }) { ...of }
    executor(where: { id: $id }, nope: 1) { nodes(take: "x") { id } }
    ... on Query { viewer { role } again: node { id } }
  }
  fragment of on Node { events(filter: { take: "many" }) { nodes { id } } ...of }`;
  expect(faults(query, { w: { name: 7 } })).toEqual([
    [
      'nodes',
      expect.arrayContaining([
        ['where.AND.0.name', 'must be an object'],
        ['where.createdAt.lt', instant],
        ['take', 'must be a whole number'],
      ]),
    ],
    ['nodes', [['filter.take', 'must be a whole number']]],
    [
      'executor',
      [
        ['nope', 'is unknown to executor'],
        ['where.id', 'is required'],
      ],
    ],
    ['executor.nodes', [['take', 'must be a whole number']]],
    ['again', [['where', 'is required']]],
  ]);
});

test('a valid request has no fault, with defaults, single values and any JSON', () => {
  const query =
    'query($n: String, $take: Int! = 5) { nodes(take: $take, where: { name: { equals: $n }, AND: { id: { in: "a" } } }) { id } }';
  expect(faults(query)).toEqual([]);
  expect(faults(createWith, { d: valid })).toEqual([]);
});

test('of thousands of faults 50 are collected', () => {
  const [[, issues] = []] = faults(createWith, { d: { ...valid, overrides: Array.from({ length: 5000 }, () => 1) } });
  expect(issues).toHaveLength(50);
});
