import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLObjectType } from 'graphql';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

test('the executor guide has the source and the unit of each figure of a sample', () => {
  const schema = globSync('schema/*.graphql', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const { at: _at, ...figures } = (
    buildSchema(schema.join('\n')).getType('NodeMetrics') as GraphQLObjectType
  ).getFields();
  const guide = readFileSync(join(root, 'docs/api/executor-guide.md'), 'utf8');
  const rows = guide.split('| field | source | unit |')[1]?.split('\n\n')[0] ?? '';
  const listed = rows
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(listed.toSorted()).toEqual(Object.keys(figures).toSorted());
});
