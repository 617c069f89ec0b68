import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  prepareRepeatHeartbeat,
  prepareRepeatHeartbeats,
  type RepeatedHeartbeat,
} from '../../../../src/control-plane/agents/heartbeat/record-heartbeat.ts';
import type { Database, OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { agentRequest } from '../../../../src/control-plane/tables/agent-requests.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { openTestDatabase } from '../../../harness/database.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../../harness/rows.ts';

const longAgo = new Date('2020-01-01T00:00:00Z');
let open: OpenDatabase;
let database: Database;
let organizationId: string;
let ids: Record<string, string>;

beforeAll(async () => {
  open = await openTestDatabase();
  ({ database } = open);
});
beforeEach(async () => {
  await database.execute(sql`TRUNCATE organization CASCADE`);
  organizationId = await insertOrganization(database);
  ids = {};
  for (const name of ['a', 'b', 'c']) ids[name] = await stored(name);
});
afterAll(() => open?.close());

const stored = (name: string, change: Partial<typeof executor.$inferInsert> = {}) =>
  insertExecutor(database, organizationId, {
    name,
    instanceId: `of-${name}`,
    observedDigest: `digest-${name}`,
    lastSeenAt: longAgo,
    ...change,
  });
const heartbeat = (name: string, change: Partial<RepeatedHeartbeat> = {}): RepeatedHeartbeat => ({
  organizationId,
  name,
  instanceId: `of-${name}`,
  digest: `digest-${name}`,
  resources: null,
  heartbeatIntervalSeconds: 15,
  ...change,
});
const seen = async () => {
  const rows = await database
    .select({ name: executor.name })
    .from(executor)
    .where(sql`${executor.lastSeenAt} > ${longAgo.toISOString()}::timestamptz`)
    .orderBy(executor.name);
  return rows.map(({ name }) => name);
};

test('many heartbeats say the same together as one by one, in their order', async () => {
  const nodeId = await insertNode(database, { organizationId, executorId: ids['b'] ?? '' });
  await database.insert(agentRequest).values({
    ...{ organizationId, executorId: ids['b'] ?? '', nodeId, kind: 'log', args: { tail: 5, since: null } },
    ...{ awaitedUntil: sql`now() + interval '1 minute'`, expiresAt: sql`now() + interval '1 minute'` },
  });
  const heartbeats = [heartbeat('c'), heartbeat('a'), heartbeat('b')];
  const together = await prepareRepeatHeartbeats(database)(heartbeats);
  const alone = prepareRepeatHeartbeat(database);
  expect(together).toEqual(await Promise.all(heartbeats.map(alone)));
  expect(together.map((row) => row?.id)).toEqual([ids['c'], ids['a'], ids['b']]);
  expect(together[2]?.requests).toMatchObject([{ nodeId, kind: 'log', args: { tail: 5 } }]);
  expect(await seen()).toEqual(['a', 'b', 'c']);
});

test('what does not fit what is stored is passed over, and stays as it was', async () => {
  await stored('offline', { online: false });
  const found = await prepareRepeatHeartbeats(database)([
    heartbeat('a', { digest: 'something else' }),
    heartbeat('b', { instanceId: 'of another agent' }),
    heartbeat('offline'),
    heartbeat('unknown'),
    heartbeat('c', { organizationId: await insertOrganization(database) }),
    heartbeat('c'),
  ]);
  expect(found.map((row) => row?.id)).toEqual([undefined, undefined, undefined, undefined, undefined, ids['c']]);
  expect(await seen()).toEqual(['c']);
});

test('of two heartbeats of one executor, one is passed over', async () => {
  const found = await prepareRepeatHeartbeats(database)([heartbeat('a'), heartbeat('a')]);
  expect(found.map((row) => row?.id).filter((id) => id !== undefined)).toEqual([ids['a']]);
});

test('resources are stored where a heartbeat brings them', async () => {
  const amount = { total: 8, usedByNodes: 0, free: 2.5 };
  const resources = { cpuCores: amount, memoryMiB: amount, diskMiB: amount };
  const before = await resourcesOf('b');
  await prepareRepeatHeartbeats(database)([heartbeat('a', { resources: JSON.stringify(resources) }), heartbeat('b')]);
  expect(await resourcesOf('a')).toEqual(resources);
  expect(await resourcesOf('b')).toEqual(before);
});

test('an executor that another transaction has locked makes none of the others wait', async () => {
  await database.transaction(async (transaction) => {
    await transaction.select().from(executor).where(eq(executor.name, 'a')).for('update');
    const found = await prepareRepeatHeartbeats(database)([heartbeat('a'), heartbeat('b')]);
    expect(found.map((row) => row?.id)).toEqual([undefined, ids['b']]);
  });
});

const resourcesOf = async (name: string) =>
  (await database.select({ resources: executor.resources }).from(executor).where(eq(executor.name, name)))[0]
    ?.resources;
