import { drizzle } from 'drizzle-orm/node-postgres';
import { type GraphQLObjectType, isNonNullType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { permissionOf } from '../../../../src/contract/permissions.ts';
import type { ResolverDeps } from '../../../../src/control-plane/features/feature.ts';
import { buildResolvers } from '../../../../src/control-plane/features.ts';
import { buildSchema } from '../../../../src/control-plane/http/graphql/schema.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { executorMutation } from '../../../../src/control-plane/request/operations.ts';
import { type OperationExtensions, requiredPermission } from '../../../../src/control-plane/request/permissions.ts';
import type { Resolvers } from '../../../../src/control-plane/request/resolvers.generated.ts';

/** Never called or connected: only the schema is inspected. */
const database: Database = drizzle('postgres://nobody@127.0.0.1:1/nothing');
const schema = buildSchema(buildResolvers({ heartbeatDatabase: database, deliveries: {} } as ResolverDeps));

const roots = ['Query', 'Mutation', 'Subscription'] as const;
const fieldsOf = (root: (typeof roots)[number]) =>
  Object.values((schema.getType(root) as GraphQLObjectType).getFields());

describe('the permission of each operation in the schema', () => {
  test('is what the wrapper of each operation checks', () => {
    const differing = roots.flatMap((root) =>
      fieldsOf(root).filter(
        ({ name, extensions }) =>
          !(extensions as Partial<OperationExtensions>).permissions?.some((each) => each === permissionOf(root, name)),
      ),
    );
    expect(differing.map(({ name }) => name)).toEqual([]);
  });

  test.each<[string, Resolvers, string]>([
    [
      'goes round the wrappers',
      { Mutation: { deleteNode: () => ({}) as never } },
      'Mutation.deleteNode requires admin',
    ],
    [
      'has another wrapper than the schema says',
      { Mutation: { deleteNode: executorMutation({ run: async () => ({}) as never, subject: () => null }) } },
      'Mutation.deleteNode requires admin, which its wrapper does not check',
    ],
  ])('lets no server start when an operation %s', (_what, resolvers, message) => {
    expect(() => buildSchema([resolvers])).toThrow(message);
  });

  test('is missing for what the schema does not know, which is refused', () => {
    expect(() => requiredPermission('Query', 'secrets', { permissions: ['anyone'] })).toThrow(
      'the schema has no Query.secrets',
    );
  });
});

test('every root field has a resolver, and those of Query and Mutation are nullable', () => {
  const fields = roots.flatMap(fieldsOf);
  expect(fields.filter(({ resolve, subscribe }) => !resolve && !subscribe).map(({ name }) => name)).toEqual([]);
  const required = [...fieldsOf('Query'), ...fieldsOf('Mutation')].filter(({ type }) => isNonNullType(type));
  expect(required.map(({ name }) => name)).toEqual([]);
});

test('only mutations that judge each text take texts a database cannot hold', () => {
  const exempt = fieldsOf('Mutation').filter(({ extensions }) => extensions['checksOwnTexts'] === true);
  expect(exempt.map(({ name }) => name).toSorted()).toEqual(['answerAgentRequest', 'reportRuntimeEvents']);
});
