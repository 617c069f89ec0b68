import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DesiredState } from '../../../src/agent/desired/desired-state.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { Installation } from '../../../src/agent/store/installation.ts';
import { describeExecutor } from '../../../src/agent/sync/describe-executor.ts';
import type { UpgradeReportInput } from '../../../src/contract/types.generated.ts';
import { describedHost } from './described-host.ts';

test('a heartbeat names the installation and the stored revision, which is null before the first answer, and its upgrade', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-describe-'));
  const database = openStore(folder);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const installation = new Installation(database);
  const desired = new DesiredState(database, installation);
  const upgradability = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' } as const;
  let upgrade: UpgradeReportInput | null = null;
  const { name, kind, version, channel, capabilities, resources } = describedHost;
  const describe = () =>
    describeExecutor({
      kind,
      version,
      settings: { name, channel },
      installation,
      desired,
      capabilities: { read: async () => capabilities },
      resources: { read: async () => resources },
      keyWarning: () => null,
      upgrades: { upgradability: () => upgradability, report: () => upgrade },
      nodes: () => [],
      orphans: () => [],
    });
  const { instanceId } = installation;
  const said = {
    ...describedHost,
    features: ['explain', 'log-follow', 'reindex', 'seed', 'rpc-rotation', 'rpc-call', 'zmq', 'data-roots'],
    upgradability,
    instanceId,
  };
  expect(await describe()).toEqual({ ...said, knownRevision: null });
  desired.accept({ executorId: 'e', revision: 4, nodes: [] });
  expect(await describe()).toEqual({ ...said, knownRevision: 4 });
  upgrade = { requestId: 'r', state: 'fetching', progress: 7 };
  expect(await describe()).toEqual({ ...said, knownRevision: 4, upgrade });
});
