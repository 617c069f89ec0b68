import { expect, test } from 'vitest';
import type { DesiredNode } from '../../../../src/agent/desired/desired-entry.ts';
import type { NodeHealth } from '../../../../src/agent/monitor/daemon-view.ts';
import { nodeRecordStore } from '../../../../src/agent/node/record-store.ts';
import { type ChangeInput, judgeChange } from '../../../../src/agent/node/revert/judge-change.ts';
import { activeRevert, trackReverted, trackWorked, whatRuns } from '../../../../src/agent/node/revert/what-runs.ts';
import { changeGuard } from '../../../../src/agent/reconcile/change-guard.ts';
import { type NodeRecord, newNodeRecord, type RecentExit } from '../../../../src/agent/runtime/node-record.ts';
import type { Reverted } from '../../../../src/agent/runtime/worked-config.ts';
import { workloadConfig } from '../../../../src/bitcoin/workload-config.ts';
import { systemClock } from '../../../../src/timing/clock.ts';
import { desired, mainnetSpec, workload } from '../../../fixtures/node.ts';
import { listeningLog } from '../../../harness/listening-log.ts';
import { testStore } from '../../test-store.ts';

const now = Date.UTC(2026, 0, 1, 12);
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const former = desired({ revision: 1 });
const asked = desired({ revision: 2, overrides: [{ key: 'dbcache', value: '4' }] });
const bigger = desired({ revision: 2, resources: { cpuCores: 99, memoryMiB: 512, diskGiB: 5 } });
const newer = desired({ revision: 2, clientVersion: '29.0' });

const worked = { config: workloadConfig(former), revision: 1, since: minutesAgo(600) };
const appliedOf = (node: DesiredNode) => ({ ...mainnetSpec, ...workloadConfig(node) });
const exit = (changes: Partial<RecentExit> = {}): RecentExit => ({
  ...{ at: minutesAgo(1), workloadId: 'c1', code: 1, outOfMemory: false, lastWords: 'Unknown network', hadRoom: null },
  ...changes,
});
const threeExits = (changes: Partial<RecentExit> = {}) => [exit(changes), exit(changes), exit(changes)];
const record = (changes: Partial<NodeRecord> = {}): NodeRecord => ({
  ...newNodeRecord(now),
  ...{ applied: appliedOf(asked), worked, recentExits: threeExits() },
  ...changes,
});
const failed: ChangeInput = { asked, record: record(), workload: workload(), silentMs: 0, now };
/** The record after these exits, or with this failure of the engine. */
const endedBy = (...recentExits: RecentExit[]) => ({ record: record({ recentExits }) });
const always = (changes: Partial<RecentExit>) => endedBy(...threeExits(changes));
const refused = (message: string, count = 3) => ({
  record: record({ failure: { message, count, quiet: false, isRefusedStart: true } }),
});
const silent = (minutes: number) => ({ ...endedBy(), silentMs: minutes * 60_000 });
const noCgroup = { failure: { message: 'no such cgroup', count: 3, quiet: false, isRefusedStart: true } };
const suspension = { code: 'disk_full_stopped', reason: 'full', since: '' } as const;
const reverted: Reverted = {
  ...{ asked: workloadConfig(asked), runs: workloadConfig(former), runsRevision: 1, restartCounter: 0 },
  ...{ at: minutesAgo(5), reason: 'it ended', refusal: null },
};

const corrupted = { applied: appliedOf(newer), recentExits: threeExits({ lastWords: 'Corrupted block database' }) };
const unknown = exit({ code: null });

test.each<[string, Partial<ChangeInput>]>([
  ['three exits with the change', {}],
  ['two ends for memory', endedBy(exit(), exit({ outOfMemory: true }), exit({ outOfMemory: true }))],
  ['exits of which some were too short to read the code, with the same words', endedBy(unknown, exit(), unknown)],
  ['an engine that refuses the cores', { asked: bigger, ...refused('no such CPU') }],
  ['an engine that cannot start the version', { asked: newer, ...refused('exec: not found') }],
  ['data that the version calls corrupted', { asked: newer, record: record(corrupted) }],
  ['half an hour of silence', silent(31)],
])('a change goes back after %s', (_what, changes) => {
  expect(judgeChange({ ...failed, ...changes })?.fallback).toBe(worked);
});

test.each<[string, Partial<ChangeInput>]>([
  ['a node that has not worked yet', { record: record({ worked: null }) }],
  ['a record of a former agent', { record: newNodeRecord(now) }],
  ['a node whose owner does not want it', { asked: { ...asked, revertFailedChange: false } }],
  ['a node that must stop', { asked: { ...asked, desiredState: 'stopped' } }],
  ['a change that was taken back before', { record: record({ reverted }) }],
  ['two exits', endedBy(exit(), exit())],
  ['exits of the container before the change', always({ workloadId: 'c0' })],
  ['a change that is not applied yet', { record: record({ applied: appliedOf(former) }) }],
  ['the former configuration, long after', { asked: former, record: record({ applied: appliedOf(former) }) }],
  ['clean ends', always({ code: 0 })],
  ['somebody who kills it', always({ code: 137 })],
  ['unknown ends with other words', endedBy(exit(), { ...unknown, lastWords: 'x' }, { ...unknown, lastWords: null })],
  ['ends of an unknown kind', always({ code: null })],
  ['a disk without room', always({ hadRoom: false })],
  ['a node that is kept down for its disk', { record: record({ suspension }) }],
  ['a full disk', always({ lastWords: 'Error: Disk space is too low!' })],
  ['chain data that a setting cannot damage', always({ lastWords: 'Corrupted block database' })],
  ['an engine that refuses what a setting has no part in', { record: record({ ...noCgroup, recentExits: [] }) }],
  ['an engine that refuses twice', { asked: bigger, ...refused('no such CPU', 2) }],
  ['an engine whose disk is full', { asked: newer, ...refused('no space left on device') }],
  ['an engine that may not give enough open files', { asked: newer, ...refused('error setting rlimit type 7: no') }],
  ['an engine that is away', { asked: newer, record: record({ failure: { message: 'no', count: 9, quiet: true } }) }],
  ['29 minutes of silence', silent(29)],
])('a change does not go back for %s', (_what, changes) => {
  expect(judgeChange({ ...failed, ...changes })).toBeNull();
});

