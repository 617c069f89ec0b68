import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DesiredState } from '../../../src/agent/desired/desired-state.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { Installation } from '../../../src/agent/store/installation.ts';
import { describeExecutor } from '../../../src/agent/sync/describe-executor.ts';
import type { UpgradabilityInput, UpgradeReportInput } from '../../../src/contract/types.generated.ts';
import { checkSync } from '../../../src/control-plane/agents/heartbeat/check-sync.ts';
import { describedHost } from './described-host.ts';

test('a heartbeat names the installation, the stored revision, its upgrade, and what is wrong with its key in words that are accepted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-describe-'));
  const database = openStore(folder);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const installation = new Installation(database);
  const desired = new DesiredState(database, installation);
  let upgradability: UpgradabilityInput = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' };
  let keyWarning: string | null = null;
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
      keyWarning: () => keyWarning,
      upgrades: { upgradability: () => upgradability, report: () => upgrade },
      held: () => undefined,
      nodes: () => [],
      orphans: () => [],
    });
  const { instanceId } = installation;
  const said = {
    ...describedHost,
    upgradability,
    instanceId,
  };
  expect(await describe()).toEqual({ ...said, knownRevision: null });
  desired.accept({ executorId: 'e', revision: 4, nodes: [] });
  expect(await describe()).toEqual({ ...said, knownRevision: 4 });
  upgrade = { requestId: 'r', state: 'fetching', progress: 7 };
  expect(await describe()).toEqual({ ...said, knownRevision: 4, upgrade });
  // As Node.js words a failed handshake, and an engine whatever it likes.
  keyWarning = 'write EPROTO 80:error:0A00010B:SSL routines::wrong version number:record.c:\n';
  upgradability = { ...upgradability, canUpgrade: false, reason: 'the engine says\r\n\u001b[31mno\n' };
  const odd = await describe();
  expect([odd.keyWarning, odd.upgradability?.reason]).toEqual([
    'write EPROTO 80:error:0A00010B:SSL routines::wrong version number:record.c:',
    'the engine says [31mno',
  ]);
  expect(() => checkSync(odd)).not.toThrow();
});
