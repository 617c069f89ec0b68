import { describe, expect, test } from 'vitest';
import type { DesiredNode } from '../../../../src/agent/desired/desired-entry.ts';
import { type ChangeInput, judgeChange } from '../../../../src/agent/node/take-back/judge-change.ts';
import { activeRevert, trackTakenBack, trackWorked, whatRuns } from '../../../../src/agent/node/take-back/what-runs.ts';
import { type NodeRecord, newNodeRecord, type RecentExit } from '../../../../src/agent/runtime/node-record.ts';
import type { TakenBack } from '../../../../src/agent/runtime/worked-config.ts';
import { workloadConfig } from '../../../../src/bitcoin/workload-config.ts';
import { desired, mainnetSpec, workload } from '../../../fixtures/node.ts';

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
const refusal = (message: string, count = 3) => ({ failure: { message, count, quiet: false, isRefusedStart: true } });
const takenBack: TakenBack = {
  ...{ asked: workloadConfig(asked), runs: workloadConfig(former), runsRevision: 1, restartCounter: 0 },
  ...{ at: minutesAgo(5), reason: 'it ended', refusal: null },
};

describe('judgeChange', () => {
  test.each<[string, Partial<ChangeInput>]>([
    ['three exits with the change', {}],
    [
      'two ends for memory',
      { record: record({ recentExits: [exit(), exit({ outOfMemory: true }), exit({ outOfMemory: true })] }) },
    ],
    [
      'exits of which some were too short to read the code, with the same words',
      { record: record({ recentExits: [exit({ code: null }), exit(), exit({ code: null })] }) },
    ],
    ['an engine that refuses the cores', { asked: bigger, record: record(refusal('no such CPU')) }],
    ['an engine that cannot start the version', { asked: newer, record: record(refusal('exec: not found')) }],
    [
      'data that the version calls corrupted',
      {
        asked: newer,
        record: record({
          applied: appliedOf(newer),
          recentExits: threeExits({ lastWords: 'Corrupted block database detected' }),
        }),
      },
    ],
    ['half an hour of silence', { record: record({ recentExits: [] }), silentMs: 31 * 60_000 }],
  ])('goes back after %s', (_what, changes) => {
    expect(judgeChange({ ...failed, ...changes })?.fallback).toBe(worked);
  });

  test.each<[string, Partial<ChangeInput>]>([
    ['a node that has not worked yet', { record: record({ worked: null }) }],
    ['a record of a former agent', { record: newNodeRecord(now) }],
    ['a node whose owner does not want it', { asked: { ...asked, revertFailedChange: false } }],
    ['a node that must stop', { asked: { ...asked, desiredState: 'stopped' } }],
    ['a change that was taken back before', { record: record({ takenBack }) }],
    ['two exits', { record: record({ recentExits: [exit(), exit()] }) }],
    ['exits of the container before the change', { record: record({ recentExits: threeExits({ workloadId: 'c0' }) }) }],
    ['a change that is not applied yet', { record: record({ applied: appliedOf(former) }) }],
    ['the former configuration, long after', { asked: former, record: record({ applied: appliedOf(former) }) }],
    ['clean ends', { record: record({ recentExits: threeExits({ code: 0 }) }) }],
    ['somebody who kills it', { record: record({ recentExits: threeExits({ code: 137 }) }) }],
    ['somebody who ends it', { record: record({ recentExits: threeExits({ code: 143 }) }) }],
    [
      'ends of an unknown kind with other words',
      {
        record: record({
          recentExits: [exit(), exit({ code: null, lastWords: 'x' }), exit({ code: null, lastWords: null })],
        }),
      },
    ],
    ['ends of an unknown kind', { record: record({ recentExits: threeExits({ code: null }) }) }],
    ['a disk without room', { record: record({ recentExits: threeExits({ hadRoom: false }) }) }],
    [
      'a node that is kept down for its disk',
      { record: record({ suspension: { code: 'disk_full_stopped', reason: 'full', since: '' } as never }) },
    ],
    ['a full disk', { record: record({ recentExits: threeExits({ lastWords: 'Error: Disk space is too low!' }) }) }],
    [
      'chain data that a setting cannot damage',
      { record: record({ recentExits: threeExits({ lastWords: 'Corrupted block database' }) }) },
    ],
    [
      'an engine that refuses what a setting has no part in',
      { record: record({ ...refusal('no such cgroup'), recentExits: [] }) },
    ],
    ['an engine that refuses twice', { asked: bigger, record: record(refusal('no such CPU', 2)) }],
    ['an engine whose disk is full', { asked: newer, record: record(refusal('no space left on device')) }],
    [
      'an engine that is away',
      { asked: newer, record: record({ failure: { message: 'no engine', count: 9, quiet: true } }) },
    ],
    ['29 minutes of silence', { record: record({ recentExits: [] }), silentMs: 29 * 60_000 }],
  ])('does not go back for %s', (_what, changes) => {
    expect(judgeChange({ ...failed, ...changes })).toBeNull();
  });

  test('says how the daemon ended', () => {
    expect(judgeChange(failed)?.reason).toBe('the daemon exited with code 1: Unknown network');
  });

  test.each([
    [29, worked],
    [31, undefined],
  ])('a change that worked for %i minutes goes back to %j', (minutes, fallback) => {
    const late = { config: workloadConfig(asked), revision: 2, since: minutesAgo(minutes) };
    const input = { ...failed, record: record({ worked: late, formerlyWorked: worked }) };
    expect(judgeChange(input)?.fallback).toEqual(fallback);
  });
});

