import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';

const { controlPlane, host, newNode } = sharedInhabited();
const database = sharedDatabase(controlPlane);

async function register(name: string, version: string): Promise<string> {
  const registered = await TestExecutor.withKey(controlPlane, name);
  return (await registered.sync({ version })).data.syncExecutor.executorId;
}

describe('the conditions of lists', () => {
  const ids: Record<string, string> = {};
  const labels = [
    { key: 'region', value: 'eu' },
    { key: 'disk', value: 'ssd' },
  ];

  // host-1 has a (running, height 10), b (failing) and c (signet, pending); host-2 has d; host-3 has none and is cordoned.
  beforeAll(async () => {
    for (const name of ['host-2', 'host-3']) ids[name] = await register(name, name === 'host-2' ? '1.10.0' : '1.9.0');
    ids['a'] = await newNode({ name: 'a', resources: { memoryMiB: 512 } });
    ids['b'] = await newNode({ name: 'b', resources: { memoryMiB: 1024 } });
    ids['c'] = await newNode({ name: 'c', network: 'signet', desiredState: 'stopped', labels });
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
      `mutation($id: ID!, $labels: [LabelInput!]!) { cordonExecutor(where: { id: $id }, reason: "repair") { executor { id } }
        updateExecutor(data: { labels: $labels }, where: { id: $id }) { executor { id } } }`,
      { id: ids['host-3'], labels },
    );
  });

  const nodesDocument = `query($where: NodeWhereInput, $orderBy: [NodeOrderByInput!]) {
    nodes(where: $where, orderBy: $orderBy) { name } nodeCounts(where: $where) { total } }`;
  const executorsDocument = `query($where: ExecutorWhereInput, $orderBy: [ExecutorOrderByInput!]) {
    executors(where: $where, orderBy: $orderBy) { name } executorCounts(where: $where) { total online offline } }`;

  const names = (rows: { name: string }[]) => rows.map(({ name }) => name).join(' ');

  test.each<[string, object, string]>([
    ['a phase', { phase: { equals: 'running' } }, 'a'],
    ['several phases', { phase: { in: ['pending', 'failing'] } }, 'b c d'],
    ['a network that must not be', { network: { not: { equals: 'regtest' } } }, 'c'],
    ['what is asked', { desiredState: { equals: 'stopped' } }, 'c'],
    ['a range of memory', { memoryMiB: { gt: 512, lte: 2048 }, network: { equals: 'regtest' } }, 'b d'],
    ['a height that it must not have, which an unknown one does not meet', { NOT: [{ height: { equals: 9 } }] }, 'a'],
    ['its labels, all of which it must have', { labels }, 'c'],
    ['one label that it must not have', { NOT: [{ labels: labels.slice(1) }] }, 'a b d'],
    ['whether it catches up', { initialBlockDownload: { equals: false } }, 'a'],
    ['what its executor is not', { executor: { isNot: { version: { startsWith: '1.10' } } } }, 'a b c'],
    [
      'an executor that has a failing node',
      { executor: { is: { nodes: { some: { phase: { equals: 'failing' } } } } } },
      'a b c',
    ],
    [
      'a condition through relations and back',
      {
        name: { equals: 'a' },
        executor: {
          is: { nodes: { some: { name: { equals: 'b' }, executor: { is: { status: { equals: 'online' } } } } } },
        },
      },
      'a',
    ],
    [
      'alternatives across a relation',
      { OR: [{ phase: { equals: 'running' } }, { executor: { is: { name: { equals: 'host-2' } } } }] },
      'a d',
    ],
    ['a name with a wildcard, which is none', { name: { contains: '%' } }, ''],
    [
      'a name that must not be like this',
      { name: { not: { contains: 'b' } }, executorName: { equals: 'host-1' } },
      'a c',
    ],
    ['a time to come', { createdAt: { gt: '2999-01-01T00:00:00Z' } }, ''],
  ])('nodes are found by %s', async (_what, where, expected) => {
    const { nodes, nodeCounts } = await controlPlane.ask(nodesDocument, { where });
    expect([names(nodes), nodeCounts.total]).toEqual([expected, nodes.length]);
  });

  test.each<[string, object, string]>([
    ['a condition that every node meets', { nodes: { every: { network: { equals: 'regtest' } } } }, 'host-2 host-3'],
    ['a condition that is unknown of some nodes', { nodes: { every: { height: { gt: 0 } } } }, 'host-3'],
    ['a condition that no node meets', { nodes: { none: { phase: { equals: 'failing' } } } }, 'host-2 host-3'],
    ['having no node', { nodes: { none: {} } }, 'host-3'],
    ['not being cordoned', { cordoned: { not: { equals: true } } }, 'host-1 host-2'],
    ['not being drained', { draining: { equals: false } }, 'host-1 host-2 host-3'],
    ['its labels', { labels }, 'host-3'],
    ['whether it is online', { status: { notIn: ['offline'] }, name: { gt: 'host-1' } }, 'host-2 host-3'],
  ])('executors are found by %s', async (_what, where, expected) => {
    const { executors, executorCounts } = await controlPlane.ask(executorsDocument, { where });
    expect([names(executors), executorCounts.total]).toEqual([expected, executors.length]);
  });

  test.each<[object[], string]>([
    [[{ memoryMiB: 'desc' }], 'c d b a'],
    [[{ network: 'desc' }], 'c a b d'],
    [[{ executorName: 'desc' }], 'd a b c'],
    [[{ phase: 'asc' }], 'b c d a'],
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
    const orderBy = [{ status: 'asc' }, { version: 'desc' }];
    expect(names((await controlPlane.ask(executorsDocument, { orderBy })).executors)).toBe('host-3 host-2 host-1');
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
    const where = { executor: { is: { name: { equals: 'host-2' } } } };
    const { nodeCounts } = await controlPlane.ask(document, { where });
    expect(nodeCounts).toMatchObject({ total: 1, byPhase: [{ phase: 'pending', nodes: 1 }] });
  });

  const endless = { executor: { is: { nodes: { some: { executor: { is: { nodes: { some: {} } } } } } } } };
  test.each([
    ['too many relations', endless, 'at most 3 nested relations'],
    ['a relation that is null', { executor: { is: null } }, 'where.executor.is: must not be null'],
  ])('a condition with %s is refused', async (_what, where, message) => {
    const answer = await controlPlane.call(nodesDocument, { where });
    expect(codeOf(answer)).toBe('invalid_input');
    expect(answer.errors?.[0]?.message).toContain(message);
  });
});

