import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { markOffline } from '../../../src/control-plane/fleet/executors/mark-offline.ts';
import { executor } from '../../../src/control-plane/tables/executors.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { codeOf } from '../../harness/inhabited.ts';
import { TestNodes } from '../../harness/nodes.ts';
import { sample } from '../../harness/sample.ts';
import { sharedDatabase, sharedInhabited } from '../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane, host, newNode, stranger } = inhabited;
const database = sharedDatabase(controlPlane);

/** Registers an executor of this name. */
async function register(name: string, input: object = {}) {
  const registered = await TestExecutor.withKey(controlPlane, name);
  const { executorId } = (await registered.sync(input)).data.syncExecutor;
  return { host: registered, executorId, nodes: new TestNodes(controlPlane, executorId) };
}

describe('the conditions of lists', () => {
  const ids: Record<string, string> = {};

  // host-1 has a (running, height 10), b (failing) and c (signet, pending); host-2 has d; host-3 has none and is cordoned.
  beforeAll(async () => {
    for (const name of ['host-2', 'host-3'])
      ids[name] = (await register(name, { version: name === 'host-2' ? '1.10.0' : '1.9.0' })).executorId;
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

describe('cordons and drains', () => {
  const fields = 'name cordon { by reason } drain { by reason remaining completedAt }';
  const ask = (mutation: string, id: string, reason?: string, key?: string) =>
    controlPlane.call(
      reason === undefined
        ? `mutation($id: ID!) { ${mutation}(where: { id: $id }) { ${fields} } }`
        : `mutation($id: ID!, $reason: String!) { ${mutation}(where: { id: $id }, reason: $reason) { ${fields} } }`,
      { id, ...(reason === undefined ? {} : { reason }) },
      key,
    );
  const show = async (id: string) =>
    (await controlPlane.ask(`query($id: ID!) { executor(where: { id: $id }) { ${fields} } }`, { id })).executor;

  const ofHost = (executorId: string, name: string, desiredState = 'running') =>
    newNode({ name, executorId, desiredState });

  interface Wanted {
    id: string;
    name: string;
    revision: number;
    desiredState: string;
  }
  /** The desired states in a heartbeat's answer, after a report of the nodes. */
  const sync = async (host: TestExecutor, nodes: object[] = []): Promise<Wanted[]> =>
    (await host.sync({ nodes })).data.syncExecutor.nodes;
  const report = (phase: string) => (node: Wanted) => ({
    ...{ id: node.id, phase, since: '2026-11-21T12:00:00.000Z', appliedRevision: node.revision },
  });

  test('a cordon says who asked for it and why, keeps new nodes away, and ends when asked', async () => {
    const { executorId } = await register('cordoned');
    const { data } = await ask('cordonExecutor', executorId, 'new disks');
    expect(data.cordonExecutor.cordon).toEqual({ by: expect.stringMatching(/./), reason: 'new disks' });
    const refused = await inhabited.createNode({ name: 'late', executorId });
    expect(codeOf(refused)).toBe('executor_cordoned');
    expect(refused.errors?.[0]?.message).toContain('cordoned takes no new nodes: new disks (');
    expect((await ask('uncordonExecutor', executorId)).data.uncordonExecutor.cordon).toBeNull();
    await ofHost(executorId, 'in-time');
    expect(codeOf(await ask('cordonExecutor', executorId, '  '))).toBe('invalid_input');
    expect(codeOf(await ask('cordonExecutor', executorId, 'x'.repeat(501)))).toBe('invalid_input');
  });

  test('a drain stops what runs, says when the last daemon has ended, and gives back what was asked for', async () => {
    const { host, executorId } = await register('drained');
    await ofHost(executorId, 'runs-a');
    await ofHost(executorId, 'runs-b');
    await ofHost(executorId, 'rests', 'stopped');
    const before = await sync(host);
    const phaseOf = ({ desiredState }: Wanted) => (desiredState === 'stopped' ? 'stopped' : 'running');
    await sync(
      host,
      before.map((node) => report(phaseOf(node))(node)),
    );

    const { data } = await ask('drainExecutor', executorId, 'kernel update');
    expect(data.drainExecutor).toMatchObject({
      cordon: { reason: 'kernel update' },
      drain: { reason: 'kernel update', remaining: 2, completedAt: null },
    });
    const wanted = await sync(host);
    expect(wanted.map(({ desiredState }) => desiredState)).toEqual(['stopped', 'stopped', 'stopped']);

    // A report of the previous revision proves nothing.
    await sync(host, before.map(report('stopped')));
    expect((await show(executorId)).drain).toMatchObject({ remaining: 2, completedAt: null });
    await sync(
      host,
      wanted.map((node, index) => report(index === 0 ? 'stopping' : 'stopped')(node)),
    );
    expect((await show(executorId)).drain.completedAt).toBeNull();
    await sync(host, wanted.map(report('stopped')));
    expect((await show(executorId)).drain).toMatchObject({ remaining: 0, completedAt: expect.any(String) });

    await ask('undrainExecutor', executorId);
    expect(await show(executorId)).toMatchObject({ cordon: null, drain: null });
    const after = await sync(host);
    const asked = after.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ desiredState }) => desiredState);
    expect(asked).toEqual(['stopped', 'running', 'running']);
    const { events } = await controlPlane.ask(
      '{ events(filter: { executorName: "drained", direction: newer }) { nodes { kind message } } }',
    );
    expect(events.nodes.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['executor.registered', 'executor.draining', 'executor.drained', 'executor.undrained'],
    ]);
  });

  test('a node of a drained executor keeps what is asked of it, and says what it waits for', async () => {
    const { host, executorId } = await register('waiting');
    const id = await ofHost(executorId, 'waits', 'stopped');
    await ask('drainExecutor', executorId, 'moving house');
    const { requestNodeLifecycleAction: started } = await controlPlane.ask(
      'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: start) { desiredState waitsFor } }',
      { id },
    );
    expect(started).toEqual({
      desiredState: 'running',
      waitsFor: expect.stringMatching(
        /^waiting is drained: moving house \(.+\); the node runs again when the drain ends$/,
      ),
    });
    expect((await sync(host)).map(({ desiredState }) => desiredState)).toEqual(['stopped']);
  });

  test('a drain of an executor without daemons is complete at once, and ends no cordon of before', async () => {
    const { executorId } = await register('empty');
    await ask('cordonExecutor', executorId, 'old');
    const { data } = await ask('drainExecutor', executorId, 'scrap');
    expect(data.drainExecutor).toMatchObject({ cordon: { reason: 'old' }, drain: { remaining: 0 } });
    expect(data.drainExecutor.drain.completedAt).not.toBeNull();
    expect(codeOf(await ask('uncordonExecutor', executorId))).toBe('executor_draining');
    expect((await ask('undrainExecutor', executorId)).data.undrainExecutor).toMatchObject({
      cordon: { reason: 'old' },
      drain: null,
    });
  });

  test('nobody cordons or drains an executor of another organization', async () => {
    const { executorId } = await register('ours');
    for (const mutation of ['cordonExecutor', 'drainExecutor'])
      expect(codeOf(await ask(mutation, executorId, 'x', stranger.personalKey))).toBe('Forbidden');
    for (const mutation of ['uncordonExecutor', 'undrainExecutor'])
      expect(codeOf(await ask(mutation, executorId, undefined, stranger.personalKey))).toBe('Forbidden');
    expect(codeOf(await ask('drainExecutor', executorId, 'x', stranger.memberKey))).toBe('Forbidden');
  });

  const deleteExecutor = (id: string) =>
    controlPlane.call('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { name } }', { id });
  async function lose(name: string): Promise<void> {
    const lastSeenAt = new Date(Date.now() - 3_600_000);
    await database.update(executor).set({ lastSeenAt }).where(eq(executor.name, name));
    await markOffline(database, 3500);
  }

  test('an executor that is lost is not deleted while a node is desired on it, which may still be asked for something', async () => {
    const { executorId, nodes } = await register('lost');
    const { id } = await nodes.create('desired');
    await lose('lost');
    const { requestNodeLifecycleAction: stopped } = await controlPlane.ask(
      'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: stop) { desiredState waitsFor } }',
      { id },
    );
    expect(stopped).toEqual({
      desiredState: 'stopped',
      waitsFor: expect.stringMatching(/^lost is offline, last seen .+ when it reconnects$/),
    });
    expect(codeOf(await deleteExecutor(executorId))).toBe('executor_has_nodes');
  });

  test('an executor that is alive is not deleted before it confirms the deletion of its nodes', async () => {
    const { executorId, nodes } = await register('alive');
    await nodes.delete((await nodes.create('unconfirmed')).id);
    expect(codeOf(await deleteExecutor(executorId))).toBe('executor_has_nodes');
  });

  test('an executor that is lost is deleted together with the nodes that are being deleted', async () => {
    const { host, executorId, nodes } = await register('gone');
    const { id } = await nodes.create('doomed');
    await nodes.delete(id);
    await lose('gone');
    expect((await deleteExecutor(executorId)).data.deleteExecutor).toEqual({ name: 'gone' });
    expect(await nodes.get(id)).toBeNull();
    const registered = (await host.sync()).data.syncExecutor;
    expect(registered.executorId).not.toBe(executorId);
    expect(registered.nodes).toEqual([]);
  });
});

