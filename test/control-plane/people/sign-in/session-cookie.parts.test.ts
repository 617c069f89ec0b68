import { beforeAll, expect, test } from 'vitest';
import { readSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import { sessionAuthenticator } from '../../../../src/control-plane/people/sign-in/session-authenticator.ts';
import { eq } from '../../../../src/control-plane/platform/database/database.ts';
import { organization, session } from '../../../../src/control-plane/tables/accounts.ts';
import { newOwner, sessionCookie } from '../../../harness/people.ts';
import { sharedControlPlane, sharedDatabase } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane();
const database = sharedDatabase(controlPlane);
let userId: string;
let organizationId: string;
let secret: string;
beforeAll(async () => {
  ({ id: userId, organizationId } = await newOwner(controlPlane));
  secret = readSecret(controlPlane.settings.dataDir).text;
});

const newSession = async () => {
  const token = crypto.randomUUID();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const row = { id: token, token, userId, activeOrganizationId: organizationId, expiresAt };
  await database.insert(session).values(row);
  return { token, cookie: sessionCookie(token, secret) };
};
const authenticate = (cookie: string, from: object = {}, authSecret = secret) =>
  sessionAuthenticator(
    database,
    authSecret,
  )({
    ...{ authorization: null, address: '192.0.2.1', userAgent: null, origin: null },
    ...{ isSecure: false, isOwnOrigin: true, cookie, ...from },
  });

test('a session’s cookie acts in the organization it names, if it is the person’s', async () => {
  const { cookie } = await newSession();
  expect(await authenticate(`other=1; ${cookie}; theme=dark`)).toMatchObject({ userId, organizationId });
  const [own] = await database.select().from(organization).where(eq(organization.id, organizationId));
  expect(await authenticate(cookie, { organization: own?.slug })).toMatchObject({ organizationId, role: 'owner' });
  for (const other of ['example', 'none', ''])
    expect(await authenticate(cookie, { organization: other })).toMatchObject({ organizationId: null, role: null });
});

test('a session’s cookie is no credential where missing or signed by another', async () => {
  const { token, cookie } = await newSession();
  for (const none of ['theme=dark', 'satrap.session_token=']) expect(await authenticate(none)).toBeUndefined();
  // Browsers accept the one for TLS over TLS alone.
  expect(await authenticate(cookie, { isSecure: true })).toBeUndefined();
  for (const value of [token, '%', '.']) expect(await authenticate(`satrap.session_token=${value}`)).toBeNull();
  expect(await authenticate(`${cookie}x`)).toBeNull();
  expect(await authenticate(cookie, {}, 'another secret')).toBeNull();
});

test('a session’s cookie ends with the session, later for one in use', async () => {
  const { token, cookie } = await newSession();
  const set = (values: object) => database.update(session).set(values).where(eq(session.token, token));
  const soon = new Date(Date.now() + 60_000);
  await set({ expiresAt: soon, updatedAt: new Date(Date.now() - 600_000) });
  await authenticate(cookie);
  const [row] = await database.select().from(session).where(eq(session.token, token));
  expect(row?.expiresAt.getTime()).toBeGreaterThan(soon.getTime());
  await set({ expiresAt: new Date(Date.now() - 1000) });
  expect(await authenticate(cookie)).toBeNull();
});
