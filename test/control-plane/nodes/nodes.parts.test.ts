import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestControlPlane } from '../../harness/control-plane.ts';
import { codeOf, type Inhabited, startInhabited } from '../../harness/inhabited.ts';

let controlPlane: TestControlPlane;
let createNode: Inhabited['createNode'];
let newNode: Inhabited['newNode'];

beforeAll(async () => {
  ({ controlPlane, createNode, newNode } = await startInhabited());
});
afterAll(() => controlPlane?.destroy());

describe('creation', () => {
  test('a new node gets the default resources of its network and the newest version that is offered', async () => {
    const { data } = await createNode({ name: 'defaults', network: 'signet', resources: { diskGiB: 50 } });
    expect(data.createNode).toMatchObject({
      clientVersion: '28.1',
      resources: { cpuCores: 1, memoryMiB: 4096, diskGiB: 50 },
      desiredState: 'running',
      status: { phase: 'pending' },
    });
  });

  test.each([
    ['a network that the executor does not offer', { network: 'mainnet' }, 'it offers signet, regtest'],
    ['a version that it does not offer', { clientVersion: '27.0' }, 'it offers 28.1, 28.0'],
  ])('a new node with %s is refused, with what the executor does offer', async (_what, data, message) => {
    const answer = await createNode({ name: 'refused', ...data });
    expect(answer.status).toBe(200);
    expect(codeOf(answer)).toBe('chain_not_supported_by_executor');
    expect(answer.errors?.[0]?.message).toContain(message);
  });

  test('every fault of a configuration is named with its path', async () => {
    const answer = await createNode({
      name: 'refused',
      resources: { memoryMiB: 1 },
      overrides: [
        { key: 'dbcache', value: 'abc' },
        { key: 'noRPCbind', value: '1' },
        { key: 'maxconnections', value: '40' },
        { key: 'peerblockfilters', value: '1' },
      ],
    });
    expect(codeOf(answer)).toBe('invalid_node_config');
    expect(answer.errors?.[0]?.extensions?.issues).toEqual([
      { path: ['data', 'resources', 'memoryMiB'], message: expect.stringContaining('from 256') },
      { path: ['data', 'overrides', 0, 'value'], message: expect.stringContaining('from 4 to 16384') },
      {
        path: ['data', 'overrides', 1, 'key'],
        message: expect.stringContaining('managed by the platform; remove it'),
      },
      { path: ['data', 'overrides', 3, 'value'], message: expect.stringContaining('blockfilterindex=1') },
    ]);
  });

  test('a new node that needs more than the host has, or has a name that is taken or not a name, is refused', async () => {
    expect(codeOf(await createNode({ name: 'large', resources: { cpuCores: 9 } }))).toBe('not_enough_resources');
    await createNode({ name: 'twice' });
    expect(codeOf(await createNode({ name: 'twice' }))).toBe('name_taken');
    const bad = await createNode({ name: '-bad name' });
    expect(codeOf(bad)).toBe('invalid_input');
    expect(bad.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['data', 'name']);
  });

  test('of several requests at once with one name, exactly one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => createNode({ name: 'race' })));
    expect(answers.map(codeOf).filter((one) => one === undefined)).toHaveLength(1);
    expect(answers.map(codeOf).filter((one) => one === 'name_taken')).toHaveLength(5);
  });

  test('the effective configuration shows the origin of each value, and notes', async () => {
    const id = await newNode({ name: 'shown', nodeType: 'pruned', overrides: [{ key: 'dbcahce', value: '9' }] });
    const { node } = await controlPlane.ask(
      'query($id: ID!) { node(where: { id: $id }) { effectiveConfig { key value origin note } } }',
      { id },
    );
    const find = (key: string) => node.effectiveConfig.find((one: { key: string }) => one.key === key);
    expect(find('txindex')).toMatchObject({ value: '0', origin: 'default', note: expect.stringContaining('pruning') });
    expect(find('dbcahce')).toMatchObject({
      origin: 'override',
      note: expect.stringContaining('did you mean dbcache?'),
    });
    expect(find('rpcauth')).toMatchObject({ value: null, origin: 'platform' });
    expect(find('rpcport')).toMatchObject({ value: '18443', origin: 'platform' });
  });
});

