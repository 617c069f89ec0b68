import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitingForLock } from '../../../harness/database-connections.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { nodeOf } from '../../../harness/nodes.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedClient, sharedControlPlane } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
const other = sharedClient(() => controlPlane.settings.databaseUrl);
afterEach(() => other.query('ROLLBACK'));
const amount = (total: number, free = total) => ({ total, usedByNodes: 0, free });
const offering = (...versions: string[]) => ({
  clients: versions.map((version) => ({
    ...{ client: version.includes('knots') ? 'knots' : 'bitcoind', version, image: `bitcoin:${version}` },
  })),
  ...{ networks: ['signet', 'regtest'], nodeTypes: ['full', 'pruned'] },
});
const create = (data: object) =>
  controlPlane.call(
    'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id clientVersion executor { name } } } }',
    { data: { name: `n-${randomUUID()}`, network: 'regtest', resources: { memoryMiB: 512, diskGiB: 5 }, ...data } },
  );
const refusal = async (data: object) => (await create(data)).errors?.[0]?.message;
const ofSignet = (challenge: string) => ({ network: 'signet', signet: { challenge } });
const reportedNode = (id: string, more: object = {}) => ({ id, since: new Date().toISOString(), ...more });

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
      'mutation($data: KeptDataRemovalInput!) { removeKeptData(data: $data) { orphan { nodeId name } } }',
      {
        data: { executorId, name: 'former', ...data },
      },
    );
  const desired = async () => (await host.sync({ orphans: [] })).data.syncExecutor.nodes;

  test('shows what an agent reads off data without a node, and unknown parts', async () => {
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
    expect(data.createNode.node).toMatchObject({ id: nodeId, clientVersion: '28.1' });
    expect(await desired()).toContainEqual(expect.objectContaining({ id: nodeId, desiredState: 'running' }));
    const node = await nodeOf(
      controlPlane,
      nodeId,
      'operations { kind state params { adopt { name height } } } events { nodes { kind message } }',
    );
    expect(node.operations).toEqual([
      { kind: 'adopt', state: 'succeeded', params: { adopt: { name: 'former', height: 120 } } },
    ]);
    expect(node.events.nodes[0]).toMatchObject({
      ...{ kind: 'node.data_adopted', message: expect.stringContaining('ends at height 120') },
    });
    // Until its next heartbeat, the executor still lists it.
    expect(codeOf(await create({ adoptData: nodeId }))).toBe('chain_data_not_found');
  });

  test('adopted data has a later revision, so that a knowing agent sees a change', async () => {
    const { data } = await create({});
    const { id } = data.createNode.node;
    await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }, dataPolicy: keep) { node { id } } }', {
      id,
    });
    const nodes = [reportedNode(id, { phase: 'deleted' })];
    await host.sync({ nodes, orphans: [{ nodeId: id, name: 'former', data: chain }] });
    const capabilities = offering('28.1', '29.3.knots20260508');
    await host.sync({ nodes: [], orphans: [{ nodeId: id, name: 'former', data: chain }], capabilities });
    expect(await refusal({ adoptData: id, client: 'knots' })).toMatch(/verdicts on blocks.*create another node/);
    expect((await create({ adoptData: id })).data.createNode.node.id).toBe(id);
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
    const resources = { cpuCores: amount(8), memoryMiB: amount(131_072), diskGiB: amount(1953, 12) };
    const nodeId = randomUUID();
    await host.sync({ resources, orphans: [{ nodeId, name: 'former', data: chain }] });
    expect(codeOf(await create({}))).toBe('no_executor_fits');
    expect((await create({ adoptData: nodeId })).errors).toBeUndefined();
  });

  test('the room of data is judged on the data root that it lies in, and promised there', async () => {
    const root = (name: string, freeGiB: number | null) => ({ name, path: `/${name}`, totalGiB: freeGiB, freeGiB });
    const report = async (dataRoot: string | null) => {
      const nodeId = randomUUID();
      const orphans = [{ nodeId, name: 'former', data: { ...chain, sizeBytes: 1024 ** 3, dataRoot } }];
      const dataRoots = [root('default', 1953), root('small', 2), root('big', 32), root('away', null)];
      const resources = { cpuCores: amount(8), memoryMiB: amount(131_072), diskGiB: amount(1953), dataRoots };
      const { errors } = await host.sync({ resources, orphans });
      expect(errors).toBeUndefined();
      return nodeId;
    };
    expect(await refusal({ adoptData: await report('small') })).toContain('2 of 2 GiB of disk available, 5 needed');
    expect(await refusal({ adoptData: await report('away') })).toContain('is its disk mounted?');
    expect(await refusal({ adoptData: await report('unheard') })).toContain('has no data root unheard');
    for (let count = 0; count < 6; count++) {
      const { data } = await create({ adoptData: await report('big') });
      expect((await nodeOf(controlPlane, data.createNode.node.id, 'dataRoot')).dataRoot).toBe('big');
    }
    // Six times 5 GiB are allocated there, before the agent knows any of the nodes.
    expect(await refusal({ adoptData: await report('big') })).toContain('30 allocated to other nodes');
    expect((await create({ adoptData: await report(null) })).errors).toBeUndefined();
  });

  test('data of a deleted node is adopted on its signet only', async () => {
    const { id } = (await create(ofSignet('51'))).data.createNode.node;
    await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }, dataPolicy: keep) { node { id } } }', {
      id,
    });
    const orphans = [{ nodeId: id, name: 'former', data: { ...chain, network: 'signet' } }];
    await host.sync({ nodes: [reportedNode(id, { phase: 'deleted' })], orphans, capabilities: offering('28.1') });
    await host.sync({ nodes: [], orphans, capabilities: offering('28.1') });
    for (const request of [ofSignet('52'), { network: 'signet' }])
      expect(await refusal({ adoptData: id, ...request })).toContain('the chain data is for signet:51');
    expect((await create({ adoptData: id, ...ofSignet('51') })).errors).toBeUndefined();
  });

  test('refuses an unknown orphan, and another executor than the one that has the data', async () => {
    expect(codeOf(await create({ adoptData: randomUUID() }))).toBe('chain_data_not_found');
    expect(codeOf(await create({ adoptData: 'no id' }))).toBe('chain_data_not_found');
    const elsewhere = { adoptData: await report(chain), executorId: randomUUID() };
    expect(await refusal(elsewhere)).toContain('the chain data is on host');
  });

  test('data is removed by its exact name, as a node that is being deleted', async () => {
    const nodeId = await report(chain);
    expect((await remove({ nodeId, name: 'formers' })).errors?.[0]?.message).toContain('is not the name');
    const { data } = await remove({ nodeId });
    expect(data.removeKeptData.orphan).toEqual({ nodeId, name: 'former' });
    expect(await desired()).toContainEqual(
      expect.objectContaining({ id: nodeId, desiredState: 'deleted', dataPolicy: 'remove' }),
    );
    expect(codeOf(await remove({ nodeId }))).toBe('chain_data_not_found');
    await host.sync({ nodes: [reportedNode(nodeId, { phase: 'deleted' })] });
    expect((await desired()).map(({ id }: { id: string }) => id)).not.toContain(nodeId);
  });

  test.each<[what: string, more: object, accepted: boolean, paths: string[]]>([
    ['with its wallet', { wallets: ['savings'] }, true, []],
    ['without its wallet', {}, false, ['data.wallets']],
    ['under another name', { name: 'other', wallets: ['savings'] }, false, ['data.name']],
  ])('the preview of a removal %s changes nothing', async (_what, more, accepted, paths) => {
    const nodeId = await report({ ...chain, wallets: ['savings'] });
    const document = `query($data: KeptDataRemovalInput!) {
      previewKeptDataRemoval(data: $data) { accepted wallets issues { path } } }`;
    const data = { executorId, nodeId, name: 'former', ...more };
    const { previewKeptDataRemoval: preview } = await controlPlane.ask(document, { data });
    expect([preview.accepted, preview.wallets]).toEqual([accepted, ['savings']]);
    expect(preview.issues.map(({ path }: { path: string[] }) => path.join('.'))).toEqual(paths);
    expect((await controlPlane.ask('{ executors { orphans { nodeId } } }')).executors[0].orphans).toMatchObject([
      { nodeId },
    ]);
  });

  test('removes data with wallets only if each is named, none while unknown', async () => {
    const nodeId = await report({ ...chain, wallets: ['', 'savings'] });
    const refused = await remove({ nodeId, wallets: ['savings'] });
    expect(codeOf(refused)).toBe('invalid_input');
    expect(refused.errors?.[0]?.message).toContain('whose keys would be lost: “” (the default wallet)');
    expect((await remove({ nodeId, wallets: ['', 'savings'] })).errors).toBeUndefined();
    const unread = await remove({ nodeId: await report(null) });
    expect(unread.errors?.[0]?.message).toContain('its wallets are unknown');
  });

  test('another node’s or an invalid name does not stand against a removal', async () => {
    const name = `n-${randomUUID()}`;
    await create({ name });
    for (const orphanName of [name, 'no name!']) {
      const nodeId = await report(chain, { name: orphanName });
      const { data } = await remove({ nodeId, name: orphanName });
      expect(data.removeKeptData.orphan).toEqual({ nodeId, name: orphanName });
      expect((await nodeOf(controlPlane, nodeId, 'name')).name).toBe(`removed-${nodeId}`);
    }
    // An agent refuses an answer with an invalid name.
    expect(await desired()).not.toContainEqual(expect.objectContaining({ name: 'no name!' }));
  });

  test('of two requests at the same moment for data that two hosts report, one gets it', async () => {
    const nodeId = await report(chain);
    const twin = await TestExecutor.withKey(controlPlane, 'twin');
    const ofTwin = (await twin.sync({ orphans: [{ nodeId, name: 'former', data: chain }] })).data.syncExecutor;
    await other.query('BEGIN');
    // Both requests wait between their look for the data and their node.
    await other.query('LOCK TABLE node_operation IN EXCLUSIVE MODE');
    const both = Promise.all([remove({ nodeId }), remove({ nodeId, executorId: ofTwin.executorId })]);
    await until('both requests wait', async () => (await waitingForLock(other)) === 2);
    await other.query('COMMIT');
    expect((await both).map(codeOf).toSorted()).toEqual(['chain_data_not_found', undefined]);
  });
});

