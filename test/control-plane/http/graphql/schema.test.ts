import { drizzle } from 'drizzle-orm/node-postgres';
import { type GraphQLObjectType, isNonNullType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { shippedTable } from '../../../../src/bitcoin/clients/lifecycle.ts';
import { permissionOf, permissionTable } from '../../../../src/contract/permissions.ts';
import { AgentAnswers } from '../../../../src/control-plane/agents/agent-requests/agent-answers.ts';
import { AddressPolicy } from '../../../../src/control-plane/alerts/webhooks/address-policy.ts';
import { buildResolvers } from '../../../../src/control-plane/features.ts';
import { buildSchema } from '../../../../src/control-plane/http/graphql/schema.ts';
import { Changes } from '../../../../src/control-plane/http/streams/changes.ts';
import { Nudges } from '../../../../src/control-plane/http/streams/nudges.ts';
import { ApiKeyAuthenticator } from '../../../../src/control-plane/people/accounts/api-key-authenticator.ts';
import { FailedAttempts } from '../../../../src/control-plane/people/accounts/failed-attempts.ts';
import { buildAuths, PasswordWork } from '../../../../src/control-plane/people/sign-in/auths.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { silentMeasures } from '../../../../src/control-plane/platform/monitoring/measures.ts';
import { executorMutation } from '../../../../src/control-plane/request/mutation.ts';
import { type OperationExtensions, requiredPermission } from '../../../../src/control-plane/request/permissions.ts';
import type { Resolvers } from '../../../../src/control-plane/request/resolvers.generated.ts';
import { OpenStreams } from '../../../../src/control-plane/request/streams/open-streams.ts';

/** Never connected: only the schema is inspected. */
const database: Database = drizzle('postgres://nobody@127.0.0.1:1/nothing');
const schema = buildSchema(
  buildResolvers({
    database,
    secret: { text: 'secret', seal: (plain) => plain, unseal: (sealed) => sealed },
    apiKeyAuthenticator: new ApiKeyAuthenticator(database, new FailedAttempts()),
    lifecycle: { table: shippedTable },
    nudges: new Nudges(new OpenStreams()),
    sampleRetentionDays: 7,
    upgradeDeadlineMinutes: 30,
    changes: new Changes(new OpenStreams()),
    answers: new AgentAnswers(),
    streams: new OpenStreams(),
    heartbeatIntervalSeconds: 15,
    authOf: buildAuths(database, 'secret'),
    passwordWork: new PasswordWork(),
    signUp: 'invitation',
    policy: new AddressPolicy([]),
    deliveries: { wake: () => {} },
    measures: silentMeasures,
  }),
);

const roots = ['Query', 'Mutation', 'Subscription'] as const;
const fieldsOf = (root: (typeof roots)[number]) =>
  Object.values((schema.getType(root) as GraphQLObjectType).getFields());

describe('the table of permissions', () => {
  test.each(roots)('has a row for each field of %s, and none beside', (root) => {
    const names = fieldsOf(root).map(({ name }) => name);
    expect(Object.keys(permissionTable[root]).toSorted()).toEqual(names.toSorted());
  });

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
      'has another wrapper than its row says',
      { Mutation: { deleteNode: executorMutation({ run: async () => ({}) as never, subject: () => null }) } },
      'Mutation.deleteNode requires admin, which its wrapper does not check',
    ],
  ])('lets no server start when an operation %s', (_what, resolvers, message) => {
    expect(() => buildSchema([resolvers])).toThrow(message);
  });

  test('has no row for what the schema does not know, which is refused', () => {
    expect(() => requiredPermission('Query', 'secrets', { permissions: ['anyone'] })).toThrow(
      'no row for Query.secrets',
    );
  });
});

test('every field of Query, Mutation and Subscription has a resolver', () => {
  const fields = roots.flatMap(fieldsOf);
  expect(fields.filter(({ resolve, subscribe }) => !resolve && !subscribe).map(({ name }) => name)).toEqual([]);
});

test('only the mutations that judge each text by itself take texts that the database cannot hold', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const exempt = fields.filter(({ extensions }) => extensions['checksOwnTexts'] === true).map(({ name }) => name);
  expect(exempt.toSorted()).toEqual(['answerAgentRequest', 'reportRuntimeEvents']);
});

test('every field of Query and Mutation can be null, so that one that fails leaves the others their answers', () => {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}),
  );
  expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
});
