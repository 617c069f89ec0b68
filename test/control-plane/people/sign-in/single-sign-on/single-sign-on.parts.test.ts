import { beforeAll, describe, expect, test } from 'vitest';
import { eq } from '../../../../../src/control-plane/platform/database/database.ts';
import { account, session } from '../../../../../src/control-plane/tables/accounts.ts';
import { Browser } from '../../../../harness/browser.ts';
import { post } from '../../../../harness/graphql.ts';
import { TestIdentityProvider } from '../../../../harness/identity-provider.ts';
import { codeOf } from '../../../../harness/inhabited.ts';
import { newOwner, newPerson } from '../../../../harness/people.ts';
import { type Replica, startReplica } from '../../../../harness/replica.ts';
import { satrapHere } from '../../../../harness/satrap-here.ts';
import { sharedControlPlane, sharedDatabase } from '../../../../harness/shared-control-plane.ts';
import { shared } from '../../../../harness/shared-part.ts';

const publicUrl = 'https://satrap.example';
const controlPlane = sharedControlPlane();
const database = sharedDatabase(controlPlane);
const provider = shared(
  () => TestIdentityProvider.start(publicUrl),
  ({ close }) => close(),
);

let owner: Awaited<ReturnType<typeof newOwner>>;
let roles: object[];
let replica: Replica;

/** A replica with single sign-on. */
const serve = (settings: object = {}) =>
  startReplica(controlPlane, { publicUrl, singleSignOn: provider.writeFile(controlPlane, roles, settings) });

beforeAll(async () => {
  owner = await newOwner(controlPlane);
  const { organizationId: organization } = owner;
  roles = [
    { group: 'staff', organization, role: 'member' },
    { group: 'platform', organization, role: 'admin' },
    { group: 'founders', organization, role: 'owner' },
  ];
  replica = await serve();
  return () => replica.close();
});

const newBrowser = ({ url } = replica) => new Browser({ url, settings: { publicUrl } });

/** A person at the identity provider, with a verified address unless the claims say otherwise. */
function enroll(claims: object): { sub: string; email: string } {
  const person = { email: `${crypto.randomUUID()}@example.com`, email_verified: true, name: 'Ada', ...claims };
  const sub = crypto.randomUUID();
  provider.people.set(sub, person);
  return { sub, email: person.email };
}

const start = async (browser: Browser) =>
  new URL((await browser.ask('mutation { startSingleSignOn { url } }')).startSingleSignOn.url);
const complete = (browser: Browser, query: string) =>
  browser.call(
    'mutation($data: CompleteSingleSignOnInput!) { completeSingleSignOn(data: $data) { person { id email } } }',
    { data: { query } },
  );

async function signIn({ sub }: { sub: string }, browser = newBrowser()) {
  return complete(browser, await provider.authorize((await start(browser)).href, sub));
}
const refusal = async (person: { sub: string }) => {
  const answer = await signIn(person);
  return [codeOf(answer), answer.errors?.[0]?.message];
};

const rolesIn = async (email: string) => {
  const { members } = await owner.browser.ask('{ members { role person { email } } }');
  type Row = { role: string; person: { email: string } };
  return members.filter((row: Row) => row.person.email === email).map(({ role }: Row) => role);
};