describe('a node that begins as a copy', () => {
  let host: TestExecutor;
  let executorId: string;
  const offer = { capabilities: offering('27.0', '28.0', '28.1', '29.3.knots20260508') };
  beforeAll(async () => {
    host = await TestExecutor.withKey(controlPlane, 'copier');
    ({ executorId } = (await host.sync(offer)).data.syncExecutor);
  });

  /** A running node. */
  const source = async (data: object = {}): Promise<string> => {
    const { id } = (await create({ executorId, ...data })).data.createNode.node;
    await run(id);
    return id;
  };
  /** A node runs, with its agent's report of the copy. */
  const run = (id: string, operations: object[] = []) =>
    host.sync({ ...offer, nodes: [reportedNode(id, { phase: 'running', appliedRevision: 1, operations })] });
  const operationsOf = async (id: string) =>
    (await host.desired('id operations { id kind params { seed { from } } }', offer)).find((node) => node.id === id)
      .operations;

  test('goes to the executor of its source, which copies it for one node at a time', async () => {
    const from = await source();
    const { id, executor } = (await create({ seedFrom: from })).data.createNode.node;
    expect(executor.name).toBe('copier');
    const [copy] = await operationsOf(id);
    expect(copy).toMatchObject({ kind: 'seed', params: { seed: { from } } });
    expect(await operationsOf(from)).toEqual([]);
    const { operations } = await nodeOf(controlPlane, id, 'operations { kind state cancellable title }');
    expect(operations).toMatchObject([{ kind: 'seed', state: 'requested', cancellable: false }]);
    expect(operations[0].title).toContain('copy the chain data of');
    expect(codeOf(await create({ seedFrom: from }))).toBe('chain_data_busy');
    await run(id, [{ id: copy.id, state: 'succeeded', cancellable: false }]);
    expect((await create({ seedFrom: from, nodeType: 'pruned' })).errors).toBeUndefined();
  });

  test('is refused from a node whose snapshot is not validated', async () => {
    const from = await source();
    const problem = { code: 'validating_snapshot', reason: 'a snapshot', since: new Date().toISOString() };
    const report = { phase: 'running', appliedRevision: 1, problems: [problem] };
    await host.sync({ ...offer, nodes: [reportedNode(from, report)] });
    expect(await refusal({ seedFrom: from })).toContain('runs on a UTXO snapshot');
  });

  test.each<[why: string, ofSource: object, request: object, message: string]>([
    ['of another network', { network: 'signet' }, {}, 'is on signet'],
    ['of another signet', ofSignet('51'), ofSignet('52'), 'is on signet:51'],
    ['of a custom signet, for the public one', ofSignet('51'), { network: 'signet' }, 'is on signet:51'],
    ['with a version that cannot read it', {}, { clientVersion: '27.0' }, 'cannot read this node’s chain data'],
    ['with blocks that it pruned', { nodeType: 'pruned' }, { nodeType: 'full' }, 'no longer has its old blocks'],
  ])('is refused %s', async (_why, ofSource, request, message) => {
    const answer = await create({ seedFrom: await source(ofSource), ...request });
    expect(codeOf(answer)).toBe('invalid_node_config');
    expect(answer.errors?.[0]?.message).toContain(message);
  });

  test.each([
    [
      'bitcoind',
      'knots',
      [/^Bitcoin Knots enforces different/, /verdicts of Bitcoin Core on blocks\. Bitcoin Knots does not/],
    ],
    ['knots', 'bitcoind', [/verdicts of Bitcoin Knots on blocks\. Bitcoin Core does not verify these blocks again/]],
    ['knots', 'knots', [/^Bitcoin Knots enforces different/]],
    ['bitcoind', 'bitcoind', []],
  ])('of %s may have the client %s, and its preview says what the copy includes', async (copied, client, notes) => {
    const data = { client, seedFrom: await source({ client: copied }) };
    const preview = 'query($data: NodeCreateInput!) { previewNodeCreation(data: $data) { accepted notes } }';
    const previewed = { data: { name: `n-${randomUUID()}`, network: 'regtest', ...data } };
    expect((await controlPlane.ask(preview, previewed)).previewNodeCreation).toEqual({
      ...{ accepted: true, notes: notes.map((note) => expect.stringMatching(note)) },
    });
    const { id } = (await create(data)).data.createNode.node;
    expect(await operationsOf(id)).toMatchObject([{ kind: 'seed', params: { seed: { from: data.seedFrom } } }]);
  });

  test('is refused on another executor, beside adopted data, and from an unfit node', async () => {
    const from = await source();
    expect(await refusal({ seedFrom: from, executorId: randomUUID() })).toContain('the chain data is on copier');
    expect(codeOf(await create({ seedFrom: from, adoptData: randomUUID() }))).toBe('invalid_input');
    expect(codeOf(await create({ seedFrom: randomUUID() }))).toBe('Forbidden');
    const idle = (await create({ executorId })).data.createNode.node.id;
    expect(await refusal({ seedFrom: idle })).toContain('has not run yet');
    await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { node { id } } }', { id: from });
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