describe('the placement of nodes', () => {
  const amount = (total: number) => ({ total, usedByNodes: 0, free: total });
  const resources = (memoryMiB: number, diskGiB: number, more: object = {}) => ({
    ...{ cpuCores: amount(4), memoryMiB: amount(memoryMiB), diskMiB: amount(diskGiB * 1024) },
    ...more,
  });

  const ids: Record<string, string> = {};
  async function registerAs(name: string, input: object): Promise<TestExecutor> {
    const registered = await register(name, input);
    ids[name] = registered.executorId;
    return registered.host;
  }
  const cordon = (id: string) =>
    controlPlane.call('mutation($id: ID!) { cordonExecutor(where: { id: $id }, reason: "rest") { id } }', { id });

  beforeAll(async () => {
    // Excludes the executors of other tests.
    const { executors } = await controlPlane.ask('{ executors { id } }');
    await Promise.all(executors.map(({ id }: { id: string }) => cordon(id)));
    await registerAs('small', { resources: resources(4096, 50) });
    await registerAs('large', { resources: resources(16_384, 500) });
    await registerAs('blind', { resources: resources(4096, 0) });
    await label('large', [{ key: 'disk', value: 'nvme' }]);
    await label('small', [{ key: 'tier', value: 'test' }]);
  });

  const label = (name: string, labels: object[]) =>
    controlPlane.call(
      'mutation($id: ID!, $labels: [ExecutorLabelInput!]!) { updateExecutor(where: { id: $id }, data: { labels: $labels }) { labels { key value } } }',
      { id: ids[name], labels },
    );
  const create = (data: object, key?: string) =>
    controlPlane.call(
      'mutation($data: NodeCreateInput!) { createNode(data: $data) { id executor { name } placement { chosenBy reason } } }',
      { data: { network: 'regtest', ...data } },
      key,
    );
  const roomOf = async (name: string) =>
    (
      await controlPlane.ask(
        'query($id: ID!) { executor(where: { id: $id }) { room { nodes cpuCores { total promised available overcommit } memoryMiB { total promised available } diskGiB { total promised available } } } }',
        { id: ids[name] },
      )
    ).executor.room;

  test('a node without an executor goes to the one with the most room, and says why', async () => {
    const { data, errors } = await create({ name: 'placed' });
    expect(errors).toBeUndefined();
    expect(data.createNode).toMatchObject({
      executor: { name: 'large' },
      placement: {
        chosenBy: 'control_plane',
        reason: expect.stringContaining('most free capacity of 3 eligible hosts'),
      },
    });
    expect(await roomOf('large')).toEqual({
      nodes: 1,
      cpuCores: { total: 4, promised: 1, available: 4, overcommit: 4 },
      memoryMiB: { total: 16_384, promised: 1024, available: 15_360 },
      diskGiB: { total: 500, promised: 1, available: 499 },
    });
  });

  test('a node that asks for labels goes to an executor that has them', async () => {
    const executorLabels = [{ key: 'tier', value: 'test' }];
    expect((await create({ name: 'labelled', executorLabels })).data.createNode).toMatchObject({
      executor: { name: 'small' },
      placement: { reason: expect.stringContaining('the only host that can run the node') },
    });
  });

  test('a node that no executor can take is refused, with the reason of each', async () => {
    const answer = await create({ name: 'nowhere', resources: { memoryMiB: 20_000 } });
    expect(codeOf(answer)).toBe('no_executor_fits');
    const message = answer.errors?.[0]?.message;
    for (const part of [
      'large cannot give 20000 MiB of memory (',
      'small cannot give 20000 MiB of memory (',
      'host-1 takes no new nodes: rest',
    ])
      expect(message).toContain(part);
    const elsewhere = await create({ name: 'nowhere', executorLabels: [{ key: 'disk', value: 'tape' }] });
    expect(elsewhere.errors?.[0]?.message).toContain('large does not have the label disk=tape');
  });

  test('a node that would be refused everywhere is refused for its own fault', async () => {
    expect(codeOf(await create({ name: 'faulty', overrides: [{ key: 'datadir', value: '/x' }] }))).toBe(
      'invalid_node_config',
    );
  });

  test('the executors of another organization are not in the choice', async () => {
    const answer = await create({ name: 'strange' }, stranger.personalKey);
    expect(codeOf(answer)).toBe('no_executor_fits');
    expect(answer.errors?.[0]?.message).toContain('has no hosts yet');
    const named = await create({ name: 'strange', executorId: ids['large'] }, stranger.personalKey);
    expect(codeOf(named)).toBe('Forbidden');
  });

  test('an executor that is named is taken although others have more room, unless it cannot take the node', async () => {
    expect((await create({ name: 'named', executorId: ids['blind'] })).data.createNode).toMatchObject({
      executor: { name: 'blind' },
      placement: {
        chosenBy: 'user',
        reason: expect.stringContaining('its disk cannot be measured and was not checked'),
      },
    });
    const full = await create({ name: 'refused', executorId: ids['small'], resources: { diskGiB: 50 } });
    expect(codeOf(full)).toBe('not_enough_resources');
    expect(full.errors?.[0]?.message).toBe(
      'small cannot give 50 GiB of disk (49 of 50 GiB available, 1 allocated to other nodes)',
    );
    expect(full.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['data', 'resources', 'diskGiB']);
    const cordoned = await create({ name: 'refused', executorId: inhabited.executorId });
    expect(codeOf(cordoned)).toBe('executor_cordoned');
  });

  test('of nodes that are created at once, only as many are taken as the host has room for', async () => {
    await registerAs('narrow', { resources: resources(2560, 100) });
    await label('narrow', [{ key: 'only', value: 'narrow' }]);
    const executorLabels = [{ key: 'only', value: 'narrow' }];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        create(
          index % 2 === 0
            ? { name: `at-once-${index}`, executorId: ids['narrow'] }
            : { name: `at-once-${index}`, executorLabels },
        ),
      ),
    );
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(2);
    expect(new Set(answers.map(codeOf))).toEqual(new Set([undefined, 'not_enough_resources', 'no_executor_fits']));
    expect((await roomOf('narrow')).memoryMiB).toEqual({ total: 2560, promised: 2048, available: 512 });
  });

  test('nodes that are created at once without an executor spread over those with room', async () => {
    for (const name of ['twin-a', 'twin-b']) {
      await registerAs(name, { resources: resources(4096, 100) });
      await label(name, [{ key: 'twin', value: 'yes' }]);
    }
    const executorLabels = [{ key: 'twin', value: 'yes' }];
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => create({ name: `twin-node-${index}`, executorLabels })),
    );
    const names = answers.map(({ data }) => data.createNode.executor.name).toSorted();
    expect(names).toEqual(['twin-a', 'twin-a', 'twin-b', 'twin-b']);
  });

  test('an update takes only what is left in addition, and a node that exists is never touched', async () => {
    const host = await registerAs('shrinking', { resources: resources(4096, 100) });
    const { data } = await create({ name: 'grows', executorId: ids['shrinking'] });
    const update = (change: object) =>
      controlPlane.call(
        'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { resources { memoryMiB } } }',
        { id: data.createNode.id, data: { resources: change } },
      );
    expect((await update({ memoryMiB: 4096 })).data.updateNode.resources.memoryMiB).toBe(4096);
    expect(codeOf(await update({ memoryMiB: 4097 }))).toBe('not_enough_resources');
    const overcommit = { cpu: 0.1, memory: 0.1, disk: 0.1 };
    await host.sync({ resources: resources(4096, 100, { overcommit }) });
    expect((await update({ memoryMiB: 4000 })).data.updateNode.resources.memoryMiB).toBe(4000);
    expect(codeOf(await update({ memoryMiB: 4001 }))).toBe('not_enough_resources');
  });

  test('labels with a key or a value that is none, with a key given twice, or too many are refused', async () => {
    const many = Array.from({ length: 33 }, (_, index) => ({ key: `k${index}`, value: '' }));
    const x = (value: string) => ({ key: 'x', value });
    const faults: [object[], (string | number)[]][] = [
      [[{ key: '-x', value: '' }], [0, 'key']],
      [[x('a b')], [0, 'value']],
      [
        [x('1'), x('2')],
        [1, 'key'],
      ],
      [many, []],
    ];
    for (const [labels, path] of faults) {
      const answer = await label('large', labels);
      expect(codeOf(answer)).toBe('invalid_input');
      expect(answer.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['data', 'labels', ...path]);
    }
  });
});

