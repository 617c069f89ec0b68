import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { RuleMemory } from '../../../../src/control-plane/alerts/incidents/rule-memory.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { ruleMark } from '../../../../src/control-plane/tables/incidents.ts';
import { node } from '../../../../src/control-plane/tables/nodes.ts';
import { notificationNodeOverride, notificationSettings } from '../../../../src/control-plane/tables/notifications.ts';
import { holdTransaction } from '../../../harness/held-transaction.ts';
import { insertExecutor, insertNode } from '../../../harness/rows.ts';
import { RuleRuns } from '../../../harness/rule-runs.ts';
import { sample } from '../../../harness/sample.ts';

const runs = new RuleRuns();
const { database, at, runAt, runFrom, incidents, told, observedAs } = runs;

/** Stores an executor with a running node. */
async function host(name: string, columns: Partial<typeof node.$inferInsert> = {}) {
  const executorId = await insertExecutor(database, runs.organizationId, { name });
  const place = { organizationId: runs.organizationId, executorId };
  const nodeId = await insertNode(database, place, { name, observed: observedAs('running', null), ...columns });
  return { executorId, nodeId };
}

const fail = (on: Pick<typeof database, 'update'>, id: string) =>
  on
    .update(node)
    .set({ observed: observedAs('failing') })
    .where(eq(node.id, id));

/** Changes a node without the mark that its change leaves. */
const failUnmarked = (id: string) =>
  database.transaction(async (transaction) => {
    await fail(transaction, id);
    await transaction.execute(sql`DELETE FROM incident_rule_mark`);
  });

test('a run judges what changed and nothing else, and everything within ten minutes', async () => {
  const [changed, unmarked] = [await host('changed'), await host('unmarked')];
  await runFrom(0, 120);
  await fail(database, changed.nodeId);
  await runAt(125);
  await failUnmarked(unmarked.nodeId);
  await runAt(130);
  expect((await incidents()).map(({ subjectName }) => subjectName)).toEqual(['changed']);
  expect(await database.$count(ruleMark)).toBe(0);
  await runFrom(190, 740);
  expect((await incidents()).map(({ subjectName }) => subjectName).toSorted()).toEqual(['changed', 'unmarked']);
});

test('a node’s thresholds concern its host, the settings’ the organization', async () => {
  const { organizationId } = runs;
  const { executorId, nodeId } = await host('own');
  await host('other');
  const marked = async (work: () => Promise<unknown>) => {
    await database.delete(ruleMark);
    await work();
    return (await database.select().from(ruleMark)).map((mark) => mark.executorId);
  };
  const override = { organizationId, nodeId, muted: true, thresholds: {} };
  const ofSettings = eq(notificationSettings.organizationId, organizationId);
  const changeSettings = (change: Partial<typeof notificationSettings.$inferInsert>) =>
    database
      .update(notificationSettings)
      .set({ thresholds: {}, ...change })
      .where(ofSettings);
  expect(await marked(() => database.insert(notificationSettings).values({ organizationId }))).toEqual([]);
  expect(await marked(() => changeSettings({ revision: 1 }))).toEqual([]);
  expect(await marked(() => database.insert(notificationNodeOverride).values(override))).toEqual([executorId]);
  expect(await marked(() => database.delete(notificationNodeOverride))).toEqual([executorId]);
  expect(await marked(() => changeSettings({ thresholds: { memoryPercent: 50 } }))).toEqual([null]);
});

test('the next run judges a change committed after a run that it overlaps', async () => {
  const { nodeId } = await host('late');
  await runAt(0);
  const end = await holdTransaction(database, (transaction) => fail(transaction, nodeId));
  await runAt(5);
  expect(await incidents()).toEqual([]);
  await end();
  await runAt(10);
  expect(await incidents()).toMatchObject([{ status: 'pending', subjectName: 'late' }]);
});

test('a replica that runs the rules again after another one judges everything', async () => {
  const { nodeId } = await host('unmarked');
  await runAt(0);
  await runAt(5, { memory: new RuleMemory() });
  await failUnmarked(nodeId);
  await runAt(10);
  expect(await incidents()).toMatchObject([{ subjectName: 'unmarked' }]);
});

test('an unchanged node falls behind when others advance, in whichever run', async () => {
  const columns = (height: number) => ({ metrics: sample(height, { peersOutbound: 8 }), metricsAt: at(0) });
  const [leading] = [await host('leading', columns(900_000)), await host('lagging', columns(900_000))];
  await runAt(0);
  await database.update(node).set(columns(900_010)).where(eq(node.id, leading.nodeId));
  const sampleFrom = async (from: number, to: number) => {
    for (let seconds = from; seconds <= to; seconds += 50) {
      await database.update(node).set({ metricsAt: at(seconds) });
      await runAt(seconds);
    }
  };
  await sampleFrom(50, 1000);
  expect(told()).toEqual(['behind_network opened']);
  await database.delete(executor).where(eq(executor.id, leading.executorId));
  await sampleFrom(1050, 1400);
  expect(told()).toEqual(['behind_network opened', 'behind_network closed']);
});

test('an incident follows its node to another executor, and closes when that is gone', async () => {
  const [from, to] = [await host('from'), await host('to')];
  await fail(database, from.nodeId);
  await runFrom(0, 180);
  await database.update(node).set({ executorId: to.executorId }).where(eq(node.id, from.nodeId));
  await runFrom(190, 400);
  expect(told()).toEqual(['node_failing opened']);
  await database.delete(node).where(eq(node.id, from.nodeId));
  await database.update(executor).set({ online: false }).where(eq(executor.id, from.executorId));
  await runFrom(410, 600);
  expect(told().slice(1).toSorted()).toEqual(['executor_offline opened', 'node_failing closed']);
  await database.delete(executor).where(eq(executor.id, from.executorId));
  await runFrom(610, 700);
  expect(told().at(-1)).toBe('executor_offline closed');
});