describe('a sign-in at the identity provider', () => {
  test('uses state, nonce and PKCE, and gives a session with the group’s role', async () => {
    const ada = enroll({ groups: ['staff', 'platform'] });
    const browser = newBrowser();
    const url = await start(browser);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      redirect_uri: `${publicUrl}/sign-in/callback`,
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/.{32}/),
      state: expect.stringMatching(/.{32}/),
    });
    expect(browser.setCookies).toEqual([
      expect.stringMatching(/^__Secure-satrap\.state=.+HttpOnly; Secure; SameSite=Lax$/),
    ]);
    await complete(browser, await provider.authorize(url.href, ada.sub));
    const viewer = '{ viewer { role person { email hasSecondFactor } organization { id } } }';
    const person = { email: ada.email, hasSecondFactor: false };
    expect(await browser.ask(viewer)).toEqual({
      viewer: { role: 'admin', person, organization: { id: owner.organizationId } },
    });
    const audited =
      '{ auditActions(filter: { take: 2 }) { nodes { action actor { type name } target { type name } changes: after } } }';
    const target = { type: 'member', name: ada.email };
    const { nodes } = (await owner.browser.ask(audited)).auditActions;
    expect(nodes).toEqual([
      expect.objectContaining({ action: 'completeSingleSignOn', actor: { type: 'user', name: ada.email } }),
      expect.objectContaining({ action: 'applyGroupRole', target, changes: { email: ada.email, role: 'admin' } }),
    ]);
  });

  test('stores no token of the provider', async () => {
    const { sub } = enroll({ groups: ['staff'] });
    await signIn({ sub });
    const rows = await database.select().from(account).where(eq(account.accountId, sub));
    expect(rows).toEqual([expect.objectContaining({ accessToken: null, refreshToken: null, idToken: null })]);
  });

  test('works once, and only in the browser that started it', async () => {
    const { sub } = enroll({ groups: ['staff'] });
    const browser = newBrowser();
    const query = await provider.authorize((await start(browser)).href, sub);
    const stale = 'This sign-in was already used, has expired, or started in another browser. Sign in again.';
    expect((await complete(newBrowser(), query)).errors?.[0]?.message).toBe(stale);
    expect((await complete(browser, query)).errors).toBeUndefined();
    const again = await complete(browser, query);
    expect([codeOf(again), again.errors?.[0]?.message]).toEqual(['single_sign_on_failed', stale]);
  });

  test('gives one session to eight callbacks at once, on two replicas', async () => {
    const other = await serve();
    const { sub } = enroll({ groups: ['staff'] });
    const browser = newBrowser();
    const query = await provider.authorize((await start(browser)).href, sub);
    const callbacks = Array.from({ length: 8 }, (_, index) => {
      const copy = newBrowser(index % 2 === 0 ? replica : other);
      for (const cookie of browser.cookie.split('; ')) copy.keep(cookie);
      return complete(copy, query);
    });
    const codes = (await Promise.all(callbacks)).map(codeOf);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    const [row] = await database.select().from(account).where(eq(account.accountId, sub));
    expect(await database.$count(session, eq(session.userId, row?.userId ?? ''))).toBe(1);
    await other.close();
  });

  test('stores address and name without invisible characters', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { sub } = enroll({ email: ` ${email.toUpperCase()}\r\n`, name: 'A\u202eda\r\n\u200b', groups: ['staff'] });
    const browser = newBrowser();
    await signIn({ sub }, browser);
    expect((await browser.ask('{ viewer { person { email name } } }')).viewer.person).toEqual({ email, name: 'Ada' });
  });

  test('costs no attempt of a password, however many start', async () => {
    const starts = Array.from({ length: 60 }, () => start(newBrowser()));
    await Promise.all(starts);
    expect(codeOf(await newBrowser().signIn(owner.email, owner.password))).toBeUndefined();
  });

  test('is not for the page of another origin', async () => {
    const browser = newBrowser();
    browser.origin = 'https://evil.example';
    expect(codeOf(await browser.call('mutation { startSingleSignOn { url } }'))).toBe('Forbidden');
  });
});