// Last: it fills the organization.
test('an organization has at most 1000 executors, also when several register at once', async () => {
  await database.execute(sql`
    INSERT INTO executor (organization_id, name, kind, version, channel, instance_id, capabilities, resources, orphans,
      observed_digest, last_seen_at, online, heartbeat_interval_seconds)
    SELECT organization_id, 'stored-' || n, kind, version, channel, instance_id, capabilities, resources, orphans, observed_digest,
      last_seen_at, online, heartbeat_interval_seconds
    FROM executor AS copied, generate_series(1, 998 - (SELECT count(*) FROM executor WHERE organization_id = ${controlPlane.made.organizationId})::int) AS n
    WHERE id = ${inhabited.executorId}`);
  const names = ['new-1', 'new-2', 'new-3', 'new-4'];
  const attempt = async (name: string) => (await TestExecutor.withKey(controlPlane, name)).sync();
  const answers = await Promise.all(names.map((name) => attempt(name)));
  expect(answers.map(codeOf).toSorted()).toEqual(['limit_reached', 'limit_reached', undefined, undefined]);
  // Known executors and other organizations are not affected.
  expect((await host.sync()).errors).toBeUndefined();
  expect((await new TestExecutor(controlPlane, stranger.executorKey, 'new-1').sync()).errors).toBeUndefined();
  await database.execute(sql`DELETE FROM executor WHERE name = 'stored-1'`);
  expect((await attempt('new-5')).errors).toBeUndefined();
});
