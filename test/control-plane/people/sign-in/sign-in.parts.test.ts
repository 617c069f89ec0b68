import { describe, expect, test } from 'vitest';
import { takeToken } from '../../../../src/control-plane/people/accounts/throttle.ts';
import { withAttempt } from '../../../../src/control-plane/people/sign-in/attempt-limits.ts';
import { peopleCleanUpJob } from '../../../../src/control-plane/people/sign-in/sessions.ts';
import { eq, like, sql } from '../../../../src/control-plane/platform/database/database.ts';
import { apikey, session, throttle, verification } from '../../../../src/control-plane/tables/accounts.ts';
import { Browser } from '../../../harness/browser.ts';
import { EventStream } from '../../../harness/event-stream.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { firstPerson, newOwner, newPerson } from '../../../harness/people.ts';
import { startReplica } from '../../../harness/replica.ts';
import { sharedControlPlane, sharedDatabase } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const controlPlane = sharedControlPlane();
const database = sharedDatabase(controlPlane);

/** A browser in which the first person signed in with the password. */
async function signedIn(browser = new Browser(controlPlane)): Promise<Browser> {
  await browser.signIn(controlPlane.made.email, await controlPlane.ownerPassword());
  return browser;
}
/** The same without the time of a password check. */
const withSession = async () => (await firstPerson(controlPlane)).browser;

