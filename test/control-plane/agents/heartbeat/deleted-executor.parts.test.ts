import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FullReport } from '../../../../src/contract/full-report.ts';
import { desiredNodes } from '../../../../src/control-plane/agents/heartbeat/desired-nodes.ts';
import { observeExecutor } from '../../../../src/control-plane/agents/heartbeat/observe-executor.ts';
import { prepareRecordHeartbeat } from '../../../../src/control-plane/agents/heartbeat/record-heartbeat.ts';
import { raiseRevisionAbove } from '../../../../src/control-plane/fleet/executors/desired-revision.ts';
import { newSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';

let controlPlane: TestControlPlane;
let database: Database;
let close: () => Promise<void>;
let input: FullReport;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start();
  const host = new TestExecutor(controlPlane, await controlPlane.key('executor'), 'host');
  input = JSON.parse(host.syncBody()).variables.input;
  await controlPlane.stop();
  ({ database, close } = await openDatabase(controlPlane.settings, quiet));
});
afterAll(async () => {
  await close?.();
  await controlPlane?.destroy();
});

test('an executor that is deleted in the middle of its heartbeat is registered again', async () => {
  const sender = { organizationId: controlPlane.made.organizationId, keyId: 'any' };
  const recordHeartbeat = prepareRecordHeartbeat(database);
  const before = await observeExecutor({ database, recordHeartbeat, heartbeatIntervalSeconds: 15 }, sender, input);
  const deletingFirst: Database = Object.create(database, {
    transaction: {
      value: async (...work: Parameters<Database['transaction']>) => {
        await database.delete(executor).where(eq(executor.id, before.id));
        return database.transaction(...work);
      },
    },
  });
  const after = await observeExecutor(
    { database: deletingFirst, recordHeartbeat, heartbeatIntervalSeconds: 15 },
    sender,
    {
      ...input,
      version: '1.0.1',
    },
  );
  expect(after.id).not.toBe(before.id);
  expect(await database.select({ id: executor.id }).from(executor)).toEqual([{ id: after.id }]);
});

test('invariant 2: an executor that is deleted in the middle of its heartbeat gets no empty list of nodes', async () => {
  await expect(
    desiredNodes({ database, secret: newSecret() }, { executorId: randomUUID(), organizationId: 'any' }),
  ).rejects.toThrow('deleted while it synced');
  await expect(raiseRevisionAbove(database, randomUUID(), 7)).rejects.toThrow('deleted while it synced');
});
