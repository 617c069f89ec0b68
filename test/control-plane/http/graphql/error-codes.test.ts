import { GraphQLError, parse } from 'graphql';
import { expect, test } from 'vitest';
import { maskErrors } from '../../../../src/control-plane/http/graphql/mask-errors.ts';
import { withErrorCode } from '../../../../src/control-plane/http/graphql/plugins/error-codes.ts';
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
  if (expected === 'invalid_input') expect(extensions).toMatchObject({ retryable: false, http: { status: 200 } });
});

test('an error links to its documentation, unless a console page helps more', () => {
  const linkOf = (details?: object) => domainError('name_taken', 'a fault', details).extensions['link'];
  expect(linkOf()).toBe('/docs/errors.html#name_taken');
  expect(linkOf({ link: '/releases' })).toBe('/releases');
});

test('of many faults the first 50 are named, each shortened', () => {
  const issues = Array.from({ length: 1000 }, (_, index) => ({ path: ['data', index], message: 'y'.repeat(10_000) }));
  const invalid = invalidInput(issues);
  expect(invalid.message).toMatch(/; and 950 more$/);
  for (const error of [invalid, domainError('invalid_node_config', 'z'.repeat(10_000), { issues })]) {
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

test('logs an unexpected error under a number, which the answer holds with the field', () => {
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

test('logs many 503s of a lost database once every ten seconds', async () => {
  const { clock, lines, mask } = masking();
  const originalError = new Error('Connection terminated unexpectedly');
  const flood = () => {
    for (let request = 0; request < 100; request++)
      expect(mask(new GraphQLError('lost', { path: ['nodes'], originalError }))).toMatchObject({
        message: expect.stringContaining('try again in a moment'),
        path: ['nodes'],
        extensions: { code: 'unavailable', retryable: true, retryAfterSeconds: 5, http: { status: 503 } },
      });
  };
  flood();
  expect(lines).toHaveLength(1);
  await clock.passUntil(10_000);
  flood();
  expect(lines.map(({ level }) => level)).toEqual([40, 40]);
});
