import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Claim, planTakeover } from '../../../../src/control-plane/nodes/recovery/plan-takeover.ts';
import { heldNode } from '../../../harness/held-node.ts';

const nothing = { names: new Set<string>(), ids: new Set<string>(), claims: new Map<string, Claim[]>() };

const long = 'a'.repeat(63);
test.each<[what: string, held: string[], taken: string[], expected: string[], host?: string]>([
  ['keeps its name where nobody has it', ['alice'], [], ['alice']],
  ['gets the host’s name where the organization has its own', ['alice'], ['alice'], ['alice-berlin']],
  ['gets a number where that is taken too', ['alice'], ['alice', 'alice-berlin'], ['alice-berlin-2']],
  ['takes no name of another offered node', ['alice', 'alice-berlin'], ['alice'], ['alice-berlin-2', 'alice-berlin']],
  ['gets a name of its own where another offered one has it', ['alice', 'alice'], [], ['alice', 'alice-berlin']],
  ['keeps within 63 characters', [long], [long], [`${'a'.repeat(56)}-berlin`]],
  ['keeps within 63 characters on a host with a long name', [long], [long], [`a${'h'.repeat(62)}`], 'h'.repeat(63)],
])('a node %s', async (_what, held, taken, expected, host = 'berlin') => {
  const nodes = held.map((name) => heldNode({ name }));
  const planned = await planTakeover(host, nodes, { ...nothing, names: new Set(taken) });
  expect(planned.map(({ newName }) => newName)).toEqual(expected);
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
const move = { id: randomUUID(), kind: 'move', params: { move: { from: 'default', to: 'ssd' } }, hasStarted: false };
test.each([
  ['an id that is no UUID', { id: '../etc' }, 'no UUID in lower case'],
  ['an id in capitals', { id: id.toUpperCase().replace(/^./, 'A') }, 'no UUID in lower case'],
  ['an id that another node has', { id }, 'has its id'],
  ['an operation whose id another one has', { operations: [{ ...move, id }] }, 'has its id'],
  ['two operations with one id', { operations: [move, move] }, 'has its id'],
  ['an operation whose id is no UUID', { operations: [{ ...move, id: 'x' }] }, 'its operations'],
  ['an operation of another kind', { operations: [{ ...move, kind: 'dance' }] }, 'its operations'],
  ['an operation with parameters of another kind', { operations: [{ ...move, kind: 'reindex' }] }, 'its operations'],
  [
    'an operation with wrong parameters',
    { operations: [{ ...move, params: { move: { from: 'default', to: '../etc' } } }] },
    'its operations',
  ],
  ['a name with a line break', { name: 'a\nb' }, 'the name'],
  ['an override of the platform’s', { overrides: [{ key: 'datadir', value: '/etc' }] }, 'datadir'],
  ['a value with a line break', { overrides: [{ key: 'maxmempool', value: '5\nrpcbind=0.0.0.0' }] }, 'overrides'],
  ['an option with a wrong value', { overrides: [{ key: 'maxmempool', value: 'much' }] }, 'maxmempool'],
  ['resources below the least', { resources: { cpuCores: 0, memoryMiB: 1, diskGiB: 0 } }, 'resources'],
] as const)('%s is a problem', async (_what, held, problem) => {
  const node = heldNode(held as Parameters<typeof heldNode>[0]);
  const [planned] = await planTakeover('berlin', [node], { ...nothing, ids: new Set([id]) });
  expect(planned?.problem).toContain(problem);
});

test.each<[what: string, claims: Claim[], problem: RegExp | null, rival: string | null]>([
  ['offered by its host alone', [{ host: 'berlin', isProven: false }], null, null],
  ['offered by another host too', [{ host: 'oslo', isProven: false }], /^oslo offers .* decline the offer/, 'oslo'],
  ['that a host with a proven key has', [{ host: 'oslo', isProven: true }], /^oslo, which is a host/, null],
])('a node %s has the right problem', async (_what, claims, problem, rival) => {
  const node = heldNode();
  const [planned] = await planTakeover('berlin', [node], { ...nothing, claims: new Map([[node.id, claims]]) });
  expect(planned).toMatchObject({ problem: problem === null ? null : expect.stringMatching(problem), rival });
});
