import { describe, expect, test } from 'vitest';
import { blocks, FakeDaemon, Fleet } from './fleet.ts';

const common = ['genesis', ...blocks('m', 100)];

/** Three nodes go on, and the fourth has so many of their blocks and headers fewer. */
function passed(count: number, change: Partial<Pick<FakeDaemon, 'change' | 'catchesUp' | 'sample'>> = {}) {
  const fleet = new Fleet(['a', 'b', 'c', 'd'].map((id) => new FakeDaemon(id, common)));
  const [a, b, c, d] = fleet.run(60).daemons as [FakeDaemon, FakeDaemon, FakeDaemon, FakeDaemon];
  Object.assign(d, change);
  for (const daemon of [a, b, c]) daemon.mine('x', count);
  return { fleet, others: [a, b, c], d };
}

const openedAt = ({ history }: Fleet): number => Number(history[0]?.split(' ')[1]) - 60;

describe('a daemon that drops the headers of the next blocks', () => {
  test.each([
    [3, 600, 615],
    [6, 40, 60],
    [1000, 40, 60],
  ])('of %i blocks opens an incident after %i s', (count, from, to) => {
    const { fleet } = passed(count);
    expect(fleet.run(to).status).toBe('open');
    expect(openedAt(fleet)).toBeGreaterThanOrEqual(from);
    expect(fleet.splitNodes).toContain('d');
    expect(fleet.incident?.data).toMatchObject({
      forkHeight: 100,
      branches: [{}, { nodes: [{ name: 'd' }], blocks: 0 }],
    });
    expect(fleet.incident?.message).toContain('d knows no header of the other branch although it had peers');
  });

  test('keeps its incident without peers and across restarts until it advances', () => {
    const { fleet, others, d } = passed(6);
    fleet.run(60);
    for (const daemon of others) daemon.mine('z', 1000);
    d.sample = { peers: 0 };
    d.change = { phase: 'starting' };
    fleet.run(300);
    d.change = {};
    d.catchesUp = true;
    fleet.run(300);
    expect(fleet.history).toHaveLength(1);
    d.chain = [...(others[0]?.chain ?? [])];
    const healed = fleet.seconds;
    fleet.run(120);
    expect(fleet.history).toHaveLength(2);
    expect(Number(fleet.history[1]?.split(' ')[1]) - healed).toBeLessThanOrEqual(70);
  });
});

test('a node whose peers turn out to be gone after three blocks is in no split', () => {
  const { fleet, d } = passed(3);
  fleet.run(300);
  d.sample = { peers: 0 };
  expect(fleet.run(1800).history).toEqual([]);
});

test.each<[what: string, count: number, change: Parameters<typeof passed>[1]]>([
  ['two blocks', 2, {}],
  ['blocks whose headers it has', 50, { sample: { headers: 150 } }],
  ['blocks while it has no peers', 50, { sample: { peers: 0 } }],
  ['blocks while it syncs', 50, { catchesUp: true }],
  ['blocks while its host is offline', 50, { change: { executorOnline: false } }],
])('a node that lags %s (%i) is in no split', (_what, count, change) => {
  const { fleet } = passed(count, change);
  expect(fleet.run(1800).history).toEqual([]);
  expect(fleet.splitNodes).toEqual(new Set());
});

test('a node whose block is not on the others’ chain stands on its own branch', () => {
  const { fleet, d } = passed(9);
  d.chain[100] = 'own';
  fleet.run(60);
  expect(fleet.incident?.message).toContain('has split after block 99: ');
  expect(fleet.incident?.message).not.toContain('knows no header');
});

describe('a node of a split that is stopped', () => {
  test.each<[side: string, stop: (others: FakeDaemon[], d: FakeDaemon) => FakeDaemon[]]>([
    ['the side of fewer nodes', (_others, d) => [d]],
    ['the side of more nodes', (others) => others],
    ['each side', (others, d) => [...others, d]],
  ])('keeps the incident open: all nodes of %s, for 15 minutes', (_side, stop) => {
    const { fleet, others, d } = passed(9);
    d.mine('y', 5);
    expect(fleet.run(60).status).toBe('open');
    const stopped = stop(others, d);
    for (const daemon of stopped) daemon.change = { desiredState: 'stopped', phase: 'stopped' };
    fleet.run(900);
    for (const daemon of stopped) daemon.change = {};
    expect(fleet.run(300).history).toHaveLength(1);
    d.chain = [...(others[0]?.chain ?? [])];
    fleet.run(120);
    expect(fleet.history.at(-1)).toMatch(/^closed/);
  });

  test('ends it where it is deleted, and where the others come to its branch', () => {
    const { fleet, others, d } = passed(9);
    d.mine('y', 12);
    fleet.run(60);
    d.change = { desiredState: 'stopped', phase: 'stopped' };
    fleet.run(300);
    for (const daemon of others) daemon.chain = [...d.chain, 'next'];
    fleet.run(120);
    expect(fleet.history).toHaveLength(2);
    const other = passed(9);
    other.d.mine('y', 5);
    other.fleet.run(60);
    other.d.change = { desiredState: 'stopped', phase: 'stopped' };
    other.fleet.run(300).daemons = other.others;
    other.fleet.run(120);
    expect(other.fleet.history).toHaveLength(2);
  });

  test('counts no more once all agreed, nor does one that was stopped before', () => {
    const { fleet, others, d } = passed(1);
    d.mine('stale', 1);
    fleet.run(5);
    d.change = { desiredState: 'stopped', phase: 'stopped' };
    for (const daemon of others) daemon.mine('z', 9);
    fleet.run(300);
    expect(fleet.judgement).toBeNull();
    expect(fleet.history).toEqual([]);
  });
});
