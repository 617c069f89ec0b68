import { describe, expect, test } from 'vitest';
import type { ChainBranch, DaemonBranch } from '../../../../../src/contract/types.generated.ts';
import { blocks, FakeDaemon, Fleet } from './fleet.ts';

const common = ['genesis', ...blocks('m', 100)];
/** Blocks `x` have the work of many blocks `y`, and all before the fork have 10. */
const works: Readonly<Record<string, number>> = { x: 50, y: 1, z: 25, m: 10, g: 10 };
const blockWork = (hash: string): number => works[hash[0] ?? ''] ?? 0;

type Daemons = Record<'a' | 'b' | 'c' | 'd', FakeDaemon>;

/** Nodes a and b get blocks of the first branch after block 100, c and d of the second one. */
function splitInto([first, firstCount]: [string, number], [second, secondCount]: [string, number]) {
  const daemons = ['a', 'b', 'c', 'd'].map((id) => Object.assign(new FakeDaemon(id, common), { blockWork }));
  const fleet = new Fleet(daemons).run(60);
  daemons.forEach((daemon, index) => {
    daemon.mine(...(index < 2 ? ([first, firstCount] as const) : ([second, secondCount] as const)));
  });
  const byId = Object.fromEntries(daemons.map((daemon) => [daemon.id, daemon])) as unknown as Daemons;
  return { fleet, ...byId };
}
const branchesOf = ({ incident }: Fleet) => (incident?.data['branches'] ?? []) as ChainBranch[];
/** The tip and the nodes of each branch, the leading one first. */
const sides = (fleet: Fleet): string[] =>
  branchesOf(fleet).map(({ height, nodes }) => `${height}: ${nodes.map(({ name }) => name).join('+')}`);
const standings = (fleet: Fleet) => ['a', 'b', 'c', 'd'].map((id) => fleet.standing(id));

const off = { forkHeight: 100, isEven: false };
const even = { forkHeight: 100, isEven: true };

test.each<[string, [string, number], [string, number], string[], object[]]>([
  ['fewer blocks and more work', ['x', 3], ['y', 20], ['103: a+b', '120: c+d'], [null, null, off, off]],
  ['more blocks and less work', ['y', 20], ['x', 3], ['103: c+d', '120: a+b'], [off, off, null, null]],
  ['more blocks and more work', ['x', 20], ['y', 3], ['120: a+b', '103: c+d'], [null, null, off, off]],
  ['as many blocks and more work', ['y', 6], ['x', 6], ['106: c+d', '106: a+b'], [off, off, null, null]],
  ['one block of more work', ['y', 1], ['x', 1], ['101: c+d', '101: a+b'], [off, off, null, null]],
  ['fewer blocks and as much work', ['x', 3], ['z', 6], ['106: c+d', '103: a+b'], [even, even, even, even]],
] as never)('the branch with the most work leads: %s', (_what, first, second, expected, stand) => {
  const { fleet } = splitInto(first, second);
  fleet.run(180);
  expect(fleet.status).toBe('open');
  expect(sides(fleet)).toEqual(expected);
  expect(standings(fleet)).toEqual(stand);
});

describe('a split with fewer, heavier blocks', () => {
  const { fleet } = splitInto(['x', 3], ['y', 20]);
  fleet.run(180);

  test('names the nodes on the lighter branch as at risk', () => {
    const { message } = fleet.incident ?? {};
    expect(message).toContain('The chain up to block 120 (…y20) has less work than that up to block 103.');
    expect(message).toContain('At risk are consumers of 2 nodes: c, d.');
  });

  test('shows the work of both branches, and the height of the leading one', () => {
    const [leading, lighter] = branchesOf(fleet).map(({ chainWork }) => BigInt(`0x${chainWork}`));
    expect([leading, lighter]).toEqual([1160n, 1030n]);
    expect(fleet.shown).toMatchObject({ state: 'split', height: 103 });
    expect(branchesOf(fleet)[1]?.reasons.join()).toContain('has less work');
  });

  test('closes once all follow the heavier branch', () => {
    for (const daemon of fleet.daemons) daemon.chain = [...common, ...blocks('x', 3)];
    fleet.run(120);
    expect(fleet.history.at(-1)).toMatch(/^closed/);
    expect(standings(fleet)).toEqual([null, null, null, null]);
  });
});

test.each([
  ['one block each of the same work', ['x', 1], ['x_', 1]],
  ['two blocks against one of the same work', ['z', 2], ['x', 1]],
])('a race is decided by the next block: %s', (_what, first, second) => {
  const { fleet } = splitInto(first as [string, number], second as [string, number]);
  expect(fleet.run(1800).history).toEqual([]);
});

test('a reorganization to fewer blocks of more work opens nothing', () => {
  const { fleet, c, d } = splitInto(['x', 3], ['y', 20]);
  fleet.run(25);
  for (const daemon of [c, d]) daemon.chain = [...common, ...blocks('x', 3)];
  expect(fleet.run(600).history).toEqual([]);
});

describe('a branch that only a daemon reports', () => {
  const alone = (report: Partial<DaemonBranch>) => {
    const daemon = Object.assign(new FakeDaemon('a', [...common, ...blocks('y', 20)]), { blockWork });
    const branch = { height: 103, hash: 'x3', branchLength: 3, status: 'invalid', ...report } as DaemonBranch;
    daemon.branches = [branch];
    return new Fleet([daemon]).run(180);
  };
  const [more, less] = ['488', '400'].map((work) => work.padStart(64, '0'));

  test.each<[string, Partial<DaemonBranch>, number]>([
    ['rejected, lower and heavier', { chainWork: more as string }, 1],
    ['rejected, higher and lighter', { height: 130, branchLength: 30, chainWork: less as string }, 0],
    ['without its blocks, lower and heavier', { status: 'headers_only', chainWork: more as string }, 1],
    ['without its blocks, higher and lighter', { status: 'headers_only', height: 130, chainWork: less as string }, 0],
    ['rejected, higher and of unknown work', { height: 130, branchLength: 30 }, 1],
    ['rejected, lower and of unknown work', {}, 0],
  ])('%s', (_what, report, opened) => {
    expect(alone(report).history).toHaveLength(opened);
  });
});

describe('agents that report no work', () => {
  test('make the heights decide, which the message states with their names', () => {
    const { fleet, c, d } = splitInto(['x', 3], ['y', 20]);
    for (const daemon of [c, d]) daemon.blockWork = null;
    fleet.run(180);
    expect(sides(fleet)).toEqual(['120: c+d', '103: a+b']);
    expect(fleet.incident?.message).toContain('compared by height, because the work of c, d is unknown.');
  });

  test('change nothing where another agent reports the work of their block', () => {
    const { fleet, b, d } = splitInto(['x', 3], ['y', 20]);
    for (const daemon of [b, d]) daemon.blockWork = null;
    fleet.run(180);
    expect(sides(fleet)).toEqual(['103: a+b', '120: c+d']);
    expect(fleet.incident?.message).not.toContain('by height');
  });

  test('change nothing where they are offline', () => {
    const { fleet, d } = splitInto(['x', 3], ['y', 20]);
    Object.assign(d, { blockWork: null, chain: [...common], change: { executorOnline: false } });
    expect(sides(fleet.run(180))[0]).toBe('103: a+b+d');
  });
});
