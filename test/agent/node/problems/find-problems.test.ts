import { expect, test } from 'vitest';
import { type DaemonView, viewAfter } from '../../../../src/agent/monitor/daemon-view.ts';
import type { ChainReading } from '../../../../src/agent/monitor/sample.ts';
import { debounceProblems, type WatchedProblem } from '../../../../src/agent/node/problems/debounce-problems.ts';
import { findExitProblems, findProblems, type Judged } from '../../../../src/agent/node/problems/find-problems.ts';
import { ProblemWatch } from '../../../../src/agent/node/problems/problem-watch.ts';
import { nodeRecordStore } from '../../../../src/agent/node/record-store.ts';
import { NodeStatus } from '../../../../src/agent/node/status.ts';
import type { FoundProblem } from '../../../../src/agent/runtime/node-problem.ts';
import { newNodeRecord } from '../../../../src/agent/runtime/node-record.ts';
import { desired, workload } from '../../../fixtures/node.ts';
import { testDeps } from '../../../harness/test-deps.ts';
import { VirtualClock } from '../../../harness/virtual-clock.ts';
import { testStore } from '../../test-store.ts';

const now = Date.UTC(2026, 0, 1);
const minutesAgo = (minutes: number) => now - minutes * 60_000;

/** A healthy daemon. */
const view = (changes: Partial<DaemonView> = {}): DaemonView => ({
  ...{ height: 900_000, headers: 900_000, bestBlockHash: 'tip', catchesUp: false, warnings: [], peers: 8 },
  ...{ tipTime: minutesAgo(8), tipSeenAt: minutesAgo(7), heightSince: minutesAgo(7) },
  ...{ timeOffsetSeconds: 1, memoryMiB: 900 },
  ...changes,
});
const judged = (changes: Partial<Judged> = {}): Judged => ({
  ...{ network: 'mainnet', overrides: [], memoryLimit: 2000, now },
  ...changes,
});
const peer = (key: string, value: string): Partial<Judged> => ({ overrides: [{ key, value }] });
const regtest = { network: 'regtest' as const };
const still = { heightSince: minutesAgo(30) };
/** A daemon that catches up. */
const far = { headers: 990_000, catchesUp: true };

test.each<[string, string[], Partial<DaemonView>, Partial<Judged>]>([
  ['a daemon that is well', [], {}, {}],
  ['no peers', ['no_peers'], { peers: 0 }, {}],
  ['peers that nobody asked for yet', [], { peers: null }, {}],
  ['no peers because an override keeps them away', ['no_peers'], { peers: 0 }, peer('connect', '0')],
  ['no peers on regtest', [], { peers: 0 }, regtest],
  ['no peers on regtest although one is named', ['no_peers'], { peers: 0 }, { ...regtest, ...peer('addnode', 'b') }],
  ['the same with the network before', ['no_peers'], { peers: 0 }, { ...regtest, ...peer('regtest.connect', 'b') }],
  ['a tip of 131 minutes', [], { tipSeenAt: minutesAgo(131) }, {}],
  ['a tip of 132 minutes', ['tip_stale'], { tipSeenAt: minutesAgo(132) }, {}],
  ['a tip that came lately with an old time', [], { tipTime: minutesAgo(150) }, {}],
  ['an old tip that the run began with', ['tip_stale'], { tipSeenAt: null, tipTime: minutesAgo(150) }, {}],
  ['a tip of unknown age', [], { tipSeenAt: null, tipTime: null }, {}],
  ['an old tip of regtest', [], { tipSeenAt: minutesAgo(9999) }, regtest],
  ['an old tip while it catches up', [], { tipTime: minutesAgo(9999), tipSeenAt: null, catchesUp: true }, {}],
  ['a snapshot', ['validating_snapshot'], { snapshot: { height: 299, validatedHeight: 0 } }, {}],
  ['no snapshot', [], { snapshot: null }, {}],
  ['two headers ahead', [], { headers: 900_002 }, {}],
  ['three headers ahead', ['headers_ahead'], { headers: 900_003 }, {}],
  ['many headers ahead while it catches up', [], far, {}],
  ['headers ahead on regtest', [], { headers: 900_009, heightSince: minutesAgo(99) }, regtest],
  ['no block for half an hour while it catches up', ['download_stalled'], { ...far, ...still }, {}],
  ['no block for half an hour at the tip', [], still, {}],
  ['few open files', ['daemon_warning'], { openFiles: 300 }, peer('maxconnections', '250')],
  ['few open files for the default', ['daemon_warning'], { openFiles: 200 }, {}],
  ['enough open files', [], { openFiles: 4096 }, peer('maxconnections', '250')],
  ['an unknown limit of open files', [], { openFiles: null }, peer('maxconnections', '250')],
  ['a clock that is off by 10 minutes', ['clock_off'], { timeOffsetSeconds: -600 }, {}],
  ['a clock that nobody is there to compare with', ['no_peers'], { timeOffsetSeconds: 6000, peers: 0 }, {}],
  ['a warning', ['daemon_warning'], { warnings: ['unknown new rules activated (versionbit 9)'] }, {}],
  ['the warning of a test build', [], { warnings: ['This is a pre-release test build - use at your own risk'] }, {}],
  ['a call that was refused 59 s ago', ['rpc_busy'], { busy: { reason: 'full', at: now - 59_000 } }, {}],
  ['a call that was refused a minute ago', [], { busy: { reason: 'full', at: now - 60_000 } }, {}],
  ['an invalid answer', ['invalid_answers'], { invalidAnswer: 'the daemon’s answer to uptime is invalid' }, {}],
  ['94 % of its memory', [], { memoryMiB: 1880 }, {}],
  ['95 % of its memory', ['memory_near_limit'], { memoryMiB: 1900 }, {}],
])('%s is judged as %j', (_what, codes, changes, surroundings) => {
  expect(findProblems(view(changes), judged(surroundings)).map(({ code }) => code)).toEqual(codes);
});

