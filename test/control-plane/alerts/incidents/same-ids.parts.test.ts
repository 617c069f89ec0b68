import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { nodeWatch } from '../../../../src/control-plane/tables/incidents.ts';
import { node } from '../../../../src/control-plane/tables/nodes.ts';
import { notificationNodeOverride } from '../../../../src/control-plane/tables/notifications.ts';
import { executorUpgrade } from '../../../../src/control-plane/tables/releases.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../../harness/rows.ts';
import { RuleRuns } from '../../../harness/rule-runs.ts';
import { sample } from '../../../harness/sample.ts';

// A host may belong to two organizations, in each of which its executor and its nodes have the same ids.

const runs = new RuleRuns();
const { database, at, runAt, runFrom, incidents, observedAs } = runs;
const executorId = randomUUID();
const [one, two] = [randomUUID(), randomUUID()];
let [first, second] = ['', ''];

beforeEach(async () => {
  first = runs.organizationId;
  second = await insertOrganization(database);
  for (const organizationId of [first, second]) {
    await insertExecutor(database, organizationId, { id: executorId });
    for (const id of [one, two])
      await insertNode(database, { organizationId, executorId }, { id, name: id, observed: observedAs('running') });
  }
});

/** The open incidents of each organization, as `CODE SUBJECT`. */
async function open() {
  const found = (await incidents()).filter(({ status }) => status === 'open');
  const of = (organizationId: string) =>
    found
      .filter((incident) => incident.organizationId === organizationId)
      .map(({ code, subjectId }) => `${code} ${subjectId}`)
      .toSorted();
  return { first: of(first), second: of(second) };
}

test('a failing node opens an incident in its organization alone', async () => {
  const observed = observedAs('failing');
  await database.update(node).set({ observed }).where(eq(node.organizationId, first));
  await runFrom(0, 180);
  expect(await open()).toEqual({ first: [one, two].map((id) => `node_failing ${id}`).toSorted(), second: [] });
});

test('an offline host explains no failing node of another organization', async () => {
  const observed = observedAs('failing');
  await database.update(node).set({ observed }).where(eq(node.id, one));
  await database.update(executor).set({ online: false }).where(eq(executor.organizationId, first));
  await runFrom(0, 240);
  expect(await open()).toEqual({ first: [`executor_offline ${executorId}`], second: [`node_failing ${one}`] });
});

test('a mute and a threshold concern the node of their organization', async () => {
  const override = { organizationId: second, nodeId: one, muted: true, mutedUntil: null };
  await database.insert(notificationNodeOverride).values({ ...override, thresholds: { nodeFailingSeconds: 600 } });
  const observed = observedAs('failing');
  await database.update(node).set({ observed }).where(eq(node.id, one));
  await runFrom(0, 240);
  expect(await open()).toEqual({ first: [`node_failing ${one}`], second: [] });
  await runFrom(300, 840);
  const notified = (await incidents()).map(({ organizationId, notified: is }) => [organizationId, is]);
  expect(notified).toEqual(
    expect.arrayContaining([
      [first, true],
      [second, false],
    ]),
  );
});

test('a failed upgrade is one of its organization, and a full disk is too', async () => {
  const upgrade = { executorId, fromVersion: '1.0.0', targetVersion: '2.0.0', requestedBy: 'Ada', deadline: at(0) };
  const failed = { state: 'failed' as const, endedAt: at(0) };
  await database
    .insert(executorUpgrade)
    .values({ organizationId: second, ...upgrade, ...failed, requestedAt: at(-60) });
  const resources = sql`jsonb_set(resources, '{diskGiB,free}', '1')`;
  await database.update(executor).set({ resources }).where(eq(executor.organizationId, first));
  await runFrom(0, 360);
  expect(await open()).toEqual({ first: [`disk_low ${executorId}`], second: [`upgrade_failed ${executorId}`] });
});

test('a chain is compared with those of its organization, and remembered for it', async () => {
  const heights = [
    { organizationId: first, id: one, height: 900_000 },
    { organizationId: first, id: two, height: 900_000 },
    { organizationId: second, id: one, height: 900_000 },
    { organizationId: second, id: two, height: 899_000 },
  ];
  const report = async (seconds: number) => {
    for (const { organizationId, id, height } of heights) {
      const metrics = sample(height, { bestBlockHash: `${height}`, headers: 900_000, uptimeSeconds: 100_000 });
      await database
        .update(node)
        .set({ metrics, metricsAt: at(seconds) })
        .where(sql`organization_id = ${organizationId} AND id = ${id}`);
    }
  };
  for (let seconds = 0; seconds <= 1080; seconds += 60) {
    await report(seconds);
    await runAt(seconds);
  }
  expect(await open()).toEqual({ first: [], second: [`behind_network ${two}`] });
  const watches = await database.select().from(nodeWatch);
  const seen = watches.map(({ organizationId, nodeId: id, chain }) => ({ organizationId, id, height: chain.height }));
  expect(seen).toHaveLength(4);
  expect(seen).toEqual(expect.arrayContaining(heights));
});
