import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { takeToken } from '../../../../src/control-plane/people/accounts/throttle.ts';
import { peopleCleanUpJob } from '../../../../src/control-plane/people/sign-in/clean-up.ts';
import { apikey, session, throttle, verification } from '../../../../src/control-plane/tables/accounts.ts';
import { firstPerson } from '../../../harness/people.ts';
import { sharedControlPlane, sharedDatabase } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane();
const database = sharedDatabase(controlPlane);

test('ended sessions and links and full buckets are forgotten, and others are not', async () => {
  const { id: userId } = await firstPerson(controlPlane);
  const [past, future] = [new Date(Date.now() - 1000), new Date(Date.now() + 60_000)];
  await database.delete(session);
  await database.insert(session).values([
    { id: 'ended', token: 'ended', userId, expiresAt: past },
    { id: 'valid', token: 'valid', userId, expiresAt: future },
  ]);
  await database.delete(verification);
  await database.insert(verification).values([
    { id: 'ended', identifier: 'ended', value: userId, expiresAt: past },
    { id: 'valid', identifier: 'valid', value: userId, expiresAt: future },
  ]);
  await database.delete(throttle);
  await database.insert(throttle).values([
    { key: 'full', tokens: 1, updatedAt: new Date(Date.now() - 25 * 3_600_000) },
    { key: 'used', tokens: 1 },
  ]);
  await peopleCleanUpJob(database).run(new AbortController().signal, async () => {});
  expect((await database.select().from(session)).map(({ id }) => id)).toEqual(['valid']);
  expect((await database.select().from(verification)).map(({ id }) => id)).toEqual(['valid']);
  expect((await database.select().from(throttle)).map(({ key }) => key)).toEqual(['used']);
});

test('a key that ended or was revoked is forgotten after 90 days, and one that works is not', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const key = (name: string, ends: object) => ({
    ...{ id: name, configId: 'executor' as const, name, referenceId: controlPlane.made.organizationId, key: name },
    ...{ organizationId: controlPlane.made.organizationId, createdAt: days(400), ...ends },
  });
  await database
    .insert(apikey)
    .values([
      key('revoked long ago', { enabled: false, revokedAt: days(91) }),
      key('ended long ago', { expiresAt: days(91) }),
      key('revoked lately', { enabled: false, revokedAt: days(89) }),
      key('ended lately', { expiresAt: days(89) }),
      key('without an end', {}),
    ]);
  await peopleCleanUpJob(database).run(new AbortController().signal, async () => {});
  const left = (await database.select().from(apikey).where(eq(apikey.configId, 'executor'))).map(({ name }) => name);
  expect(left.toSorted()).toEqual(['ended lately', 'revoked lately', 'without an end']);
});

test('a bucket gives its burst at once and then a token in its time, also to many who ask at once', async () => {
  const rate = { burst: 5, secondsPerToken: 100 };
  const waits = await Promise.all(Array.from({ length: 20 }, () => takeToken(database, 'many', rate)));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5);
  expect(Math.max(...waits)).toBeGreaterThan(90);
  await database.execute(sql`UPDATE throttle SET updated_at = now() - interval '150 seconds' WHERE key = 'many'`);
  expect(await takeToken(database, 'many', rate)).toBe(0);
  expect(await takeToken(database, 'many', rate)).toBeGreaterThan(40);
});
