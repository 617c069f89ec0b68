import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hostBytesPerHour } from '../../../src/control-plane/nodes/preview-node.ts';
import { nodeSeries } from '../../../src/control-plane/tables/metrics.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { codeOf } from '../../harness/inhabited.ts';
import { nodeOf, TestNodes } from '../../harness/nodes.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../harness/rows.ts';
import { sharedDatabase, sharedInhabited } from '../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane, host, createNode, newNode } = inhabited;
const database = sharedDatabase(controlPlane);

const update = (id: string, data: object) =>
  controlPlane.call(
    'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { node { revision overrides { key value } resources { memoryMiB } } } }',
    { id, data },
  );
const act = (id: string, action: string) =>
  controlPlane.call(
    'mutation($id: ID!, $action: NodeLifecycleAction!) { requestNodeLifecycleAction(id: $id, action: $action) { node { revision desiredState } } }',
    { id, action },
  );

test('a new node gets its network’s default resources and the newest version', async () => {
  const { data } = await createNode({ name: 'defaults', network: 'signet', resources: { diskGiB: 50 } });
  expect(data.createNode.node).toMatchObject({
    clientVersion: '28.1',
    resources: { cpuCores: 1, memoryMiB: 4096, diskGiB: 50 },
    desiredState: 'running',
    status: { phase: 'pending' },
  });
});

test('refuses a node on a network that is not offered, with what is', async () => {
  const answer = await createNode({ name: 'refused', network: 'mainnet' });
  expect(answer.status).toBe(200);
  expect(codeOf(answer)).toBe('chain_not_supported_by_executor');
  expect(answer.errors?.[0]?.message).toContain('it offers signet, regtest');
});

test('of several requests at once with one name, exactly one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => createNode({ name: 'race' })));
  expect(answers.map(codeOf).filter((one) => one === undefined)).toHaveLength(1);
  const existingId = answers.flatMap(({ data }) => data?.createNode?.node.id ?? [])[0];
  const refused = answers.flatMap(({ errors }) => errors?.[0]?.extensions ?? []);
  expect(refused).toHaveLength(5);
  const issues = [{ path: ['data', 'name'], message: expect.stringContaining('called race') }];
  for (const extensions of refused)
    expect(extensions).toMatchObject({ code: 'name_taken', retryable: false, existingId, issues });
});

test('a creation is refused with all its faults at once', async () => {
  const resources = { cpuCores: 0 };
  const overrides = [{ key: 'rpcport', value: '1' }];
  const { errors } = await createNode({ name: '-', desiredState: 'deleted', resources, overrides });
  expect(errors?.[0]).toMatchObject({ path: ['createNode'], extensions: { code: 'invalid_input' } });
  const issues = errors?.[0]?.extensions?.issues?.map(({ path, code }) => [path.join('.'), code]);
  expect(issues).toEqual([
    ['data.name', 'invalid_input'],
    ['data.desiredState', 'invalid_input'],
    ['data.resources.cpuCores', 'invalid_node_config'],
    ['data.overrides.0.key', 'invalid_node_config'],
  ]);
});

test('a change raises its node’s revision, and an empty request does not', async () => {
  const id = await newNode({ name: 'changing' });
  const overrides = [{ key: 'dbcache', value: '50' }];
  for (let times = 0; times < 2; times++)
    expect((await update(id, { overrides })).data.updateNode.node.revision).toBe(2);
  expect((await update(id, { resources: { memoryMiB: 700 } })).data.updateNode.node).toEqual({
    revision: 3,
    overrides: [{ key: 'dbcache', value: '50' }],
    resources: { memoryMiB: 700 },
  });
  for (const [action, revision, desiredState] of [
    ['start', 3, 'running'],
    ['stop', 4, 'stopped'],
    ['restart', 5, 'running'],
  ] as const)
    expect((await act(id, action)).data.requestNodeLifecycleAction.node).toEqual({ revision, desiredState });
});

test('refuses a change from another revision, and names who changed what', async () => {
  const id = await newNode({ name: 'contested' });
  const memory = (memoryMiB: number) => ({ resources: { memoryMiB }, expectedRevision: 1 });
  expect((await update(id, memory(700))).data.updateNode.node).toMatchObject({
    revision: 2,
    resources: { memoryMiB: 700 },
  });
  const refused = await update(id, memory(800));
  expect(codeOf(refused)).toBe('revision_conflict');
  expect(refused.errors?.[0]?.message).toMatch(
    /^The revision of contested is 2, not 1, last changed by .+ \(updateNode: memoryMiB\)\./,
  );
  expect(refused.errors?.[0]?.extensions).toMatchObject({
    currentRevision: 2,
    current: { resources: { memoryMiB: 700 } },
  });
  const preview = `query($id: ID!, $data: NodeUpdateInput!) {
    previewNodeUpdate(data: $data, where: { id: $id }) { issues { code } } }`;
  const { previewNodeUpdate } = await controlPlane.ask(preview, { id, data: memory(800) });
  expect(previewNodeUpdate.issues).toEqual([{ code: 'revision_conflict' }]);
  expect((await update(id, { expectedRevision: 2 })).data.updateNode.node.resources.memoryMiB).toBe(700);
});