test('reverts a change that fails within 30 minutes, and says how the daemon ended', () => {
  expect(judgeChange(failed)?.reason).toBe('the daemon exited with code 1: Unknown network');
  const fallbackAfter = (minutes: number) => {
    const late = { config: workloadConfig(asked), revision: 2, since: minutesAgo(minutes) };
    return judgeChange({ ...failed, record: record({ worked: late, formerlyWorked: worked }) })?.fallback;
  };
  expect([fallbackAfter(29), fallbackAfter(31)]).toEqual([worked, undefined]);
});

test('runs the previous configuration after a revert, and all else as desired', () => {
  const wanted = { ...asked, name: 'renamed', rpcAuth: 'u:cc$dd', resources: { ...asked.resources, diskGiB: 9 } };
  expect(whatRuns(wanted, { reverted })).toEqual({ ...wanted, overrides: [], revision: 1 });
});

test.each<[string, DesiredNode, Reverted | null]>([
  ['something else is asked for', newer, reverted],
  ['the former configuration is asked for', former, reverted],
  ['a restart is requested', { ...asked, restartCounter: 1 }, reverted],
  ['its owner does not want it any more', { ...asked, revertFailedChange: false }, reverted],
  ['the node must stop', { ...asked, desiredState: 'stopped' }, reverted],
  ['there was no way back', asked, { ...reverted, refusal: 'cannot read the data' }],
  ['nothing was taken back', asked, null],
])('a change that is taken back is asked for again when %s', (_what, wanted, present) => {
  expect(activeRevert(wanted, { reverted: present })).toBeNull();
  expect(whatRuns(wanted, { reverted: present })).toBe(wanted);
});

test('forgets a reverted change on another request, but not on a restart or a stop', () => {
  expect(trackReverted(newer, { reverted })).toEqual({ reverted: null });
  for (const change of [{ restartCounter: 1 }, { desiredState: 'stopped' as const, name: 'other' }])
    expect(trackReverted({ ...asked, ...change }, { reverted })).toEqual({ reverted });
});

test('a configuration is good after ten seconds of answers, and is not reverted then', () => {
  expect(trackWorked(asked, record(), 9_999, now)).toEqual({});
  expect(trackWorked(asked, record(), 10_000, now)).toEqual({
    worked: { config: workloadConfig(asked), revision: 2, since: new Date(now).toISOString() },
    formerlyWorked: worked,
  });
  expect(trackWorked(asked, record({ reverted }), 10_000, now)).toMatchObject({ reverted: null });
  // A daemon that runs with something else says nothing.
  expect(trackWorked(newer, record(), 99_999, now)).toEqual({});
});

test('another revision with the same configuration keeps the beginning', () => {
  const renamed = { ...former, revision: 7 };
  expect(trackWorked(renamed, record({ applied: appliedOf(former) }), 99_999, now)).toEqual({
    worked: { ...worked, revision: 7 },
  });
});

const start = Date.UTC(2026, 0, 1);
const halfAnHour = 30 * 60_000;
const tenYears = 10 * 365 * 86_400_000;
const quiet: NodeHealth = { state: 'starting', message: 'the daemon does not answer yet', isSilent: true };

/** A node that worked before a change and has run with it since `start`, with a clock that is `time`. */
function changedNode() {
  const time = { now: start, elapsed: 5000 };
  const clock = { ...systemClock, now: () => time.now, elapsed: () => time.elapsed };
  const recorder = { record: () => undefined };
  const store = nodeRecordStore('n1', testStore().database, recorder, clock);
  store.update({ applied: appliedOf(asked), worked });
  const guard = changeGuard({ store, runtime: { refusal: async () => null }, clock, log: listeningLog().log });
  const observed = { workload: workload(), data: 'present', imposters: [] } as const;
  return { time, store, isReverted: (health: NodeHealth) => guard.revert(asked, observed, health) };
}

test('a clock jump of ten years fails no change; half an hour of silence does', async () => {
  const { time, store, isReverted } = changedNode();
  expect(await isReverted(quiet)).toBe(false);
  time.now += tenYears;
  time.elapsed += halfAnHour - 1;
  expect(await isReverted(quiet)).toBe(false);
  time.elapsed += 1;
  expect(await isReverted(quiet)).toBe(true);
  expect(store.record.reverted?.reason).toBe('the daemon has not answered any call for 30 minutes');
});

test('a daemon that loads for hours, and says so, is not silent', async () => {
  const { time, isReverted } = changedNode();
  expect(await isReverted(quiet)).toBe(false);
  time.elapsed += halfAnHour - 1;
  expect(await isReverted({ state: 'starting', message: 'Verifying blocks…' })).toBe(false);
  time.elapsed += 20 * halfAnHour;
  expect(await isReverted(quiet)).toBe(false);
});
