import { expect, test } from 'vitest';
import { targetFinder } from '../../../src/agent/monitor/run-monitor.ts';
import type { NodeSample } from '../../../src/agent/monitor/sample.ts';
import { nodeRecordStore, walletsAfter } from '../../../src/agent/node/record-store.ts';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { daemonFacts, sampleRates } from '../../../src/agent/reconcile/daemon-facts.ts';
import { zmqEndpoints } from '../../../src/agent/reconcile/report-node.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { desired, mainnetSpec, workload } from '../../fixtures/node.ts';
import { sample } from '../../harness/sample.ts';
import { testDeps } from '../../harness/test-deps.ts';
import { testStore } from '../test-store.ts';

test('records a sample with another tip at once, a repeated one within seconds', () => {
  const { database } = testStore();
  const recorded: NewEvent[] = [];
  const soon: NewEvent[] = [];
  const recorder = { record: (event: NewEvent) => recorded.push(event) };
  const store = nodeRecordStore('n', database, recorder, systemClock);
  const { disk, onStatusChange } = testDeps(recorder);
  const deps = { disk, onStatusChange, clock: systemClock, recordSoon: (event: NewEvent) => soon.push(event) };
  const facts = daemonFacts(store, deps);
  const measured = (height: number) => sample(height, { bestBlockHash: `block ${height}` }) as NodeSample;

  facts.recordSample(measured(1));
  expect([recorded, soon].map(({ length }) => length)).toEqual([1, 0]);
  facts.recordSample({ ...measured(1), peersOutbound: 3 });
  expect([recorded, soon].map(({ length }) => length)).toEqual([1, 1]);
  expect(soon).toMatchObject([{ nodeId: 'n', data: { peersOutbound: 3 } }]);
  facts.recordSample(measured(2));
  expect([recorded, soon].map(({ length }) => length)).toEqual([2, 1]);
});

test('reads wallet formats for new names and every five minutes; unknown on failure', async () => {
  const recorder = { record: () => undefined };
  const store = nodeRecordStore('n', testStore().database, recorder, systemClock);
  let seconds = 0;
  const clock = { ...systemClock, elapsed: () => seconds * 1000 };
  let reported = 0;
  const facts = daemonFacts(store, { ...testDeps(recorder), clock, onStatusChange: () => reported++ });
  const chain = { height: 1, headers: 1, bestBlockHash: '00', catchesUp: false, warnings: [], heightSince: 0 };
  const view = { ...chain, tipTime: null, tipSeenAt: null, peers: 1, timeOffsetSeconds: 0, memoryMiB: null };
  const record = async (at: number, wallets: string[], legacyOf: () => Promise<string[]>) => {
    seconds = at;
    await facts.recordWallets({ state: 'running', height: 1, view: { ...view, wallets } }, legacyOf);
    return [store.record.legacyWallets, reported];
  };
  const unread = () => Promise.reject(new Error('must not be read'));
  const failed = () => Promise.reject(new RuntimeError('timeout', 'too slow'));
  expect(await record(0, ['old'], async () => ['old'])).toEqual([['old'], 1]);
  expect(await record(299, ['old'], unread)).toEqual([['old'], 1]);
  expect(await record(300, ['old'], async () => [])).toEqual([[], 2]);
  expect(await record(301, ['new', 'old'], failed)).toEqual([undefined, 3]);
});

const runtime = { statsReader: () => async () => ({ cpuPercent: null, memoryMiB: null }) };
const record = { ports: { rpc: 8332, p2p: 8333 }, agentRpc: { password: 'secret', salt: 'aa' } };
const running = { workload: workload(), desired: desired() };
const runOf = (change: object) => ({ ...running, workload: workload(change) });

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])('monitors the run that is up of a node bound to %s at %s', (bindAddress, host) => {
  expect(targetFinder(runtime, bindAddress, 'this')(running, record)).toMatchObject({
    run: 'c1@2026-01-01T00:00:00Z',
    rpc: { host, port: 8332, user: 'satrap-agent', password: 'secret' },
  });
});

const targetOf = targetFinder(runtime, '0.0.0.0', 'this');

test('keeps one stats reader for each workload, and monitors a previous run', () => {
  const first = targetOf(running, record)?.stats;
  expect(targetOf(running, record)?.stats).toBe(first);
  expect(targetOf(runOf({ id: 'c2' }), record)?.stats).not.toBe(first);
  const former = targetOf(runOf({ instanceId: 'former' }), { ...record, sharesRpcWith: 'former' });
  expect(former?.run).toBe('c1@2026-01-01T00:00:00Z');
});

test.each([
  ['without a workload', { ...running, workload: undefined }, record],
  ['that is down', runOf({ state: 'stopped' }), record],
  ['between two runs', runOf({ state: 'restarting' }), record],
  ['that must stop', { ...running, desired: desired({ desiredState: 'stopped' }) }, record],
  ['without ports', running, { ...record, ports: null }],
  ['without credentials', running, { ...record, agentRpc: null }],
  ['made by another installation, which has other credentials', runOf({ instanceId: 'other' }), record],
])('does not monitor a node %s', (_what, snapshot, known) => {
  expect(targetOf(snapshot, known)).toBeNull();
});

test.each([
  ['127.0.0.1', 'tcp://node.example.com:28332'],
  ['::', 'tcp://node.example.com:28332'],
  ['10.0.0.7', 'tcp://10.0.0.7:28332'],
  ['fd00::7', 'tcp://[fd00::7]:28332'],
])('what is published at %s is reached at %s', (address, url) => {
  const settings = { bindAddress: '127.0.0.1', advertiseHost: 'node.example.com' };
  const applied = { ...mainnetSpec, zmq: { address, ports: { rawblock: 28_332 } } };
  expect(zmqEndpoints({ applied }, settings)).toEqual([{ topic: 'rawblock', url }]);
  for (const without of [mainnetSpec, null]) expect(zmqEndpoints({ applied: without }, settings)).toEqual([]);
});

test.each<[string, string[] | undefined, string[], string[]]>([
  ['first named', undefined, ['b', ''], ['', 'b']],
  ['removed from the folder', ['a', 'b'], ['b'], ['b']],
  ['unloaded elsewhere', ['/satrap/node/else', 'a'], ['a'], ['/satrap/node/else', 'a']],
  ['unloaded above the folder', ['../else'], [], ['../else']],
  ['with dots in their names', ['a..b'], [], []],
])('the known wallets, of which some were %s', (_what, before, named, expected) => {
  expect(walletsAfter(before, named)).toEqual(expected);
});

const counted = (seconds: number, received: number, written: number | null): NodeSample => ({
  ...(sample(1) as NodeSample),
  at: new Date(seconds * 1000).toISOString(),
  bytesReceived: received,
  bytesSent: received / 2,
  writtenBytes: written,
});

test('counters become rates, which a restart of the daemon interrupts', () => {
  const rates = sampleRates();
  expect(rates(counted(0, 1000, 0))).toMatchObject({ receivedBytesPerSecond: null, writtenBytesPerDay: null });
  expect(rates(counted(10, 2000, 50))).toMatchObject({ receivedBytesPerSecond: 100, sentBytesPerSecond: 50 });
  // The counters of the sample before, with a new block.
  expect(rates(counted(12, 2000, 50))).toMatchObject({ receivedBytesPerSecond: 100 });
  expect(rates(counted(600, 7000, 600)).writtenBytesPerDay).toBe(86_400);
  expect(rates(counted(610, 10, 0))).toEqual({
    receivedBytesPerSecond: null,
    sentBytesPerSecond: null,
    writtenBytesPerDay: null,
  });
});
