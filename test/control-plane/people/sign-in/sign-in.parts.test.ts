import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { session } from '../../../../src/control-plane/tables/accounts.ts';
import { Browser } from '../../../harness/browser.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';
import { EventStream } from '../../../harness/event-stream.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { firstPerson } from '../../../harness/people.ts';
import { startReplica } from '../../../harness/replica.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const controlPlane = sharedControlPlane();

const signedIn = async () => (await firstPerson(controlPlane)).browser;

test('a person who signs in is known by a cookie that pages cannot read and other sites do not send', async () => {
  const browser = await signedIn();
  expect(browser.setCookies).toHaveLength(1);
  expect(browser.setCookies[0]).toMatch(
    /^satrap\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(await browser.ask('{ viewer { role purpose person { email isSystemAdmin } credential { type } } }')).toEqual({
    viewer: {
      role: 'owner',
      purpose: 'personal',
      person: { email: 'owner@example.com', isSystemAdmin: true },
      credential: { type: 'session' },
    },
  });
});

test('behind TLS, the cookie is for TLS only', async () => {
  const served = await TestControlPlane.start({ publicUrl: 'https://satrap.example' });
  try {
    const { browser } = await firstPerson(served);
    expect(browser.setCookies[0]).toMatch(/^__Secure-satrap\.session_token=.+; Secure/);
    expect(await browser.who()).toBe('owner@example.com');
  } finally {
    await served.destroy();
  }
});

test('a request with a session from the page of another origin, or of none, is refused', async () => {
  const browser = await signedIn();
  for (const origin of ['https://evil.example', 'null', undefined]) {
    browser.origin = origin;
    const answer = await browser.call('mutation { endOtherSessions }');
    expect(answer.status).toBe(403);
    expect(codeOf(answer)).toBe('Forbidden');
    expect(answer.errors?.[0]?.message).toContain('Origin');
  }
});

test('the page of another origin cannot sign a browser in, and a program can', async () => {
  const { email } = controlPlane.made;
  const password = await controlPlane.ownerPassword();
  const browser = new Browser(controlPlane);
  browser.origin = 'https://evil.example';
  expect(codeOf(await browser.signIn(email, password))).toBe('Forbidden');
  expect(browser.setCookies).toEqual([]);
  browser.origin = undefined;
  expect((await browser.signIn(email.toUpperCase(), password)).data.signIn.needsSecondFactor).toBe(false);
});

test('a wrong password and an unknown account are answered alike', async () => {
  const answers = [
    await new Browser(controlPlane).signIn(controlPlane.made.email, 'not the password'),
    await new Browser(controlPlane).signIn('nobody@example.com', 'not the password'),
    await new Browser(controlPlane).signIn('no address', 'not the password'),
  ];
  expect(answers.slice(0, 2).map(codeOf)).toEqual(['wrong_credentials', 'wrong_credentials']);
  expect(new Set(answers.slice(0, 2).map(({ errors }) => errors?.[0]?.message)).size).toBe(1);
  expect(codeOf(answers[2] ?? {})).toBe('wrong_credentials');
});

test('the audit log of the organization tells who signed in, and from where', async () => {
  const browser = await signedIn();
  const { auditActions } = await browser.ask(
    '{ auditActions(filter: { take: 1 }) { nodes { action actor { type name } target { type name } address } } }',
  );
  expect(auditActions.nodes).toEqual([
    {
      action: 'signIn',
      actor: { type: 'user', name: 'owner@example.com' },
      target: { type: 'person', name: 'owner@example.com' },
      address: '127.0.0.1',
    },
  ]);
});

test('the audit log and the log tell of a refused sign-in, from where, and nothing of what was typed', async () => {
  const { email } = controlPlane.made;
  const browser = await signedIn();
  const wrong = `wrong ${crypto.randomUUID()}`;
  const unknown = `${crypto.randomUUID()}@example.com`;
  for (const tried of [email.toUpperCase(), unknown]) await new Browser(controlPlane).signIn(tried, wrong);
  const query =
    '{ auditActions(filter: { take: 1 }) { nodes { action errorCode actor { type } target { type name } address } } }';
  expect((await browser.ask(query)).auditActions.nodes).toEqual([
    {
      action: 'signIn',
      errorCode: 'wrong_credentials',
      actor: { type: 'anonymous' },
      target: { type: 'person', name: email },
      address: '127.0.0.1',
    },
  ]);
  const refused = controlPlane.log.split('\n').filter((line) => line.includes('refused sign-in'));
  expect(refused.length).toBeGreaterThanOrEqual(2);
  expect(refused.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ level: 30, mutation: 'signIn', errorCode: 'wrong_credentials', address: '127.0.0.1' }),
  );
  expect(controlPlane.log).not.toContain(wrong);
  expect(refused.join()).not.toContain(unknown);
});

