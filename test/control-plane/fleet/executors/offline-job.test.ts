import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { offlineJob } from '../../../../src/control-plane/fleet/executors/mark-offline.ts';
import type { OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { defaultSettings } from '../../../../src/control-plane/settings.ts';
import { organization } from '../../../../src/control-plane/tables/accounts.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import type { PeriodicTask } from '../../../../src/timing/periodic-task.ts';
import { listeningLog } from '../../../harness/listening-log.ts';
import { VirtualClock } from '../../../harness/virtual-clock.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'satrap-offline-'));
const settings = { ...defaultSettings, dataDir, production: true, heartbeatIntervalSeconds: 15 };
let open: OpenDatabase;
let clock: VirtualClock;
let job: PeriodicTask;

beforeAll(async () => {
  open = await openDatabase(settings, listeningLog().log);
  await open.database.insert(organization).values({ id: 'example', name: 'Example', slug: 'example' });
  const amount = { total: 1, usedByNodes: 0, free: 1 };
  await open.database.insert(executor).values({
    organizationId: 'example',
    name: 'silent',
    kind: 'docker',
    version: '1.0.0',
    channel: 'stable',
    instanceId: 'one',
    capabilities: { clients: [], networks: [], nodeTypes: [] },
    resources: { cpuCores: amount, memoryMiB: amount, diskMiB: amount },
    orphans: [],
    heartbeatIntervalSeconds: settings.heartbeatIntervalSeconds,
    observedDigest: '',
    lastSeenAt: sql`now() - interval '1 hour'`,
    online: true,
  });
});
beforeEach(async () => {
  await open.database.update(executor).set({ online: true, lastSeenAt: sql`now() - interval '1 hour'` });
  clock = new VirtualClock(0);
  job = offlineJob(open.database, settings, { clock, lease: { isHeld: true } });
});
afterAll(async () => {
  await open?.close();
  rmSync(dataDir, { recursive: true });
});

const isOnline = async () => (await open.database.select({ online: executor.online }).from(executor))[0]?.online;
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

test('a control plane that stalled gives the executors their grace again before it calls one offline', async () => {
  await lookUntil(40);
  await clock.passUntil(60_000);
  await job.run(AbortSignal.timeout(10_000));
  expect(await isOnline()).toBe(true);
  await lookUntil(105);
  expect(await isOnline()).toBe(true);
  await lookUntil(110);
  expect(await isOnline()).toBe(false);
});

test('a machine that slept gives the executors their grace again before it calls one offline', async () => {
  await lookUntil(40);
  clock.step(3_600_000);
  await lookUntil(85);
  expect(await isOnline()).toBe(true);
  await lookUntil(95);
  expect(await isOnline()).toBe(false);
});

test('a database that was away gives the executors their grace again before one is called offline', async () => {
  await lookUntil(45);
  await open.database.execute(sql`ALTER TABLE executor RENAME TO executor_away`);
  await clock.passUntil(50_000);
  await expect(job.run(AbortSignal.timeout(10_000))).rejects.toThrow();
  await clock.passUntil(56_000);
  await open.database.execute(sql`ALTER TABLE executor_away RENAME TO executor`);
  await job.run(AbortSignal.timeout(10_000));
  expect(await isOnline()).toBe(true);
});

test('an executor counts as offline by the interval that its agent was told, by whichever replica', async () => {
  const { database } = open;
  const toldSeconds = (seconds: number) => database.update(executor).set({ heartbeatIntervalSeconds: seconds });
  await toldSeconds(60);
  await lookUntil(180);
  expect(await isOnline()).toBe(true);
  await lookUntil(185);
  expect(await isOnline()).toBe(false);
  await database.update(executor).set({ online: true, lastSeenAt: sql`now() - interval '3 minutes'` });
  await lookUntil(400);
  expect(await isOnline()).toBe(true);
  await toldSeconds(2);
  await lookUntil(405);
  expect(await isOnline()).toBe(false);
  await toldSeconds(settings.heartbeatIntervalSeconds);
});
