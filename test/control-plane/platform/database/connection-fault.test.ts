import { randomBytes } from 'node:crypto';
import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  connectionAdvice,
  errorForLog,
  isDatabaseAway,
  setupAdvice,
} from '../../../../src/control-plane/platform/database/connection-fault.ts';

const fault = (code: string | undefined, message: string) => Object.assign(new Error(message), { code });

test.each([
  [true, 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
  [true, '57P01', 'terminating connection due to administrator command'],
  [true, '25006', 'cannot execute INSERT in a read-only transaction'],
  [true, '57P02', 'terminating connection because of crash of another server process'],
  [true, '57P03', 'the database system is starting up'],
  [true, '55000', 'cannot assign OIDs during recovery'],
  [true, '0A000', 'cannot access temporary or unlogged relations during recovery'],
  [false, '0A000', 'something is not implemented'],
  [false, '55000', 'lastval is not yet defined in this session'],
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

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /is not trusted .*sslrootcert=FILE/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate', /is not trusted .*sslrootcert=FILE/],
  ['CERT_HAS_EXPIRED', 'certificate has expired', /is not valid today .*renew it/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname does not match', /for another name .*sslmode=verify-ca/],
  ['EPROTO', 'wrong version number', /TLS .* failed .*check sslmode/],
  [undefined, 'The server does not support SSL connections', /has no TLS; .*remove sslmode/],
  [
    '28000',
    'no pg_hba.conf entry for host "::1", user "a", database "b", no encryption',
    /only with TLS .*sslmode=require/,
  ],
  ['28000', 'no pg_hba.conf entry for host "::1", user "a", database "b", SSL encryption', /pg_hba\.conf$/],
  ['28P01', 'password authentication failed', /rejects the user .*correct the user or the password/],
  ['08P01', 'transaction blocks not allowed in statement pooling mode', /pools by statement.*set its pool_mode/],
  ['08P01', 'unsupported startup parameter: options', /refuses the connection .*correct the setting that it names/],
  ['XX000', 'something new', /^cannot use the PostgreSQL of DATABASE_URL \(something new\); check the URL/],
])('a connection that fails with %s «%s» is explained with what to do', (code, message, advice) => {
  expect(connectionAdvice(fault(code, message), 'DATABASE_URL')).toMatch(advice);
});

function logged(err: unknown): string {
  const lines: string[] = [];
  pino({ serializers: { err: errorForLog } }, { write: (line) => void lines.push(line) }).error({ err }, 'it failed');
  return lines.join();
}

test('invariant 8: logs a failed statement with reason and place, without data', () => {
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
