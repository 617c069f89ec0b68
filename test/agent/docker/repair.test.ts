import { describe, expect, test } from 'vitest';
import { planNode } from '../../../src/agent/docker/plan.ts';
import { judgeChange } from '../../../src/agent/node/revert/judge-change.ts';
import { type NodeRecord, newNodeRecord, type RecentExit } from '../../../src/agent/runtime/node-record.ts';
import { workloadConfig } from '../../../src/bitcoin/workload-config.ts';
import { container, desired, mainnetSpec, planInput } from '../../fixtures/node.ts';

const lastWords =
  'Invalid or corrupt peers.dat (Invalid network magic number: iostream error). If you believe this is a bug, please report it to https://github.com/bitcoin/bitcoin/issues. As a workaround, you can move the file ("/satrap/node/regtest/peers.dat") out of the way (rename, move, or delete) to have a new one created on the next start.';
const exitAt = (hour: number, changes: Partial<RecentExit> = {}): RecentExit => ({
  at: `2026-01-02T${String(hour).padStart(2, '0')}:00:00Z`,
  ...{ workloadId: 'c1', code: 1, outOfMemory: false, lastWords, hadRoom: true, ...changes },
});
const repairAt = (hour: number) => ({ file: 'regtest/peers.dat', at: exitAt(hour).at });
const recordOf = (exits: RecentExit[], changes: Partial<NodeRecord> = {}): NodeRecord => {
  const last = exits.at(-1);
  const exit = last === undefined ? null : { ...last, times: 1 };
  return { ...newNodeRecord(0), volumeMade: true, recentExits: exits, exit, ...changes };
};
const kindsOf = (record: NodeRecord, main = container('restarting')) =>
  planNode(planInput({ containers: [main], record })).steps.map(({ kind }) => kind);

describe('a damaged peers.dat', () => {
  test('is moved aside while the engine keeps starting the daemon', () => {
    expect(planNode(planInput({ containers: [container('restarting')], record: recordOf([exitAt(1)]) }))).toEqual({
      steps: [expect.objectContaining({ kind: 'set-aside-file', file: 'regtest/peers.dat', at: exitAt(1).at })],
      blocked: null,
    });
  });
  test('is moved aside once for each exit', () => {
    expect(kindsOf(recordOf([exitAt(1)], { repairs: [repairAt(1)] }), container('exited'))).toEqual([
      'start-container',
    ]);
  });
  test('is moved aside three times a day', () => {
    const repairs = [1, 2, 3].map(repairAt);
    expect(kindsOf(recordOf([exitAt(4)], { repairs: repairs.slice(1) }))).toEqual(['set-aside-file']);
    expect(kindsOf(recordOf([exitAt(4)], { repairs }))).toEqual([]);
    const nextDay = exitAt(4, { at: '2026-01-03T04:00:00Z' });
    expect(kindsOf(recordOf([nextDay], { repairs }))).toEqual(['set-aside-file']);
  });
  test('is left alone once the daemon has recovered', () => {
    expect(kindsOf(recordOf([exitAt(1)], { exit: null }), container('running'))).toEqual([]);
  });
  test('is left alone if a previous container reported it', () => {
    expect(kindsOf(recordOf([exitAt(1, { workloadId: 'c0' })]))).toEqual([]);
  });
  test('is no reason to move a file after another exit', () => {
    expect(kindsOf(recordOf([exitAt(1), exitAt(2, { lastWords: 'Corruption: bad record' })]))).toEqual([]);
  });
  test.each([
    ['a damaged file', lastWords],
    ['file descriptors', 'Not enough file descriptors available. 10 available, 160 required.'],
  ])('invariant X-01: %s reverts no change', (_what, words) => {
    const asked = desired({ overrides: [{ key: 'rpcthreads', value: '2' }], clientVersion: '28.1' });
    const worked = { config: workloadConfig(desired()), revision: 1, since: '2026-01-01T00:00:00Z' };
    const applied = { ...mainnetSpec, ...workloadConfig(asked) };
    const judge = (said: string) => {
      const exits = [1, 2, 3].map((hour) => exitAt(hour, { lastWords: said }));
      const record = recordOf(exits, { worked, applied });
      const workload = container('exited');
      return judgeChange({ asked, record, workload, silentMs: 0, now: Date.parse('2026-01-02T04:00:00Z') });
    };
    expect(judge(words)).toBeNull();
    expect(judge('Invalid -rpcthreads')).not.toBeNull();
  });
});
