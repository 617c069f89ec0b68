import { expect, test } from 'vitest';
import { deliveredState, statusOf, waitsFor } from '../../../src/control-plane/nodes/node-status.ts';

const createdAt = new Date('2026-01-01T00:00:00Z');
const observedAt = new Date('2026-01-02T00:00:00Z');
const lastSeenAt = new Date('2026-01-03T00:00:00Z');
const online = { name: 'host', online: true, lastSeenAt, uninstalledAt: null };
const uninstalled = { ...online, online: false, uninstalledAt: new Date('2026-01-04T00:00:00Z') };
const observed = { id: 'node', phase: 'running' as const, since: '2026-01-01T12:00:00.000Z', reason: null };

test('a node of which nothing was reported is pending since it was created', () => {
  expect(statusOf({ observed: null, observedAt: null, createdAt, executor: { ...online, online: false } })).toEqual({
    phase: 'pending',
    since: createdAt.toISOString(),
    reason: null,
  });
});

test('a node of an online executor has the status that was reported, with its age', () => {
  expect(statusOf({ observed, observedAt, createdAt, executor: online })).toEqual({
    ...observed,
    endpoint: null,
    reportedAt: observedAt.toISOString(),
  });
});

test('what a node publishes over ZeroMQ is an empty list where its agent says nothing of it', () => {
  const endpoint = { host: '127.0.0.1', rpcPort: 8332, p2pPort: 8333 };
  const zmq = [{ topic: 'rawblock', url: 'tcp://127.0.0.1:28332' }];
  const shown = (reported: typeof endpoint & { zmq?: typeof zmq }) =>
    statusOf({ observed: { ...observed, endpoint: reported }, observedAt, createdAt, executor: online }).endpoint;
  expect(shown(endpoint)).toEqual({ ...endpoint, zmq: [] });
  expect(shown({ ...endpoint, zmq })).toEqual({ ...endpoint, zmq });
});

test.each([
  ['running', true, 'syncing'],
  ['failing', true, 'failing'],
  ['running', false, 'unknown'],
] as const)(
  'a node that was %s, on an executor that is online: %s, is %s while it is behind its siblings',
  (phase, isOnline, shown) => {
    const kept = { reason: 'it is 3 blocks behind', since: new Date('2026-01-01T18:00:00Z') };
    const row = { observed: { ...observed, phase }, observedAt, createdAt, executor: { ...online, online: isOnline } };
    expect(statusOf(row, kept).phase).toBe(shown);
    const isShown = shown === 'syncing';
    expect(statusOf(row, kept).reason === kept.reason && statusOf(row, kept).since === kept.since.toISOString()).toBe(
      isShown,
    );
  },
);

test('invariant 14: a node of an offline executor has an unknown status since its last heartbeat', () => {
  expect(statusOf({ observed, observedAt, createdAt, executor: { ...online, online: false } })).toMatchObject({
    phase: 'unknown',
    since: lastSeenAt.toISOString(),
    reason: 'host is offline; the node was running in its last heartbeat',
    reportedAt: observedAt.toISOString(),
  });
});

test('a phase has lasted since the report at most, also where the host’s clock is ahead', () => {
  const ahead = { ...observed, since: '9999-12-31T23:59:59.999Z' };
  expect(statusOf({ observed: ahead, observedAt, createdAt, executor: online }).since).toBe(observedAt.toISOString());
});

const drain = { at: '2026-01-03T00:00:00.000Z', by: 'Ada', reason: 'new kernel', ownsCordon: true, completedAt: null };

test('a node of a host whose agent was uninstalled says so, and not that the host is offline', () => {
  expect(statusOf({ observed, observedAt, createdAt, executor: uninstalled })).toMatchObject({
    phase: 'unknown',
    reason: 'the agent of host was uninstalled at 2026-01-04T00:00:00.000Z; the node was running in its last heartbeat',
  });
});

test.each<[string, Parameters<typeof waitsFor>[0], string | null]>([
  [
    'waits for nothing while its executor is online',
    { desiredState: 'running', executor: { ...online, drain: null } },
    null,
  ],
  [
    'waits for an executor that is offline',
    { desiredState: 'stopped', executor: { ...online, online: false, drain: null } },
    'host is offline, last seen 2026-01-03T00:00:00.000Z; the change is applied when it reconnects',
  ],
  [
    'waits for an agent that was uninstalled',
    { desiredState: 'running', executor: { ...uninstalled, drain: null } },
    'the agent of host was uninstalled at 2026-01-04T00:00:00.000Z; the change is applied when it reconnects',
  ],
  [
    'waits for the end of a drain to run',
    { desiredState: 'running', executor: { ...online, drain } },
    'host is drained: new kernel (Ada); the node runs again when the drain ends',
  ],
  [
    'needs no executor that runs nodes to be stopped',
    { desiredState: 'stopped', executor: { ...online, drain } },
    null,
  ],
])('a node %s', (_what, row, expected) => {
  expect(waitsFor(row)).toBe(expected);
});

test.each([
  ['running', null, 'running'],
  ['running', drain, 'stopped'],
  ['stopped', drain, 'stopped'],
  ['deleted', drain, 'deleted'],
] as const)('a node that is asked to be %s is delivered with a drain of %j as %s', (asked, of, delivered) => {
  expect(deliveredState(asked, of)).toBe(delivered);
});
