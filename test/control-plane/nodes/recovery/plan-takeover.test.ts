import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { planTakeover } from '../../../../src/control-plane/nodes/recovery/plan-takeover.ts';
import { heldNode } from '../../../harness/held-node.ts';

const nothing = { names: new Set<string>(), ids: new Set<string>() };
const plan = async (held: Parameters<typeof heldNode>[0], taken: Partial<typeof nothing> = {}) =>
  (await planTakeover('berlin', [heldNode(held)], { ...nothing, ...taken }))[0];

test('a node keeps its name where nobody has it', async () => {
  expect(await plan({ name: 'alice' })).toMatchObject({ newName: 'alice', problem: null });
});

test('a name that the organization has already gets the host’s name', async () => {
  expect((await plan({ name: 'alice' }, { names: new Set(['alice']) }))?.newName).toBe('alice-berlin');
  expect((await plan({ name: 'alice' }, { names: new Set(['alice', 'alice-berlin']) }))?.newName).toBe(
    'alice-berlin-2',
  );
});

test('a suffix takes no name of another node that is offered', async () => {
  const held = [heldNode({ name: 'alice' }), heldNode({ name: 'alice-berlin' })];
  const planned = await planTakeover('berlin', held, { ...nothing, names: new Set(['alice']) });
  expect(planned.map(({ newName }) => newName)).toEqual(['alice-berlin-2', 'alice-berlin']);
});

test('of two offered nodes of one name, the second gets a name of its own', async () => {
  const planned = await planTakeover('berlin', [heldNode({ name: 'alice' }), heldNode({ name: 'alice' })], nothing);
  expect(planned.map(({ newName }) => newName)).toEqual(['alice', 'alice-berlin']);
});

test('a name stays within 63 characters', async () => {
  const name = 'a'.repeat(63);
  const [renamed] = await planTakeover('h'.repeat(63), [heldNode({ name })], { ...nothing, names: new Set([name]) });
  expect(renamed?.newName).toMatch(/^ah{62}$/);
});

test('other work has its turn after each node', async () => {
  const order: string[] = [];
  const planned = planTakeover('berlin', [heldNode(), heldNode(), heldNode()], nothing).then(() =>
    order.push('planned'),
  );
  for (const turn of ['first', 'second']) {
    await setImmediate();
    order.push(turn);
  }
  await planned;
  expect(order).toEqual(['first', 'second', 'planned']);
});

const id = randomUUID();
const move = { id: randomUUID(), kind: 'move', params: { from: 'default', to: 'ssd' }, hasStarted: false };
test.each([
  ['an id that is no UUID', { id: '../etc' }, 'this id cannot be used here'],
  ['an id in capitals', { id: id.toUpperCase().replace(/^./, 'A') }, 'this id cannot be used here'],
  ['an id that somebody has', { id }, 'this id cannot be used here'],
  ['an operation whose id somebody has', { operations: [{ ...move, id }] }, 'this id cannot be used here'],
  ['an operation whose id is no UUID', { operations: [{ ...move, id: 'x' }] }, 'its operations'],
  ['an operation of another kind', { operations: [{ ...move, kind: 'dance' }] }, 'its operations'],
  ['an operation with wrong parameters', { operations: [{ ...move, params: { to: '../etc' } }] }, 'its operations'],
  ['a name with a line break', { name: 'a\nb' }, 'the name'],
  ['an override of the platform’s', { overrides: [{ key: 'datadir', value: '/etc' }] }, 'datadir'],
  ['a value with a line break', { overrides: [{ key: 'maxmempool', value: '5\nrpcbind=0.0.0.0' }] }, 'overrides'],
  ['an option with a wrong value', { overrides: [{ key: 'maxmempool', value: 'much' }] }, 'maxmempool'],
  ['resources below the least', { resources: { cpuCores: 0, memoryMiB: 1, diskGiB: 0 } }, 'resources'],
] as const)('%s is a problem', async (_what, held, problem) => {
  expect((await plan(held as Parameters<typeof heldNode>[0], { ids: new Set([id]) }))?.problem).toContain(problem);
});
