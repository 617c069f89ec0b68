import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  errorForLog,
  isDatabaseAway,
  setupAdvice,
  urlFault,
} from '../../../../src/control-plane/platform/database/connection-fault.ts';

const fault = (code: string | undefined, message: string) => Object.assign(new Error(message), { code });

test.each([
  [true, 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
  [true, 'ECONNRESET', 'read ECONNRESET'],
  [true, 'ENOTFOUND', 'getaddrinfo ENOTFOUND db'],
  [true, '57P01', 'terminating connection due to administrator command'],
  [true, '57P02', 'terminating connection because of crash of another server process'],
  [true, '57P03', 'the database system is starting up'],
  [true, '08006', 'connection failure'],
  [true, '53100', 'could not extend file: No space left on device'],
  [true, '53300', 'sorry, too many clients already'],
  [true, undefined, 'Connection terminated unexpectedly'],
  [true, undefined, 'timeout expired'],
  [true, undefined, 'timeout exceeded when trying to connect'],
  [true, undefined, 'Query read timeout'],
  [true, undefined, 'Client has encountered a connection error and is not queryable'],
  [false, '23505', 'duplicate key value violates unique constraint'],
  [false, '40P01', 'deadlock detected'],
  [false, '42P01', 'relation "event" does not exist'],
  [false, '57014', 'canceling statement due to statement timeout'],
  [false, undefined, 'something else'],
])('whether the database is away is %s for the code %s and «%s»', (isAway, code, message) => {
  const error = fault(code, message);
  expect(isDatabaseAway(error)).toBe(isAway);
  expect(isDatabaseAway(new DrizzleQueryError('select 1', [], error))).toBe(isAway);
});

test.each([
  ['53300', 'sorry, too many clients already', /has no free connection .*raise its max_connections/],
  ['25006', 'cannot execute CREATE SCHEMA in a read-only transaction', /is read-only .*name the primary/],
  ['42501', 'permission denied for database', /may not migrate .*make this user the owner/],
  ['28P01', 'password authentication failed', /rejects the user .*correct the user or the password/],
  ['3D000', 'database "x" does not exist', /does not exist .*create it/],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db', /cannot connect .*check that it runs/],
  [undefined, 'timeout expired', /cannot connect .*check that it runs/],
])('a database that cannot be opened with %s «%s» is explained with what to do', (code, message, advice) => {
  expect(setupAdvice(new DrizzleQueryError('select 1', [], fault(code, message)))).toMatch(advice);
});

test('a fault that no operator can mend is left as it is', () => {
  expect(setupAdvice(new TypeError('undefined is not a function'))).toBeUndefined();
});

test.each(['notaurl', 'mysql://user:hidden@host/db', 'http://host', ''])(
  'the DATABASE_URL %j is refused with the form that it must have, and without what it holds',
  (url) => {
    expect(urlFault(url)).toMatch(/must look like postgres:\/\//);
    expect(urlFault(url)).not.toContain('hidden');
  },
);

test.each(['postgres://user:password@host:5432/db', 'postgresql:///db?host=/run/postgresql'])(
  'the DATABASE_URL %s is accepted',
  (url) => {
    expect(urlFault(url)).toBeUndefined();
  },
);

function logged(err: unknown): string {
  let text = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk;
      done();
    },
  });
  pino({ serializers: { err: errorForLog } }, stream).error({ err }, 'it failed');
  return text;
}

test('invariant 8: a failed statement is logged with the reason and the place, and without customer data', () => {
  const customerData = randomBytes(8).toString('hex');
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "node_name"'), {
    code: '23505',
    constraint: 'node_name',
    detail: `Key (name)=(${customerData}) already exists.`,
  });
  const line = logged(
    new DrizzleQueryError(`insert into node values ('${customerData}')`, [customerData.repeat(10_000)], cause),
  );
  expect(line).not.toContain(customerData);
  expect(line.length).toBeLessThan(4000);
  expect(JSON.parse(line).err).toMatchObject({ code: '23505', constraint: 'node_name', message: cause.message });
  expect(JSON.parse(line).err.stack).toContain('connection-fault.test.ts');
});

test('any other error is logged in full', () => {
  const { err } = JSON.parse(logged(new RangeError('out of range')));
  expect(err).toMatchObject({
    type: 'RangeError',
    message: 'out of range',
    stack: expect.stringContaining('RangeError'),
  });
});
