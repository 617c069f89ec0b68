import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RuntimeEventInput } from '../../../../src/contract/types.generated.ts';
import { EventQuota } from '../../../../src/control-plane/history/events/event-quota.ts';
import { storeEvents } from '../../../../src/control-plane/history/events/store-events.ts';
import type { OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { type Inhabited, startInhabited } from '../../../harness/inhabited.ts';

const mebibyte = 1024 ** 2;

let inhabited: Inhabited;
let opened: OpenDatabase;
let host: TestExecutor;
let neighbour: TestExecutor;
beforeAll(async () => {
  inhabited = await startInhabited();
  opened = await openDatabase(inhabited.controlPlane.settings, quiet);
  ({ host } = inhabited);
  neighbour = await TestExecutor.withKey(inhabited.controlPlane, 'neighbour');
  await neighbour.sync();
});
afterAll(async () => {
  await opened?.close();
  await inhabited?.controlPlane.destroy();
});

const report = (quota: EventQuota, { name }: TestExecutor, events: readonly object[]) =>
  storeEvents(
    { database: opened.database, sampleRetentionDays: 7, quota },
    { organizationId: inhabited.controlPlane.made.organizationId, executorName: name },
    events as readonly RuntimeEventInput[],
  );

/** Of 15 KiB each. */
const events = (executor: TestExecutor, count: number) =>
  Array.from({ length: count }, () => executor.event({ kind: 'test.quota', data: { text: 'x'.repeat(15_000) } }));

const stored = async () =>
  (await inhabited.controlPlane.ask('{ events(filter: { take: 200, kind: "test.quota" }) { nodes { id } } }')).events
    .nodes.length;

test('an executor that has stored a day’s events is refused more, and no other executor is', async () => {
  const quota = new EventQuota({ executor: mebibyte, organization: 64 * mebibyte });
  const first = events(host, 60);
  // What is stored already costs nothing.
  for (let round = 0; round < 3; round++)
    expect(await report(quota, host, first)).toEqual({ accepted: 60, rejected: [] });
  await report(quota, host, events(host, 20));
  expect(await stored()).toBe(80);
  await expect(report(quota, host, events(host, 1))).rejects.toMatchObject({
    message: expect.stringMatching(
      new RegExp(`${host.name} has stored 1 MiB of events within a day\\. The agent keeps.* in \\d+ s\\.`),
    ),
    extensions: { code: 'limit_reached' },
  });
  expect(await stored()).toBe(80);
  expect((await report(quota, neighbour, events(neighbour, 1))).accepted).toBe(1);
});

test('all executors of an organization have one allowance, too', async () => {
  const quota = new EventQuota({ executor: 64 * mebibyte, organization: mebibyte });
  await report(quota, host, events(host, 80));
  await expect(report(quota, neighbour, events(neighbour, 1))).rejects.toThrow('the organization has stored 1 MiB');
});
