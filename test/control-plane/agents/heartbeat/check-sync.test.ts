import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { HeldNodeInput, ObservedNodeInput, SyncExecutorInput } from '../../../../src/contract/types.generated.ts';
import { checkSync } from '../../../../src/control-plane/agents/heartbeat/check-sync.ts';
import { BulkWork } from '../../../../src/control-plane/platform/load/bulk-work.ts';
import { describedHost } from '../../../agent/sync/described-host.ts';
import { heldNode } from '../../../harness/held-node.ts';

const bulk = new BulkWork();

const node: ObservedNodeInput = { id: 'n1', phase: 'running', since: '2026-01-01T00:00:00.000Z' };
const endpoint = { host: '127.0.0.1', rpcPort: 8332, p2pPort: 8333 };
const topic = { topic: 'of_the_future', url: 'tcp://[fd00::1]:28332' };
const problem = { code: 'no_peers', reason: 'the daemon has no peers', since: '2026-01-01T00:00:00.000Z' };
const amount = { total: 1, usedByNodes: 0, free: 1 };
const orphan = { nodeId: 'n2', name: 'two' };

const withNode = (change: Partial<ObservedNodeInput>) => ({ nodes: [{ ...node, ...change }] });
const withHeld = (...nodes: Partial<HeldNodeInput>[]) => ({
  held: { executorId: randomUUID(), nodes: nodes.map(heldNode) },
});
const withClient = (version: string) => ({
  capabilities: { ...describedHost.capabilities, clients: [{ client: 'bitcoind' as const, version, image: 'x' }] },
});
const halfMebibyte = Array.from({ length: 128 }, () => ({ key: 'uacomment', value: 'x'.repeat(4096) }));

test.each<[string, Partial<SyncExecutorInput>]>([
  ['nothing but what is required', withNode({})],
  ['an endpoint', withNode({ endpoint })],
  ['an endpoint with a topic that is not known', withNode({ endpoint: { ...endpoint, zmq: [topic] } })],
  ['a container’s id and an image’s digest', withNode({ containerId: 'c'.repeat(64), imageDigest: 'i'.repeat(512) })],
  ['a revision', withNode({ appliedRevision: 0 })],
  ['a problem that is not known', withNode({ problems: [{ ...problem, code: 'of_the_future' }] })],
  ['a reason of several lines', withNode({ reason: 'first\nsecond' })],
  ['an offer of half a mebibyte', withHeld({ overrides: halfMebibyte })],
  ['an orphan', { orphans: [{ ...orphan, containerId: null }] }],
])('a heartbeat with %s is accepted', async (_what, change) => {
  await checkSync({ ...describedHost, ...change }, bulk);
});

test.each<[string, Partial<SyncExecutorInput>]>([
  ['input.name', { name: 'bad name!' }],
  // History sums it.
  ['input.resources.diskGiB.free', { resources: { ...describedHost.resources, diskGiB: { ...amount, free: 1e16 } } }],
  ['input.nodes.0.configHash', withNode({ configHash: 'abc' })],
  ['input.nodes.0.containerId', withNode({ containerId: 'c'.repeat(129) })],
  ['input.nodes.0.containerId', withNode({ containerId: 'a\u001b' })],
  ['input.nodes.0.containerId', withNode({ containerId: 'a\u202eb' })],
  ['input.nodes.0.wallets.0', withNode({ wallets: ['a\u200bb'] })],
  ['input.version', { version: '1\u001b[2J' }],
  ['input.channel', { channel: 'stable\u0007' }],
  ['input.capabilities.clients.0.version', withClient('\u009b2J')],
  ['input.orphans.0.name', { orphans: [{ ...orphan, name: 'a\u001bc' }] }],
  ['input.nodes.0.imageDigest', withNode({ imageDigest: 'i'.repeat(513) })],
  ['input.nodes.0.endpoint.host', withNode({ endpoint: { ...endpoint, host: 'h'.repeat(257) } })],
  ['input.nodes.0.endpoint.rpcPort', withNode({ endpoint: { ...endpoint, rpcPort: -5 } })],
  ['input.nodes.0.endpoint.p2pPort', withNode({ endpoint: { ...endpoint, p2pPort: 65_536 } })],
  [
    'input.nodes.0.endpoint.zmq.0.url',
    withNode({ endpoint: { ...endpoint, zmq: [{ ...topic, url: 'http://a.example:1' }] } }),
  ],
  ['input.nodes.0.endpoint.zmq', withNode({ endpoint: { ...endpoint, zmq: Array.from({ length: 17 }, () => topic) } })],
  ['input.nodes.0.problems', withNode({ problems: Array.from({ length: 33 }, () => problem) })],
  ['input.nodes.0.problems.0.reason', withNode({ problems: [{ ...problem, reason: 'r'.repeat(1001) }] })],
  ['input.nodes.0.appliedRevision', withNode({ appliedRevision: -7 })],
  ['input.orphans.0.containerId', { orphans: [{ ...orphan, containerId: 'c'.repeat(129) }] }],
  ['input.held.executorId', { held: { executorId: 'x', nodes: null } }],
  ['input.held.nodes.0.rpcAuth', withHeld({ rpcAuth: 'a:b\nrpcbind=0.0.0.0' })],
  ['input.held.nodes.0.overrides.0.value', withHeld({ overrides: [{ key: 'uacomment', value: 'x'.repeat(5000) }] })],
  ['input.held.nodes', withHeld(...Array.from({ length: 1001 }, () => ({})))],
  ['input.held.nodes.0.revision', withHeld({ revision: 2 ** 30 + 1 })],
  ['input.held.nodes', withHeld(...Array.from({ length: 5 }, () => ({ overrides: halfMebibyte })))],
  ['input.orphans', { orphans: Array.from({ length: 1001 }, () => orphan) }],
])('a heartbeat with a fault at %s is refused', async (path, change) => {
  await expect(checkSync({ ...describedHost, ...change }, bulk)).rejects.toThrow(`${path}: `);
});

const repeated: SyncExecutorInput = { name: 'host', instanceId: 'i', knownRevision: 3, observedRevision: 'r' };

test('a heartbeat that names what was said before needs nothing else', async () => {
  expect(await checkSync(repeated, bulk)).toEqual(repeated);
  const { resources } = describedHost;
  expect(await checkSync({ ...repeated, resources }, bulk)).toEqual({ ...repeated, resources });
});

test.each<[string, SyncExecutorInput]>([
  ['input.nodes', { ...repeated, nodes: [] }],
  ['input.version', { ...repeated, version: '1.0.0' }],
  ['input.observedRevision', { ...repeated, observedRevision: 'r'.repeat(300) }],
  ['input.resources.diskGiB', { ...repeated, resources: { ...describedHost.resources, diskGiB: undefined as never } }],
  ['input.nodes', { ...describedHost, nodes: null }],
  ['input.resources', { ...describedHost, resources: null }],
  ['input.kind', { ...describedHost, kind: null }],
])('refuses a heartbeat that is neither full nor unchanged at %s', async (path, input) => {
  await expect(checkSync(input, bulk)).rejects.toThrow(`${path}: `);
});