describe('the groups of each sign-in', () => {
  test('change the role, and end the membership with its access', async () => {
    const ada = enroll({ groups: ['staff'] });
    const sign = async (groups: string[]) => {
      provider.people.set(ada.sub, { email: ada.email, email_verified: true, groups });
      return codeOf(await signIn(ada));
    };
    expect([await sign(['staff']), await rolesIn(ada.email)]).toEqual([undefined, ['member']]);
    expect([await sign(['platform']), await rolesIn(ada.email)]).toEqual([undefined, ['admin']]);
    expect([await sign([]), await rolesIn(ada.email)]).toEqual(['single_sign_on_failed', []]);
  });

  test('at a nested claim, with full paths, give roles', async () => {
    const nested = await serve({ groups_claim: 'realm_access.roles' });
    const ada = enroll({ realm_access: { roles: ['/platform'] } });
    expect(codeOf(await signIn(ada, newBrowser(nested)))).toBeUndefined();
    expect(await rolesIn(ada.email)).toEqual(['admin']);
    await nested.close();
  });

  test.each([{}, { groups: null }, { groups: 7 }, { _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }])(
    'that the provider does not send (%j) change nothing, and warn',
    async (claims) => {
      const ada = enroll({ groups: ['platform'] });
      const browser = newBrowser();
      await signIn(ada, browser);
      const create = 'mutation { createApiKey(data: { name: "script", purpose: personal }) { secret } }';
      const { secret } = (await browser.ask(create)).createApiKey;
      provider.people.set(ada.sub, { email: ada.email, email_verified: true, ...claims });
      expect(codeOf(await signIn(ada))).toBeUndefined();
      expect(await rolesIn(ada.email)).toEqual(['admin']);
      const asScript = await post(replica.url, { authorization: `Bearer ${secret}` }, '{ viewer { role } }', {});
      expect(asScript.data.viewer.role).toBe('admin');
      const found = '{ events(filter: { kind: "member.groups_missing" }) { nodes { level message } } }';
      const { nodes } = (await owner.browser.ask(found)).events;
      expect(nodes[0]).toEqual({ level: 'warning', message: expect.stringContaining('did not send the groups of') });
    },
  );

  test('leave a member who was invited by hand as they are', async () => {
    const member = await newPerson(controlPlane, owner.browser);
    const ada = enroll({ email: member.email, groups: ['founders'] });
    expect(codeOf(await signIn(ada))).toBeUndefined();
    expect(await rolesIn(ada.email)).toEqual(['member']);
  });

  test('never end the last owner', async () => {
    const lab = await newOwner(controlPlane);
    roles.push({ group: 'lab', organization: lab.organizationId, role: 'owner' });
    const other = await serve();
    const boss = enroll({ groups: ['lab'] });
    await signIn(boss, newBrowser(other));
    await lab.browser.ask('mutation { leaveOrganization { member { id } } }');
    provider.people.set(boss.sub, { email: boss.email, email_verified: true, groups: [] });
    const browser = newBrowser(other);
    expect(codeOf(await signIn(boss, browser))).toBeUndefined();
    expect((await browser.ask('{ viewer { role } }')).viewer.role).toBe('owner');
    await other.close();
  });
});

