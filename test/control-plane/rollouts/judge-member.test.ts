import { expect, test } from 'vitest';
import {
  judgeMember,
  type MemberFacts,
  type MemberSample,
  type ObservedMember,
} from '../../../src/control-plane/rollouts/judge-member.ts';
import type { StoredGate } from '../../../src/control-plane/tables/node-rollouts.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

const sampled = (more: Partial<MemberSample>): MemberSample => ({
  ...{ blocksBehind: 0, runsSince: ago(30), height: 100, peers: 10, memoryMiB: 1024 },
  ...more,
});

const node: ObservedMember = {
  ...{ desiredState: 'running', hostName: 'berlin-1', isOnline: true, isDrained: false },
  ...{ phase: 'running', reason: null, appliedRevision: 7, reverted: null },
  health: { state: 'in_sync', summary: 'In sync with the network' },
  ...{ sample: sampled({}), medianHeight: null, memoryMiB: 4096 },
  ...{ problems: [], incidents: [] },
};

const judge = (of: Partial<ObservedMember> | null, more: Partial<MemberFacts> = {}) =>
  judgeMember({
    ...{ revision: 7, restarts: true, startedAt: ago(60), deadline: ago(-3540), now },
    before: { phase: 'running', restarts: true, blocksBehind: 0, problems: [] },
    gate: undefined,
    node: of && { ...node, ...of },
    ...more,
  });

test('a node that answers with the change and is as far as before is back', () => {
  expect(judge({})).toEqual({ kind: 'back' });
});

test.each([
  ['its host is offline', { isOnline: false }, 'host_offline', /^berlin-1 is offline$/],
  ['its host is drained', { isDrained: true }, 'host_drained', /^berlin-1 is drained$/],
  ['its agent has not applied the change', { appliedRevision: 6 }, 'not_applied', /^berlin-1 has not applied/],
  ['it never reported a revision', { appliedRevision: null }, 'not_applied', /^berlin-1 has not applied/],
  ['it starts', { phase: 'starting' }, 'not_answering', /./],
  ['its sample is of the daemon before', { sample: sampled({ runsSince: ago(3600) }) }, 'not_measured', /./],
  ['it has no recent sample', { sample: null }, 'not_measured', /./],
  ['it is further behind', { sample: sampled({ blocksBehind: 3 }) }, 'behind', /^3 blocks behind, and 0 /],
  ['it has a new problem', { problems: [{ code: 'no_peers', reason: 'No peers' }] }, 'problem', /^No peers$/],
  ['an incident opened', { incidents: ['It fails.'] }, 'incident', /^It fails\.$/],
] as const)('a rollout waits if %s', (_title, change, code, message) => {
  expect(judge(change as Partial<ObservedMember>)).toEqual({
    ...{ kind: 'wait', code },
    message: expect.stringMatching(message),
  });
});

test('a problem that it had before and a distance that it had before do not hold it up', () => {
  const before = { phase: 'running', restarts: true, blocksBehind: 5, problems: ['no_peers'] } as const;
  const found = judge(
    { problems: [{ code: 'no_peers', reason: 'No peers' }], sample: sampled({ blocksBehind: 5 }) },
    { before: { ...before, problems: [...before.problems] } },
  );
  expect(found).toEqual({ kind: 'back' });
});

test('a node that was never measured is back once it answers', () => {
  const before = { phase: 'running', restarts: true, blocksBehind: null, problems: [] } as const;
  expect(judge({ sample: null }, { before: { ...before, problems: [] } })).toEqual({ kind: 'back' });
});

test('a failing node fails, also before its agent has applied the change', () => {
  const failing = { phase: 'failing', reason: 'cannot read its data' } as const;
  expect(judge(failing)).toEqual({ kind: 'failed', reason: 'cannot read its data' });
  expect(judge({ ...failing, appliedRevision: 6 })).toMatchObject({ kind: 'failed' });
});

