import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FullReport } from '../../../../src/contract/full-report.ts';
import { observeExecutor } from '../../../../src/control-plane/agents/heartbeat/observe-executor.ts';
import {
  prepareRecordHeartbeat,
  type RecordHeartbeat,
} from '../../../../src/control-plane/agents/heartbeat/record-heartbeat.ts';
import type { OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { defaultSettings } from '../../../../src/control-plane/settings.ts';
import { organization } from '../../../../src/control-plane/tables/accounts.ts';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { listeningLog } from '../../../harness/listening-log.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'satrap-heartbeat-'));
let open: OpenDatabase;
beforeAll(async () => {
  open = await openDatabase({ ...defaultSettings, dataDir, production: true }, listeningLog().log);
  await open.database.insert(organization).values({ id: 'example', name: 'Example', slug: 'example' });
});
afterAll(async () => {
  await open?.close();
  rmSync(dataDir, { recursive: true });
});

const amount = { total: 1, usedByNodes: 0, free: 1 };
const input: FullReport = {
  name: 'host',
  kind: 'docker',
  version: '1.0.0',
  channel: 'stable',
  instanceId: 'one',
  capabilities: { clients: [], networks: [], nodeTypes: [] },
  resources: { cpuCores: amount, memoryMiB: amount, diskMiB: amount },
  nodes: [],
  orphans: [],
};

test('a heartbeat is accepted although its executor is deleted and registered again while it is recorded', async () => {
  const { database } = open;
  const record = prepareRecordHeartbeat(database);
  const observe = (recordHeartbeat: RecordHeartbeat, version: string) =>
    observeExecutor(
      { database, recordHeartbeat, heartbeatIntervalSeconds: 15 },
      { organizationId: 'example', keyId: 'any' },
      { ...input, version },
    );
  await observe(record, '1.0.0');
  let tries = 0;
  const interrupted: RecordHeartbeat = async (heartbeat) => {
    const recorded = await record(heartbeat);
    tries++;
    if (tries === 1) await database.delete(executor);
    if (tries === 2) await observe(record, '1.0.1');
    return recorded;
  };
  await observe(interrupted, '1.0.2');
  expect(tries).toBe(3);
  expect(await database.select({ version: executor.version }).from(executor)).toEqual([{ version: '1.0.2' }]);
});
