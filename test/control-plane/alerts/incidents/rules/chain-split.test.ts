import { describe, expect, test } from 'vitest';
import type { ChainBranch } from '../../../../../src/contract/types.generated.ts';
import { probe } from '../../../../../src/control-plane/alerts/incidents/rules/chain-evidence.ts';
import { blocks, FakeDaemon, Fleet } from './fleet.ts';

const common = ['genesis', ...blocks('m', 100)];

/** `SIDE@FORK+BLOCKS` of each branch of the incident. */
const sides = ({ incident }: Fleet): string[] =>
  ((incident?.data['branches'] ?? []) as ChainBranch[]).map(
    ({ nodes, forkHeight, blocks: own }) =>
      `${nodes.map(({ name }) => name).join('+')}@${forkHeight ?? '-'}+${own ?? '-'}`,
  );

type Four = [a: FakeDaemon, b: FakeDaemon, c: FakeDaemon, d: FakeDaemon];
const fleetOf = <Daemons extends FakeDaemon[] = Four>(...ids: string[]) => {
  const fleet = new Fleet((ids.length > 0 ? ids : ['a', 'b', 'c', 'd']).map((id) => new FakeDaemon(id, common)));
  return [fleet, ...(fleet.run(60).daemons as Daemons)] as const;
};
const mine = (daemons: FakeDaemon[], branch: string, count: number) => {
  for (const daemon of daemons) daemon.mine(branch, count);
};
const follow = (daemons: FakeDaemon[], chain: string[]) => {
  for (const daemon of daemons) daemon.chain = [...chain];
};

/** Three nodes follow one branch, and the fourth rejects it after block 100 and has so many blocks of its own. */
function divided(minority: number) {
  const [fleet, a, b, c, rebel] = fleetOf();
  mine(fleet.daemons, 'x', 3);
  rebel.reject(101);
  rebel.mine('y', minority);
  return { fleet, majority: [a, b, c], rebel };
}

describe.each([0, 1, 4, 20])('a split with %i blocks on the side of fewer nodes', (minority) => {
  const { fleet, majority, rebel } = divided(minority);

  test('opens within a minute and names the block and both sides', () => {
    fleet.run(60);
    expect(fleet.status).toBe('open');
    expect(fleet.incident).toMatchObject({ severity: 'critical', subjectType: 'network', subjectId: 'mainnet' });
    const longer = minority > 3;
    expect(fleet.incident?.data).toMatchObject({ forkHeight: 100 });
    expect(sides(fleet)).toEqual(longer ? ['d@-+-', 'a+b+c@100+3'] : ['a+b+c@-+-', `d@100+${minority}`]);
    expect(fleet.incident?.message).toContain('after block 100: ');
    expect(fleet.incident?.message).toContain('d rejects the other branch as invalid');
  });

  test('stays open while one side gets 1,000 blocks, and closes a minute after all agree', () => {
    for (let round = 0; round < 100; round++) {
      mine(majority, `x${round}.`, 10);
      fleet.run(30);
    }
    fleet.run(600);
    expect(fleet.history).toHaveLength(1);
    expect(sides(fleet)).toEqual(['a+b+c@-+-', `d@100+${minority}`]);
    rebel.branches = [];
    follow([rebel], majority[0]?.chain ?? []);
    const healed = fleet.seconds;
    fleet.run(120);
    expect(fleet.history.at(-1)).toMatch(/^closed/);
    expect(Number(fleet.history.at(-1)?.split(' ')[1]) - healed).toBeLessThanOrEqual(75);
  });

  test('asks each daemon twice a minute at most', () => {
    for (const { asked } of fleet.daemons)
      for (const [index, second] of asked.entries())
        expect(second - (asked[index - 2] ?? -60)).toBeGreaterThanOrEqual(60);
  });
});

