import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiKeyAuthenticator } from '../../../../src/control-plane/people/accounts/api-key-authenticator.ts';
import { createApiKey, listApiKeys } from '../../../../src/control-plane/people/accounts/api-keys.ts';
import { FailedAttempts } from '../../../../src/control-plane/people/accounts/failed-attempts.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import type { Caller, PersonalCaller } from '../../../../src/control-plane/request/caller.ts';
import { apikey, member } from '../../../../src/control-plane/tables/accounts.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';

const page = { take: 100, skip: 0 };
const credentials = (key: string) => ({ authorization: `Bearer ${key}`, address: '192.0.2.1' });
const authenticatorOf = (database: Database) => new ApiKeyAuthenticator(database, new FailedAttempts());

describe('API keys', () => {
  let controlPlane: TestControlPlane;
  let database: Database;
  let close: () => Promise<void>;
  let executorKey: string;
  let personalKey: string;

  beforeAll(async () => {
    controlPlane = await TestControlPlane.start();
    executorKey = await controlPlane.key('executor', 'e'.repeat(63));
    personalKey = await controlPlane.key('personal', '  spaced  ');
    await controlPlane.stop();
    ({ database, close } = await openDatabase(controlPlane.settings, quiet));
  });
  afterAll(async () => {
    await close?.();
    await controlPlane?.destroy();
  });

  const caller = (key: string) => authenticatorOf(database).authenticate(credentials(key));

  test('a key may have a name of up to 63 characters', async () => {
    const keys = await listApiKeys(database, controlPlane.made.organizationId, page);
    expect(keys.map(({ name }) => name)).toContain('e'.repeat(63));
    expect(keys.map(({ name }) => name)).toContain('spaced');
  });

  test('a key that is disabled or expired does not authenticate', async () => {
    const { credential } = (await caller(personalKey)) as Caller;
    const change = (values: Partial<typeof apikey.$inferInsert>) =>
      database.update(apikey).set(values).where(eq(apikey.id, credential.id));
    await change({ enabled: false });
    expect(await caller(personalKey)).toBeNull();
    await change({ enabled: true, expiresAt: new Date(Date.now() - 1000) });
    expect(await caller(personalKey)).toBeNull();
    await change({ expiresAt: new Date(Date.now() + 3_600_000) });
    expect(await caller(personalKey)).toMatchObject({ credential, role: 'owner', purpose: 'personal' });
  });

  test('a key that is deleted during its look-up does not authenticate afterwards', async () => {
    const callers = authenticatorOf(database);
    const asked = callers.authenticate(credentials(personalKey));
    const { credential } = (await caller(personalKey)) as Caller;
    const [row] = await database.delete(apikey).where(eq(apikey.id, credential.id)).returning();
    // As if the response arrived only now.
    callers.forget(credential.id);
    await asked;
    expect(await callers.authenticate(credentials(personalKey))).toBeNull();
    if (row !== undefined) await database.insert(apikey).values(row);
  });

  test('an executor’s key outlives the membership of the person who made it, and a personal key does not', async () => {
    const rows = await database.delete(member).returning();
    try {
      expect(await caller(personalKey)).toBeNull();
      expect(await caller(executorKey)).toMatchObject({ purpose: 'executor' });
    } finally {
      await database.insert(member).values(rows);
    }
  });

  test.each(['owner', 'admin'])('a person with the role %s can make keys of both purposes', async (role) => {
    const { organizationId } = controlPlane.made;
    const { userId } = (await caller(personalKey)) as PersonalCaller;
    await database.update(member).set({ role });
    try {
      for (const purpose of ['executor', 'personal'] as const) {
        const request = { userId, organizationId, purpose, name: purpose };
        const { apiKey, secret } = await createApiKey(database, request);
        expect(apiKey).toMatchObject({ name: purpose, configId: purpose, start: secret.slice(0, 15) });
        expect(await caller(secret)).toMatchObject({
          purpose,
          organizationId,
          credential: { type: 'apiKey', id: apiKey.id },
        });
      }
    } finally {
      await database.update(member).set({ role: 'owner' });
    }
  });

  test('a key that could not be made whole leaves nothing behind', async () => {
    const { organizationId } = controlPlane.made;
    const { userId } = (await caller(personalKey)) as PersonalCaller;
    const before = await listApiKeys(database, organizationId, page);
    const request = { userId, organizationId: 'elsewhere', purpose: 'personal' as const, name: 'x' };
    await expect(database.transaction((transaction) => createApiKey(transaction, request))).rejects.toThrow();
    expect(await listApiKeys(database, organizationId, page)).toEqual(before);
    expect(await database.select().from(apikey)).toHaveLength(before.length);
  });

  test('a failed look-up of a key is an error, and the next one asks the database again', async () => {
    const callers = authenticatorOf(database);
    await database.execute(sql`ALTER TABLE apikey RENAME TO apikey_away`);
    await expect(callers.authenticate(credentials(personalKey))).rejects.toThrow();
    await database.execute(sql`ALTER TABLE apikey_away RENAME TO apikey`);
    expect(await callers.authenticate(credentials(personalKey))).not.toBeNull();
  });
});

test('a request whose key cannot be looked up is answered with an internal error, which is logged', async () => {
  const controlPlane = await TestControlPlane.start();
  try {
    const { database, close } = await openDatabase(controlPlane.settings, quiet);
    const rename = (from: string, to: string) =>
      database.execute(sql`ALTER TABLE ${sql.identifier(from)} RENAME TO ${sql.identifier(to)}`);
    await rename('apikey', 'apikey_away');
    const failed = await controlPlane.call('{ viewer { role } }');
    expect(failed.status).not.toBe(401);
    expect(failed.errors?.[0]?.extensions?.code).toBe('internal_error');
    expect(controlPlane.log).toContain('a request failed unexpectedly');
    await rename('apikey_away', 'apikey');
    await close();
    expect((await controlPlane.ask('{ viewer { role } }')).viewer).toEqual({ role: 'owner' });
  } finally {
    await controlPlane.destroy();
  }
});
