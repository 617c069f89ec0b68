import { describe, expect, test } from 'vitest';
import { blocks, FakeDaemon, Fleet } from './fleet.ts';

const common = ['genesis', ...blocks('m', 100)];

/** Three nodes get three blocks, and the fourth rejects them and gets others. */
function divided(ownBlocks: number): Fleet {
  const fleet = new Fleet(['a', 'b', 'c', 'rebel'].map((id) => new FakeDaemon(id, common))).run(60);
  for (const daemon of fleet.daemons) daemon.mine('x', 3);
  const rebel = fleet.daemons[3];
  rebel?.reject(101);
  rebel?.mine('y', ownBlocks);
  return fleet.run(90);
}

describe('the standing of a node in a split', () => {
  test('names the fork for a node on the shorter branch', () => {
    expect(divided(1).standing('rebel')).toEqual({ forkHeight: 100, isEven: false });
  });

  test('names the fork for a node that has no block after it', () => {
    expect(divided(0).standing('rebel')).toEqual({ forkHeight: 100, isEven: false });
  });

  test('is null on the leading branch', () => {
    expect(divided(1).standing('a')).toBeNull();
  });

  test('goes by blocks, not by the number of nodes', () => {
    const fleet = divided(5);
    expect([fleet.standing('a'), fleet.standing('rebel')]).toEqual([{ forkHeight: 100, isEven: false }, null]);
  });

  test('is even on both sides of branches of one length', () => {
    const fleet = divided(3);
    const even = { forkHeight: 100, isEven: true };
    expect([fleet.standing('a'), fleet.standing('rebel')]).toEqual([even, even]);
  });

  test('is null again once all nodes agree', () => {
    const fleet = divided(1);
    const [leader, rebel] = [fleet.daemons[0], fleet.daemons[3]];
    if (leader === undefined || rebel === undefined) throw new Error('no daemons');
    rebel.branches = [];
    rebel.chain = [...leader.chain];
    fleet.run(120);
    expect(['a', 'rebel'].map((id) => fleet.standing(id))).toEqual([null, null]);
  });
});
