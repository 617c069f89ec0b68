import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { buildAuth } from '../../../../src/control-plane/people/accounts/better-auth.ts';
import { SessionAuthenticator } from '../../../../src/control-plane/people/sign-in/session-authenticator.ts';
import { organization, session, user } from '../../../../src/control-plane/tables/accounts.ts';
import { sharedDatabase } from '../../../harness/shared-control-plane.ts';

const secret = 'a secret of the tests, which is long enough';
const password = crypto.randomUUID();
const email = 'person@example.com';
const database = sharedDatabase();
let userId: string;
let organizationId: string;

beforeAll(async () => {
  const { api } = buildAuth(database, secret);
  userId = (await api.signUpEmail({ body: { email, password, name: 'Person' } })).user.id;
  organizationId = (await api.createOrganization({ body: { name: 'Example', slug: 'example', userId } }))?.id ?? '';
});

/** Signs in through better-auth, and returns the cookie as a browser would send it. */
async function signIn({ isSecure = false, isActive = true } = {}): Promise<string> {
  const { api } = buildAuth(database, secret, { isSecure });
  const { headers, response } = await api.signInEmail({ body: { email, password }, returnHeaders: true });
  if (isActive) {
    await database
      .update(session)
      .set({ activeOrganizationId: organizationId })
      .where(eq(session.token, response.token));
  }
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

const authenticate = (cookie: string, from: object = {}, authSecret = secret) =>
  new SessionAuthenticator(database, authSecret).authenticate({
    ...{ authorization: null, address: '192.0.2.1', userAgent: null, origin: null, isSecure: false, isOwnOrigin: true },
    cookie,
    ...from,
  });

test('the cookie of a session says which person it is, and in which organization', async () => {
  expect(await authenticate(`other=1; ${await signIn()}; theme=dark`)).toMatchObject({
    purpose: 'personal',
    credential: { type: 'session' },
    userId,
    email,
    role: 'owner',
    organizationId,
    organizationName: 'Example',
    isSystemAdmin: false,
  });
});

test('a request acts in the organization that it names, if that is one of the person’s', async () => {
  const cookie = await signIn();
  const { api } = buildAuth(database, secret);
  const make = async (slug: string, owner: string) =>
    (await api.createOrganization({ body: { name: slug, slug, userId: owner } }))?.id ?? '';
  const stranger = await api.signUpEmail({ body: { email: 'stranger@example.com', password, name: 'Stranger' } });
  const [own, foreign] = [await make('beta', userId), await make('foreign', stranger.user.id)];
  expect(await authenticate(cookie, { organizationId: own })).toMatchObject({ organizationId: own, role: 'owner' });
  for (const other of [foreign, 'none', ''])
    expect(await authenticate(cookie, { organizationId: other })).toMatchObject({ organizationId: null, role: null });
  expect(await authenticate(cookie)).toMatchObject({ organizationId });
});

test('a request without the cookie of a session has no credential of this kind', async () => {
  expect(await authenticate('theme=dark')).toBeUndefined();
  expect(await authenticate('satrap.session_token=')).toBeUndefined();
});

test('a cookie that was not signed with the secret of this control plane is worthless', async () => {
  const cookie = await signIn();
  const [row] = await database.select().from(session).limit(1);
  for (const forged of [
    `satrap.session_token=${row?.token}`,
    `${cookie}x`,
    'satrap.session_token=%',
    'satrap.session_token=.',
  ]) {
    expect(await authenticate(forged)).toBeNull();
  }
  expect(await authenticate(cookie, {}, 'another secret')).toBeNull();
});

test('a cookie that comes from the page of another origin is refused', async () => {
  await expect(authenticate(await signIn(), { isOwnOrigin: false })).rejects.toThrow('must name its address');
});

test('behind TLS, only the cookie that browsers accept over TLS counts', async () => {
  const secure = await signIn({ isSecure: true });
  expect(secure).toMatch(/^__Secure-/);
  expect(await authenticate(secure, { isSecure: true })).toMatchObject({ userId });
  expect(await authenticate(await signIn(), { isSecure: true })).toBeUndefined();
});

test('a session that ended authenticates no more, and one in use lasts longer', async () => {
  const cookie = await signIn();
  const id = ((await authenticate(cookie)) as { credential: { id: string } }).credential.id;
  const set = (values: object) => database.update(session).set(values).where(eq(session.id, id));
  const soon = new Date(Date.now() + 60_000);
  await set({ expiresAt: soon, updatedAt: new Date(Date.now() - 600_000) });
  await authenticate(cookie);
  const [row] = await database.select().from(session).where(eq(session.id, id));
  expect(row?.expiresAt.getTime()).toBeGreaterThan(soon.getTime());
  await set({ expiresAt: new Date(Date.now() - 1000) });
  expect(await authenticate(cookie)).toBeNull();
});

test('a session without an organization, or with an inactive one, is a person who acts in none', async () => {
  const nowhere = { userId, organizationId: null, role: null };
  expect(await authenticate(await signIn({ isActive: false }))).toMatchObject(nowhere);
  const cookie = await signIn();
  const activate = (isActive: boolean) => database.update(organization).set({ isActive });
  await activate(false);
  expect(await authenticate(cookie)).toMatchObject(nowhere);
  await database.update(user).set({ isSystemAdmin: true });
  expect(await authenticate(cookie)).toMatchObject({ organizationId, isSystemAdmin: true });
  await database.update(user).set({ isSystemAdmin: false });
  await activate(true);
  expect(await authenticate(cookie)).toMatchObject({ organizationId });
});