describe('a person is refused', () => {
  test('without a group that has a role, unless somebody invited them', async () => {
    const ada = enroll({ groups: ['guests'] });
    const sentence = 'None of your groups at Acme gives access here. Ask an administrator of your organization.';
    expect(await refusal(ada)).toEqual(['single_sign_on_failed', `${sentence} Received in groups: guests.`]);
    const invite = 'mutation($email: String!) { inviteMember(data: { email: $email }) { token } }';
    await owner.browser.ask(invite, { email: ada.email });
    expect(codeOf(await signIn(ada))).toBeUndefined();
  });

  test.each([{ email_verified: false }, { email_verified: 'false' }])(
    'with an address that the provider did not verify (%j), and is linked to nobody',
    async (claims) => {
      const member = await newPerson(controlPlane, owner.browser);
      const sentence = 'Acme has not verified your email address. Verify it there, then sign in again.';
      const refused = ['single_sign_on_failed', sentence];
      expect(await refusal(enroll({ ...claims, groups: ['staff'], email: member.email }))).toEqual(refused);
      expect(await refusal(enroll({ ...claims, groups: ['staff'] }))).toEqual(refused);
      expect(await database.$count(account, eq(account.userId, member.id))).toBe(1);
    },
  );

  test('with an address of unknown verification, unless the operator trusts it', async () => {
    const member = await newPerson(controlPlane, owner.browser);
    const unsaid = { email_verified: undefined, groups: ['staff'] };
    const linked = enroll({ ...unsaid, email: member.email });
    for (const person of [linked, enroll(unsaid)])
      expect(await refusal(person)).toEqual(['single_sign_on_failed', expect.stringContaining('set trust_email')]);
    const trusting = await serve({ trust_email: true });
    for (const person of [linked, enroll(unsaid)])
      expect(codeOf(await signIn(person, newBrowser(trusting)))).toBeUndefined();
    const denied = enroll({ groups: ['staff'], email_verified: 'false' });
    expect(codeOf(await signIn(denied, newBrowser(trusting)))).toBe('single_sign_on_failed');
    await trusting.close();
  });

  test('without the groups claim, and is told which claims came', async () => {
    const sentence = 'Acme did not send your groups, so none gives access here. Ask the operator of the control plane.';
    const [code, message] = await refusal(enroll({}));
    expect(code).toBe('single_sign_on_failed');
    expect(message).toContain(`${sentence} Expected groups, received `);
    expect(message).toMatch(/email: text/);
  });

  test('with an address that cannot be used', async () => {
    const ada = enroll({ email: 'ada@example.com\r\nbcc: eve@example.com', groups: ['staff'] });
    expect(await refusal(ada)).toEqual(['single_sign_on_failed', expect.stringContaining('cannot be used here')]);
  });

  test('with a member’s address and another subject, which admins see', async () => {
    const ada = enroll({ groups: ['staff'] });
    await signIn(ada);
    const eve = enroll({ email: ada.email, groups: ['platform'] });
    const expected = ['single_sign_on_failed', expect.stringContaining('Another account at Acme already signs in')];
    expect([await refusal(eve), await refusal(eve)]).toEqual([expected, expected]);
    const told = '{ auditActions(filter: { action: "refuseRecycledAddress" }) { nodes { target { id name } after } } }';
    const { nodes } = (await owner.browser.ask(told)).auditActions;
    const ofEve = nodes.filter((row: { after: { subject: string } }) => row.after.subject === eve.sub);
    expect(ofEve).toEqual([
      { target: { id: expect.any(String), name: ada.email }, after: { provider: 'Acme', subject: eve.sub } },
    ]);
    expect(await rolesIn(ada.email)).toEqual(['member']);
  });

  test('with a recycled address until the previous member is removed', async () => {
    const ada = enroll({ groups: ['staff'] });
    const former = newBrowser();
    await signIn(ada, former);
    const { members } = await owner.browser.ask('{ members { id person { email } } }');
    const { id } = members.find((row: { person: { email: string } }) => row.person.email === ada.email);
    await owner.browser.ask('mutation($id: ID!) { removeMember(where: { id: $id }) { member { id } } }', { id });
    const eve = enroll({ email: ada.email, groups: ['platform'] });
    expect(codeOf(await signIn(eve))).toBeUndefined();
    expect(await former.who()).toBeNull();
    expect(await refusal(ada)).toEqual(['single_sign_on_failed', expect.stringContaining('Another account at Acme')]);
  });

  test('by a provider that calls itself another issuer', async () => {
    const other = await serve({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') });
    const answer = await newBrowser(other).call('mutation { startSingleSignOn { url } }');
    const message = expect.stringContaining('calls itself another issuer');
    expect([codeOf(answer), answer.errors?.[0]?.message]).toEqual(['single_sign_on_failed', message]);
    await other.close();
  });

  test('while the provider is unreachable or refuses the client, and not for longer', async () => {
    const gone = await serve({ issuer: 'http://127.0.0.1:9' });
    const answer = await newBrowser(gone).call('mutation { startSingleSignOn { url } }');
    const sentence = 'Acme does not answer. Try again in a minute, or ask the operator of the control plane.';
    expect([codeOf(answer), answer.errors?.[0]?.message]).toEqual(['single_sign_on_failed', sentence]);
    await gone.close();
    const wrong = await serve({ client_secret: 'wrong' });
    const refused = await signIn(enroll({ groups: ['staff'] }), newBrowser(wrong));
    expect(refused.errors?.[0]?.message).toMatch(/^Acme did not confirm the sign-in/);
    await wrong.close();
  });
});

describe('a person with a password', () => {
  test('is linked by the verified address, and loses a stranger’s credentials', async () => {
    const member = await newPerson(controlPlane, owner.browser);
    const ada = enroll({ email: member.email, groups: [] });
    expect((await signIn(ada)).data.completeSingleSignOn.person.id).toBe(member.id);
    expect(await member.browser.who()).toBeNull();
    expect(codeOf(await newBrowser().signIn(member.email, member.password))).toBe('wrong_credentials');
  });

  test('of an address that the operator vouched for keeps it', async () => {
    const { email } = controlPlane.made;
    const password = await controlPlane.ownerPassword();
    expect(codeOf(await signIn(enroll({ email, groups: [] })))).toBeUndefined();
    expect(codeOf(await newBrowser().signIn(email, password))).toBeUndefined();
  });

  test('can sign in with it only as an owner where passwords are for owners', async () => {
    const closed = await serve({ passwords: 'owners' });
    const admin = await newPerson(controlPlane, owner.browser, 'admin');
    const browser = newBrowser(closed);
    expect(codeOf(await browser.signIn(admin.email, admin.password))).toBe('password_sign_in_closed');
    expect(browser.setCookies).toEqual([]);
    expect(codeOf(await browser.signIn(admin.email, 'wrong'))).toBe('wrong_credentials');
    expect(codeOf(await browser.signIn(owner.email, owner.password))).toBeUndefined();
    const known = '{ singleSignOn { name passwordsForOwnersOnly } }';
    expect(await newBrowser(closed).ask(known)).toEqual({
      singleSignOn: { name: 'Acme', passwordsForOwnersOnly: true },
    });
    await closed.close();
  });

  test('gets one after single sign-on by a reset link', async () => {
    const ada = enroll({ groups: ['staff'] });
    const id = (await signIn(ada)).data.completeSingleSignOn.person.id;
    const link = 'mutation($id: ID!) { createPasswordResetLink(where: { id: $id }) { token } }';
    const { token } = (await owner.browser.ask(link, { id })).createPasswordResetLink;
    const newPassword = crypto.randomUUID();
    const browser = newBrowser();
    await browser.ask('mutation($data: PasswordResetInput!) { resetPassword(data: $data) { person { id } } }', {
      data: { token, newPassword },
    });
    expect(codeOf(await browser.signIn(ada.email, newPassword))).toBeUndefined();
  });
});

test('satrap login says what people without a password do', async () => {
  const { stderr } = await satrapHere(`login ${replica.url} --email ada@example.com`, {}, { input: 'none\n' });
  expect(stderr).toContain(`If you sign in with Acme, you have no password here: create a personal key`);
  expect(stderr).toContain(`satrap login ${replica.url} --api-key-file FILE`);
});

test.each([
  ['organization = "none"', [{ group: 'a', organization: 'none', role: 'member' }], publicUrl, 'none, which does not'],
  ['no public URL', [], undefined, 'set SATRAP_PUBLIC_URL'],
])('a control plane does not start with %s', async (_what, wrong, url, reason) => {
  const singleSignOn = provider.writeFile(controlPlane, wrong);
  await expect(startReplica(controlPlane, { publicUrl: url, singleSignOn })).rejects.toThrow(reason);
});