// Whoever does not reject is on another branch without a word.
test.each<[what: string, divide: (...four: Four) => void, expected: string[]]>([
  [
    'a split in three, the third from the second',
    (a, b, c, d) => {
      mine([a, b], 'x', 9);
      mine([c, d], 'y', 3);
      c.mine('z', 4);
      d.mine('v', 3);
    },
    ['a+b@-+-', 'c@100+7', 'd@103+3'],
  ],
  [
    'a split long ago, of which nobody knows',
    (a, b, c, d) => {
      mine([a, b, c], 'x', 3000);
      d.mine('y', 2000);
    },
    ['a+b+c@-+-', 'd@100+2000'],
  ],
])('%s opens an incident with its tree', (_what, divide, expected) => {
  const [fleet, ...four] = fleetOf();
  divide(...four);
  fleet.run(60);
  expect(fleet.status).toBe('open');
  fleet.run(180);
  expect(sides(fleet)).toEqual(expected);
});

test('names the nodes at risk with addresses, those with RPC clients first', () => {
  const { fleet, majority, rebel } = divided(0);
  const [, , follower] = majority;
  follower?.reject(101);
  if (follower) follower.change = { endpoint: '10.0.0.3:8332' };
  Object.assign(rebel, { change: { endpoint: '10.0.0.4:8332' }, sample: { rpcConnections: 2 } });
  if (majority[0]) majority[0].sample = { rpcConnections: 5 };
  expect(fleet.run(60).incident?.message).toContain(
    'At risk are consumers of 2 nodes: d (10.0.0.4:8332, in use by RPC clients), c (10.0.0.3:8332).',
  );
});

test('an even split is told as such, and both families are named by the tree', () => {
  const [fleet, a, b, c, d] = fleetOf();
  for (const daemon of [c, d]) daemon.client = 'knots';
  mine([a, b], 'x', 6);
  mine([c, d], 'y', 6);
  expect(fleet.run(180).incident?.message).toContain('Neither side has more nodes.');
  expect(sides(fleet)).toEqual(['a+b@-+-', 'c+d@100+6']);
  const found = fleet.incident?.data['branches'] as ChainBranch[];
  const families = found.map(({ nodes }) => nodes.map(({ client }) => client));
  expect(families).toEqual([Array(2).fill('bitcoind'), Array(2).fill('knots')]);
});

const reorganize =
  (count: number) =>
  (fleet: Fleet, a: FakeDaemon, ...others: FakeDaemon[]): void => {
    a.mine('x', count);
    mine(others, 'y', count);
    fleet.run(15);
    mine(others, 'y+', 1);
    fleet.run(10);
    follow([a], others[0]?.chain ?? []);
  };

test.each<[what: string, live: (fleet: Fleet, ...four: Four) => void]>([
  ['a reorganization of one block', reorganize(1)],
  ['a reorganization of two blocks', reorganize(2)],
  ['a reorganization of six blocks', reorganize(6)],
  [
    'a race that the next block decides after half an hour',
    (fleet, a, b, c, d) => {
      mine([a, b], 'x', 1);
      mine([c, d], 'y', 1);
      fleet.run(1800);
      follow(fleet.daemons, [...common, ...blocks('y', 1), 'next']);
    },
  ],
  [
    'a reorganization that one node misses the middle of',
    (fleet, a, ...others) => {
      mine(others, 'x', 2);
      fleet.run(5);
      follow(others, [...common, ...blocks('y', 4)]);
      fleet.run(5);
      follow([a], [...common, ...blocks('y', 3)]);
      fleet.run(120);
      follow([a], [...common, ...blocks('y', 4)]);
    },
  ],
  ['no block for a day', (fleet) => fleet.run(3600)],
  [
    'a node that lags by one block for long',
    (fleet, a, ...others) => {
      mine(others, 'x', 1);
      fleet.run(1200);
      a.mine('x', 1);
    },
  ],
  [
    'a node that syncs',
    (fleet, a) => {
      a.catchesUp = true;
      for (let height = 1; height <= 101; height += 10) {
        a.chain = common.slice(0, height);
        fleet.run(10);
      }
      a.catchesUp = false;
      a.chain = [...common];
    },
  ],
])('%s opens nothing', (_what, live) => {
  const [fleet, ...four] = fleetOf();
  live(fleet, ...four);
  fleet.run(300);
  expect(fleet.history).toEqual([]);
  expect(fleet.incident).toBeUndefined();
});