test('deletes no node by a change, takes no other’s name, and none while deleted', async () => {
  const id = await newNode({ name: 'fixed' });
  expect(codeOf(await update(id, { desiredState: 'deleted' }))).toBe('invalid_input');
  await newNode({ name: 'other' });
  const renamed = await update(id, { name: 'other', overrides: [{ key: 'datadir', value: '/x' }] });
  expect(renamed.errors?.[0]?.extensions).toMatchObject({
    ...{ code: 'name_taken', existingId: expect.any(String) },
    issues: [{ path: ['data', 'name'] }, { path: ['data', 'overrides', '0', 'key'] }],
  });
  await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }, dataPolicy: keep) { node { id } } }', {
    id,
  });
  expect([await update(id, { name: 'late' }), await act(id, 'start')].map(codeOf)).toEqual(
    Array(2).fill('node_being_deleted'),
  );
});

test('each executor of a list shows its own nodes, paged by name', async () => {
  const ids: string[] = [];
  for (const name of ['of-1', 'of-2', 'of-3']) {
    const { executorId } = (await (await TestExecutor.withKey(controlPlane, name)).sync()).data.syncExecutor;
    if (name !== 'of-3') ids.push(await newNode({ name: `on-${name}`, executorId }));
    if (name === 'of-1') await newNode({ name: 'before-of-1', executorId });
  }
  const { executors } = await controlPlane.ask(
    '{ executors(where: { name: { startsWith: "of-" } }) { first: nodes(take: 1) { name executor { name } } rest: nodes(skip: 1) { name } } }',
  );
  expect(executors).toEqual([
    { first: [{ name: 'before-of-1', executor: { name: 'of-1' } }], rest: [{ name: 'on-of-1' }] },
    { first: [{ name: 'on-of-2', executor: { name: 'of-2' } }], rest: [] },
    { first: [], rest: [] },
  ]);
  const rename = (name: string) =>
    `${name}: updateNode(where: { id: "${ids[1]}" }, data: { name: "${name}" }) { node { executor { nodes { name } } } }`;
  const renamed = await controlPlane.ask(`mutation { ${rename('one')} ${rename('two')} }`);
  for (const name of ['one', 'two']) expect(renamed[name].node.executor.nodes).toEqual([{ name }]);
});

