import { randomBytes } from 'node:crypto';
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
  [true, '57P01', 'terminating connection due to administrator command'],
  [true, '57P03', 'the database system is starting up'],
  [true, '08006', 'connection failure'],
  [true, '53100', 'could not extend file: No space left on device'],
  [true, undefined, 'Connection terminated unexpectedly'],
  [true, undefined, 'timeout exceeded when trying to connect'],
  [true, undefined, 'Query read timeout'],
  [true, undefined, 'Client has encountered a connection error and is not queryable'],
  [false, '40P01', 'deadlock detected'],
  [false, '57014', 'canceling statement due to statement timeout'],
  [false, undefined, 'something else'],
])('whether the database is away is %s for the code %s and «%s»', (isAway, code, message) => {
  const error = fault(code, message);
  expect(isDatabaseAway(error)).toBe(isAway);
  expect(isDatabaseAway(new DrizzleQueryError('select 1', [], error))).toBe(isAway);
});

test.each([
  ['53300', 'sorry, too many clients already', /has no free connection .*raise its max_connections/],
  ['42501', 'permission denied for database', /may not migrate .*make this user the owner/],
  [undefined, 'timeout expired', /cannot connect .*check that it runs/],
  ['53100', 'could not extend file: No space left on device', /^undefined$/],
])('a database that cannot be opened with %s «%s» is explained with what to do', (code, message, advice) => {
  expect(String(setupAdvice(new DrizzleQueryError('select 1', [], fault(code, message))))).toMatch(advice);
});

test('a DATABASE_URL of another form is refused without what it holds', () => {
  for (const url of ['mysql://user:hidden@host/db', '']) {
    expect(urlFault(url)).toMatch(/must look like postgres:\/\//);
    expect(urlFault(url)).not.toContain('hidden');
  }
  expect(urlFault('postgresql:///db?host=/run/postgresql')).toBeUndefined();
});

function logged(err: unknown): string {
  const lines: string[] = [];
  pino({ serializers: { err: errorForLog } }, { write: (line) => void lines.push(line) }).error({ err }, 'it failed');
  return lines.join();
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
  expect(err).toMatchObject({ message: 'out of range', stack: expect.stringContaining('RangeError') });
});
