import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ApiKeyAuthenticator } from '../../../src/control-plane/accounts/api-key-authenticator.ts';
import { deleteApiKey, listApiKeys } from '../../../src/control-plane/accounts/api-keys.ts';
import { FailedAttempts } from '../../../src/control-plane/accounts/failed-attempts.ts';
import { apikey, member } from '../../../src/control-plane/accounts/tables.ts';
import type { Database } from '../../../src/control-plane/database/database.ts';
import { openDatabase } from '../../../src/control-plane/database/open.ts';
import { type ControlPlaneSettings, defaultSettings } from '../../../src/control-plane/settings.ts';
import { quiet } from '../../harness/control-plane.ts';
import { makeFormerDatabase } from '../../harness/former-database.ts';
import { makeDatabase } from '../../harness/server-database.ts';

const keys = {
  ownerPersonal: `satrap_p_${'a'.repeat(64)}`,
  ownerExecutor: `satrap_x_${'b'.repeat(64)}`,
  memberPersonal: `satrap_p_${'c'.repeat(64)}`,
  leaverExecutor: `satrap_x_${'d'.repeat(64)}`,
  leaverPersonal: `satrap_p_${'e'.repeat(64)}`,
  strangerPersonal: `satrap_p_${'f'.repeat(64)}`,
};
type KeyName = keyof typeof keys;

/** A key as the former version stored it: purpose and organization in the metadata, the person who made it as its owner. */
function formerKey(name: KeyName, userId: string, organizationId: string) {
  const text = keys[name];
  const purpose = text.startsWith('satrap_x_') ? 'executor' : 'personal';
  const hash = createHash('sha256').update(text).digest('base64url');
  const metadata = JSON.stringify({ organizationId, purpose });
  return sql`INSERT INTO apikey (id, config_id, name, start, reference_id, prefix, key, enabled, rate_limit_enabled,
      rate_limit_time_window, rate_limit_max, request_count, metadata)
    VALUES (${name}, 'default', ${name}, ${text.slice(0, 10)}, ${userId}, ${text.slice(0, 9)}, ${hash}, true, false, 86400000, 10, 0,
      ${metadata})`;
}

async function fill(database: Database): Promise<void> {
  for (const id of ['owner', 'member', 'leaver', 'stranger'])
    await database.execute(sql`INSERT INTO "user" (id, name, email) VALUES (${id}, ${id}, ${`${id}@example.com`})`);
  for (const id of ['ours', 'theirs'])
    await database.execute(sql`INSERT INTO organization (id, name, slug) VALUES (${id}, ${id}, ${id})`);
  for (const [userId, role, organizationId] of [
    ['owner', 'owner', 'ours'],
    ['member', 'member', 'ours'],
    ['stranger', 'owner', 'theirs'],
  ])
    await database.execute(
      sql`INSERT INTO member (id, organization_id, user_id, role) VALUES (${userId}, ${organizationId}, ${userId}, ${role})`,
    );
  for (const statement of [
    formerKey('ownerPersonal', 'owner', 'ours'),
    formerKey('ownerExecutor', 'owner', 'ours'),
    formerKey('memberPersonal', 'member', 'ours'),
    formerKey('leaverExecutor', 'leaver', 'ours'),
    formerKey('leaverPersonal', 'leaver', 'ours'),
    formerKey('strangerPersonal', 'stranger', 'theirs'),
  ])
    await database.execute(statement);
}

describe('keys of the former version', () => {
  let database: Database;
  let cleanUp: () => Promise<void>;

  beforeAll(async () => {
    const server = await makeDatabase(inject('postgresUrl'));
    const dataDir = mkdtempSync(join(tmpdir(), 'satrap-former-'));
    const settings: ControlPlaneSettings = {
      ...defaultSettings,
      dataDir,
      databaseUrl: server.databaseUrl,
      production: true,
    };
    await makeFormerDatabase(server.databaseUrl, '0001_event_arrival', fill);
    const opened = await openDatabase(settings, quiet);
    database = opened.database;
    cleanUp = async () => {
      await opened.close();
      await server.drop();
      rmSync(dataDir, { recursive: true });
    };
  });
  afterAll(() => cleanUp?.());

  const authenticate = (name: KeyName) =>
    new ApiKeyAuthenticator(database, new FailedAttempts()).authenticate({
      authorization: `Bearer ${keys[name]}`,
      address: '192.0.2.1',
    });
  const ours = { organizationId: 'ours', organizationName: 'ours' };
  const credential = (id: KeyName) => ({ type: 'apiKey', id });

  test.each<[KeyName, object | null]>([
    [
      'ownerPersonal',
      { ...ours, credential: credential('ownerPersonal'), purpose: 'personal', userId: 'owner', role: 'owner' },
    ],
    [
      'memberPersonal',
      { ...ours, credential: credential('memberPersonal'), purpose: 'personal', userId: 'member', role: 'member' },
    ],
    ['ownerExecutor', { ...ours, credential: credential('ownerExecutor'), purpose: 'executor' }],
    ['leaverExecutor', { ...ours, credential: credential('leaverExecutor'), purpose: 'executor' }],
    ['leaverPersonal', null],
    [
      'strangerPersonal',
      {
        organizationId: 'theirs',
        organizationName: 'theirs',
        credential: credential('strangerPersonal'),
        purpose: 'personal',
        userId: 'stranger',
        role: 'owner',
      },
    ],
  ])('the key %s authenticates as it did before the migration', async (name, caller) => {
    const authenticated = await authenticate(name);
    if (caller === null) expect(authenticated).toBeNull();
    else expect(authenticated).toMatchObject(caller);
  });

  test('an executor’s key belongs to its organization and outlives the membership of the person who made it', async () => {
    const [row] = await database.select().from(apikey).where(sql`id = 'ownerExecutor'`);
    expect(row).toMatchObject({
      referenceId: 'ours',
      organizationId: 'ours',
      createdBy: 'owner',
      configId: 'executor',
    });
    const rows = await database.delete(member).where(sql`user_id = 'owner'`).returning();
    try {
      expect(await authenticate('ownerExecutor')).toMatchObject({ organizationId: 'ours' });
      expect(await authenticate('ownerPersonal')).toBeNull();
    } finally {
      await database.insert(member).values(rows);
    }
  });

  test('the list of an organization shows its former keys, with their purpose, and no others', async () => {
    const list = await listApiKeys(database, 'ours', { take: 100, skip: 0 });
    expect(list.map(({ id, configId }) => [id, configId]).toSorted()).toEqual([
      ['leaverExecutor', 'executor'],
      ['leaverPersonal', 'personal'],
      ['memberPersonal', 'personal'],
      ['ownerExecutor', 'executor'],
      ['ownerPersonal', 'personal'],
    ]);
    expect(list.find(({ id }) => id === 'ownerExecutor')?.start).toBe('satrap_x_b');
  });

  test('a former key can be deleted by its own organization only', async () => {
    expect(await deleteApiKey(database, 'theirs', 'memberPersonal')).toBeUndefined();
    const [row] = await database.select().from(apikey).where(sql`id = 'memberPersonal'`);
    expect(await deleteApiKey(database, 'ours', 'memberPersonal')).toMatchObject({ id: 'memberPersonal' });
    expect(await authenticate('memberPersonal')).toBeNull();
    if (row !== undefined) await database.insert(apikey).values(row);
  });
});
