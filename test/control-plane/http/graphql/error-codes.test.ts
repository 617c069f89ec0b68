import { GraphQLError, parse } from 'graphql';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { maskErrors } from '../../../../src/control-plane/http/graphql/mask-errors.ts';
import { variableIssue, withErrorCode } from '../../../../src/control-plane/http/graphql/plugins/error-codes.ts';
import { domainError, invalidInput } from '../../../../src/control-plane/platform/input/errors.ts';
import { errorCodeOf } from '../../../../src/control-plane/request/outcome.ts';
import { systemClock } from '../../../../src/timing/clock.ts';
import { listeningLog } from '../../../harness/listening-log.ts';
import { VirtualClock } from '../../../harness/virtual-clock.ts';

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

test('an unexpected error is logged under a number, and the answer holds the number and the field only', () => {
  const lines: { errorId: string; err: { message: string } }[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const { maskError, errorMessage } = maskErrors({ log, clock: systemClock });
  const original = new Error('the password is swordfish');
  const nodes = parse('{ nodes }').definitions;
  const failed = new GraphQLError('x', { path: ['nodes'], nodes, originalError: original });
  const masked = maskError?.(failed, errorMessage ?? '');
  expect(masked).toMatchObject({ path: ['nodes'], locations: [{ line: 1, column: 1 }] });
  expect(masked?.message).toContain(lines[0]?.errorId);
  expect(masked?.message).not.toContain('swordfish');
  expect(lines[0]?.err.message).toBe('the password is swordfish');
  const ours = withCode('name_taken');
  expect(maskError?.(ours, errorMessage ?? '')).toBe(ours);
  expect(lines).toHaveLength(1);
});

test.each([
  [
    'a value within a variable',
    'Variable "$input" got invalid value "on" at "input.nodes[0].phase"; Value "on" does not exist in "NodePhase" enum.',
    { path: ['input', 'nodes', 0, 'phase'], message: 'Value "on" does not exist in "NodePhase" enum.' },
  ],
  [
    'a variable itself',
    'Variable "$take" got invalid value "x"; Int cannot represent non-integer value: "x"',
    { path: ['take'], message: 'Int cannot represent non-integer value: "x"' },
  ],
  [
    'a variable that is missing',
    'Variable "$id" of required type "ID!" was not provided.',
    { path: ['id'], message: 'Variable "$id" of required type "ID!" was not provided.' },
  ],
  ['anything else', 'Cannot query field "a" on type "Query".', undefined],
])('the issue in GraphQL’s message about %s is read', (_what, message, issue) => {
  expect(variableIssue(message)).toEqual(issue);
});

test('a message of GraphQL repeats no long value, and names its place and reason all the same', () => {
  const value = 'x'.repeat(1_000_000);
  const message = `Variable "$input" got invalid value "${value}" at "input.kind"; Value "${value}" does not exist in "ExecutorKind" enum.`;
  const { message: shown, extensions } = withErrorCode(new GraphQLError(message));
  expect(shown.length).toBeLessThanOrEqual(300);
  expect(shown).toMatch(/^Variable "\$input" got invalid value "x+…x+" does not exist in "ExecutorKind" enum\.$/);
  expect(JSON.stringify(extensions).length).toBeLessThan(500);
});

test('a server without introspection suggests no names of the schema', () => {
  const error = new GraphQLError(
    'Cannot query field "nodez" on type "Query". Did you mean "nodes", "node", or "events"?',
  );
  expect(withErrorCode(error).message).toContain('Did you mean');
  expect(withErrorCode(error, { hidesSuggestions: true }).message).toBe('Cannot query field "nodez" on type "Query".');
});

test('of many faults the first 50 are named, each shortened', () => {
  const issues = Array.from({ length: 1000 }, (_, index) => ({ path: ['data', index], message: 'y'.repeat(10_000) }));
  for (const { message, extensions } of [
    invalidInput(issues),
    domainError('invalid_node_config', 'z'.repeat(10_000), issues),
  ]) {
    expect(extensions['issues']).toHaveLength(50);
    expect(JSON.stringify(extensions).length).toBeLessThan(30_000);
    expect(message.length).toBeLessThanOrEqual(2000);
  }
  expect(invalidInput(issues).message).toMatch(/; and 950 more$/);
});

function masking() {
  const clock = new VirtualClock(0);
  const { log, lines } = listeningLog();
  const { maskError } = maskErrors({ log, clock });
  return { clock, lines, mask: (error: unknown) => maskError(error, 'it failed') };
}
const away = () =>
  new GraphQLError('lost', { path: ['nodes'], originalError: new Error('Connection terminated unexpectedly') });

test('an error of a database that is away keeps its place in the query and gets HTTP 503', () => {
  expect(masking().mask(away())).toMatchObject({
    message: expect.stringContaining('try again in a moment'),
    path: ['nodes'],
    extensions: { code: 'unavailable', http: { status: 503 } },
  });
});

test('any other unexpected error stays an internal error', () => {
  const { mask } = masking();
  expect(mask(new TypeError('undefined is not a function'))).toMatchObject({ extensions: { code: 'internal_error' } });
});

test('many requests that fail because the database is away leave one line in the log every ten seconds', async () => {
  const { clock, lines, mask } = masking();
  for (let request = 0; request < 100; request++) mask(away());
  expect(lines).toHaveLength(1);
  await clock.passUntil(10_000);
  for (let request = 0; request < 100; request++) mask(away());
  expect(lines.map(({ level }) => level)).toEqual([40, 40]);
});