test('who signs out is signed out, and the cookie is gone', async () => {
  const browser = await signedIn();
  const { cookie } = browser;
  expect((await browser.ask('mutation { signOut }')).signOut).toBe(true);
  expect(browser.cookie).toBe('');
  const stolen = await fetch(controlPlane.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(controlPlane.url).origin, cookie },
    body: '{"query":"{ viewer { role } }"}',
  });
  expect(await stolen.json()).toEqual({ data: { viewer: null } });
});

test('an API key cannot sign out, and goes on working', async () => {
  expect((await controlPlane.ask('mutation { signOut }')).signOut).toBe(false);
  expect((await controlPlane.ask('{ viewer { role } }')).viewer.role).toBe('owner');
});

describe('sessions', () => {
  const sessionsOf = async (browser: Browser) =>
    (await browser.ask('{ sessions { id isCurrent address userAgent organizationName } }')).sessions;

  test('a person sees the own sessions, and ends one of them, or all others', async () => {
    const [here, there, elsewhere] = [await signedIn(), await signedIn(), await signedIn()];
    const current = (await sessionsOf(here)).filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect(current).toEqual([
      expect.objectContaining({ address: '127.0.0.1', userAgent: 'Test/1.0', organizationName: 'Example' }),
    ]);
    const { id } = (await sessionsOf(there)).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    const end = 'mutation($id: ID!) { endSession(where: { id: $id }) }';
    await here.ask(end, { id });
    expect(await there.who()).toBeNull();
    expect(codeOf(await here.call(end, { id }))).toBe('Forbidden');
    await here.ask('mutation { endOtherSessions }');
    expect(await elsewhere.who()).toBeNull();
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  test('the streams of a session end with it, and when it acts in another organization', async () => {
    const replica = await startReplica(controlPlane);
    const browser = await signedIn();
    const { createOrganization } = await browser.ask(
      'mutation { createOrganization(input: { name: "Another" }) { id } }',
    );
    const headers = { cookie: browser.cookie, origin: new URL(replica.url).origin };
    const open = () => EventStream.open(replica.url, headers, 'subscription { changes { type } }');
    const first = await open();
    await browser.ask('mutation($id: ID!) { setActiveOrganization(where: { id: $id }) { name } }', createOrganization);
    await until('the stream of the former organization ends', () => first.ended);
    const second = await open();
    await browser.ask('mutation { signOut }');
    await until('the stream of the session ends', () => second.ended);
    await replica.close();
  });

  test('a person has 50 sessions at most: the one that was not used for longest ends', async () => {
    const browser = await signedIn();
    const { viewer } = await browser.ask('{ viewer { person { id } } }');
    const { database, close } = await openDatabase(controlPlane.settings, quiet);
    const tokens = Array.from({ length: 60 }, () => crypto.randomUUID());
    await database.insert(session).values(
      tokens.map((token, index) => ({
        ...{ id: token, token, userId: viewer.person.id },
        expiresAt: new Date(Date.now() + 3_600_000),
        updatedAt: new Date(Date.now() - 3_600_000 - index * 1000),
      })),
    );
    await close();
    await signedIn();
    const ids = (await sessionsOf(browser)).map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(50);
    expect(ids).toContain(tokens[0]);
    expect(ids).not.toContain(tokens[59]);
  });
});