describe('a change that is taken back', () => {
  test('runs with the former configuration, and with everything else as asked', () => {
    const wanted = { ...asked, name: 'renamed', rpcAuth: 'u:cc$dd', resources: { ...asked.resources, diskGiB: 9 } };
    expect(whatRuns(wanted, { takenBack })).toEqual({ ...wanted, overrides: [], revision: 1 });
  });

  test.each<[string, DesiredNode, TakenBack | null]>([
    ['something else is asked for', newer, takenBack],
    ['the former configuration is asked for', former, takenBack],
    ['a restart is requested', { ...asked, restartCounter: 1 }, takenBack],
    ['its owner does not want it any more', { ...asked, revertFailedChange: false }, takenBack],
    ['the node must stop', { ...asked, desiredState: 'stopped' }, takenBack],
    ['there was no way back', asked, { ...takenBack, refusal: 'cannot read the data' }],
    ['nothing was taken back', asked, null],
  ])('is asked for again when %s', (_what, wanted, present) => {
    expect(activeRevert(wanted, { takenBack: present })).toBeNull();
    expect(whatRuns(wanted, { takenBack: present })).toBe(wanted);
  });

  test('is forgotten once something else is asked for, and not by a restart or a stop', () => {
    expect(trackTakenBack(newer, { takenBack })).toEqual({ takenBack: null });
    for (const wanted of [
      { ...asked, restartCounter: 1 },
      { ...asked, desiredState: 'stopped' as const, name: 'other' },
    ]) {
      expect(trackTakenBack(wanted, { takenBack })).toEqual({ takenBack });
    }
  });
});

describe('trackWorked', () => {
  test('a configuration has worked once its daemon has answered for ten seconds', () => {
    expect(trackWorked(asked, record(), 9_999, now)).toEqual({});
    expect(trackWorked(asked, record(), 10_000, now)).toEqual({
      worked: { config: workloadConfig(asked), revision: 2, since: new Date(now).toISOString() },
      formerlyWorked: worked,
    });
  });

  test('an answer of a daemon that runs with something else says nothing', () => {
    expect(trackWorked(newer, record(), 99_999, now)).toEqual({});
  });

  test('another revision with the same configuration keeps the beginning', () => {
    const renamed = { ...former, revision: 7 };
    expect(trackWorked(renamed, record({ applied: appliedOf(former) }), 99_999, now)).toEqual({
      worked: { ...worked, revision: 7 },
    });
  });

  test('a change that works at the second try is not taken back any more', () => {
    expect(trackWorked(asked, record({ takenBack }), 10_000, now)).toMatchObject({ takenBack: null });
  });
});