describe('signing in', () => {
  const lastAction = async (fields: string) =>
    (await controlPlane.ask(`{ auditActions(filter: { take: 1 }) { nodes { ${fields} } } }`)).auditActions.nodes;

  test('gives a cookie that pages cannot read and other sites do not send', async () => {
    const browser = await signedIn();
    expect(browser.setCookies).toEqual([
      expect.stringMatching(/^satrap\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const { email } = controlPlane.made;
    const [actor, target] = [
      { type: 'user', name: email },
      { type: 'person', name: email },
    ];
    expect(await lastAction('action actor { type name } target { type name } address')).toEqual([
      { action: 'signIn', actor, target, address: '127.0.0.1' },
    ]);
    const query = '{ viewer { role purpose person { email isSystemAdmin } credential { type } } }';
    const session = { role: 'owner', purpose: 'personal', credential: { type: 'session' } };
    expect(await browser.ask(query)).toEqual({ viewer: { ...session, person: { email, isSystemAdmin: true } } });
  });

  test('behind TLS gives a cookie for TLS only', async () => {
    const publicUrl = 'https://satrap.example';
    const replica = await startReplica(controlPlane, { publicUrl });
    const browser = await signedIn(new Browser({ url: replica.url, settings: { publicUrl } }));
    expect(browser.setCookies[0]).toMatch(/^__Secure-satrap\.session_token=.+; Secure/);
    expect(await browser.who()).toBe('owner@example.com');
    await replica.close();
  });

  test('is not for the page of another origin, and a program can', async () => {
    const { email } = controlPlane.made;
    const browser = new Browser(controlPlane);
    browser.origin = 'https://evil.example';
    expect(codeOf(await browser.signIn(email, await controlPlane.ownerPassword()))).toBe('Forbidden');
    expect(browser.setCookies).toEqual([]);
    browser.origin = undefined;
    const { data } = await browser.signIn(email.toUpperCase(), await controlPlane.ownerPassword());
    expect(data.signIn.needsSecondFactor).toBe(false);
  });

  test('with a wrong password is answered like an unknown account, and logged', async () => {
    const { email } = controlPlane.made;
    const wrong = `wrong ${crypto.randomUUID()}`;
    const unknown = `${crypto.randomUUID()}@example.com`;
    const attempt = (tried: string) => new Browser(controlPlane).signIn(tried, wrong);
    const answers = [await attempt('no address'), await attempt(email.toUpperCase()), await attempt(unknown)];
    expect(answers.map(codeOf)).toEqual(Array(3).fill('wrong_credentials'));
    expect(answers[1]?.errors?.[0]?.message).toBe(answers[2]?.errors?.[0]?.message);
    const refusal = { errorCode: 'wrong_credentials', address: '127.0.0.1' };
    expect(await lastAction('action errorCode actor { type } target { type name } address')).toEqual([
      { ...refusal, action: 'signIn', actor: { type: 'anonymous' }, target: { type: 'person', name: email } },
    ]);
    const refused = controlPlane.log.split('\n').filter((line) => line.includes('refused sign-in'));
    const line = expect.objectContaining({ ...refusal, level: 30, mutation: 'signIn' });
    expect(refused.map((each) => JSON.parse(each))).toContainEqual(line);
    expect(controlPlane.log).not.toContain(wrong);
    expect(refused.join()).not.toContain(unknown);
  });
});

describe('sessions', () => {
  const sessionsOf = async (browser: Browser) =>
    (await browser.ask('{ sessions { id isCurrent address userAgent organizationName } }')).sessions;

  test('count in no request from the page of another origin, or of none', async () => {
    const browser = await withSession();
    for (const origin of ['https://evil.example', 'null', undefined]) {
      browser.origin = origin;
      const answer = await browser.call('mutation { endOtherSessions { sessionCount } }');
      expect([answer.status, codeOf(answer)]).toEqual([403, 'Forbidden']);
      expect(answer.errors?.[0]?.message).toContain('Origin');
    }
  });

  test('end when the person signs out, with the cookie; an API key cannot sign out', async () => {
    const browser = await withSession();
    const { cookie } = browser;
    expect((await browser.ask('mutation { signOut { sessionCount } }')).signOut).toEqual({ sessionCount: 1 });
    expect(browser.cookie).toBe('');
    browser.keep(cookie);
    expect(await browser.who()).toBeNull();
    expect((await controlPlane.ask('mutation { signOut { sessionCount } }')).signOut).toEqual({ sessionCount: 0 });
    expect((await controlPlane.ask('{ viewer { role } }')).viewer.role).toBe('owner');
  });

  test('are shown to their person, who ends one of them, or all others', async () => {
    const [here, there, elsewhere] = [await signedIn(), await withSession(), await withSession()];
    const isCurrent = (each: { isCurrent: boolean }) => each.isCurrent;
    expect((await sessionsOf(here)).filter(isCurrent)).toEqual([
      expect.objectContaining({ address: '127.0.0.1', userAgent: 'Test/1.0', organizationName: 'Example' }),
    ]);
    const { id } = (await sessionsOf(there)).find(isCurrent);
    const end = 'mutation($id: ID!) { endSession(where: { id: $id }) { sessionId } }';
    expect((await here.ask(end, { id })).endSession).toEqual({ sessionId: id });
    expect(await there.who()).toBeNull();
    expect(codeOf(await here.call(end, { id }))).toBe('Forbidden');
    await here.ask('mutation { endOtherSessions { sessionCount } }');
    expect(await elsewhere.who()).toBeNull();
    expect(await sessionsOf(here)).toHaveLength(1);
  });

  test('take their streams along when they end or act in another organization', async () => {
    const replica = await startReplica(controlPlane);
    const browser = await withSession();
    const { organizationId: id } = await newOwner(controlPlane);
    const headers = { cookie: browser.cookie, origin: new URL(replica.url).origin };
    const open = () => EventStream.open(replica.url, headers, 'subscription { changes { type } }');
    const first = await open();
    await browser.ask('mutation($id: ID!) { setActiveOrganization(where: { id: $id }) { organization { name } } }', {
      id,
    });
    await until('the stream of the former organization ends', () => first.ended);
    const second = await open();
    await browser.ask('mutation { signOut { sessionCount } }');
    await until('the stream of the session ends', () => second.ended);
    await replica.close();
  });

  test('are 50 for a person at most: the one that was not used for longest ends', async () => {
    const browser = await withSession();
    const { viewer } = await browser.ask('{ viewer { person { id } } }');
    const [now, userId] = [Date.now(), viewer.person.id];
    const unused = Array.from({ length: 60 }, (_, hours) => {
      const token = `unused for ${hours} hours`;
      return { id: token, token, userId, expiresAt: new Date(now + 1e6), updatedAt: new Date(now - hours * 3_600_000) };
    });
    await database.insert(session).values(unused);
    await signedIn();
    const ids = (await sessionsOf(browser)).map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(50);
    expect(ids).toContain(unused[1]?.id);
    expect(ids).not.toContain(unused[59]?.id);
  });
});

describe('attempts', () => {
  test('with too many wrong passwords get 429 on every replica until a reset', async () => {
    const { id, email, password } = await newPerson(controlPlane, controlPlane);
    const browser = new Browser(controlPlane);
    await database.delete(throttle);
    // Successful sign-ins do not count.
    expect((await browser.signIn(email, password)).errors).toBeUndefined();
    expect(codeOf(await browser.signIn(email, 'wrong'))).toBe('wrong_credentials');
    const ofAccount = like(throttle.key, 'account % %');
    const [bucket] = await database.select({ tokens: throttle.tokens }).from(throttle).where(ofAccount);
    expect(Math.floor(bucket?.tokens ?? 0)).toBe(9);
    // Each attempt takes the time of a hash.
    await database.update(throttle).set({ tokens: 1 }).where(ofAccount);
    expect(codeOf(await browser.signIn(email, 'wrong'))).toBe('wrong_credentials');
    const refused = await browser.signIn(email, password);
    expect([refused.status, codeOf(refused)]).toEqual([429, 'rate_limited']);
    expect(Number(browser.headers.get('retry-after'))).toBeGreaterThan(0);
    const replica = await startReplica(controlPlane);
    expect(codeOf(await new Browser(replica).signIn(email, password))).toBe('rate_limited');
    await replica.close();
    expect(codeOf(await browser.signIn(controlPlane.made.email, 'wrong'))).toBe('wrong_credentials');
    const makeLink = 'mutation($id: ID!) { createPasswordResetLink(where: { id: $id }) { token } }';
    const { token } = (await controlPlane.ask(makeLink, { id })).createPasswordResetLink;
    const input = { token, newPassword: crypto.randomUUID() };
    await browser.ask('mutation($input: PasswordResetInput!) { resetPassword(data: $input) { person { id } } }', {
      input,
    });
    expect((await browser.signIn(email, input.newPassword)).errors).toBeUndefined();
  });

  test('for too many accounts from an address get 429', async () => {
    const browser = new Browser(controlPlane);
    const attempt = () => browser.signIn(`${crypto.randomUUID()}@example.com`, 'wrong');
    expect(codeOf(await attempt())).toBe('wrong_credentials');
    for (const again of [
      attempt,
      () =>
        browser.call(
          'mutation { resetPassword(data: { token: "x", newPassword: "a new password" }) { person { id } } }',
        ),
      () => browser.call('{ invitation(where: { token: "x" }) { email } }'),
    ]) {
      // Before each call, because a slow machine regains attempts between two of them.
      await database.update(throttle).set({ tokens: 0 }).where(like(throttle.key, 'address %'));
      expect(codeOf(await again())).toBe('rate_limited');
    }
  });

  test('that the database fails do not count', async () => {
    const attempt = (message: string) =>
      withAttempt({ database, client: { address: '192.0.2.77' } }, 'someone@example.com', async () => {
        throw new Error(message);
      });
    const message = 'Connection terminated unexpectedly';
    for (let count = 0; count < 15; count++) await expect(attempt(message)).rejects.toThrow(message);
    const [bucket] = await database
      .select({ tokens: throttle.tokens })
      .from(throttle)
      .where(like(throttle.key, 'account %192.0.2.77%'));
    expect(bucket?.tokens).toBeGreaterThanOrEqual(10);
    await expect(attempt('wrong')).rejects.toThrow('wrong');
  });

  test('take tokens of a bucket: its burst at once, then one in its time', async () => {
    const rate = { burst: 5, secondsPerToken: 100 };
    const waits = await Promise.all(Array.from({ length: 20 }, () => takeToken(database, 'many', rate)));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
    expect(Math.max(...waits)).toBeGreaterThan(90);
    await database.execute(sql`UPDATE throttle SET updated_at = now() - interval '150 seconds' WHERE key = 'many'`);
    expect(await takeToken(database, 'many', rate)).toBe(0);
    expect(await takeToken(database, 'many', rate)).toBeGreaterThan(40);
  });
});

test('forgets ended sessions and links, full buckets, and long-ended keys', async () => {
  const { id: userId } = await firstPerson(controlPlane);
  const { organizationId } = controlPlane.made;
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const ends = [
    { id: 'ended', expiresAt: days(0.01) },
    { id: 'valid', expiresAt: days(-0.01) },
  ];
  for (const table of [session, verification, throttle]) await database.delete(table);
  await database.insert(session).values(ends.map((row) => ({ ...row, token: row.id, userId })));
  await database.insert(verification).values(ends.map((row) => ({ ...row, identifier: row.id, value: userId })));
  await database.insert(throttle).values([
    { key: 'full', tokens: 1, updatedAt: days(1.1) },
    { key: 'used', tokens: 1 },
  ]);
  const keys = Object.entries({
    'revoked long ago': { enabled: false, revokedAt: days(91) },
    'ended long ago': { expiresAt: days(91) },
    'revoked lately': { enabled: false, revokedAt: days(89) },
    'ended lately': { expiresAt: days(89) },
    'without an end': {},
  });
  const stored = { configId: 'executor' as const, organizationId, referenceId: organizationId, createdAt: days(400) };
  await database.insert(apikey).values(keys.map(([name, end]) => ({ ...stored, id: name, name, key: name, ...end })));
  await peopleCleanUpJob(database).run(new AbortController().signal, async () => {});
  expect((await database.select().from(session)).map(({ id }) => id)).toEqual(['valid']);
  expect((await database.select().from(verification)).map(({ id }) => id)).toEqual(['valid']);
  expect((await database.select().from(throttle)).map((bucket) => bucket.key)).toEqual(['used']);
  const left = (await database.select().from(apikey).where(eq(apikey.configId, 'executor'))).map(({ name }) => name);
  expect(left.toSorted()).toEqual(['ended lately', 'revoked lately', 'without an end']);
});
