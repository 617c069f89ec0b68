import type { PeerCertificate } from 'node:tls';
import { expect, test } from 'vitest';
import { readDatabaseUrl } from '../../../../src/control-plane/platform/database/database-url.ts';

const addresses = (url: string) =>
  readDatabaseUrl(url).endpoints.map(({ host, port }) => (port === undefined ? host : `${host}:${port}`));
const encryption = (url: string) =>
  readDatabaseUrl(url).endpoints.map(({ ssl }) =>
    typeof ssl === 'object' ? { verified: ssl.rejectUnauthorized !== false } : ssl,
  );

test.each([
  ['postgres://user:secret@db:5433/satrap', ['db:5433']],
  ['postgresql://a:5432,b:5433/satrap?target_session_attrs=read-write', ['a:5432', 'b:5433']],
  ['postgres://a,b/satrap', ['a', 'b']],
  ['postgres://[::1]:5432,[2001:db8::1]/satrap', ['::1:5432', '2001:db8::1']],
  ['postgres:///satrap?host=/run/postgresql', ['/run/postgresql']],
  ['postgres://%2Frun%2Fpostgresql/satrap', ['/run/postgresql']],
  ['postgres:///satrap?host=a,b&port=1,2', ['a:1', 'b:2']],
  ['postgres:///satrap?host=a,b&port=1', ['a:1', 'b:1']],
])('%s has the addresses %j', (url, expected) => {
  expect(addresses(url)).toEqual(expected);
});

test('takes user, password and database as they are encoded', () => {
  expect(readDatabaseUrl('postgres://us%40er:p%40ss%23w%2Ford:x@db/the%20database').endpoints[0]).toEqual({
    host: 'db',
    user: 'us@er',
    password: 'p@ss#w/ord:x',
    database: 'the database',
  });
});

test.each([
  ['postgres://db/satrap', [undefined]],
  ['postgres://db/satrap?sslmode=disable', [false]],
  ['postgres://db/satrap?sslmode=prefer', [{ verified: false }, false]],
  ['postgres://db/satrap?sslmode=allow', [false, { verified: false }]],
  ['postgres://db/satrap?sslmode=require', [{ verified: false }]],
  ['postgres://db/satrap?sslmode=verify-ca', [{ verified: true }]],
  ['postgres://db/satrap?sslmode=verify-full&sslrootcert=system', [{ verified: true }]],
])('%s is encrypted as libpq does', (url, expected) => {
  expect(encryption(url)).toEqual(expected);
});

test.each([
  ['127.0.0.1', true],
  ['127.0.0.2', false],
])('a certificate for 127.0.0.1 is right for %s: %s', (host, isRight) => {
  const { ssl } = readDatabaseUrl(`postgres://${host}/satrap?sslmode=verify-full`).endpoints[0] ?? {};
  const check = typeof ssl === 'object' ? ssl.checkServerIdentity : undefined;
  const certificate = { subject: { CN: 'db' }, subjectaltname: 'IP Address:127.0.0.1' } as PeerCertificate;
  // The name that Node passes for a socket that was connected before.
  expect(check?.('localhost', certificate) === undefined).toBe(isRight);
});

test.each([
  ['postgres://a,b/satrap', 'DATABASE_URL', 'writable'],
  ['postgres://a,b/satrap', 'READ_DATABASE_URL', 'any'],
  ['postgres://a/satrap', 'DATABASE_URL', 'any'],
  ['postgres://a/satrap?target_session_attrs=primary', 'DATABASE_URL', 'writable'],
  ['postgres://a/satrap?target_session_attrs=standby', 'READ_DATABASE_URL', 'read-only'],
] as const)('%s of %s wants a session that is %s', (url, setting, wants) => {
  expect(readDatabaseUrl(url, setting).wants).toBe(wants);
});

test.each([
  ['mysql://user:hidden@host/db', /must look like postgres:\/\//],
  ['', /must look like postgres:\/\//],
  ['postgres://user:hidden@host:port/db', /a port that is not a number/],
  ['postgres://user:hidden%@host/db', /write %25 for a percent sign/],
  ['postgres://user:hidden@host/db?sslmode=on', /unknown sslmode; use disable/],
  ['postgres://user:hidden@host/db?sslrootcert=/missing', /names a file in sslrootcert that cannot be read/],
  ['postgres://user:hidden@host/db?target_session_attrs=leader', /unknown target_session_attrs; use read-write/],
])('%s is refused without its password', (url, fault) => {
  expect(() => readDatabaseUrl(url)).toThrow(fault);
  expect(() => readDatabaseUrl(url)).not.toThrow('hidden');
});
