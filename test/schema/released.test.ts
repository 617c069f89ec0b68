import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { compare } from 'semver';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const present = globSync('schema/*.graphql', { cwd: root }).toSorted().map(read).join('\n');

/** The newest release. */
const released = globSync('schema/released/*.graphql', { cwd: root })
  .toSorted((a, b) => compare(basename(a, '.graphql'), basename(b, '.graphql')))
  .at(-1);

/** The changes of one level, as sentences. */
async function changes(level: CriticalityLevel, former: GraphQLSchema, next: GraphQLSchema): Promise<string[]> {
  const all: Change[] = await diff(former, next);
  return all.filter(({ criticality }) => criticality.level === level).map(({ message }) => message);
}

test('nothing that programs of the last release rely on is gone from the schema', async () => {
  const former = buildSchema(read(released ?? 'there is no release: npm run schema:release'));
  const next = buildSchema(present);
  const dangerous = await changes(CriticalityLevel.Dangerous, former, next);
  // Such as a new value of an enum: programs that know all values should hear of it in the notes of the release.
  for (const message of dangerous) console.info(`dangerous since ${released}: ${message}`);
  expect(await changes(CriticalityLevel.Breaking, former, next)).toEqual([]);
});

test.each([
  ['a field that is gone', /\n {2}executors\(/, '\n  hosts(', "Field 'executors' was removed from object type 'Query'"],
  [
    'a value of an enum that is gone',
    /\n {2}regtest\n/,
    '\n  testnet5\n',
    "Enum value 'regtest' was removed from enum 'Network'",
  ],
  [
    'an input that is required now',
    /(input NodeLogsInput \{)/,
    '$1\n  reader: String!',
    "Input field 'reader' of type 'String!' was added to input object type 'NodeLogsInput'",
  ],
])('%s is found', async (_what, pattern, replacement, expected) => {
  const changed = present.replace(pattern, replacement);
  expect(changed).not.toBe(present);
  expect(await changes(CriticalityLevel.Breaking, buildSchema(present), buildSchema(changed))).toEqual([expected]);
});
