import { expect, test } from 'vitest';
import { fitInput } from '../../../src/agent/sync/fit-input.ts';
import type { ObservedNodeInput, OrphanedNodeInput } from '../../../src/contract/types.generated.ts';
import { checkSync } from '../../../src/control-plane/agents/heartbeat/check-sync.ts';
import { describedHost } from './described-host.ts';

const node: ObservedNodeInput = {
  id: 'n1',
  phase: 'running',
  since: '2026-01-01T00:00:00.000Z',
  reason: null,
  endpoint: { host: '127.0.0.1', rpcPort: 18443, p2pPort: 18444 },
  containerId: 'c'.repeat(64),
  imageDigest: `example@sha256:${'0'.repeat(64)}`,
  appliedRevision: 1,
};
const fitReport = (report: { nodes: ObservedNodeInput[]; orphans: OrphanedNodeInput[] }) =>
  fitInput('SyncExecutorInput', report);
const orphan = { nodeId: 'n2', name: 'two', containerId: 'c'.repeat(64) };

test('what an engine usually says is reported as it is', () => {
  expect(fitReport({ nodes: [node], orphans: [orphan] })).toEqual({ nodes: [node], orphans: [orphan] });
  const { containerId: _, ...unseen } = node;
  expect(fitReport({ nodes: [unseen], orphans: [] })).toEqual({ nodes: [unseen], orphans: [] });
  const bare = { ...node, containerId: null, imageDigest: null };
  expect(fitReport({ nodes: [bare], orphans: [{ ...orphan, containerId: null }] })).toEqual({
    nodes: [bare],
    orphans: [{ ...orphan, containerId: null }],
  });
});

test.each([
  ['no text', ''],
  ['a long text', 'x'.repeat(10_000)],
  ['control characters', 'a\u001b[2J\nb'],
  ['half a character', 'a\ud800'],
])('a heartbeat is accepted when labels and names of the engine hold %s', (_what, text) => {
  const { nodes, orphans } = fitReport({
    nodes: [{ ...node, reason: text, containerId: text, imageDigest: text, wallets: [text] }],
    orphans: Array.from({ length: 2000 }, () => ({ nodeId: text, name: text, containerId: text })),
  });
  expect(() => checkSync({ ...describedHost, nodes, orphans })).not.toThrow();
});
