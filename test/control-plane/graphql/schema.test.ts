import { drizzle } from 'drizzle-orm/node-postgres';
import { type GraphQLSchema, isNonNullType } from 'graphql';
import { expect, test } from 'vitest';
import { ApiKeyAuthenticator } from '../../../src/control-plane/accounts/api-key-authenticator.ts';
import { FailedAttempts } from '../../../src/control-plane/accounts/failed-attempts.ts';
import type { Database } from '../../../src/control-plane/database/database.ts';
import { buildResolvers } from '../../../src/control-plane/graphql/resolvers.ts';
import { buildSchema } from '../../../src/control-plane/graphql/schema.ts';
import { Nudges } from '../../../src/control-plane/nudges/nudges.ts';
import { OpenStreams } from '../../../src/control-plane/streams/open-streams.ts';

/** Never connected to: only the schema is looked at. */
const database: Database = drizzle('postgres://nobody@127.0.0.1:1/nothing');
const schema = buildSchema(
  buildResolvers({
    database,
    secret: { text: 'secret', seal: (plain) => plain, unseal: (sealed) => sealed },
    apiKeyAuthenticator: new ApiKeyAuthenticator(database, new FailedAttempts()),
    nudges: new Nudges(new OpenStreams()),
    heartbeatIntervalSeconds: 15,
  }),
);

const permissions = (of: GraphQLSchema) =>
  Object.fromEntries(
    Object.values(of.getMutationType()?.getFields() ?? {}).map(({ name, extensions }) => [
      name,
      extensions['permission'],
    ]),
  );

test('every mutation goes through the wrapper that knows its permission and reports its outcome', () => {
  expect(permissions(schema)).toEqual({
    createApiKey: 'admin',
    deleteApiKey: 'admin',
    createNode: 'admin',
    updateNode: 'admin',
    requestNodeLifecycleAction: 'admin',
    deleteNode: 'admin',
    deleteExecutor: 'admin',
    openNodeLogSession: 'admin',
    syncExecutor: 'executor',
    reportRuntimeEvents: 'executor',
    reportNodeLogs: 'executor',
  });
});

test('a mutation that does not go through the wrapper is found', () => {
  const bypassed = buildSchema([{ Mutation: { deleteNode: () => ({}) as never } }]);
  expect(permissions(bypassed)['deleteNode']).toBeUndefined();
});

test('every field of Query, Mutation and Subscription has a resolver', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
  expect(fields.filter(({ resolve, subscribe }) => !resolve && !subscribe).map(({ name }) => name)).toEqual([]);
});

test('only the mutations that judge each text by itself take texts that the database cannot hold', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const exempt = fields.filter(({ extensions }) => extensions['checksOwnTexts'] === true).map(({ name }) => name);
  expect(exempt.toSorted()).toEqual(['reportNodeLogs', 'reportRuntimeEvents']);
});

test('every field of Query and Mutation can be null, so that one that fails leaves the others their answers', () => {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}),
  );
  expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
});
