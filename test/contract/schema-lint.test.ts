import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import {
  buildSchema,
  type GraphQLArgument,
  getNamedType,
  isInputObjectType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync('schema/*.graphql', { cwd: root }).toSorted();
const schema = buildSchema(files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n'));
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const rootTypes = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
const rootFields = rootTypes.flatMap((type) => Object.values(type?.getFields() ?? {}));
const numberFields = types.flatMap((type) =>
  isObjectType(type) || isInputObjectType(type)
    ? Object.values(type.getFields()).map(
        ({ name, type: of }) => [type.name, name, String(of).replace(/[[\]!]/g, '')] as const,
      )
    : [],
);

test('the schema keeps the rules of eslint.config.js', async () => {
  const results = await new ESLint({ cwd: root }).lintFiles('schema/*.graphql');
  expect(results).toHaveLength(files.length);
  const faults = results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message, ruleId }) => `${filePath}:${line} ${message} (${ruleId})`),
  );
  expect(faults).toEqual([]);
});

/** The arguments that the specification names, and the organization that an administrator filters by. */
const namedOtherwise: ReadonlySet<string> = new Set([
  ...['syncExecutor.input', 'reportRuntimeEvents.input', 'saveNotificationSettings.input'],
  ...['requestNodeLifecycleAction.id', 'requestExecutorUpgrade.executorId', 'adminAuditActions.organizationId'],
  // A member of the rollout that `where` picks.
  'skipNodeRolloutMember.nodeId',
  'adminAuditVerification.organizationId',
]);

test('input is `data`, a selection is `where`, and both come first, in this order', () => {
  const isOther = ({ name }: GraphQLArgument): boolean => /^(input|id|.*Ids?|token)$/.test(name);
  const others = rootFields.flatMap(({ name, args }) => args.filter(isOther).map((each) => `${name}.${each.name}`));
  expect(others.filter((each) => !namedOtherwise.has(each))).toEqual([]);
  const rank = ({ name }: GraphQLArgument) => ['data', 'where'].indexOf(name) + 1 || 3;
  const unordered = rootFields.filter(({ args }) => args.map(rank).join() !== args.map(rank).toSorted().join());
  expect(unordered.map(({ name }) => name)).toEqual([]);
});

/** Returns every field of that type, as «Type.field». */
const usesOf = (name: string): string[] =>
  types.flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields())
          .filter(({ type: of }) => getNamedType(of).name === name)
          .map((field) => `${type.name}.${field.name}`)
      : [],
  );

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).map(
  ({ name, type }) => [name, type] as const,
);

test.each(mutations)('%s › returns a payload of its own, nullable for its errors', (name, type) => {
  const payload = `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`;
  expect(String(type)).toBe(payload);
  expect(isObjectType(schema.getType(payload))).toBe(true);
  expect(usesOf(payload)).toEqual([`Mutation.${name}`]);
});

test('a type named as a payload is that of a mutation', () => {
  const payloads = types.map(({ name }) => name).filter((name) => name.endsWith('Payload'));
  expect(payloads.toSorted()).toEqual(mutations.map(([, type]) => String(type)).toSorted());
});

test('an amount has its unit in its name or its type', () => {
  const faults = numberFields.filter(
    ([, name, type]) =>
      (['Int', 'Float'].includes(type) && /Bytes$|^bytes/.test(name)) ||
      (name === 'progress' && type !== 'Float') ||
      (['Int', 'Float'].includes(type) && /^(step|size|duration|interval|timeout|age|lifetime)$/.test(name)) ||
      (/[eE]xpires(In|At)/.test(name) && !/[eE]xpires(InSeconds|At)$/.test(name)),
  );
  expect(faults).toEqual([]);
});

/** Parts of other objects that clients cache by themselves. */
const cachedParts = [
  'ExecutorApiKeyUsage',
  'NodeExplanation',
  'OrphanedNode',
  'UpgradeRolloutMember',
  'NodeRolloutMember',
];

test('an object that is picked by its id, or that clients cache, has an id', () => {
  const picked = types.flatMap(({ name }) => /^(.+)WhereUniqueInput$/.exec(name)?.[1] ?? []);
  const withoutId = [...picked, ...cachedParts].filter((name) => {
    const type = schema.getType(name);
    return isObjectType(type) && !('id' in type.getFields());
  });
  // A network is picked by its name.
  expect(withoutId).toEqual(['ChainNetwork']);
});

test('each scalar of its own says where it is specified', () => {
  const scalars = types.filter((type) => 'specifiedByURL' in type && !isSpecifiedScalarType(type));
  expect(scalars.map(({ name }) => name).toSorted()).toEqual(['ByteCount', 'DateTime', 'JSON']);
  expect(scalars.filter((type) => !('specifiedByURL' in type && type.specifiedByURL))).toEqual([]);
});
