import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import * as satrap from '../../src/client/index.ts';
import { checkQuery, checkText } from '../../src/control-plane/http/graphql/plugins/query-limits.ts';

const root = join(import.meta.dirname, '../..');
const texts = globSync('schema/*.graphql', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
const schema = buildSchema(texts.join('\n'));

const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
  Object.keys(type?.getFields() ?? {}),
);
const documents = new Map(
  Object.entries(satrap).flatMap(([name, value]) =>
    value instanceof String ? [[name, value.toString()] as const] : [],
  ),
);

test.each(fields)('%s has an operation that the schema knows and that is not too large', (field) => {
  const text = documents.get(`${field.charAt(0).toUpperCase()}${field.slice(1)}Document`);
  if (text === undefined) throw new Error('there is none: run npm run codegen');
  expect(validate(schema, parse(text))).toEqual([]);
  expect(() => checkText(text)).not.toThrow();
  expect(() => checkQuery(parse(text))).not.toThrow();
});

test('a list has only id and name of related objects, so that a page is not too large', () => {
  expect(documents.get('ExecutorOffersDocument')).toMatch(/executor \{\s+id\s+name\s+\}/);
});
