import { expect, test } from 'vitest';
import { prepareRepeatHeartbeat } from '../../../../src/control-plane/agents/heartbeat/record-heartbeat.ts';
import { upgradeTimeOutJob } from '../../../../src/control-plane/fleet/releases/end-upgrades.ts';
import { lockEventOrder } from '../../../../src/control-plane/history/events/record-events.ts';
import { type Database, isNull, sql } from '../../../../src/control-plane/platform/database/database.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { executorUpgrade } from '../../../../src/control-plane/tables/releases.ts';
import { countStatements } from '../../../harness/counted-statements.ts';
import { waitingForLock } from '../../../harness/database-connections.ts';
import { holdTransaction } from '../../../harness/held-transaction.ts';
import { executorRow, insertOrganization } from '../../../harness/rows.ts';
import { sharedClient, sharedDatabase, sharedServerDatabase } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const server = sharedServerDatabase();
const client = sharedClient(() => server.databaseUrl);
const observer = sharedClient(() => server.databaseUrl);
const database = sharedDatabase({ settings: server });

const endLate = (on: Database) => upgradeTimeOutJob(on).run(AbortSignal.timeout(10_000), async () => undefined);
const pending = () => database.$count(executorUpgrade, isNull(executorUpgrade.endedAt));

/** Executors of a new organization, each with an upgrade that has missed its deadline. */
async function insertLate(count: number): Promise<string> {
  const organizationId = await insertOrganization(database);
  const rows = Array.from({ length: count }, (_, n) =>
    executorRow(organizationId, { name: `host-${n}`, instanceId: 'instance', observedDigest: 'digest' }),
  );
  const executors = await database.insert(executor).values(rows).returning({ executorId: executor.id });
  const late = { organizationId, fromVersion: '1.0.0', targetVersion: '1.1.0', requestedBy: 'Ada' };
  await database
    .insert(executorUpgrade)
    .values(executors.map(({ executorId }) => ({ ...late, executorId, deadline: new Date(0) })));
  return organizationId;
}

test('fifty upgrades that missed their deadline end with the statements of one', async () => {
  await insertLate(1);
  const one = await countStatements(client, endLate);
  await insertLate(50);
  expect(await countStatements(client, endLate)).toBe(one);
  expect(await pending()).toBe(0);
});

test('a heartbeat does not wait until late upgrades have ended', async () => {
  const organizationId = await insertLate(2);
  const release = await holdTransaction(database, (transaction) =>
    transaction.execute(sql`SELECT ${lockEventOrder(organizationId)}`),
  );
  const ended = endLate(database);
  await until('the job waits for a writer of events', async () => (await waitingForLock(observer)) > 0);
  const heartbeat = { organizationId, name: 'host-0', instanceId: 'instance', digest: 'digest', resources: null };
  const recorded = await prepareRepeatHeartbeat(database)({ ...heartbeat, heartbeatIntervalSeconds: 15 });
  expect(recorded?.upgradeId).toBeTruthy();
  await release();
  await ended;
  expect(await pending()).toBe(0);
});
