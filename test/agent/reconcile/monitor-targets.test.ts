import { expect, test } from 'vitest';
import { MonitorTargets } from '../../../src/agent/reconcile/monitor-targets.ts';
import { desired, workload } from '../../fixtures/node.ts';

const runtime = { statsReader: () => async () => ({ cpuPercent: null, memoryMiB: null }) };
const record = { ports: { rpc: 8332, p2p: 8333 }, agentRpc: { password: 'secret', salt: 'aa' } };
const running = { workload: workload(), desired: desired() };
const targets = new MonitorTargets(runtime, '0.0.0.0', 'this');

test('monitors the run that is up over loopback', () => {
  expect(targets.targetOf(running, record)).toMatchObject({
    run: 'c1@2026-01-01T00:00:00Z',
    rpc: { host: '127.0.0.1', port: 8332, user: 'satrap-agent', password: 'secret' },
  });
});

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
  ['192.0.2.1', '192.0.2.1'],
])('reaches a node bound to %s at %s', (bindAddress, host) => {
  expect(new MonitorTargets(runtime, bindAddress, 'this').targetOf(running, record)?.rpc.host).toBe(host);
});

test('keeps one stats reader for each workload, because a reader remembers its last reading', () => {
  const first = targets.targetOf(running, record)?.stats;
  expect(targets.targetOf(running, record)?.stats).toBe(first);
  const other = { ...running, workload: workload({ id: 'c2' }) };
  expect(targets.targetOf(other, record)?.stats).not.toBe(first);
});

test.each([
  ['without a workload', { ...running, workload: undefined }, record],
  ['that is down', { ...running, workload: workload({ state: 'stopped' }) }, record],
  ['between two runs', { ...running, workload: workload({ state: 'restarting' }) }, record],
  ['that must stop', { ...running, desired: desired({ desiredState: 'stopped' }) }, record],
  ['without ports', running, { ...record, ports: null }],
  ['without credentials', running, { ...record, agentRpc: null }],
  [
    'made by another installation, which has other credentials',
    { ...running, workload: workload({ instanceId: 'other' }) },
    record,
  ],
])('does not monitor a node %s', (_what, snapshot, known) => {
  expect(targets.targetOf(snapshot, known)).toBeNull();
});

test('monitors a container of a former installation whose credentials were found', () => {
  const former = { ...running, workload: workload({ instanceId: 'former' }) };
  expect(targets.targetOf(former, { ...record, sharesRpcWith: 'former' })?.run).toBe('c1@2026-01-01T00:00:00Z');
});
