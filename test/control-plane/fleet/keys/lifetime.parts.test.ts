import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { type Replica, startReplica } from '../../../harness/replica.ts';
import { until } from '../../../harness/until.ts';

let controlPlane: TestControlPlane;
let replica: Replica;
let opened: OpenDatabase;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  replica = await startReplica(controlPlane);
  opened = await openDatabase(controlPlane.settings, quiet);
});
afterAll(async () => {
  await opened?.close();
  await replica?.close();
  await controlPlane?.destroy();
});

interface Key {
  name: string;
  id: string;
  owner: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
}
const list = async (where?: object): Promise<Key[]> =>
  (
    await controlPlane.ask(
      'query($where: ApiKeyWhereInput) { apiKeys(where: $where) { id name owner expiresAt revokedAt lastUsedAt lastUsedFrom } }',
      { where },
    )
  ).apiKeys;
const found = async (name: string) => (await list({ name: { equals: name } }))[0];

async function newKey(input: object = {}): Promise<{ name: string; id: string; secret: string }> {
  const name = randomUUID();
  const { createApiKey } = await controlPlane.ask(
    'mutation($input: ApiKeyCreateInput!) { createApiKey(input: $input) { secret apiKey { id } } }',
    { input: { purpose: 'personal', name, ...input } },
  );
  return { name, id: createApiKey.apiKey.id, secret: createApiKey.secret };
}
/** How both replicas answer a request with the key. */
const statuses = async (secret: string) => [
  (await controlPlane.call('{ executors { id } }', {}, secret)).status,
  (await replica.call('{ executors { id } }', {}, secret)).status,
];
const setExpiry = (id: string, seconds: number) =>
  opened.database.execute(
    sql`UPDATE apikey SET expires_at = now() + make_interval(secs => ${seconds}::double precision) WHERE id = ${id}`,
  );

test('a revoked key stops on every replica within two seconds, and stays in the list until it is deleted', async () => {
  const { name, id, secret } = await newKey();
  expect(await statuses(secret)).toEqual([200, 200]);
  const revoke = () =>
    controlPlane.call('mutation($id: ID!) { revokeApiKey(where: { id: $id }) { revokedAt } }', { id });
  const { revokedAt } = (await revoke()).data.revokeApiKey;
  await until('both refuse it', async () => (await statuses(secret)).every((status) => status === 401));
  expect((await revoke()).data.revokeApiKey.revokedAt).toBe(revokedAt);
  expect(await found(name)).toMatchObject({ id, revokedAt });
  await controlPlane.ask('mutation($id: ID!) { deleteApiKey(where: { id: $id }) { id } }', { id });
  expect(await found(name)).toBeUndefined();
  expect(codeOf(await revoke())).toBe('Forbidden');
});

test('a key that was switched off without a message stops within two seconds all the same', async () => {
  const { id, secret } = await newKey();
  expect(await statuses(secret)).toEqual([200, 200]);
  await opened.database.execute(sql`UPDATE apikey SET enabled = false WHERE id = ${id}`);
  await until('both refuse it', async () => (await statuses(secret)).every((status) => status === 401));
});

test('an expired key stops on every replica, and ends its streams', async () => {
  const { name, id, secret } = await newKey({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  expect((await found(name))?.expiresAt).not.toBeNull();
  expect(await statuses(secret)).toEqual([200, 200]);
  await setExpiry(id, 1);
  await until('both refuse it', async () => (await statuses(secret)).every((status) => status === 401));
});

test('the list says whose a key is, and when and from where it was last used', async () => {
  const { name, secret } = await newKey();
  expect(await found(name)).toMatchObject({ owner: 'owner@example.com', lastUsedAt: null, lastUsedFrom: null });
  const before = Date.now() - 1000;
  await controlPlane.call('{ executors { id } }', {}, secret);
  const used = await until('the use is noted', async () => {
    const key = await found(name);
    return key?.lastUsedAt ? key : undefined;
  });
  expect(Date.parse(used.lastUsedAt ?? '')).toBeGreaterThan(before);
  expect(used.lastUsedFrom).toBe('127.0.0.1');
});

test('the list is bounded, and can be asked for one purpose', async () => {
  await newKey({ purpose: 'executor' });
  const keysOf = async (args: string) => (await controlPlane.ask(`{ apiKeys${args} { purpose } }`)).apiKeys;
  expect(await keysOf('(take: 1)')).toHaveLength(1);
  const executors = await keysOf('(where: { purpose: executor })');
  expect(new Set(executors.map(({ purpose }: { purpose: string }) => purpose))).toEqual(new Set(['executor']));
  expect(codeOf(await controlPlane.call('{ apiKeys(take: 501) { id } }'))).toBe('invalid_input');
});
