import { expect, test } from 'vitest';
import { NodeSlots } from '../../../src/gateway/members/node-slots.ts';

test('gives the members of one node the same slots, and other nodes others', () => {
  const nodes = new NodeSlots();
  const [first, second, other] = ['a', 'a', 'b'].map((id) => nodes.acquire(id));
  expect([second === first, other === first]).toEqual([true, false]);
});

test('forgets a node when its last member is gone', () => {
  const nodes = new NodeSlots();
  const slots = nodes.acquire('a');
  nodes.acquire('a');
  nodes.release('a');
  expect(nodes.acquire('a')).toBe(slots);
  nodes.release('a');
  nodes.release('a');
  expect(nodes.acquire('a')).not.toBe(slots);
});
