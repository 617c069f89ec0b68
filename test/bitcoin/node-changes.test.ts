import { expect, test } from 'vitest';
import { type NodeWish, nodeChanges } from '../../src/bitcoin/node-changes.ts';
import { processorMs, unitOfWorkMs } from '../harness/processor-work.ts';
import { changeCases, wish } from './node-wish.ts';

test.each(changeCases)('a node that $what tells each change with what follows from it', ({ from, to, expected }) => {
  const changes = nodeChanges(wish(from), wish(to));
  const kinds = changes.map(({ field, consequences }) => [field, consequences.map(({ kind }) => kind)]);
  expect(Object.fromEntries(kinds)).toEqual(expected);
});

test('a change shows what was and what becomes, and hides secrets', () => {
  const overrides = [
    { key: 'torpassword', value: 'new-secret' },
    { key: 'addnode', value: 'a.example' },
    { key: 'addnode', value: 'b.example' },
  ];
  const from = wish({ overrides: [{ key: 'torpassword', value: 'old-secret' }] });
  expect(nodeChanges(from, wish({ overrides, resources: { cpuCores: 1, memoryMiB: 2048, diskGiB: 5 } }))).toEqual([
    { field: 'resources.memoryMiB', from: '1024', to: '2048', consequences: [expect.anything()] },
    { field: 'overrides.torpassword', from: null, to: null, consequences: [expect.anything()] },
    { field: 'overrides.addnode', from: null, to: 'a.example, b.example', consequences: [expect.anything()] },
  ]);
});

test('a node that does not run learns that its container changes with the next start', () => {
  const stopped: Partial<NodeWish> = { desiredState: 'stopped' };
  const [change] = nodeChanges(wish(stopped), wish({ ...stopped, clientVersion: '28.0' }));
  expect(change?.consequences[0]?.message).toContain('takes effect at the next start');
});

test('hundreds of overrides are judged within a moment', () => {
  const overrides = Array.from({ length: 200 }, (_, index) => ({ key: `uacomment${index}`, value: 'x' }));
  expect(processorMs(() => nodeChanges(wish({}), wish({ overrides })))).toBeLessThan(20 * unitOfWorkMs());
  expect(nodeChanges(wish({}), wish({ overrides }))).toHaveLength(200);
});
