import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
const amount = (total: number, free = total) => ({ total, usedByNodes: 0, free });
const offering = (...versions: string[]) => ({
  clients: versions.map((version) => ({ client: 'bitcoind', version, image: `bitcoin:${version}` })),
  ...{ networks: ['signet', 'regtest'], nodeTypes: ['full', 'pruned'] },
});
const create = (data: object) =>
  controlPlane.call(
    'mutation($data: NodeCreateInput!) { createNode(data: $data) { id clientVersion executor { name } } }',
    {
      data: { name: `n-${randomUUID()}`, network: 'regtest', resources: { memoryMiB: 512, diskGiB: 5 }, ...data },
    },
  );

/** An agent's report of regtest chain data created by version 28.1. */
const chain = {
  ...{ network: 'regtest', nodeType: 'full', height: 120, bestBlockHash: 'ab'.repeat(32), sizeBytes: 5 * 1024 ** 3 },
  ...{ begunWith: '28.0', openedWith: '28.1', wallets: [] as string[] },
};

describe('kept data', () => {
  let host: TestExecutor;
  let executorId: string;
  beforeAll(async () => {
    host = await TestExecutor.withKey(controlPlane, 'host');
  });

  /** The host reports one orphan; returns its id. */
  const report = async (data: object | null, changes: object = {}): Promise<string> => {
    const nodeId = randomUUID();
    const orphans = [{ nodeId, name: 'former', containerId: null, kept: true, data, ...changes }];
    executorId = (await host.sync({ orphans })).data.syncExecutor.executorId;
    return nodeId;
  };
  const remove = (data: object) =>
    controlPlane.call(
      'mutation($data: KeptDataRemovalInput!) { removeKeptData(data: $data) { id name desiredState } }',
      {
        data: { executorId, name: 'former', ...data },
      },
    );
  const desired = async () => (await host.sync({ orphans: [] })).data.syncExecutor.nodes;

  test('an executor shows what its agent reads off data without a node, and what it cannot read as unknown', async () => {
    await report({ ...chain, wallets: ['', 'savings'] });
    const shown = 'executors { orphans { name kept data { network height sizeBytes begunWith openedWith wallets } } }';
    const { executors } = await controlPlane.ask(`{ ${shown} }`);
    expect(executors[0].orphans).toMatchObject([
      { name: 'former', kept: true, data: { network: 'regtest', height: 120, wallets: ['', 'savings'] } },
    ]);
    await report(null, { kept: null });
    expect((await controlPlane.ask(`{ ${shown} }`)).executors[0].orphans).toEqual([
      { name: 'former', kept: false, data: null },
    ]);
  });

  test('a node that adopts data has the id that everything on the host is named after', async () => {
    const nodeId = await report(chain);
    const { data } = await create({ adoptData: nodeId });
    expect(data.createNode).toMatchObject({ id: nodeId, clientVersion: '28.1' });
    expect(await desired()).toContainEqual(expect.objectContaining({ id: nodeId, desiredState: 'running' }));
    const node = await controlPlane.ask(
      'query($id: ID!) { node(where: { id: $id }) { operations { kind state params } events { nodes { kind message } } } }',
      { id: nodeId },
    );
    expect(node.node.operations).toEqual([
      { kind: 'adopt', state: 'succeeded', params: { name: 'former', height: 120 } },
    ]);
    expect(node.node.events.nodes[0]).toMatchObject({ kind: 'node.data-adopted' });
    expect(node.node.events.nodes[0].message).toContain('ends at height 120');
    // Until its next heartbeat, the executor still lists it.
    expect(codeOf(await create({ adoptData: nodeId }))).toBe('chain_data_not_found');
  });

  test('data of a deleted node is adopted under a later revision, so that an agent that knew the node sees a change', async () => {
    const { data } = await create({});
    const { id } = data.createNode;
    await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }, data: keep) { id } }', { id });
    const gone = { id, phase: 'deleted', since: new Date().toISOString() };
    await host.sync({ nodes: [gone], orphans: [{ nodeId: id, name: 'former', data: chain }] });
    expect((await create({ adoptData: id })).data.createNode.id).toBe(id);
    const [adopted] = (await desired()).filter((node: { id: string }) => node.id === id);
    expect(adopted).toMatchObject({ desiredState: 'running', revision: 3, dataPolicy: 'keep' });
  });

  test.each<[why: string, data: object | null, request: object, message: string]>([
    ['another network', { ...chain, network: 'signet' }, {}, 'the chain data is for signet'],
    ['a version that cannot read it', chain, { clientVersion: '27.0' }, 'cannot read this node’s chain data'],
    ['blocks that were pruned', { ...chain, nodeType: 'pruned' }, { nodeType: 'full' }, 'no longer has its old blocks'],
    ['data without a chain', { ...chain, network: null }, {}, 'holds no chain yet'],
    ['data that was not read', null, {}, 'has not identified the data'],
  ])('refuses to adopt %s', async (_why, data, request, message) => {
    const nodeId = await report(data);
    await host.sync({ orphans: [{ nodeId, name: 'former', data }], capabilities: offering('27.0', '28.1') });
    const answer = await create({ adoptData: nodeId, ...request });
    expect(codeOf(answer)).toBe('invalid_node_config');
    expect(answer.errors?.[0]?.message).toContain(message);
    const preview =
      'query($data: NodeCreateInput!) { previewNodeCreation(data: $data) { accepted issues { message } } }';
    const asked = { name: 'previewed', network: 'regtest', adoptData: nodeId, ...request };
    const { previewNodeCreation } = await controlPlane.ask(preview, { data: asked });
    expect(previewNodeCreation.accepted).toBe(false);
    expect(JSON.stringify(previewNodeCreation.issues)).toContain(message);
  });

  test('room that the data takes already is not asked for again', async () => {
    // Two nodes are allocated 10 GiB each.
    const resources = { cpuCores: amount(8), memoryMiB: amount(131_072), diskMiB: amount(2_000_000, 12 * 1024) };
    const nodeId = randomUUID();
    await host.sync({ resources, orphans: [{ nodeId, name: 'former', data: chain }] });
    expect(codeOf(await create({}))).toBe('no_executor_fits');
    expect((await create({ adoptData: nodeId })).errors).toBeUndefined();
  });

  test('the room of data is judged on the data root that it lies in, and promised there', async () => {
    const root = (name: string, freeMiB: number | null) => ({ name, path: `/${name}`, totalMiB: freeMiB, freeMiB });
    const report = async (dataRoot: string | null) => {
      const nodeId = randomUUID();
      const orphans = [{ nodeId, name: 'former', data: { ...chain, sizeBytes: 1024 ** 3, dataRoot } }];
      const dataRoots = [root('default', 2_000_000), root('small', 2048), root('big', 32_768), root('away', null)];
      const resources = { cpuCores: amount(8), memoryMiB: amount(131_072), diskMiB: amount(2_000_000), dataRoots };
      const { errors } = await host.sync({ resources, orphans });
      expect(errors).toBeUndefined();
      return nodeId;
    };
    const refused = await create({ adoptData: await report('small') });
    expect(codeOf(refused)).toBe('not_enough_resources');
    expect(refused.errors?.[0]?.message).toContain('5 GiB of disk (2 of 2 GiB available');
    expect((await create({ adoptData: await report('away') })).errors?.[0]?.message).toContain('is its disk mounted?');
    const unheard = await create({ adoptData: await report('unheard') });
    expect(unheard.errors?.[0]?.message).toContain('has no data root unheard');
    for (let count = 0; count < 6; count++) {
      const { data } = await create({ adoptData: await report('big') });
      const { node } = await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { dataRoot } }', {
        id: data.createNode.id,
      });
      expect(node.dataRoot).toBe('big');
    }
    // Six times 5 GiB are allocated there, before the agent knows any of the nodes.
    const full = await create({ adoptData: await report('big') });
    expect(full.errors?.[0]?.message).toContain('30 allocated to other nodes');
    expect((await create({ adoptData: await report(null) })).errors).toBeUndefined();
  });

  test('refuses an unknown orphan, and another executor than the one that has the data', async () => {
    expect(codeOf(await create({ adoptData: randomUUID() }))).toBe('chain_data_not_found');
    expect(codeOf(await create({ adoptData: 'no id' }))).toBe('chain_data_not_found');
    const nodeId = await report(chain);
    const answer = await create({ adoptData: nodeId, executorId: randomUUID() });
    expect(answer.errors?.[0]?.message).toContain('the chain data is on host');
  });

  test('data is removed by its exact name, as a node that is being deleted', async () => {
    const nodeId = await report(chain);
    expect((await remove({ nodeId, name: 'formers' })).errors?.[0]?.message).toContain('is not the name');
    const { data } = await remove({ nodeId });
    expect(data.removeKeptData).toEqual({ id: nodeId, name: 'former', desiredState: 'deleted' });
    expect(await desired()).toContainEqual(
      expect.objectContaining({ id: nodeId, desiredState: 'deleted', dataPolicy: 'remove' }),
    );
    expect(codeOf(await remove({ nodeId }))).toBe('chain_data_not_found');
    await host.sync({ nodes: [{ id: nodeId, phase: 'deleted', since: new Date().toISOString() }] });
    expect((await desired()).map(({ id }: { id: string }) => id)).not.toContain(nodeId);
  });

  test('data with wallets is removed only where each of them is named', async () => {
    const nodeId = await report({ ...chain, wallets: ['', 'savings'] });
    const refused = await remove({ nodeId, wallets: ['savings'] });
    expect(codeOf(refused)).toBe('invalid_input');
    expect(refused.errors?.[0]?.message).toContain('whose keys would be lost: “” (the default wallet)');
    expect((await remove({ nodeId, wallets: ['', 'savings'] })).errors).toBeUndefined();
  });

  test('data whose wallets are not known is not removed', async () => {
    const nodeId = await report(null);
    expect((await remove({ nodeId })).errors?.[0]?.message).toContain('its wallets are unknown');
  });

  test('a name that another node has now, or that is no name, does not stand against a removal', async () => {
    const name = `n-${randomUUID()}`;
    await create({ name });
    for (const orphanName of [name, 'no name!']) {
      const nodeId = await report(chain, { name: orphanName });
      const { data } = await remove({ nodeId, name: orphanName });
      expect(data.removeKeptData.name).toBe(`removed-${nodeId}`);
    }
    // An agent refuses an answer with an invalid name.
    expect(await desired()).not.toContainEqual(expect.objectContaining({ name: 'no name!' }));
  });
});

