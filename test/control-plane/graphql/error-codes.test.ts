import { GraphQLError } from 'graphql';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { withErrorCode } from '../../../src/control-plane/graphql/plugins/error-codes.ts';
import { maskErrors } from '../../../src/control-plane/graphql/plugins/mask-errors.ts';
import { errorCodeOf } from '../../../src/control-plane/request/outcome.ts';

const withCode = (code?: string) => new GraphQLError('a fault', { extensions: code === undefined ? {} : { code } });

test.each([
  ['no code', undefined, 'invalid_input'],
  ['a parser’s code', 'GRAPHQL_PARSE_FAILED', 'invalid_input'],
  ['a code about operations', 'OPERATION_RESOLUTION_FAILURE', 'invalid_input'],
  ['our code for input', 'invalid_input', 'invalid_input'],
  ['a code of the domain', 'name_taken', 'name_taken'],
  ['the code of an unexpected error', 'internal_error', 'internal_error'],
])('an error with %s is answered with the code that clients know', (_what, code, expected) => {
  const { message, extensions } = withErrorCode(withCode(code));
  expect([message, extensions['code']]).toEqual(['a fault', expected]);
  if (expected === 'invalid_input') expect(extensions['http']).toEqual({ status: 200 });
});

test.each([
  [withCode('name_taken'), 'name_taken'],
  [withCode(), 'internal_error'],
  [new Error('the database is away'), 'internal_error'],
  ['a text', 'internal_error'],
])('the code of %s is %s', (error, code) => {
  expect(errorCodeOf(error)).toBe(code);
});

test('an unexpected error is logged under a number, and the answer holds the number only', () => {
  const lines: { errorId: string; err: { message: string } }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const { maskError, errorMessage } = maskErrors(log);
  const original = new Error('the password is swordfish');
  const masked = maskError?.(new GraphQLError('x', { path: ['nodes'], originalError: original }), errorMessage ?? '');
  expect(masked?.message).toContain(lines[0]?.errorId);
  expect(masked?.message).not.toContain('swordfish');
  expect(lines[0]?.err.message).toBe('the password is swordfish');
  const ours = withCode('name_taken');
  expect(maskError?.(ours, errorMessage ?? '')).toBe(ours);
  expect(lines).toHaveLength(1);
});
