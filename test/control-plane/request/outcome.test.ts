import { DrizzleQueryError } from 'drizzle-orm';
import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { errorCodeOf } from '../../../src/control-plane/request/outcome.ts';

const ofDatabase = (code: string) =>
  new DrizzleQueryError('select 1', [], Object.assign(new Error('the database says no'), { code }));

test.each([
  ['a refusal', new GraphQLError('no', { extensions: { code: 'name_taken' } }), 'name_taken'],
  ['57P01', ofDatabase('57P01'), 'unavailable'],
  ['25006', ofDatabase('25006'), 'unavailable'],
  ['57014', ofDatabase('57014'), 'timed_out'],
  ['23505', ofDatabase('23505'), 'internal_error'],
  ['a bug', new Error('a bug'), 'internal_error'],
])('errorCodeOf › %s is logged and audited as the caller gets it', (_what, error, code) => {
  expect(errorCodeOf(error)).toBe(code);
});