describe('a node that begins as a copy', () => {
  let host: TestExecutor;
  let executorId: string;
  const offer = { capabilities: offering('27.0', '28.0', '28.1') };
  beforeAll(async () => {
    host = await TestExecutor.withKey(controlPlane, 'copier');
    ({ executorId } = (await host.sync(offer)).data.syncExecutor);
  });

  /** A running node. */
  const source = async (data: object = {}): Promise<string> => {
    const { id } = (await create({ executorId, ...data })).data.createNode;
    await run(id);
    return id;
  };
  /** A node runs, with its agent's report of the copy. */
  const run = (id: string, operations: object[] = []) =>
    host.sync({
      ...offer,
      nodes: [{ id, phase: 'running', since: new Date().toISOString(), appliedRevision: 1, operations }],
    });
  const desired = async (id: string) => {
    const document = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { nodes { id operations { id kind params } } } }`;
    const input = JSON.parse(host.syncBody(offer)).variables.input;
    const { syncExecutor } = await controlPlane.ask(document, { input }, host.key);
    return syncExecutor.nodes.find((node: { id: string }) => node.id === id);
  };

  test('goes to the executor of its source, which is told where to copy from', async () => {
    const from = await source();
    const { id, executor } = (await create({ seedFrom: from })).data.createNode;
    expect(executor.name).toBe('copier');
    expect(await desired(id)).toMatchObject({ operations: [{ kind: 'seed', params: { from } }] });
    expect(await desired(from)).toMatchObject({ operations: [] });
    const shown = 'query($id: ID!) { node(where: { id: $id }) { operations { kind state cancellable title } } }';
    expect((await controlPlane.ask(shown, { id })).node.operations).toMatchObject([
      {
        kind: 'seed',
        state: 'requested',
        cancellable: false,
        title: expect.stringContaining('copy the chain data of'),
      },
    ]);
  });

  test('its source is copied for one node at a time', async () => {
    const from = await source();
    const first = (await create({ seedFrom: from })).data.createNode.id;
    expect(codeOf(await create({ seedFrom: from }))).toBe('chain_data_busy');
    const [copy] = (await desired(first)).operations;
    await run(first, [{ id: copy.id, state: 'succeeded', cancellable: false }]);
    expect((await create({ seedFrom: from })).errors).toBeUndefined();
  });

  test.each<[why: string, ofSource: object, request: object, message: string]>([
    ['of another network', { network: 'signet' }, {}, 'is on signet'],
    ['with a version that cannot read it', {}, { clientVersion: '27.0' }, 'cannot read this node’s chain data'],
    [
      'with blocks that its source pruned',
      { nodeType: 'pruned' },
      { nodeType: 'full' },
      'no longer has its old blocks',
    ],
  ])('is refused %s', async (_why, ofSource, request, message) => {
    const answer = await create({ seedFrom: await source(ofSource), ...request });
    expect(codeOf(answer)).toBe('invalid_node_config');
    expect(answer.errors?.[0]?.message).toContain(message);
  });

  test('may be pruned where its source is full', async () => {
    expect((await create({ seedFrom: await source(), nodeType: 'pruned' })).errors).toBeUndefined();
  });

  test('is refused on another executor, beside adopted data, and from a node that is unknown, deleted or has not run', async () => {
    const from = await source();
    const elsewhere = await create({ seedFrom: from, executorId: randomUUID() });
    expect(elsewhere.errors?.[0]?.message).toContain('the chain data is on copier');
    expect(codeOf(await create({ seedFrom: from, adoptData: randomUUID() }))).toBe('invalid_input');
    expect(codeOf(await create({ seedFrom: randomUUID() }))).toBe('Forbidden');
    const idle = (await create({ executorId })).data.createNode.id;
    expect((await create({ seedFrom: idle })).errors?.[0]?.message).toContain('has not run yet');
    await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id: from });
    expect(codeOf(await create({ seedFrom: from }))).toBe('node_being_deleted');
  });

  test('is refused where the disk has no room for another such chain', async () => {
    const from = await source();
    const big = { ...sample(100), sizeOnDiskBytes: 5_000_000 * 1024 ** 2 };
    await host.report([host.event({ nodeId: from, kind: 'node.sample', data: big })]);
    const answer = await create({ seedFrom: from });
    expect(codeOf(answer)).toBe('not_enough_resources');
    expect(answer.errors?.[0]?.message).toContain('takes 4882.8 GiB');
  });
});

describe('an operation', () => {
  let host: TestExecutor;
  let executorId: string;
  beforeAll(async () => {
    host = await TestExecutor.withKey(controlPlane, 'mover');
    ({ executorId } = (await host.sync()).data.syncExecutor);
  });
  beforeEach(() => report([]));

  const gibibytes = (count: number) => count * 1024;
  const dataRoots = [
    { name: 'default', path: null, totalMiB: gibibytes(200), freeMiB: gibibytes(200) },
    { name: 'ssd', path: '/mnt/ssd', totalMiB: gibibytes(50), freeMiB: gibibytes(40) },
    { name: 'away', path: '/mnt/away', totalMiB: null, freeMiB: null },
  ];
  const resources = {
    ...{ cpuCores: amount(8), memoryMiB: amount(131_072), diskMiB: amount(gibibytes(200)) },
    ...{ overcommit: { cpu: 100, memory: 100, disk: 1 }, dataRoots },
  };
  const small = { cpuCores: 0.1, memoryMiB: 256, diskGiB: 5 };

  async function report(nodes: object[]): Promise<void> {
    const answer = await host.sync({ nodes, resources });
    expect(answer.errors).toBeUndefined();
  }
  /** An observed node, with reports of its operations. */
  const observed = (id: string, operations: object[] = [], more: object = {}) => ({
    ...{ id, phase: 'running', since: '2026-01-01T00:00:00.000Z', containerId: 'c1', appliedRevision: 1 },
    ...{ operations: operations.map((each) => ({ state: 'running', cancellable: false, ...each })), ...more },
  });
  const createOn = (name: string, data: object = {}) => create({ executorId, name, resources: small, ...data });
  async function newNode(name: string, data: object = {}): Promise<string> {
    const { data: made, errors } = await createOn(name, data);
    expect(errors).toBeUndefined();
    return made.createNode.id;
  }
  async function runningNode(name: string, data: object = {}): Promise<string> {
    const id = await newNode(name, data);
    await report([observed(id)]);
    return id;
  }

  const fields = 'id kind params title state step progress startedAt endedAt reason cancellable requestedBy';
  const start = (nodeId: string, kind: string, params: object = {}) =>
    controlPlane.call(
      `mutation($nodeId: ID!, $kind: NodeOperationKind!, $params: JSON) {
        startNodeOperation(nodeId: $nodeId, kind: $kind, params: $params) { ${fields} node { revision } } }`,
      { nodeId, kind, params },
    );
  async function started(...request: Parameters<typeof start>) {
    const { data, errors } = await start(...request);
    expect(errors).toBeUndefined();
    return data.startNodeOperation;
  }
  const cancel = (nodeId: string, id: string) =>
    controlPlane.call(
      `mutation($nodeId: ID!, $id: ID!) { cancelNodeOperation(nodeId: $nodeId, id: $id) { ${fields} } }`,
      { nodeId, id },
    );
  const operationsOf = async (id: string) =>
    (
      await controlPlane.ask(
        `query($id: ID!) { node(where: { id: $id }) { operations { ${fields} estimatedEndAt } } }`,
        { id },
      )
    ).node.operations;
  async function desiredOf(id: string) {
    const document = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) {
      nodes { id dataRoot operations { id kind params hasStarted } } } }`;
    const { variables } = JSON.parse(host.syncBody({ resources }));
    const { data } = await controlPlane.call(document, variables, host.key);
    return data.syncExecutor.nodes.find((node: { id: string }) => node.id === id);
  }
  const kindsOf = async (nodeName: string): Promise<string[]> =>
    (
      await controlPlane.ask(
        'query($nodeName: String) { events(filter: { nodeName: $nodeName }) { nodes { kind } } }',
        { nodeName },
      )
    ).events.nodes.map(({ kind }: { kind: string }) => kind);
  async function refusal(...request: Parameters<typeof start>): Promise<string> {
    const answer = await start(...request);
    return `${codeOf(answer)}: ${answer.errors?.[0]?.message}`;
  }

  test('a move is delivered until its agent reports the end, and is shown with its progress, in history and in events', async () => {
    const id = await runningNode('wanderer');
    const move = await started(id, 'move', { to: 'ssd' });
    expect(move).toMatchObject({ state: 'requested', title: 'move the data to ssd', cancellable: true });
    expect(move).toMatchObject({ node: { revision: 2 }, params: { from: 'default', to: 'ssd' } });
    expect((await desiredOf(id)).operations).toEqual([
      { id: move.id, kind: 'move', params: { from: 'default', to: 'ssd' }, hasStarted: false },
    ]);
    expect(await refusal(id, 'move', { to: 'ssd' })).toMatch(/^action_already_pending: .*move the data to ssd/);
    expect(await refusal(id, 'reindex')).toMatch(/^action_not_possible: .*or cancel it/);

    const copying = { id: move.id, step: 'copying the data', cancellable: true };
    await report([observed(id, [{ ...copying, progress: 0.5 }])]);
    await report([observed(id, [{ ...copying, progress: 0.7 }])]);
    expect(await operationsOf(id)).toMatchObject([{ state: 'running', progress: 0.7, step: 'copying the data' }]);
    expect((await desiredOf(id)).operations).toMatchObject([{ hasStarted: true }]);
    await report([observed(id, [{ id: move.id, step: 'starting the daemon' }], { dataRoot: 'ssd' })]);
    expect(codeOf(await cancel(id, move.id))).toBe('action_not_possible');
    await report([observed(id, [{ id: move.id, state: 'succeeded' }], { dataRoot: 'ssd' })]);
    expect(await operationsOf(id)).toMatchObject([{ state: 'succeeded', progress: 1, endedAt: expect.any(String) }]);
    expect((await desiredOf(id)).operations).toEqual([]);
    expect(await kindsOf('wanderer')).toContain('node.operation-requested');
    expect(await refusal(id, 'move', { to: 'ssd' })).toMatch(/^action_not_possible: .*is already in ssd/);
  });

  test('an operation that is cancelled is not delivered any more, unless its agent had passed the point of no return', async () => {
    const id = await runningNode('settled');
    expect(codeOf(await cancel(id, randomUUID()))).toBe('Forbidden');
    const first = await started(id, 'move', { to: 'ssd' });
    expect((await cancel(id, first.id)).data.cancelNodeOperation).toMatchObject({
      ...{ state: 'cancelled', cancellable: false },
    });
    expect((await desiredOf(id)).operations).toEqual([]);
    expect(await kindsOf('settled')).toContain('node.operation-cancelled');
    expect(codeOf(await cancel(id, first.id))).toBe('action_not_possible');
    await report([observed(id, [{ id: first.id, state: 'cancelled', step: 'rolling back' }])]);
    expect(await operationsOf(id)).toMatchObject([{ state: 'cancelled', step: null }]);
    const late = await started(id, 'move', { to: 'ssd' });
    await cancel(id, late.id);
    await report([observed(id, [{ id: late.id }])]);
    expect((await desiredOf(id)).operations).toMatchObject([{ id: late.id, hasStarted: true }]);
    await report([observed(id, [{ id: late.id, state: 'failed', reason: 'the disk is unsound' }])]);
    expect(await operationsOf(id)).toMatchObject([
      { id: late.id, state: 'failed', reason: 'the disk is unsound' },
      { id: first.id, state: 'cancelled' },
    ]);
  });

  test('a report for a node of another id changes nothing', async () => {
    const [id, other] = [await runningNode('mine'), await runningNode('yours')];
    const move = await started(id, 'move', { to: 'ssd' });
    await report([observed(id), observed(other, [{ id: move.id, state: 'succeeded' }, { id: 'no id' }])]);
    expect(await operationsOf(id)).toMatchObject([{ state: 'requested' }]);
  });

  test('what cannot be is refused at the door, with the reason', async () => {
    const id = await runningNode('refused');
    expect(await refusal(id, 'move')).toMatch(/^invalid_input: params.to/);
    expect(await refusal(id, 'move', { to: 'ssd', by: 'ship' })).toMatch(/^invalid_input/);
    expect(await refusal(id, 'move', { to: 'attic' })).toMatch(
      /^invalid_input: .*no data root attic; it has default, ssd/,
    );
    expect(await refusal(id, 'move', { to: 'default' })).toMatch(/^action_not_possible: .*is already in default/);
    expect(await refusal(id, 'move', { to: 'away' })).toMatch(
      /^action_not_possible: .*does not see the data root away/,
    );
    for (const kind of ['seed', 'adopt', 'rotate_rpc_credentials'])
      expect(await refusal(id, kind)).toMatch(/^action_not_possible: .*cannot be started on its own/);
    const idle = await runningNode('refused-idle', { desiredState: 'stopped' });
    expect(await refusal(idle, 'move', { to: 'ssd' })).toMatch(/^action_not_possible: .*start it first/);
    expect(await refusal(idle, 'reindex')).toMatch(/^action_not_possible: .*start it first/);
    const fresh = await newNode('refused-fresh');
    expect(await refusal(fresh, 'move', { to: 'ssd' })).toMatch(/^action_not_possible: .*has not run yet/);
    await newNode('refused-copy', { seedFrom: id });
    expect(await refusal(id, 'move', { to: 'ssd' })).toMatch(/^chain_data_busy: .*copied for refused-copy/);
    const large = await runningNode('refused-large', { resources: { ...small, diskGiB: 45 } });
    expect(await refusal(large, 'move', { to: 'ssd' })).toMatch(/^not_enough_resources: ssd on mover cannot give/);
    await started(large, 'reindex');
    expect(await refusal(large, 'move', { to: 'ssd' })).toMatch(/^action_not_possible: .*rebuild the block index/);
    await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id: large });
    expect(await refusal(large, 'move', { to: 'ssd' })).toMatch(/^node_being_deleted/);
  });

  test('a new node may begin in a data root, whose room is counted apart, with what is moved there', async () => {
    expect(codeOf(await createOn('elsewhere', { dataRoot: 'attic' }))).toBe('invalid_input');
    expect(codeOf(await createOn('elsewhere', { dataRoot: 'away' }))).toBe('action_not_possible');
    const fills = { resources: { ...small, diskGiB: 16 }, dataRoot: 'ssd' };
    const moving = await runningNode('guest', { resources: { ...small, diskGiB: 20 } });
    const { id: moveId } = await started(moving, 'move', { to: 'ssd' });
    expect(codeOf(await createOn('elsewhere', fills))).toBe('not_enough_resources');
    await cancel(moving, moveId);
    const { id } = (await createOn('elsewhere', fills)).data.createNode;
    expect(await desiredOf(id)).toMatchObject({ dataRoot: 'ssd', operations: [] });
  });

  test('a reindex starts once, cannot be cancelled after that, and may be requested again', async () => {
    const id = await runningNode('damaged');
    const { id: first, params } = await started(id, 'reindex');
    expect(params).toEqual({ chainstateOnly: false, height: null });
    const startedAt = '2026-11-21T20:00:00.000Z';
    await report([observed(id, [{ id: first, startedAt }])]);
    expect(await operationsOf(id)).toMatchObject([{ state: 'running', startedAt, endedAt: null }]);
    await report([observed(id, [{ id: first, state: 'requested', cancellable: true }])]);
    expect(await operationsOf(id)).toMatchObject([{ state: 'running' }]);
    expect(codeOf(await cancel(id, first))).toBe('action_not_possible');
    // If the node cannot run any more, its rebuild may have to be repeated.
    expect(codeOf(await start(id, 'reindex'))).toBe('action_already_pending');
    await report([observed(id, [{ id: first }], { phase: 'failing' })]);
    const again = await started(id, 'reindex', { chainstateOnly: true });
    expect(again).toMatchObject({ title: 'rebuild the chain state', params: { chainstateOnly: true } });
    expect(await operationsOf(id)).toMatchObject([{ id: again.id }, { id: first, state: 'cancelled' }]);
  });

  test('a node that prunes learns the price of a reindex, and is not asked for one that bitcoind refuses', async () => {
    const id = await newNode('thrifty', { nodeType: 'pruned' });
    expect(await refusal(id, 'reindex')).toMatch(/downloads and verifies the whole chain again/);
    expect(await refusal(id, 'reindex', { chainstateOnly: true, downloadAgain: true })).toMatch(/^action_not_possible/);
    expect((await started(id, 'reindex', { downloadAgain: true })).state).toBe('requested');
  });
});
