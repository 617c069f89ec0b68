import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema, isObjectType, validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { audienceSchemas } from '../../scripts/audience-schema.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const text = globSync('schema/*.graphql', { cwd: root }).toSorted().map(read).join('\n');
const whole = buildSchema(text);
const parts = ['people', 'executors', 'sign-in'].map((name) => {
  const text = read(`schema/audiences/${name}.graphql`);
  return { name, text, schema: buildSchema(text) };
});

const operationsOf = (schema: GraphQLSchema): string[] =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((field) => `${type?.name}.${field}`),
  );
const holders = (operation: string) =>
  parts.filter(({ schema }) => operationsOf(schema).includes(operation)).map(({ name }) => name);

test('each audience has a schema that is valid by itself and current', () => {
  expect(parts.flatMap(({ schema }) => validateSchema(schema))).toEqual([]);
  expect(audienceSchemas(text)).toEqual(parts.map(({ name, text }) => ({ name: `${name}.graphql`, content: text })));
});

test('each operation is in the schema of one audience; only viewer is in all', () => {
  const operations = operationsOf(whole);
  expect(operations.length).toBeGreaterThan(100);
  const inOthers = operations.filter((operation) => holders(operation).length !== 1);
  expect(inOthers).toEqual(['Query.viewer']);
  expect(holders('Query.viewer')).toHaveLength(3);
});

test.each([
  ['Query.nodes', 'people'],
  ['Mutation.createEnrolmentToken', 'people'],
  ['Mutation.createPasswordResetLink', 'people'],
  ['Mutation.enrolExecutor', 'executors'],
  ['Mutation.syncExecutor', 'executors'],
  ['Subscription.executorNudges', 'executors'],
  ['Mutation.signIn', 'sign-in'],
  ['Query.sessions', 'sign-in'],
])('%s is for %s', (operation, audience) => expect(holders(operation)).toEqual([audience]));

test('a type of an audience has all fields and directives, and other types are absent', () => {
  const types = Object.values(whole.getTypeMap()).filter(isObjectType);
  const fieldsOf = (schema: GraphQLSchema, name: string) => {
    const type = schema.getType(name);
    return isObjectType(type) ? Object.keys(type.getFields()).toSorted() : undefined;
  };
  const others = types.filter(({ name }) => !['Query', 'Mutation', 'Subscription'].includes(name));
  for (const { schema } of parts)
    for (const { name } of others) expect([undefined, fieldsOf(whole, name)]).toContainEqual(fieldsOf(schema, name));
  const [people, executors, signIn] = parts.map(({ schema }) => schema);
  expect(people?.getType('SyncExecutorInput')).toBeUndefined();
  expect([executors?.getType('Node'), signIn?.getType('Node')]).toEqual([undefined, undefined]);
  expect(parts[1]?.text).toMatch(/@limit\(/);
});