describe('the problems of a node', () => {
  const ids: Record<string, string> = {};
  const since = '2026-01-01T00:00:00.000Z';
  const problem = (code: string) => ({ code, reason: `about ${code}`, since });

  // a has no peers, b a problem from a later version, c is behind the others, d is healthy, e was never reported.
  beforeAll(async () => {
    await database.execute(sql`DELETE FROM node`);
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids[name] = await newNode({ name });
    const reported = { phase: 'syncing', since };
    await host.sync({
      nodes: [
        { ...reported, id: ids['a'], problems: [problem('no_peers'), problem('clock_off')] },
        { ...reported, id: ids['b'], problems: [problem('of_the_future')] },
        { ...reported, phase: 'running', id: ids['c'], problems: [] },
        { ...reported, phase: 'running', id: ids['d'] },
      ],
    });
    await database.execute(sql`
      INSERT INTO alert_incident (organization_id, code, severity, status, message, data, subject_type, subject_id, subject_name,
        started_at, opened_at, updated_at)
      SELECT ${controlPlane.made.organizationId}, code, 'warning', status, 'It is behind.', '{}', 'node', ${ids['c']}, 'c', now(), now(), now()
      FROM (VALUES ('behind_network', 'open'), ('tip_stale', 'open')) AS found (code, status)`);
  });

  const document = `query($where: NodeWhereInput) { nodes(where: $where) { name problems { code reason advice since } } }`;

  async function codes(where: object = {}): Promise<Record<string, string[]>> {
    const { nodes } = await controlPlane.ask(document, { where });
    const found: { name: string; problems: { code: string }[] }[] = nodes;
    return Object.fromEntries(found.map(({ name, problems }) => [name, problems.map(({ code }) => code)]));
  }

  test('a node shows what its agent tells of it, and what its siblings do', async () => {
    expect(await codes()).toEqual({ a: ['no_peers', 'clock_off'], b: ['other'], c: ['behind_network'], d: [], e: [] });
    const { nodes } = await controlPlane.ask(document, { where: { name: { in: ['a', 'c'] } } });
    expect(nodes[0].problems[0]).toMatchObject({
      ...{ reason: 'about no_peers', since },
      advice: expect.stringMatching(/Check that the host reaches/),
    });
    expect(nodes[1].problems[0]).toMatchObject({ reason: 'It is behind.' });
  });

  test.each<[object, string]>([
    [{ problems: { has: 'no_peers' } }, 'a'],
    [{ problems: { has: 'tip_stale' } }, ''],
    [{ problems: { has: 'other' } }, 'b'],
    [{ problems: { has: 'behind_network' } }, 'c'],
    [{ problems: { hasSome: ['other', 'behind_network'] } }, 'b c'],
    [{ problems: { hasSome: [] } }, ''],
    [{ problems: { isEmpty: false } }, 'a b c'],
    [{ problems: { isEmpty: true } }, 'd e'],
    [{ NOT: [{ problems: { has: 'clock_off' } }] }, 'b c d e'],
    [{ phase: { in: ['running', 'pending'] } }, 'd e'],
    [{ phase: { in: ['running', 'syncing'] } }, 'a b c d'],
    [{ phase: { notIn: ['running'] } }, 'a b c e'],
    [{ phase: { not: { in: ['syncing', 'pending'] } } }, 'd'],
    [{ phase: { equals: 'running', notIn: ['running'] } }, ''],
    [{ phase: { in: [] } }, ''],
    [{ NOT: [{ phase: { equals: 'running' } }] }, 'a b c e'],
  ])('nodes are found by %j', async (where, names) => {
    expect(Object.keys(await codes(where)).join(' ')).toBe(names);
  });

  test('a node behind its siblings is shown, found, counted and sorted as syncing', async () => {
    const { nodes, nodeCounts } = await controlPlane.ask(
      '{ nodes(orderBy: [{ phase: asc }]) { name status { phase reason } } nodeCounts { byPhase { phase nodes } } }',
    );
    const phases = nodes.map(
      ({ name, status }: { name: string; status: { phase: string } }) => `${name} ${status.phase}`,
    );
    expect(phases).toEqual(['a syncing', 'b syncing', 'c syncing', 'e pending', 'd running']);
    expect(nodes[2].status.reason).toBe('It is behind.');
    expect(Object.keys(await codes({ phase: { equals: 'running' } })).join(' ')).toBe('d');
    expect(Object.keys(await codes({ phase: { in: ['syncing'] } })).join(' ')).toBe('a b c');
    expect(nodeCounts.byPhase).toContainEqual({ phase: 'syncing', nodes: 3 });
  });

  test('a gap of a network is a problem of a node only if it is alone on its block', async () => {
    const stale = [problem('tip_stale')];
    await host.sync({ nodes: [{ phase: 'running', since, id: ids['d'], problems: stale }] });
    const ofD = async () => {
      const { nodes } = await controlPlane.ask(
        'query($where: NodeWhereInput) { nodes(where: $where) { problems { code } health { state } } }',
        { where: { name: { equals: 'd' } } },
      );
      const found = await Promise.all(
        [{ problems: { has: 'tip_stale' } }, { problems: { isEmpty: false } }, { health: { equals: 'problem' } }].map(
          async (where) => 'd' in (await codes(where)),
        ),
      );
      const [{ problems, health }] = nodes;
      return [problems.length, health.state === 'problem', ...found];
    };
    const open = (type: string, id: string | undefined, status: string) =>
      database.execute(sql`
        INSERT INTO alert_incident (organization_id, code, severity, status, message, data, subject_type, subject_id, subject_name,
          started_at, opened_at, updated_at)
        VALUES (${controlPlane.made.organizationId}, 'tip_stale', 'warning', ${status}, 'No block.', '{}', ${type}, ${id}, 'x',
          now(), now(), now())`);
    expect(await ofD()).toEqual([1, true, true, true, true]);
    await database.execute(
      sql`UPDATE node SET network = 'signet', signet = '{"challenge":"51","seedNodes":[]}' WHERE name = 'd'`,
    );
    await open('network', 'signet', 'pending');
    expect(await ofD()).toEqual([1, true, true, true, true]);
    await open('network', 'signet:51', 'pending');
    expect(await ofD()).toEqual([0, false, false, false, false]);
    await database.execute(sql`UPDATE node SET network = 'regtest', signet = NULL WHERE name = 'd'`);
    await open('network', 'regtest', 'pending');
    expect(await ofD()).toEqual([0, false, false, false, false]);
    await open('node', ids['d'], 'open');
    expect(await ofD()).toEqual([1, true, true, true, true]);
    await database.execute(sql`DELETE FROM alert_incident WHERE code = 'tip_stale'`);
    await host.sync({ nodes: [{ phase: 'running', since, id: ids['d'], problems: [] }] });
  });

  test('what an offline executor said last is no problem of now', async () => {
    await database.update(executor).set({ online: false });
    expect(await codes()).toEqual({ a: [], b: [], c: [], d: [], e: [] });
    expect(await codes({ problems: { isEmpty: false } })).toEqual({});
    expect(Object.keys(await codes({ phase: { equals: 'unknown' } })).join(' ')).toBe('a b c d');
    expect(Object.keys(await codes({ phase: { not: { equals: 'unknown' } } })).join(' ')).toBe('e');
    expect(await codes({ phase: { in: ['running', 'syncing'] } })).toEqual({});
  });
});