test('a lowered maxconnections is told as the daemon’s log has it', () => {
  const few = view({ openFiles: 300, loweredConnections: 141 });
  const [found] = findProblems(few, judged(peer('maxconnections', '250')));
  expect(found?.reason).toContain('lowered maxconnections from 250 to 141, because');
});

test('the reasons have no figure that changes while the problem lasts', () => {
  const reasons = (minutes: number, memoryMiB: number) =>
    findProblems(
      view({
        ...{ headers: 900_000 + minutes, memoryMiB, peers: 1, timeOffsetSeconds: 600 + minutes },
        tipSeenAt: minutesAgo(minutes),
        heightSince: minutesAgo(minutes),
      }),
      judged(),
    );
  expect(reasons(140, 1950)).toHaveLength(5);
  expect(reasons(200, 1990)).toEqual(reasons(140, 1950));
});

const ofDaemon = { workloadId: 'c1', code: 1, lastWords: null, hadRoom: null };
const exit = (minutes: number, outOfMemory = false) => ({
  at: new Date(minutesAgo(minutes)).toISOString(),
  outOfMemory,
  ...ofDaemon,
});
test.each([
  ['two exits', [], [exit(3), exit(1)]],
  ['three exits within the hour', ['restarts_often'], [exit(59), exit(3), exit(1)]],
  ['three exits, one long ago', [], [exit(61), exit(3), exit(1)]],
  ['an exit for its memory', ['memory_near_limit'], [exit(5, true)]],
  ['an exit at a time that cannot be read', [], [{ at: 'once', outOfMemory: true, ...ofDaemon }]],
])('%s is judged as %j', (_what, codes, exits) => {
  expect(findExitProblems(exits, now).map(({ code }) => code)).toEqual(codes);
});

