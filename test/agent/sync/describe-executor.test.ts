import { expect, test } from 'vitest';
import type { DesiredEntry } from '../../../src/agent/desired/desired-entry.ts';
import { DesiredState } from '../../../src/agent/desired/desired-state.ts';
import { installationIn } from '../../../src/agent/store/installation.ts';
import { describeExecutor, fitInput } from '../../../src/agent/sync/describe-executor.ts';
import { takeoverOf } from '../../../src/agent/sync/takeover.ts';
import type * as contract from '../../../src/contract/types.generated.ts';
import { checkSync } from '../../../src/control-plane/agents/heartbeat/check-sync.ts';
import { BulkWork } from '../../../src/control-plane/platform/load/bulk-work.ts';
import { desired } from '../../fixtures/node.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { testStore } from '../test-store.ts';
import { describedHost } from './described-host.ts';

test('a heartbeat has installation, revision, upgrade and the problem of the key', async () => {
  const { database } = testStore();
  const installation = installationIn(database);
  const desired = new DesiredState(database, installation);
  let upgradability: contract.UpgradabilityInput = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' };
  const rotation: { warning: string | null } = { warning: null };
  let upgrade: contract.UpgradeReportInput | null = null;
  const { name, kind, version, channel, capabilities, resources } = describedHost;
  const describe = () =>
    describeExecutor({
      ...{ kind, version, settings: { name, channel }, installation, desired, rotation },
      ...{ capabilities: async () => capabilities, resources: async () => resources },
      upgrades: { upgradability: () => upgradability, report: () => upgrade },
      takeover: { held: () => undefined },
      gateway: { digest: null },
      sessions: { report: () => [], orphans: [] },
    });
  const { instanceId } = installation;
  const said = { ...describedHost, upgradability, instanceId };
  expect(await describe()).toEqual({ ...said, knownRevision: null });
  desired.accept({ executorId: 'e', revision: 4, nodes: [] });
  expect(await describe()).toEqual({ ...said, knownRevision: 4 });
  upgrade = { requestId: 'r', state: 'fetching', progress: 0.07 };
  expect(await describe()).toEqual({ ...said, knownRevision: 4, upgrade });
  // Node.js's message of a failed handshake, and an arbitrary one of an engine.
  rotation.warning = 'write EPROTO 80:error:0A00010B:SSL routines::wrong version number:record.c:\n';
  upgradability = { ...upgradability, canUpgrade: false, reason: 'the engine says\r\n\u001b[31mno\n' };
  const odd = await describe();
  expect([odd.keyWarning, odd.upgradability?.reason]).toEqual([
    'write EPROTO 80:error:0A00010B:SSL routines::wrong version number:record.c:',
    'the engine says [31mno',
  ]);
  await checkSync(odd, new BulkWork());
});

const node: contract.ObservedNodeInput = {
  ...{ id: 'n1', phase: 'running', since: '2026-01-01T00:00:00.000Z', reason: null, appliedRevision: 1 },
  endpoint: { host: '127.0.0.1', rpcPort: 18443, p2pPort: 18444 },
  ...{ containerId: 'c'.repeat(64), imageDigest: `example@sha256:${'0'.repeat(64)}` },
};
const fitReport = (report: Pick<contract.SyncExecutorInput, 'orphans'> & { nodes: contract.ObservedNodeInput[] }) =>
  fitInput('SyncExecutorInput', report);
const orphan = { nodeId: 'n2', name: 'two', containerId: 'c'.repeat(64) };

test('what an engine usually says is reported as it is', () => {
  expect(fitReport({ nodes: [node], orphans: [orphan] })).toEqual({ nodes: [node], orphans: [orphan] });
  const { containerId: _, ...unseen } = node;
  const bare = { nodes: [unseen, { ...node, containerId: null, imageDigest: null }], orphans: [] };
  expect(fitReport(bare)).toEqual(bare);
});

test.each([
  ['no text', ''],
  ['a long text', 'x'.repeat(10_000)],
  ['control characters', 'a\u001b[2J\nb'],
  ['half a character', 'a\ud800'],
])('a heartbeat is accepted when labels and names of the engine hold %s', async (_what, text) => {
  const { nodes, orphans } = fitReport({
    nodes: [{ ...node, reason: text, containerId: text, imageDigest: text, wallets: [text] }],
    orphans: Array.from({ length: 2000 }, () => ({ nodeId: text, name: text, containerId: text })),
  });
  await checkSync({ ...describedHost, nodes, orphans }, new BulkWork());
});

const tip = { height: 7, bestBlockHash: 'aa', sizeOnDiskBytes: 99 };

function holding(entries: DesiredEntry[], hasAnswer = true) {
  const { log, lines } = listeningLog();
  const woken = { count: 0 };
  const takeover = takeoverOf({
    installation: { executorId: 'e' },
    desired: { all: () => entries, revision: hasAnswer ? 1 : undefined },
    tipOf: (id) => (id === 'n1' ? tip : undefined),
    wakeHeartbeat: () => woken.count++,
    log,
  });
  return { takeover, lines, woken };
}

test('reports which executor’s nodes it holds, and sends them on request only', () => {
  const entry = { node: desired(), orphaned: false };
  const { takeover, woken, lines } = holding([entry]);
  expect(takeover.held()).toEqual({ executorId: 'e' });
  expect(takeover.accept('wanted')).toBe(false);
  expect(woken.count).toBe(1);
  const { upcomingVersion: _rollout, gatewayRpcAuth: _gateway, gatewayMethods: _methods, ...held } = entry.node;
  expect(takeover.held()?.nodes).toEqual([{ ...held, height: 7, sizeBytes: 99 }]);
  expect(takeover.accept('offered')).toBe(false);
  expect(takeover.held()).toEqual({ executorId: 'e' });
  expect(takeover.accept(null)).toBe(true);
  expect(takeover.accept(null)).toBe(true);
  expect([woken.count, lines.length]).toEqual([1, 3]);
});

test('an agent that was not asked accepts any answer; without nodes it holds nothing', () => {
  expect(holding([{ node: desired(), orphaned: false }]).takeover.accept(undefined)).toBe(true);
  expect(holding([]).takeover.held()).toBeUndefined();
  const withoutStore = holding([], false).takeover;
  expect(withoutStore.held()).toEqual({ executorId: 'e' });
  for (const takeover of [holding([{ node: desired({ id: 'n2' }), orphaned: true }]).takeover, withoutStore]) {
    takeover.accept('wanted');
    expect(takeover.held()).toEqual({ executorId: 'e', nodes: [] });
  }
});
