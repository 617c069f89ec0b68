import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventKind } from '../../../../src/contract/events.ts';
import { EventQuota } from '../../../../src/control-plane/history/events/event-quota.ts';
import { recordEvents } from '../../../../src/control-plane/history/events/record-events.ts';
import { storeEvents } from '../../../../src/control-plane/history/events/store-events.ts';
import type { OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { type Database, rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { sample } from '../../../harness/sample.ts';
import { until } from '../../../harness/until.ts';

let controlPlane: TestControlPlane;
let host: TestExecutor;
let other: OpenDatabase;

beforeAll(async () => {
  // No executor becomes offline meanwhile, which is an event as well.
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  host = new TestExecutor(controlPlane, await controlPlane.key('executor'), 'host-1');
  await host.sync();
  // Another replica.
  other = await openDatabase(controlPlane.settings, quiet);
});
afterAll(async () => {
  await other?.close();
  await controlPlane?.destroy();
});

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
  const slow = await recordSlowly(other.database, organizationId, 'executor.online');
  let reported = false;
  const report = host.report([host.event({ kind: 'test.second' })]).then(() => {
    reported = true;
  });
  await until('the report is done or waits', async () => {
    const locks = await other.database.execute(sql`SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
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
  const slow = await recordSlowly(other.database, 'another organization', 'executor.offline');
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
        { database: other.database, sampleRetentionDays: 7, quota: new EventQuota() },
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
  const change = other.database.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT 1 FROM executor WHERE id = ${executorId} FOR UPDATE`);
    locked.resolve();
    await resume.promise;
    await transaction.execute(sql`UPDATE node SET updated_at = now() WHERE id = ${nodeId}`);
  });
  await Promise.race([locked.promise, change]);
  const report = host.report([host.event({ nodeId, kind: 'node.sample', data: sample(5) })]);
  await until('the sample waits', async () => {
    const waiting = await other.database.execute(sql`SELECT 1 FROM pg_locks WHERE NOT granted AND pid IN
      (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`);
    return rowsOf(waiting).length > 0;
  });
  resume.resolve();
  await change;
  expect((await report).data.reportRuntimeEvents.accepted).toBe(1);
  expect((await controlPlane.ask('{ nodes { metrics { height } } }')).nodes).toEqual([{ metrics: { height: 5 } }]);
});
