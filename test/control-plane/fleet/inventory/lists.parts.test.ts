import { beforeAll, describe, expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';

const { controlPlane, host, newNode, stranger } = sharedInhabited();

async function register(name: string, version: string): Promise<string> {
  const registered = await TestExecutor.withKey(controlPlane, name);
  return (await registered.sync({ version })).data.syncExecutor.executorId;
}

describe('the conditions of lists', () => {
  const ids: Record<string, string> = {};

  // host-1 has a (running, height 10), b (failing) and c (signet, pending); host-2 has d; host-3 has none and is cordoned.
  beforeAll(async () => {
    for (const name of ['host-2', 'host-3']) ids[name] = await register(name, name === 'host-2' ? '1.10.0' : '1.9.0');
    ids['a'] = await newNode({ name: 'a', resources: { memoryMiB: 512 } });
    ids['b'] = await newNode({ name: 'b', resources: { memoryMiB: 1024 } });
    ids['c'] = await newNode({ name: 'c', network: 'signet', desiredState: 'stopped' });
    ids['d'] = await newNode({ name: 'd', executorId: ids['host-2'], resources: { memoryMiB: 2048 } });
    const since = new Date().toISOString();
    await host.sync({
      nodes: [
        { id: ids['a'], phase: 'running', since },
        { id: ids['b'], phase: 'failing', since },
      ],
    });
    await host.report([host.event({ nodeId: ids['a'], kind: 'node.sample', data: sample(10) })]);
    await controlPlane.ask(
      'mutation($id: ID!) { cordonExecutor(where: { id: $id }, reason: "repair") { id } updateExecutor(where: { id: $id }, data: { labels: [{ key: "region", value: "eu" }, { key: "disk", value: "ssd" }] }) { id } }',
      { id: ids['host-3'] },
    );
  });

  const nodesDocument = `query($where: NodeWhereInput, $orderBy: [NodeOrderByInput!]) {
    nodes(where: $where, orderBy: $orderBy) { name } nodesCount(where: $where) }`;
  const executorsDocument = `query($where: ExecutorWhereInput, $orderBy: [ExecutorOrderByInput!]) {
    executors(where: $where, orderBy: $orderBy) { name } executorsCount(where: $where) }`;

  const names = (rows: { name: string }[]) => rows.map(({ name }) => name).join(' ');

  test.each<[string, object, string]>([
    ['a phase', { phase: 'running' }, 'a'],
    ['several phases', { phases: { in: ['pending', 'failing'] } }, 'b c d'],
    ['phases that it must not be in', { phases: { notIn: ['pending'] } }, 'a b'],
    ['a network that must not be', { networks: { not: { equals: 'regtest' } } }, 'c'],
    ['no network', { networks: { in: [] } }, ''],
    ['what is asked', { desiredStates: { equals: 'stopped' } }, 'c'],
    ['a range of memory', { memoryMiB: { gt: 512, lte: 2048 }, network: 'regtest' }, 'b d'],
    ['a height', { height: { gte: 10 } }, 'a'],
    ['a height that it must not have, which an unknown one does not meet', { NOT: [{ height: { equals: 9 } }] }, 'a'],
    ['whether it catches up', { initialBlockDownload: { equals: false } }, 'a'],
    ['its executor', { executor: { is: { name: { equals: 'host-2' } } } }, 'd'],
    ['what its executor is not', { executor: { isNot: { version: { startsWith: '1.10' } } } }, 'a b c'],
    ['an executor that has a failing node', { executor: { is: { nodes: { some: { phase: 'failing' } } } } }, 'a b c'],
    [
      'a condition through relations and back',
      {
        name: { equals: 'a' },
        executor: { is: { nodes: { some: { name: { equals: 'b' }, executor: { is: { status: 'online' } } } } } },
      },
      'a',
    ],
    [
      'alternatives across a relation',
      { OR: [{ phase: 'running' }, { executor: { is: { name: { equals: 'host-2' } } } }] },
      'a d',
    ],
    ['no alternatives', { OR: [] }, ''],
    ['a part of its name in another case', { name: { startsWith: 'A', mode: 'insensitive' } }, 'a'],
    ['several names', { name: { in: ['a', 'c'] } }, 'a c'],
    ['a name with a wildcard, which is none', { name: { contains: '%' } }, ''],
    [
      'a name that must not be like this',
      { name: { not: { contains: 'b' } }, executorName: { equals: 'host-1' } },
      'a c',
    ],
    ['the name of no executor', { executorName: { equals: 'elsewhere' } }, ''],
    ['a time to come', { createdAt: { gt: '2999-01-01T00:00:00Z' } }, ''],
  ])('nodes are found by %s', async (_what, where, expected) => {
    const { nodes, nodesCount } = await controlPlane.ask(nodesDocument, { where });
    expect([names(nodes), nodesCount]).toEqual([expected, nodes.length]);
  });

  test.each<[string, object, string]>([
    ['a node that is there', { nodes: { some: { name: { equals: 'd' } } } }, 'host-2'],
    ['a condition that every node meets', { nodes: { every: { network: 'regtest' } } }, 'host-2 host-3'],
    [
      'a condition that every node meets, where it is unknown of some',
      { nodes: { every: { height: { gt: 0 } } } },
      'host-3',
    ],
    ['a condition that no node meets', { nodes: { none: { phase: 'failing' } } }, 'host-2 host-3'],
    ['having a node', { nodes: { some: {} } }, 'host-1 host-2'],
    ['having no node', { nodes: { none: {} } }, 'host-3'],
    ['being cordoned', { cordoned: { equals: true } }, 'host-3'],
    ['not being cordoned', { cordoned: { not: { equals: true } } }, 'host-1 host-2'],
    ['not being drained', { draining: { equals: false } }, 'host-1 host-2 host-3'],
    [
      'its labels',
      {
        labels: [
          { key: 'disk', value: 'ssd' },
          { key: 'region', value: 'eu' },
        ],
      },
      'host-3',
    ],
    ['a label of another value', { labels: [{ key: 'region', value: 'us' }] }, ''],
    ['whether it is online', { statuses: { notIn: ['offline'] }, name: { gt: 'host-1' } }, 'host-2 host-3'],
  ])('executors are found by %s', async (_what, where, expected) => {
    const { executors, executorsCount } = await controlPlane.ask(executorsDocument, { where });
    expect([names(executors), executorsCount]).toEqual([expected, executors.length]);
  });

  test.each<[object[], string]>([
    [[{ memoryMiB: 'desc' }], 'c d b a'],
    [[{ network: 'desc' }, { name: 'desc' }], 'c d b a'],
    [[{ network: 'desc' }], 'c a b d'],
    [[{ executorName: 'desc' }], 'd a b c'],
    [[{ phase: 'asc' }], 'b c d a'],
    [[{ height: { sort: 'asc' } }], 'a b c d'],
    [[{ height: { sort: 'asc', nulls: 'first' } }], 'b c d a'],
    [[{ height: { sort: 'desc', nulls: 'last' } }], 'a b c d'],
  ])('nodes are ordered by %j, and equal ones by name', async (orderBy, expected) => {
    expect(names((await controlPlane.ask(nodesDocument, { orderBy })).nodes)).toBe(expected);
  });

  test('lists are paged, by pages of 1 to 500', async () => {
    expect((await controlPlane.ask('{ nodes(take: 1, skip: 1) { name } }')).nodes).toEqual([{ name: 'b' }]);
    for (const page of ['take: 0', 'take: 501', 'skip: -1'])
      expect(codeOf(await controlPlane.call(`{ nodes(${page}) { name } }`))).toBe('invalid_input');
  });

  test('executors are ordered by several fields', async () => {
    const { executors } = await controlPlane.ask(executorsDocument, {
      orderBy: [{ status: 'asc' }, { version: 'desc' }],
    });
    expect(names(executors)).toBe('host-3 host-2 host-1');
  });

  test('nodes are counted by phase and network, as far as they meet a condition', async () => {
    const document = `query($where: NodeWhereInput) { nodeCounts(where: $where) {
      total byPhase { phase nodes } byNetwork { network nodes } } }`;
    expect((await controlPlane.ask(document)).nodeCounts).toMatchObject({
      total: 4,
      byPhase: expect.arrayContaining([
        { phase: 'pending', nodes: 2 },
        { phase: 'running', nodes: 1 },
        { phase: 'failing', nodes: 1 },
      ]),
      byNetwork: [
        { network: 'regtest', nodes: 3 },
        { network: 'signet', nodes: 1 },
      ],
    });
    const { nodeCounts } = await controlPlane.ask(document, {
      where: { executor: { is: { name: { equals: 'host-2' } } } },
    });
    expect(nodeCounts).toMatchObject({ total: 1, byPhase: [{ phase: 'pending', nodes: 1 }] });
  });

  test('for another organization, none of it counts', async () => {
    const document = '{ nodesCount executorsCount nodeCounts { total byPhase { nodes } } }';
    expect(await controlPlane.ask(document, {}, stranger.personalKey)).toEqual({
      nodesCount: 0,
      executorsCount: 0,
      nodeCounts: { total: 0, byPhase: [] },
    });
  });

  test.each([
    [
      'too many relations',
      'nodes',
      { executor: { is: { nodes: { some: { executor: { is: { nodes: { some: {} } } } } } } } },
      'at most 3 nested relations',
    ],
    ['a relation that is null', 'nodes', { executor: { is: null } }, 'where.executor.is: must not be null'],
    ['a number that is null', 'nodes', { height: { gt: null } }, 'where.height.gt: must not be null'],
  ])('a condition with %s is refused', async (_what, _root, where, message) => {
    const answer = await controlPlane.call(nodesDocument, { where });
    expect(codeOf(answer)).toBe('invalid_input');
    expect(answer.errors?.[0]?.message).toContain(message);
  });
});
