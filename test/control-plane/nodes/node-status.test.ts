import { expect, test } from 'vitest';
import { configHash, configLines } from '../../../src/bitcoin/config-lines.ts';
import type { NodePhase } from '../../../src/contract/types.generated.ts';
import { columnsOf, configState } from '../../../src/control-plane/nodes/node-config.ts';
import { deliveredState, statusOf, waitsFor } from '../../../src/control-plane/nodes/node-status.ts';
import { configWith, override } from '../../bitcoin/config.ts';

const createdAt = new Date('2026-01-01T00:00:00Z');
const observedAt = new Date('2026-01-02T00:00:00Z');
const lastSeenAt = new Date('2026-01-03T00:00:00Z');
const online = { name: 'host', online: true, lastSeenAt, uninstalledAt: null };
const offline = { ...online, online: false };
const uninstalled = { ...offline, uninstalledAt: new Date('2026-01-04T00:00:00Z') };
const observed = { id: 'node', phase: 'running' as const, since: '2026-01-01T12:00:00.000Z', reason: null };
const row = { observed, observedAt, createdAt, executor: online };

test('a node of which nothing was reported is pending since it was created', () => {
  const since = createdAt.toISOString();
  const unreported = { ...row, observed: null, observedAt: null, executor: offline };
  expect(statusOf(unreported)).toEqual({ phase: 'pending', since, reason: null });
});

test('a node of an online executor has the status that was reported, with its age', () => {
  expect(statusOf(row)).toEqual({ ...observed, endpoint: null, reportedAt: observedAt.toISOString() });
  // The host’s clock may be ahead.
  const ahead = { ...observed, since: '9999-12-31T23:59:59.999Z' };
  expect(statusOf({ ...row, observed: ahead }).since).toBe(observedAt.toISOString());
});

test('ZeroMQ’s published topics are an empty list where the agent reports none', () => {
  const endpoint = { host: '127.0.0.1', rpcPort: 8332, p2pPort: 8333 };
  const zmq = [{ topic: 'rawblock', url: 'tcp://127.0.0.1:28332' }];
  const shown = (reported: typeof endpoint) =>
    statusOf({ ...row, observed: { ...observed, endpoint: reported } }).endpoint;
  expect(shown(endpoint)).toEqual({ ...endpoint, zmq: [] });
  expect(shown({ ...endpoint, ...{ zmq } })).toEqual({ ...endpoint, zmq });
});

test.each([
  ['running', online, 'syncing'],
  ['failing', online, 'failing'],
  ['running', offline, 'unknown'],
] as const)(
  'a node that was %s, on the executor %j, is %s while it is behind its siblings',
  (phase, executor, shown) => {
    const kept = { reason: 'it is 3 blocks behind', since: new Date('2026-01-01T18:00:00Z') };
    const status = statusOf({ ...row, observed: { ...observed, phase }, executor }, kept);
    expect(status.phase).toBe(shown);
    expect([status.reason === kept.reason, status.since === kept.since.toISOString()]).toEqual(
      Array(2).fill(shown === 'syncing'),
    );
  },
);

test('invariant 14: an offline executor’s node is unknown since its last heartbeat', () => {
  expect(statusOf({ ...row, executor: offline })).toMatchObject({
    ...{ phase: 'unknown', since: lastSeenAt.toISOString(), reportedAt: observedAt.toISOString() },
    reason: 'host is offline; the node was running in its last heartbeat',
  });
  expect(statusOf({ ...row, executor: uninstalled })).toMatchObject({
    phase: 'unknown',
    reason: 'the agent of host was uninstalled at 2026-01-04T00:00:00.000Z; the node was running in its last heartbeat',
  });
});

const drain = { at: '2026-01-03T00:00:00.000Z', by: 'Ada', reason: 'new kernel', ownsCordon: true, completedAt: null };
const drained = { ...online, drain };
const change = 'the change is applied when it reconnects';

test.each([
  ['running', { ...online, drain: null }, 'running', null],
  ['stopped', { ...offline, drain: null }, 'stopped', `host is offline, last seen 2026-01-03T00:00:00.000Z; ${change}`],
  [
    'running',
    { ...uninstalled, drain: null },
    'running',
    `the agent of host was uninstalled at 2026-01-04T00:00:00.000Z; ${change}`,
  ],
  ['running', drained, 'stopped', 'host is drained: new kernel (Ada); the node runs again when the drain ends'],
  ['stopped', drained, 'stopped', null],
  ['deleted', drained, 'deleted', null],
] as const)(
  'a node desired %s on the executor %j is delivered as %s, and waits for %s',
  (desiredState, executor, delivered, reason) => {
    expect(deliveredState(desiredState, executor.drain)).toBe(delivered);
    expect(waitsFor({ desiredState, executor })).toBe(reason);
  },
);

const config = configWith([override('maxconnections', '40')]);
const same = configHash(configLines(config));
const other = configHash(configLines(configWith([])));

test.each<[state: string, phase: NodePhase, reported: string | null | undefined, online: boolean]>([
  ['running', 'syncing', same, true],
  ['differs', 'running', other, true],
  ['unknown', 'running', undefined, true],
  ['unknown', 'running', null, true],
  ['unknown', 'running', same, false],
  ['unknown', 'starting', same, true],
])('the configuration is %s: a node that is %s reported %s, executor online %s', (state, phase, reported, isOnline) => {
  const reports = { ...observed, phase, ...(reported === undefined ? {} : { configHash: reported }) };
  expect(configState({ ...columnsOf(config), observed: reports, executor: { online: isOnline } })).toBe(state);
});
