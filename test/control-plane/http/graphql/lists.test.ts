import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputField,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const texts = globSync('schema/*.graphql', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
const types = Object.values(buildSchema(texts.join('\n')).getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const inputs = types.filter(isInputObjectType);

type Field = GraphQLField<unknown, unknown>;
type Row = [name: string, field: Field];
const fields: Row[] = types
  .filter(isObjectType)
  .flatMap((type) => Object.values(type.getFields()).map((field): Row => [`${type.name}.${field.name}`, field]));
const isConnection = (field: Field) => getNamedType(field.type).name.endsWith('Connection');
const connections = fields.filter(([, field]) => isConnection(field));
const lists = fields.filter(
  ([name, { type, args }]) => !name.startsWith('Mutation.') && isListType(getNullableType(type)) && args.length > 0,
);

const namesOf = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);
const fieldNames = (type: unknown) =>
  isObjectType(type) || isInputObjectType(type) ? namesOf(Object.values<{ name: string }>(type.getFields())) : [];
const inputFields = (suffix: RegExp): GraphQLInputField[] =>
  inputs.filter(({ name }) => suffix.test(name)).flatMap((type) => Object.values(type.getFields()));

/** Arguments beside the usual ones: of the specification, of a short list without pages, or of one object. */
const ownArguments: Readonly<Record<string, string[]>> = {
  'Query.notificationIncidents': ['status'],
  'Query.adminAuditActions': ['organizationId'],
  'NodeOptions.configOptions': ['search'],
  'NotificationSettings.nodeOverrides': ['where', 'take', 'skip'],
  'Query.webhookDeliveries': ['where'],
  'Subscription.changes': ['types'],
};

/** What people sort and filter, as in the list without cursors. The others are histories, which have one order. */
const sorted = new Set(['Query.nodesConnection', 'Query.executorsConnection']);

test.each(connections.filter(([name]) => !sorted.has(name)))('%s has a filter with the page', (name, { args }) => {
  expect(namesOf(args)).toEqual([...(ownArguments[name] ?? []), 'filter']);
  const filter = args.at(-1)?.type;
  expect(String(filter)).toMatch(/FilterInput$/);
  const page = isInputObjectType(filter) ? filter.getFields() : {};
  const typeOf = (field: string) => String(page[field]?.type);
  expect(['cursor', 'direction', 'take'].map(typeOf)).toEqual(['String', 'PageDirection', 'Int']);
});

test.each([...sorted])('%s has the conditions and orders of its list, and the page', (name) => {
  const listed = fields.find(([each]) => each === name.replace('Connection', ''))?.[1].args ?? [];
  const given = connections.find(([each]) => each === name)?.[1].args ?? [];
  const typesOf = (args: Field['args']) => args.map((each) => `${each.name}: ${String(each.type)}`);
  expect(typesOf(given)).toEqual([...typesOf(listed).slice(0, 3), 'cursor: String']);
  expect(namesOf(given)).toEqual(['where', 'orderBy', 'take', 'cursor']);
});

test.each(connections)('%s is a connection', (_name, { type }) => {
  expect(fieldNames(getNamedType(type))).toEqual(['edges', 'nodes', 'pageInfo']);
  const connection = getNamedType(type);
  const edge = isObjectType(connection) ? getNamedType(connection.getFields()['edges']?.type) : undefined;
  expect(fieldNames(edge)).toEqual(['cursor', 'node']);
});

test.each(lists)('%s is a list with the arguments where, orderBy, take, skip in this order', (name, { args }) => {
  const own = ownArguments[name];
  if (own !== undefined) return expect(namesOf(args)).toEqual(own);
  const given = namesOf(args);
  expect(given).toEqual(['where', 'orderBy', 'take', 'skip'].filter((each) => given.includes(each)));
  expect(given.slice(-2)).toEqual(['take', 'skip']);
  const shapes = { where: /^\w+WhereInput$/, orderBy: /^\[\w+OrderByInput!\]$/, take: /^Int$/, skip: /^Int$/ };
  for (const { name: argument, type } of args) expect(String(type)).toMatch(shapes[argument as keyof typeof shapes]);
});

test('a condition of where is a filter, an enumeration’s has the usual comparisons', () => {
  const bare = inputFields(/WhereInput$/).filter(
    ({ type }) => !isListType(getNullableType(type)) && !isInputObjectType(getNamedType(type)),
  );
  expect(namesOf(bare)).toEqual([]);
  const enumFilters = inputs.filter((type) => isEnumType(getNamedType(type.getFields()['equals']?.type)));
  expect(enumFilters.length).toBeGreaterThan(5);
  for (const type of enumFilters) expect(fieldNames(type), type.name).toEqual(['equals', 'in', 'notIn', 'not']);
});

test('a condition of an enumeration’s filter is a list or one value', () => {
  const bare = inputFields(/FilterInput$/).filter(
    ({ type }) => isEnumType(getNamedType(type)) && !isListType(type) && String(type) !== 'PageDirection',
  );
  expect(namesOf(bare)).toEqual([]);
});

test('a range of time goes from `from` to `to`', () => {
  const given = [...inputs.flatMap(fieldNames), ...fields.flatMap(([, { args }]) => namesOf(args))];
  expect(given.filter((name) => /^(until|after|before|start|end)$/.test(name))).toEqual([]);
  const ranges = inputFields(/FilterInput$/).filter(({ name }) => name === 'from' || name === 'to');
  expect(ranges).toHaveLength(6);
});
