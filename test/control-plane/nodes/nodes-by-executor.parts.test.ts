import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodesByExecutorLoader } from '../../../src/control-plane/nodes/find-nodes.ts';
import type { Database } from '../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../src/control-plane/platform/database/open.ts';
import { AnswerBudget } from '../../../src/control-plane/request/answer-budget.ts';
import { quiet, TestControlPlane } from '../../harness/control-plane.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { TestNodes } from '../../harness/nodes.ts';

let controlPlane: TestControlPlane;
const executorIds: string[] = [];

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  for (const name of ['host-1', 'host-2', 'host-3']) {
    const { executorId } = (await (await TestExecutor.withKey(controlPlane, name)).sync()).data.syncExecutor;
    executorIds.push(executorId);
    if (name !== 'host-3') await new TestNodes(controlPlane, executorId).create(`on-${name}`);
  }
});
afterAll(() => controlPlane?.destroy());

test('each executor of a list shows its own nodes', async () => {
  const { executors } = await controlPlane.ask('{ executors { name nodes { name executor { name } } } }');
  expect(executors).toEqual([
    { name: 'host-1', nodes: [{ name: 'on-host-1', executor: { name: 'host-1' } }] },
    { name: 'host-2', nodes: [{ name: 'on-host-2', executor: { name: 'host-2' } }] },
    { name: 'host-3', nodes: [] },
  ]);
});

test('the nodes of a list of executors are one statement, and are read again for a later question', async () => {
  await controlPlane.stop();
  const { database, close } = await openDatabase(controlPlane.settings, quiet);
  try {
    let statements = 0;
    const counting: Database = Object.create(database, {
      select: {
        value: (...columns: Parameters<Database['select']>) => {
          statements++;
          return database.select(...columns);
        },
      },
    });
    const loader = nodesByExecutorLoader({ database: counting, budget: new AnswerBudget(1000) });
    const page = { take: 100, skip: 0 };
    const lists = await Promise.all(executorIds.map((executorId) => loader.load({ ownerId: executorId, page })));
    expect(lists.map((list) => list.map(({ name }) => name))).toEqual([['on-host-1'], ['on-host-2'], []]);
    expect(statements).toBe(1);
    await loader.load({ ownerId: executorIds[0] ?? '', page });
    expect(statements).toBe(2);
  } finally {
    await close();
    await controlPlane.serve();
  }
});

test('the nodes of an executor are paged by name', async () => {
  await new TestNodes(controlPlane, executorIds[0] ?? '').create('before-host-1');
  const { executors } = await controlPlane.ask(
    '{ executors(take: 2) { first: nodes(take: 1) { name } rest: nodes(skip: 1) { name } } }',
  );
  expect(executors).toEqual([
    { first: [{ name: 'before-host-1' }], rest: [{ name: 'on-host-1' }] },
    { first: [{ name: 'on-host-2' }], rest: [] },
  ]);
});