test('dates a later tip by when it was seen; the time of the first is unknown', () => {
  const reading = (height: number, bestBlockHash: string) =>
    ({
      part: { height, headers: height, bestBlockHash, warnings: [] as string[] },
      catchesUp: false,
      tipTime: 5,
    }) as ChainReading;
  expect(viewAfter(null, reading(1, 'a'), 10)).toMatchObject({ tipSeenAt: null, heightSince: 10, peers: null });
  const first = { ...viewAfter(null, reading(1, 'a'), 10), peers: 3 };
  expect(viewAfter(first, reading(1, 'a'), 20)).toEqual(first);
  expect(viewAfter(first, reading(1, 'b'), 20)).toMatchObject({ tipSeenAt: 20, heightSince: 10, peers: 3 });
  const second = viewAfter(first, reading(2, 'c'), 30);
  expect(second).toMatchObject({ tipSeenAt: 30, heightSince: 30, height: 2 });
  expect(viewAfter(second, reading(2, 'c'), 40)).toEqual(second);
});

const noPeers: FoundProblem = { code: 'no_peers', reason: 'no peers' };

/** Updates every ten seconds, with `x` where the problem is detected. Returns a letter for each, `T` where it is reported. */
function looks(seen: string): string {
  let watched: WatchedProblem[] = [];
  return [...seen]
    .map((letter, index) => {
      watched = debounceProblems(watched, letter === 'x' ? [noPeers] : [], now + index * 10_000);
      return watched.some(({ isReported }) => isReported) ? 'T' : '.';
    })
    .join('');
}

test.each([
  ['what lasts is told after two minutes', 'xxxxxxxxxxxxxx', '............TT'],
  ['what comes and goes is never told', 'xxxxxx.xxxxxx.xxxxxx.', '.....................'],
  ['what was told ends once it has been gone for a while', 'xxxxxxxxxxxxx....', '............TTT..'],
  ['what was told and is gone for a moment stays told', 'xxxxxxxxxxxxx.xxx', '............TTTTT'],
])('%s', (_what, seen, told) => {
  expect(looks(seen)).toBe(told);
});

test('keeps the start of a problem while its reason changes; the first of two counts', () => {
  const first = debounceProblems([], [noPeers, { ...noPeers, reason: 'another' }], now);
  expect(first).toMatchObject([{ reason: 'no peers' }]);
  const [watched] = debounceProblems(first, [{ ...noPeers, reason: 'still none' }], now + 200_000);
  expect(watched).toMatchObject({ since: '2026-01-01T00:00:00.000Z', reason: 'still none', isReported: true });
});

test('a node without peers is no longer running, says why, and recovers with peers', async () => {
  const clock = new VirtualClock(now);
  const store = nodeRecordStore('n1', testStore().database, { record: () => undefined }, clock);
  const status = new NodeStatus(store, { ...testDeps({ record: () => undefined }), clock });
  const snapshot = { desired: desired({ network: 'mainnet' }), workload: workload(), specHash: 'good' };
  const phaseWith = (peers: number) => {
    const health = { state: 'running', height: 900_000, view: view({ peers, memoryMiB: 1 }) } as const;
    status.refresh({ snapshot: { ...snapshot, plan: { steps: [], blocked: null } }, step: undefined, health });
    return store.record.status.phase;
  };
  expect([phaseWith(1), phaseWith(0)]).toEqual(['running', 'running']);
  await clock.passUntil(now + 180_000);
  expect(phaseWith(0)).toBe('syncing');
  const reason = 'the daemon has no peers';
  expect(store.record).toMatchObject({ status: { reason }, problems: [{ code: 'no_peers', reason }] });
  expect(phaseWith(1)).toBe('syncing');
  await clock.passUntil(now + 240_000);
  expect(phaseWith(1)).toBe('running');
  expect(store.record.problems).toEqual([]);
});

test('reports a daemon kept stopped for its disk at once, and only while it is', () => {
  const suspension = { code: 'disk_full_stopped', reason: 'make room', since: '2026-01-01T00:00:00Z' } as const;
  const watch = new ProblemWatch(new VirtualClock(0), [], () => null);
  const told = (record: object) =>
    watch
      .update(desired(), { ...newNodeRecord(0), ...record }, null)
      .reported.map(({ code, reason }) => [code, reason]);
  expect(told({})).toEqual([]);
  expect(told({ suspension })).toEqual([['disk_full_stopped', 'make room']]);
  expect(told({ suspension })).toEqual([['disk_full_stopped', 'make room']]);
  expect(told({ suspension: null })).toEqual([]);
});
