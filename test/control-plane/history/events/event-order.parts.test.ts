import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { EventKind } from '../../../../src/contract/events.ts';
import type { RuntimeEventInput } from '../../../../src/contract/types.generated.ts';
import { EventQuota } from '../../../../src/control-plane/history/events/event-quota.ts';
import { recordEvents } from '../../../../src/control-plane/history/events/record-events.ts';
import { storeEvents } from '../../../../src/control-plane/history/events/store-events.ts';
import { type Database, rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const { controlPlane, host } = sharedInhabited();
const database = sharedDatabase(controlPlane);

/** Records an event in a transaction that stays open until `end` is called. */
async function recordSlowly(database: Database, organizationId: string, kind: EventKind) {
  const recorded = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const done = database.transaction(async (transaction) => {
    await recordEvents(transaction, organizationId, [{ kind, message: kind }]);
    recorded.resolve();
    await end.promise;
  });
  await Promise.race([recorded.promise, done]);
  return {
    end: () => {
      end.resolve();
      return done;
    },
  };
}

async function newer(cursor: string | null): Promise<{ kinds: string[]; cursor: string | null }> {
  const { events } = await controlPlane.ask(
    'query($filter: EventFilterInput) { events(filter: $filter) { nodes { kind } pageInfo { endCursor } } }',
    { filter: { direction: 'newer', cursor } },
  );
  return { kinds: events.nodes.map(({ kind }: { kind: string }) => kind), cursor: events.pageInfo.endCursor ?? cursor };
}

/** Returns the cursor of the newest event. */
async function newest(): Promise<string | null> {
  const { events } = await controlPlane.ask('{ events(filter: { take: 1 }) { pageInfo { endCursor } } }');
  return events.pageInfo.endCursor;
}

test('a reader that continues from the newest event misses none, in whatever order transactions end', async () => {
  const { organizationId } = controlPlane.made;
  const before = await newest();
  const slow = await recordSlowly(database, organizationId, 'executor.online');
  let reported = false;
  const report = host.report([host.event({ kind: 'test.second' })]).then(() => {
    reported = true;
  });
  await until('the report is done or waits', async () => {
    const locks = await database.execute(sql`SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`);
    return reported || rowsOf(locks).length > 0;
  });
  const during = await newer(before);
  await slow.end();
  await report;
  const after = await newer(during.cursor);
  expect([...during.kinds, ...after.kinds]).toEqual(['executor.online', 'test.second']);
});

test('a report of one organization does not wait for another organization', async () => {
  const slow = await recordSlowly(database, 'another organization', 'executor.offline');
  expect((await host.report([host.event({ kind: 'test.here' })])).data.reportRuntimeEvents.accepted).toBe(1);
  await slow.end();
});

test('reports from several replicas at once are all stored, and no reader sees a gap', async () => {
  const reporter = { organizationId: controlPlane.made.organizationId, executorName: host.name };
  const reports = Array.from({ length: 40 }, (_, batch) =>
    Array.from({ length: 25 }, (_, index) => host.event({ kind: 'test.many', message: `${batch}.${index}` })),
  );
  const stored = Promise.all(
    reports.map((batch) =>
      storeEvents(
        { database, sampleRetentionDays: 7, quota: new EventQuota() },
        reporter,
        batch as Parameters<typeof storeEvents>[2],
      ),
    ),
  );
  let done = false;
  const all = stored.finally(() => {
    done = true;
  });
  const seen: string[] = [];
  let cursor = await newest();
  for (let last = false; !last; ) {
    last = done;
    const page = await newer(cursor);
    seen.push(...page.kinds.filter((kind) => kind === 'test.many'));
    cursor = page.cursor;
    if (page.kinds.length > 0) last = false;
  }
  await all;
  expect(seen).toHaveLength(1000);
});

test('a sample waits for a change of its executor before it locks the node, so that the two cannot deadlock', async () => {
  const { executorId } = (await host.sync()).data.syncExecutor;
  const made = await controlPlane.ask('mutation($data: NodeCreateInput!) { createNode(data: $data) { id } }', {
    data: { name: 'measured', executorId, network: 'regtest' },
  });
  const nodeId = made.createNode.id;
  const locked = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  const change = database.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT 1 FROM executor WHERE id = ${executorId} FOR UPDATE`);
    locked.resolve();
    await resume.promise;
    await transaction.execute(sql`UPDATE node SET updated_at = now() WHERE id = ${nodeId}`);
  });
  await Promise.race([locked.promise, change]);
  const report = host.report([host.event({ nodeId, kind: 'node.sample', data: sample(5) })]);
  await until('the sample waits', async () => {
    const waiting = await database.execute(sql`SELECT 1 FROM pg_locks WHERE NOT granted AND pid IN
      (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`);
    return rowsOf(waiting).length > 0;
  });
  resume.resolve();
  await change;
  expect((await report).data.reportRuntimeEvents.accepted).toBe(1);
  expect((await controlPlane.ask('{ nodes { metrics { height } } }')).nodes).toEqual([{ metrics: { height: 5 } }]);
});

const mebibyte = 1024 ** 2;

const newNeighbour = async (name: string) => {
  const neighbour = await TestExecutor.withKey(controlPlane, name);
  await neighbour.sync();
  return neighbour;
};

const report = (quota: EventQuota, { name }: TestExecutor, events: readonly object[]) =>
  storeEvents(
    { database, sampleRetentionDays: 7, quota },
    { organizationId: controlPlane.made.organizationId, executorName: name },
    events as readonly RuntimeEventInput[],
  );

/** Of 15 KiB each. */
const events = (executor: TestExecutor, count: number) =>
  Array.from({ length: count }, () => executor.event({ kind: 'test.quota', data: { text: 'x'.repeat(15_000) } }));

const stored = async () =>
  (await controlPlane.ask('{ events(filter: { take: 200, kind: "test.quota" }) { nodes { id } } }')).events.nodes
    .length;

test('an executor that has stored a day’s events is refused more, and no other executor is', async () => {
  const quota = new EventQuota({ executor: mebibyte, organization: 64 * mebibyte });
  const first = events(host, 60);
  // Events that are already stored cost nothing.
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
  const neighbour = await newNeighbour('neighbour');
  expect((await report(quota, neighbour, events(neighbour, 1))).accepted).toBe(1);
});

test('all executors of an organization have one allowance, too', async () => {
  const quota = new EventQuota({ executor: 64 * mebibyte, organization: mebibyte });
  const neighbour = await newNeighbour('another');
  await report(quota, host, events(host, 80));
  await expect(report(quota, neighbour, events(neighbour, 1))).rejects.toThrow('the organization has stored 1 MiB');
});
