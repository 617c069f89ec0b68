import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { whileDatabaseIsAway } from '../../../../src/control-plane/http/graphql/database-away.ts';
import { maskErrors } from '../../../../src/control-plane/http/graphql/plugins/mask-errors.ts';
import { listeningLog } from '../../../harness/listening-log.ts';
import { VirtualClock } from '../../../harness/virtual-clock.ts';

function masking() {
  const clock = new VirtualClock(0);
  const { log, lines } = listeningLog();
  const { maskError } = whileDatabaseIsAway(maskErrors(log), { log, clock });
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