test('a node that failed before its change has the time of a start', () => {
  const before = { phase: 'failing', restarts: true, blocksBehind: null, problems: [] } as const;
  const failing = { phase: 'failing', reason: 'cannot read its data', appliedRevision: 6 } as const;
  expect(judge(failing, { before: { ...before, problems: [] } })).toMatchObject({ kind: 'wait' });
  expect(judge({ ...failing, appliedRevision: 7 }, { before: { ...before, problems: [] } })).toMatchObject({
    kind: 'failed',
  });
});

test('a reverted change fails; one that was reverted before it does not', () => {
  const reason = 'it exited at once';
  expect(judge({ reverted: { revision: 7, reason } })).toEqual({
    kind: 'failed',
    reason: 'its change was reverted: it exited at once',
  });
  expect(judge({ reverted: { revision: 6, reason } })).toEqual({ kind: 'back' });
});

test('a node that is not back by its deadline fails, unless its host is away', () => {
  const late = { startedAt: ago(3660), deadline: ago(60) };
  expect(judge({ phase: 'starting', health: { state: 'not_answering', summary: 'Starting' } }, late)).toEqual({
    kind: 'failed',
    reason: 'not back after 60 minutes: Starting',
  });
  expect(judge({ isOnline: false }, late)).toMatchObject({ kind: 'wait', code: 'host_offline' });
  expect(judge({ sample: sampled({ runsSince: ago(3600) }) }, late)).toEqual({ kind: 'back' });
});

test.each([
  ['stopped', { desiredState: 'stopped' }, 'It was stopped.'],
  ['being deleted', { desiredState: 'deleted' }, 'It was deleted.'],
  ['gone', null, 'It was deleted.'],
] as const)('a node that is %s is left out', (_title, change, reason) => {
  expect(judge(change as Partial<ObservedMember> | null)).toEqual({ kind: 'left', reason });
});

const gate = (more: Partial<StoredGate>): Partial<MemberFacts> => ({
  gate: { ...{ maxBlocksBehind: null, minPeers: null, maxMemoryPercent: null }, ...more },
});

test.each([
  [
    'behind the median',
    { medianHeight: 103 },
    { maxBlocksBehind: 2 },
    'behind',
    /^3 blocks behind the median .* 2 are/,
  ],
  ['short of peers', {}, { minPeers: 11 }, 'peers', /^10 peers, and the rollout requires 11$/],
  ['near its memory limit', {}, { maxMemoryPercent: 24 }, 'memory', /^uses 25 % of its memory, and 24 % are allowed$/],
  [
    'measured only before its restart',
    { sample: sampled({ runsSince: ago(3600) }) },
    { minPeers: 1 },
    'not_measured',
    /./,
  ],
  ['not measured at all', { sample: null }, { minPeers: 1 }, 'not_measured', /./],
  [
    'on a network of unknown height',
    { medianHeight: null },
    { maxBlocksBehind: 2 },
    'behind',
    /^the height of its network is unknown$/,
  ],
] as const)('a gate holds a node that is %s', (_title, change, requested, code, message) => {
  expect(judge(change, gate(requested))).toEqual({ kind: 'wait', code, message: expect.stringMatching(message) });
});

test.each([
  ['as far as the median allows', { medianHeight: 102 }, { maxBlocksBehind: 2 }],
  ['ahead of the median', { medianHeight: 90 }, { maxBlocksBehind: 0 }],
  ['with as many peers as requested', {}, { minPeers: 10 }],
  ['at its memory limit', {}, { maxMemoryPercent: 25 }],
  ['of an engine that measures no memory', { sample: sampled({ memoryMiB: null }) }, { maxMemoryPercent: 1 }],
] as const)('a gate lets a node pass that is %s', (_title, change, requested) => {
  expect(judge(change, gate(requested))).toEqual({ kind: 'back' });
});

test('a gate holds a node however far behind it was before its change', () => {
  const before = { phase: 'running', restarts: true, blocksBehind: 500, problems: [] } as const;
  const change = { sample: sampled({ blocksBehind: 400 }), medianHeight: 500 };
  expect(judge(change, { before: { ...before, problems: [] } })).toEqual({ kind: 'back' });
  expect(judge(change, { before: { ...before, problems: [] }, ...gate({ maxBlocksBehind: 6 }) })).toMatchObject({
    code: 'behind',
  });
});