test('a fleet that agrees asks nothing', () => {
  const [fleet, a, ...others] = fleetOf();
  for (let block = 0; block < 50; block++) {
    mine(others, `x${block}.`, 1);
    fleet.run(5);
    a.mine(`x${block}.`, 1);
    fleet.run(25);
  }
  expect(fleet.daemons.flatMap(({ asked }) => asked)).toEqual([]);
});

describe('a side whose nodes do not answer', () => {
  test('a split stays while the leading node is away, however far others get', () => {
    const [fleet, a, b] = fleetOf<[FakeDaemon, FakeDaemon]>('a', 'b');
    a.mine('x', 9);
    b.mine('y', 5);
    expect(fleet.run(60).status).toBe('open');
    a.change = { executorOnline: false };
    fleet.run(1800, () => b.mine(`y${fleet.seconds}.`, 1));
    expect(fleet.history).toHaveLength(1);
    a.change = {};
    fleet.run(120);
    expect(fleet.history).toHaveLength(1);
  });

  test('another node of the side takes its place', () => {
    const [fleet, a, b, c, d] = fleetOf();
    mine([a, b, c], 'x', 9);
    a.mine('xx', 1);
    d.mine('y', 5);
    expect(fleet.run(60).status).toBe('open');
    fleet.daemons = [b, c, d];
    expect(fleet.run(300).history).toHaveLength(1);
    expect(sides(fleet)).toEqual(['b+c@-+-', 'd@100+5']);
  });

  test('a stale block of a node that went offline is no split', () => {
    const [fleet, a, ...others] = fleetOf();
    a.mine('stale', 1);
    fleet.run(5);
    a.change = { executorOnline: false };
    mine(others, 'x', 50);
    expect(fleet.run(600).history).toEqual([]);
  });
});

test('a single node whose daemon rejects a heavier branch stands alone', () => {
  const [fleet, a] = fleetOf<[FakeDaemon]>('a');
  a.mine('x', 6);
  a.reject(101);
  fleet.run(60);
  expect(fleet.status).toBe('open');
  expect(sides(fleet)).toEqual(['a@-+-', '@100+6']);
});

test('a branch that another node has left before does not hide where the split began', () => {
  const [fleet, a, b, c] = fleetOf<[FakeDaemon, FakeDaemon, FakeDaemon]>('a', 'b', 'c');
  b.mine('stale', 2);
  fleet.run(5);
  follow(fleet.daemons, [...common, ...blocks('x', 3)]);
  fleet.run(5);
  c.reject(103);
  mine([a, b], 'y', 2);
  fleet.run(20);
  expect(fleet.incident?.message).toContain('has split after block 102: ');
  expect(sides(fleet)).toEqual(['a+b@-+-', 'c@102+0']);
});

test('regtest chains that share no block are no split, and one that forks is', () => {
  const fleet = new Fleet(
    [new FakeDaemon('a', common), new FakeDaemon('b', ['genesis', ...blocks('n', 50)])],
    'regtest',
  );
  fleet.run(300);
  expect(fleet.history).toEqual([]);
  const asked = fleet.daemons.flatMap(({ asked }) => asked).length;
  fleet.run(3600, () => fleet.daemons[0]?.mine(`m${fleet.seconds}.`, 1));
  expect(fleet.daemons.flatMap(({ asked }) => asked)).toHaveLength(asked);
  const c = new FakeDaemon('c', common);
  c.mine('z', 4);
  fleet.daemons.push(c);
  fleet.run(120);
  expect(fleet.status).toBe('open');
});

test.each([
  [0, 1, 0],
  [0, 64, 63],
  [100, 3100, 44],
])('between %i and %i, %i heights or fewer are asked for', (low, high, most) => {
  const heights = probe(low, high);
  expect(heights.length).toBeLessThanOrEqual(most);
  expect(heights.every((height) => height > low && height < high)).toBe(true);
});