describe('changes', () => {
  test('a change counts the revision of its node, and a request that changes nothing does not', async () => {
    const id = await newNode({ name: 'changing' });
    const update = (data: object) =>
      controlPlane.ask(
        'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { revision overrides { key value } resources { memoryMiB } } }',
        { id, data },
      );
    expect((await update({ overrides: [{ key: 'dbcache', value: '50' }] })).updateNode.revision).toBe(2);
    expect((await update({ overrides: [{ key: 'dbcache', value: '50' }] })).updateNode.revision).toBe(2);
    const after = await update({ resources: { memoryMiB: 700 } });
    expect(after.updateNode).toEqual({
      revision: 3,
      overrides: [{ key: 'dbcache', value: '50' }],
      resources: { memoryMiB: 700 },
    });
    const act = (action: string) =>
      controlPlane.ask(
        `mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: ${action}) { revision desiredState } }`,
        { id },
      );
    expect((await act('start')).requestNodeLifecycleAction).toEqual({ revision: 3, desiredState: 'running' });
    expect((await act('stop')).requestNodeLifecycleAction).toEqual({ revision: 4, desiredState: 'stopped' });
    expect((await act('restart')).requestNodeLifecycleAction).toEqual({ revision: 5, desiredState: 'running' });
  });

  test('a change that was made from another revision is refused, names who changed what, and changes nothing', async () => {
    const id = await newNode({ name: 'contested' });
    const update = (data: object) =>
      controlPlane.call(
        'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { revision resources { memoryMiB } } }',
        { id, data },
      );
    const memory = (memoryMiB: number) => ({ resources: { memoryMiB }, expectedRevision: 1 });
    expect((await update(memory(700))).data.updateNode).toEqual({ revision: 2, resources: { memoryMiB: 700 } });
    const refused = await update(memory(800));
    expect(codeOf(refused)).toBe('revision_conflict');
    expect(refused.errors?.[0]?.message).toMatch(
      /^contested is at revision 2, not 1, last changed by .+ \(updateNode: memoryMiB\)\./,
    );
    const { previewNodeUpdate } = await controlPlane.ask(
      'query($id: ID!, $data: NodeUpdateInput!) { previewNodeUpdate(where: { id: $id }, data: $data) { accepted issues { code } } }',
      { id, data: memory(800) },
    );
    expect(previewNodeUpdate).toEqual({ accepted: false, issues: [{ code: 'revision_conflict' }] });
    expect((await update({ expectedRevision: 2 })).data.updateNode.resources.memoryMiB).toBe(700);
  });

  test('an impossible change is refused, and every change once the node is being deleted', async () => {
    const id = await newNode({ name: 'fixed', nodeType: 'pruned' });
    const update = (data: object) =>
      controlPlane.call(
        'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { id } }',
        { id, data },
      );
    expect(codeOf(await update({ nodeType: 'full' }))).toBe('invalid_node_config');
    expect(codeOf(await update({ overrides: [{ key: 'txindex', value: '1' }] }))).toBe('invalid_node_config');
    expect(codeOf(await update({ desiredState: 'deleted' }))).toBe('invalid_input');
    await newNode({ name: 'other' });
    expect(codeOf(await update({ name: 'other' }))).toBe('name_taken');
    expect(codeOf(await update({ clientVersion: '99.9' }))).toBe('chain_not_supported_by_executor');
    await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }, data: keep) { id } }', { id });
    expect(codeOf(await update({ name: 'late' }))).toBe('node_being_deleted');
    const act = await controlPlane.call(
      'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: start) { id } }',
      { id },
    );
    expect(codeOf(act)).toBe('node_being_deleted');
  });
});

describe('lists', () => {
  test('a list of nodes can be filtered, ordered and paged', async () => {
    await newNode({ name: 'list-a', network: 'signet' });
    await newNode({ name: 'list-b' });
    await newNode({ name: 'list-c' });
    await newNode({ name: 'other-list' });
    const names = async (where: object, rest: object = {}) => {
      const { nodes } = await controlPlane.ask(
        'query($where: NodeWhereInput, $orderBy: [NodeOrderByInput!], $take: Int, $skip: Int) { nodes(where: $where, orderBy: $orderBy, take: $take, skip: $skip) { name } }',
        { where: { AND: [{ name: { startsWith: 'list-' } }, where] }, ...rest },
      );
      return nodes.map(({ name }: { name: string }) => name);
    };
    expect(await names({})).toEqual(['list-a', 'list-b', 'list-c']);
    expect(await names({ name: { startsWith: 'LIST-B', mode: 'insensitive' } })).toEqual(['list-b']);
    expect(await names({ name: { in: ['list-a', 'list-c'] } }, { orderBy: [{ name: 'desc' }] })).toEqual([
      'list-c',
      'list-a',
    ]);
    expect(await names({ OR: [{ name: { equals: 'list-c' } }, { network: 'signet' }] })).toEqual(['list-a', 'list-c']);
    expect(await names({ NOT: [{ network: 'regtest' }] })).toEqual(['list-a']);
    expect(await names({ name: { contains: '%' } })).toEqual([]);
    expect(await names({ createdAt: { gt: '2999-01-01T00:00:00Z' } })).toEqual([]);
    expect(await names({ executorName: { equals: 'host-1' }, name: { not: { contains: 'b' } } })).toEqual([
      'list-a',
      'list-c',
    ]);
    expect(await names({ executorName: { equals: 'elsewhere' } })).toEqual([]);
    expect(await names({}, { take: 1, skip: 1 })).toEqual(['list-b']);
  });

  test.each(['take: 0', 'take: 501', 'skip: -1'])('a page with %s is refused', async (page) => {
    expect(codeOf(await controlPlane.call(`{ nodes(${page}) { name } }`))).toBe('invalid_input');
  });
});
