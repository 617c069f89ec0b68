import { buildSchema, type ExecutionResult, execute, parse } from 'graphql';
import { expect, test } from 'vitest';
import { guardConditions } from '../../../../src/control-plane/http/graphql/field-guards.ts';

const schema = guardConditions(
  buildSchema(`
    input Text { equals: String in: [String!] not: Text mode: String }
    input Things { some: Where none: Where }
    input Where { name: Text labels: [String!] things: Things AND: [Where!] OR: [Where!] NOT: [Where!] }
    input Filter { name: String level: [String!] cursor: String direction: String take: Int }
    type Query { list(where: Where): String page(filter: Filter): String }`),
);
const rootValue = { list: () => 'all', page: () => 'all' };

const run = async (query: string, variableValues: Record<string, unknown> = {}): Promise<ExecutionResult> =>
  execute({ schema, rootValue, document: parse(query), variableValues });

test.each<[string, unknown]>([
  ['{ list }', undefined],
  ['{ list(where: null) }', undefined],
  ['{ list(where: {}) }', undefined],
  ['query($where: Where) { list(where: $where) }', undefined],
  ['query($where: Where) { list(where: $where) }', { where: {} }],
  ['query($where: Where) { list(where: $where) }', { where: { AND: [], labels: [], name: { in: [] } } }],
  ['{ list(where: { things: { none: {} } }) }', undefined],
  ['query($n: String = "x") { list(where: { name: { equals: $n } }) }', undefined],
  ['query($c: String, $n: Int) { page(filter: { cursor: $c, take: $n, direction: null }) }', { c: null }],
  ['{ page(filter: { name: "", level: [] }) }', undefined],
])('%s with %j is answered', async (query, variables) => {
  expect(await run(query, variables as Record<string, unknown>)).toEqual({
    data: expect.objectContaining({ [query.includes('page') ? 'page' : 'list']: 'all' }),
  });
});

const byWhere = 'query($where: Where) { list(where: $where) }';
const isNull = 'must not be null; omit it to set no condition';
const isEmpty = 'must have a condition; omit it to set none';
const isLost = 'must have a value; the variable $n has none';

test.each<[string, string, unknown, string, string]>([
  ['null', byWhere, { where: { name: null } }, 'where.name', isNull],
  ['null in a comparison', byWhere, { where: { name: { not: { in: null } } } }, 'where.name.not.in', isNull],
  ['null in AND', byWhere, { where: { AND: [{ name: { equals: null } }] } }, 'where.AND.0.name.equals', isNull],
  ['null as alternatives', byWhere, { where: { OR: null } }, 'where.OR', isNull],
  ['an empty object', byWhere, { where: { name: {} } }, 'where.name', isEmpty],
  ['only a mode', byWhere, { where: { name: { mode: 'insensitive' } } }, 'where.name', isEmpty],
  ['an empty alternative', byWhere, { where: { OR: [{ name: { equals: 'a' } }, {}] } }, 'where.OR.1', isEmpty],
  ['an empty relation', byWhere, { where: { things: {} } }, 'where.things', isEmpty],
  ['a lost value', 'query($n: String) { list(where: { name: { equals: $n } }) }', {}, 'where.name.equals', isLost],
  ['a lost filter', 'query($n: Text) { list(where: { name: $n }) }', {}, 'where.name', isLost],
  ['a lost list', 'query($n: [Where!]) { list(where: { OR: $n }) }', {}, 'where.OR', isLost],
  ['a variable that is null', 'query($n: Text) { list(where: { name: $n }) }', { n: null }, 'where.name', isNull],
  ['a lost value of a page', 'query($n: String) { page(filter: { name: $n }) }', {}, 'filter.name', isLost],
  ['null in a page', '{ page(filter: { level: null }) }', {}, 'filter.level', isNull],
])('a condition that is %s is refused with its path', async (_what, query, variables, path, message) => {
  const { errors } = await run(query, variables as Record<string, unknown>);
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: path.split('.'), message }],
  });
});