describe('deletion', () => {
  /** Requests the deletion, and returns the resulting data policy, or the paths and messages of what is refused. */
  const deleteNode = async (id: string, rest = '') => {
    const document = `mutation($id: ID!) { deleteNode(where: { id: $id }${rest}) { node { dataPolicy } } }`;
    const { data, errors } = await controlPlane.call(document, { id });
    const issues = errors?.[0]?.extensions?.issues?.map(({ path, message }) => [path.join('.'), message]);
    return issues ?? data.deleteNode.node.dataPolicy;
  };
  const removal = (name: string, wallets: readonly string[] = []) =>
    `, removal: { name: "${name}", wallets: ${JSON.stringify(wallets)} }`;

  test('invariant 2: a deletion keeps chain data unless removal has the node’s name', async () => {
    const id = await newNode({ name: 'precious' });
    expect(await deleteNode(id, ', dataPolicy: remove')).toEqual([
      ['removal', expect.stringContaining('confirm with the node’s name')],
    ]);
    expect(await deleteNode(id, removal('other'))).toEqual([['removal.name', expect.stringContaining('precious')]]);
    expect(await deleteNode(id, `, dataPolicy: keep${removal('precious')}`)).toEqual([['removal', expect.any(String)]]);
    expect(await deleteNode(id)).toBe('keep');
    expect(await deleteNode(id, removal('precious'))).toBe('remove');
  });

  test('invariant 2: a repeated deletion without a choice keeps the first one', async () => {
    const id = await newNode({ name: 'repeated' });
    expect(await deleteNode(id, ', dataPolicy: keep')).toBe('keep');
    expect(await deleteNode(id)).toBe('keep');
    expect(await deleteNode(id, ', dataPolicy: null')).toBe('keep');
    expect(await deleteNode(id, `, dataPolicy: remove${removal('repeated')}`)).toBe('remove');
    expect(await deleteNode(id)).toBe('remove');
    expect(await deleteNode(id, ', dataPolicy: keep')).toBe('keep');
  });

  test('invariant 2: removes data of a node with wallets only if each is named', async () => {
    const id = await newNode({ name: 'rich' });
    const since = '2026-01-01T00:00:00.000Z';
    await host.sync({ nodes: [{ id, phase: 'running', since, wallets: ['', 'savings'] }] });
    expect((await nodeOf(controlPlane, id, 'status { wallets }')).status.wallets).toEqual(['', 'savings']);
    for (const [named, lost] of [
      [[''], 'lost: “savings”'],
      [[], '(the default wallet), “savings”'],
    ] as const)
      expect(await deleteNode(id, removal('rich', named))).toEqual([
        ['removal.wallets', expect.stringContaining(lost)],
      ]);
    expect(await deleteNode(id, removal('rich', ['savings', '', 'nope']))).toEqual([
      ['removal.wallets', 'rich has no wallet “nope”'],
    ]);
    expect(await deleteNode(id, removal('rich', ['savings', '']))).toBe('remove');
    // Its agent searches the files now, and may find what no daemon reported.
    for (const named of [['/satrap/node'], ['savings', '', 'stray'], ['savings', '']])
      expect(await deleteNode(id, removal('rich', named))).toBe('remove');
    expect(await host.desired('id dataPolicy removableWallets')).toContainEqual({
      id,
      dataPolicy: 'remove',
      removableWallets: ['savings', ''],
    });
  });
});

test('refuses a prune target on a full node; a pruned one regains no blocks', async () => {
  const nodes = new TestNodes(controlPlane, inhabited.executorId);
  const prune = (value: string) => ({ overrides: [{ key: 'prune', value }] });
  await expect(nodes.create('thrifty', prune('550'))).rejects.toThrow('choose node type pruned');
  const { id } = await nodes.create('thrifty');
  await expect(nodes.update(id, prune('550'))).rejects.toThrow('choose node type pruned');
  expect(await nodes.update(id, { nodeType: 'pruned', ...prune('600') })).toMatchObject({ revision: 2 });
  await expect(nodes.update(id, { nodeType: 'full', overrides: [] })).rejects.toThrow('no longer has its old blocks');
  await expect(nodes.update(id, { nodeType: 'full' })).rejects.toThrow('choose node type pruned');
  expect(await nodes.update(id, { overrides: [] })).toMatchObject({ revision: 3 });
});

test('a host’s rate is its own nodes’ best hour, unknown before one has synced', async () => {
  const gibibyte = 2 ** 30;
  const organizationId = await insertOrganization(database);
  /** An hour of a node in which its blocks grew by some GiB. */
  async function hourOf(nodeId: string, hoursAgo: number, grownGiB: number): Promise<void> {
    const counts = Object.values(nodeSeries).map(({ column }) => sql.identifier(`${column}_count`));
    const list = (parts: unknown[]) => sql.join(parts as ReturnType<typeof sql>[], sql`, `);
    await database.execute(sql`
      INSERT INTO node_hour (organization_id, node_id, at, last_at, samples, size_on_disk_bytes_min, size_on_disk_bytes_max, ${list(counts)})
      VALUES (${organizationId}, ${nodeId}, now() - make_interval(hours => ${hoursAgo}), now(), 1, ${gibibyte}, ${(1 + grownGiB) * gibibyte},
        ${list(counts.map(() => sql`0`))})`);
  }
  const executor = (name: string) => insertExecutor(database, organizationId, { name });
  const rateOf = (id: string) => hostBytesPerHour(database, { organizationId, id });
  const [here, elsewhere] = [await executor('here'), await executor('elsewhere')];
  const node = (executorId: string, name: string) => insertNode(database, { organizationId, executorId }, { name });
  const [first, second, foreign] = [await node(here, 'a'), await node(here, 'b'), await node(elsewhere, 'c')];
  expect(await rateOf(here)).toBeNull();
  await hourOf(foreign, 2, 90);
  await hourOf(first, 5, 0.2);
  expect(await rateOf(here)).toBeNull();
  await hourOf(first, 4, 12);
  await hourOf(second, 3, 30);
  await hourOf(second, 2, 8);
  expect(await rateOf(here)).toBe(30 * gibibyte);
  expect(await rateOf(elsewhere)).toBe(90 * gibibyte);
});
