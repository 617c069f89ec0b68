import { describe, expect, test } from 'vitest';
import { blocks, FakeDaemon, Fleet } from './fleet.ts';

const common = ['genesis', ...blocks('m', 100)];

/** Daemons that follow one block after block 100, and have the headers of a branch of so many blocks without it. */
function withHeaders(count: number, names: string[], change: Partial<FakeDaemon> = {}) {
  const fleet = new Fleet(names.map((name) => new FakeDaemon(name, common))).run(60);
  for (const daemon of fleet.daemons) {
    daemon.mine('x', 1);
    const branch = { height: 100 + count, hash: `y${count}`, branchLength: count, status: 'headers_only' as const };
    Object.assign(daemon, { branches: [branch] }, change);
  }
  return fleet;
}
const followTheBranch = ({ daemons }: Fleet, count: number) => {
  for (const daemon of daemons) Object.assign(daemon, { chain: [...common, ...blocks('y', count)], branches: [] });
};
const openedAt = ({ history }: Fleet): number => Number(history[0]?.split(' ')[1]) - 60;

describe.each([
  ['a single node', ['a']],
  ['each node', ['a', 'b', 'c', 'd']],
])('a heavier branch of which %s has only the headers', (_what, names) => {
  test.each([2, 3, 20, 1000])(
    'of %i blocks opens an incident within a minute, and closes once it is followed',
    (count) => {
      const fleet = withHeaders(count, names).run(60);
      expect(fleet.status).toBe('open');
      expect(openedAt(fleet)).toBeLessThanOrEqual(60);
      expect(fleet.incident?.message).toContain('a has only the headers of the other branch');
      expect(fleet.incident?.data).toMatchObject({
        forkHeight: 100,
        branches: [{ nodeCount: names.length }, { nodeCount: 0, blocks: count, height: 100 + count }],
      });
      expect(fleet.run(3600).history).toHaveLength(1);
      followTheBranch(fleet, count);
      expect(fleet.run(75).history).toHaveLength(2);
    },
  );
});

test.each([1, 2, 6])('a reorganization of %i blocks, announced by its headers, opens nothing', (count) => {
  const fleet = withHeaders(count + 1, ['a', 'b']);
  fleet.run(30);
  followTheBranch(fleet, count + 1);
  expect(fleet.run(600).history).toEqual([]);
});

test.each<[what: string, length: number, change: Partial<FakeDaemon>]>([
  ['that syncs, of a branch without its last block', 900, { catchesUp: true }],
  ['whose host is offline', 900, { change: { executorOnline: false } }],
  ['that follows a branch of the same height', 1, {}],
])('headers of a node %s open nothing', (_what, length, change) => {
  expect(withHeaders(length, ['a'], change).run(1800).history).toEqual([]);
});

test('headers of blocks that a node is downloading, and a stale tip, open nothing', () => {
  const fleet = withHeaders(0, ['a', 'b']);
  for (const daemon of fleet.daemons)
    daemon.branches = [{ height: 900, hash: 'x900', branchLength: 799, status: 'headers_only' }];
  expect(fleet.run(1800).history).toEqual([]);
});

test('the incident outlives a restart, after which the daemon says that it syncs', () => {
  const fleet = withHeaders(20, ['a']).run(60);
  for (const daemon of fleet.daemons) Object.assign(daemon, { catchesUp: true, sample: { peers: 0 } });
  expect(fleet.run(1800).history).toHaveLength(1);
});
