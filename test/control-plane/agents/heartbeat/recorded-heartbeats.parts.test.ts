import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FullReport } from '../../../../src/contract/full-report.ts';
import { desiredNodes } from '../../../../src/control-plane/agents/heartbeat/desired-nodes.ts';
import { observeExecutor } from '../../../../src/control-plane/agents/heartbeat/observe-executor.ts';
import {
  prepareRecordHeartbeat,
  prepareRepeatHeartbeat,
  prepareRepeatHeartbeats,
  type RecordHeartbeat,
  type RepeatedHeartbeat,
} from '../../../../src/control-plane/agents/heartbeat/record-heartbeat.ts';
import { raiseRevisionAbove } from '../../../../src/control-plane/fleet/executors/desired-revision.ts';
import { offlineJob } from '../../../../src/control-plane/fleet/executors/mark-offline.ts';
import { RefusedHeartbeats } from '../../../../src/control-plane/fleet/executors/refused-heartbeats.ts';
import { newSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { BulkWork } from '../../../../src/control-plane/platform/load/bulk-work.ts';
import { defaultSettings } from '../../../../src/control-plane/settings.ts';
import { agentRequest } from '../../../../src/control-plane/tables/agent-requests.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import type { PeriodicTask } from '../../../../src/timing/periodic-task.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../../harness/rows.ts';
import { sharedDatabase } from '../../../harness/shared-control-plane.ts';
import { VirtualClock } from '../../../harness/virtual-clock.ts';

const database = sharedDatabase();
let organizationId: string;
beforeEach(async () => {
  await database.execute(sql`TRUNCATE organization CASCADE`);
  organizationId = await insertOrganization(database);
});

describe('heartbeats that say nothing new', () => {
  const longAgo = new Date('2020-01-01T00:00:00Z');
  let ids: Record<string, string>;
  beforeEach(async () => {
    ids = {};
    for (const name of ['a', 'b', 'c']) ids[name] = await stored(name);
  });

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

  test('each of many heartbeats keeps the interval that its agent is told', async () => {
    const told = { a: 15, b: 50, c: 16 };
    const batch = Object.entries(told).map(([name, seconds]) => heartbeat(name, { heartbeatIntervalSeconds: seconds }));
    await prepareRepeatHeartbeats(database)(batch);
    const rows = await database
      .select({ name: executor.name, seconds: executor.heartbeatIntervalSeconds })
      .from(executor);
    expect(Object.fromEntries(rows.map(({ name, seconds }) => [name, seconds]))).toEqual(told);
  });

  test('many heartbeats say the same together as one by one, in their order', async () => {
    const nodeId = await insertNode(database, { organizationId, executorId: ids['b'] ?? '' });
    await database.insert(agentRequest).values({
      ...{ organizationId, executorId: ids['b'] ?? '', nodeId, kind: 'log', args: { tail: 5, from: null, to: null } },
      ...{ awaitedUntil: sql`now() + interval '1 minute'`, expiresAt: sql`now() + interval '1 minute'` },
    });
    const amount = { total: 8, usedByNodes: 0, free: 2.5 };
    const resources = { cpuCores: amount, memoryMiB: amount, diskGiB: amount };
    const resourcesOf = async (name: string) =>
      (await database.select().from(executor).where(eq(executor.name, name)))[0]?.resources;
    const before = await resourcesOf('b');
    const heartbeats = [heartbeat('c'), heartbeat('a', { resources: JSON.stringify(resources) }), heartbeat('b')];
    const together = await prepareRepeatHeartbeats(database)(heartbeats);
    const alone = prepareRepeatHeartbeat(database);
    expect([await resourcesOf('a'), await resourcesOf('b')]).toEqual([resources, before]);
    expect(together).toEqual(await Promise.all(heartbeats.map(alone)));
    expect(together.map((row) => row?.id)).toEqual([ids['c'], ids['a'], ids['b']]);
    expect(together[2]?.requests).toMatchObject([{ nodeId, kind: 'log', args: { tail: 5 } }]);
    expect(await seen()).toEqual(['a', 'b', 'c']);
  });

  test('are skipped if they do not match or repeat, and change nothing stored', async () => {
    await stored('offline', { online: false });
    const found = await prepareRepeatHeartbeats(database)([
      heartbeat('a', { digest: 'something else' }),
      heartbeat('b', { instanceId: 'of another agent' }),
      heartbeat('offline'),
      heartbeat('unknown'),
      heartbeat('c', { organizationId: await insertOrganization(database) }),
      heartbeat('c'),
      heartbeat('c'),
    ]);
    expect(found.flatMap((row) => row?.id ?? [])).toEqual([ids['c']]);
    expect(await seen()).toEqual(['c']);
  });

  test('an executor that another transaction has locked makes none of the others wait', async () => {
    await database.transaction(async (transaction) => {
      await transaction.select().from(executor).where(eq(executor.name, 'a')).for('update');
      const found = await prepareRepeatHeartbeats(database)([heartbeat('a'), heartbeat('b')]);
      expect(found.map((row) => row?.id)).toEqual([undefined, ids['b']]);
    });
  });
});

describe('a full heartbeat', () => {
  const amount = { total: 1, usedByNodes: 0, free: 1 };
  const input: FullReport = {
    ...{ name: 'host', kind: 'docker', version: '1.0.0', channel: 'stable', instanceId: 'one' },
    capabilities: { clients: [], networks: [], nodeTypes: [] },
    resources: { cpuCores: amount, memoryMiB: amount, diskGiB: amount },
    ...{ nodes: [], orphans: [] },
  };
  const observe = (
    version: string,
    { recordHeartbeat = prepareRecordHeartbeat(database), on = database as Database } = {},
  ) =>
    observeExecutor(
      { database: on, bulk: new BulkWork(), recordHeartbeat, heartbeatIntervalSeconds: 15 },
      { organizationId, keyId: 'any' },
      { ...input, version },
    );

  test('is accepted even if its executor is registered again while it is recorded', async () => {
    const record = prepareRecordHeartbeat(database);
    await observe('1.0.0');
    let tries = 0;
    const recordHeartbeat: RecordHeartbeat = async (heartbeat) => {
      const recorded = await record(heartbeat);
      tries++;
      if (tries === 1) await database.delete(executor);
      if (tries === 2) await observe('1.0.1');
      return recorded;
    };
    await observe('1.0.2', { recordHeartbeat });
    expect(tries).toBe(3);
    expect(await database.select({ version: executor.version }).from(executor)).toEqual([{ version: '1.0.2' }]);
  });

  test('of an executor that is deleted in its middle registers it again', async () => {
    const before = await observe('1.0.0');
    const deletingFirst: Database = Object.create(database, {
      transaction: {
        value: async (...work: Parameters<Database['transaction']>) => {
          await database.delete(executor).where(eq(executor.id, before.id));
          return database.transaction(...work);
        },
      },
    });
    const after = await observe('1.0.1', { on: deletingFirst });
    expect(after.id).not.toBe(before.id);
    expect(await database.select({ id: executor.id }).from(executor)).toEqual([{ id: after.id }]);
  });

  test('invariant 2: an executor deleted during its heartbeat gets no empty list', async () => {
    const key = { id: randomUUID(), organizationId: 'any' };
    await expect(desiredNodes({ database, secret: newSecret() }, key)).rejects.toThrow('deleted while it synced');
    await expect(raiseRevisionAbove(database, key, 7)).rejects.toThrow('deleted while it synced');
  });
});

describe('the job that marks silent executors offline', () => {
  const settings = { ...defaultSettings, dataDir: '', production: true, heartbeatIntervalSeconds: 15 };
  let clock: VirtualClock;
  let job: PeriodicTask;
  beforeEach(async () => {
    await insertExecutor(database, organizationId);
    await database.update(executor).set({ lastSeenAt: sql`now() - interval '1 hour'` });
    clock = new VirtualClock(0);
    job = offlineJob({
      ...{ database, settings, clock, lease: { isHeld: true } },
      refusedHeartbeats: new RefusedHeartbeats(),
    });
  });
  const isOnline = async () => (await database.select({ online: executor.online }).from(executor))[0]?.online;
  /** Checks every five seconds until that time. */
  async function lookUntil(seconds: number): Promise<void> {
    while (clock.elapsed() + 5000 <= seconds * 1000) {
      await clock.passUntil(clock.elapsed() + 5000);
      await job.run(AbortSignal.timeout(10_000));
    }
  }

  test('a silent executor is offline once the grace after the start is over', async () => {
    await lookUntil(45);
    expect(await isOnline()).toBe(true);
    await lookUntil(50);
    expect(await isOnline()).toBe(false);
  });

  test('gives executors a grace period before they go offline after its own stall', async () => {
    await lookUntil(40);
    await clock.passUntil(60_000);
    await job.run(AbortSignal.timeout(10_000));
    expect(await isOnline()).toBe(true);
    await lookUntil(105);
    expect(await isOnline()).toBe(true);
    await lookUntil(110);
    expect(await isOnline()).toBe(false);
  });

  test('gives executors a grace period before they go offline after a database outage', async () => {
    await lookUntil(45);
    await database.execute(sql`ALTER TABLE executor RENAME TO executor_away`);
    await clock.passUntil(50_000);
    await expect(job.run(AbortSignal.timeout(10_000))).rejects.toThrow();
    await clock.passUntil(56_000);
    await database.execute(sql`ALTER TABLE executor_away RENAME TO executor`);
    await job.run(AbortSignal.timeout(10_000));
    expect(await isOnline()).toBe(true);
  });

  test('marks an executor offline by the interval set for it, at any replica', async () => {
    const toldSeconds = (seconds: number) => database.update(executor).set({ heartbeatIntervalSeconds: seconds });
    await toldSeconds(60);
    await lookUntil(180);
    expect(await isOnline()).toBe(true);
    await lookUntil(185);
    expect(await isOnline()).toBe(false);
    await database.update(executor).set({ online: true, lastSeenAt: sql`now() - interval '2 minutes'` });
    await lookUntil(400);
    expect(await isOnline()).toBe(true);
    await toldSeconds(2);
    await lookUntil(405);
    expect(await isOnline()).toBe(false);
  });
});
