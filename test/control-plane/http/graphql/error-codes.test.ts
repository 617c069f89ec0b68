import { GraphQLError, parse } from 'graphql';
import { expect, test } from 'vitest';
import { maskErrors } from '../../../../src/control-plane/http/graphql/mask-errors.ts';
import { variableIssue, withErrorCode } from '../../../../src/control-plane/http/graphql/plugins/error-codes.ts';
import { domainError, invalidInput } from '../../../../src/control-plane/platform/input/errors.ts';
import { listeningLog } from '../../../harness/listening-log.ts';
import { VirtualClock } from '../../../harness/virtual-clock.ts';

const withCode = (code?: string) => new GraphQLError('a fault', { extensions: code === undefined ? {} : { code } });

test.each([
  ['no code', undefined, 'invalid_input'],
  ['a parser’s code', 'GRAPHQL_PARSE_FAILED', 'invalid_input'],
  ['a code about operations', 'OPERATION_RESOLUTION_FAILURE', 'invalid_input'],
  ['a code of the domain', 'name_taken', 'name_taken'],
])('an error with %s is answered with the code that clients know', (_what, code, expected) => {
  const { message, extensions } = withErrorCode(withCode(code));
  expect([message, extensions['code']]).toEqual(['a fault', expected]);
  if (expected === 'invalid_input') expect(extensions['http']).toEqual({ status: 200 });
});

test.each([
  [
    'Variable "$input" got invalid value "on" at "input.nodes[0].phase"; Value "on" does not exist in "NodePhase" enum.',
    { path: ['input', 'nodes', 0, 'phase'], message: 'Value "on" does not exist in "NodePhase" enum.' },
  ],
  [
    'Variable "$take" got invalid value "x"; Int cannot represent non-integer value: "x"',
    { path: ['take'], message: 'Int cannot represent non-integer value: "x"' },
  ],
  [
    'Variable "$id" of required type "ID!" was not provided.',
    { path: ['id'], message: 'Variable "$id" of required type "ID!" was not provided.' },
  ],
  ['Cannot query field "a" on type "Query".', undefined],
])('the issue in GraphQL’s message is read: %s', (message, issue) => {
  expect(variableIssue(message)).toEqual(issue);
});

test('a message of GraphQL repeats no long value, and names its place and reason all the same', () => {
  const value = 'x'.repeat(1_000_000);
  const message = `Variable "$input" got invalid value "${value}" at "input.network"; Value "${value}" does not exist in "Network" enum.`;
  const { message: shown, extensions } = withErrorCode(new GraphQLError(message));
  expect(shown.length).toBeLessThanOrEqual(300);
  expect(shown).toMatch(/^Variable "\$input" got invalid value "x+…x+" does not exist in "Network" enum\.$/);
  expect(JSON.stringify(extensions).length).toBeLessThan(500);
});

test('of many faults the first 50 are named, each shortened', () => {
  const issues = Array.from({ length: 1000 }, (_, index) => ({ path: ['data', index], message: 'y'.repeat(10_000) }));
  const invalid = invalidInput(issues);
  expect(invalid.message).toMatch(/; and 950 more$/);
  for (const error of [invalid, domainError('invalid_node_config', 'z'.repeat(10_000), issues)]) {
    expect(error.extensions['issues']).toHaveLength(50);
    expect(JSON.stringify(error.extensions).length).toBeLessThan(30_000);
    expect(error.message.length).toBeLessThanOrEqual(2000);
  }
});

function masking() {
  const clock = new VirtualClock(0);
  const { log, lines } = listeningLog();
  const { maskError } = maskErrors({ log, clock });
  return { clock, lines, mask: (error: unknown) => maskError(error, 'it failed') };
}

test('an unexpected error is logged under a number, and the answer holds the number and the field only', () => {
  const { lines, mask } = masking();
  const original = new Error('the password is swordfish');
  const nodes = parse('{ nodes }').definitions;
  const masked = mask(new GraphQLError('x', { path: ['nodes'], nodes, originalError: original }));
  const code = 'internal_error';
  expect(masked).toMatchObject({ path: ['nodes'], locations: [{ line: 1, column: 1 }], extensions: { code } });
  expect(lines).toMatchObject([{ errorId: expect.any(String), err: { message: 'the password is swordfish' } }]);
  expect(masked.message).toContain((lines[0] as unknown as { errorId: string }).errorId);
  expect(masked.message).not.toContain('swordfish');
  const ours = withCode('name_taken');
  expect(mask(ours)).toBe(ours);
  expect(lines).toHaveLength(1);
});

test('many requests that fail with 503 because the database is away leave one line in the log every ten seconds', async () => {
  const { clock, lines, mask } = masking();
  const originalError = new Error('Connection terminated unexpectedly');
  const flood = () => {
    for (let request = 0; request < 100; request++)
      expect(mask(new GraphQLError('lost', { path: ['nodes'], originalError }))).toMatchObject({
        message: expect.stringContaining('try again in a moment'),
        path: ['nodes'],
        extensions: { code: 'unavailable', http: { status: 503 } },
      });
  };
  flood();
  expect(lines).toHaveLength(1);
  await clock.passUntil(10_000);
  flood();
  expect(lines.map(({ level }) => level)).toEqual([40, 40]);
});
