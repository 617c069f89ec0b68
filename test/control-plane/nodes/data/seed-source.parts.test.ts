import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';

const clients = ['27.0', '28.0', '28.1'].map((version) => ({
  client: 'bitcoind',
  version,
  image: `bitcoin:${version}`,
}));
const offer = {
  capabilities: { clients, networks: ['signet', 'regtest'], nodeTypes: ['full', 'pruned'] },
};

describe('a node that begins as a copy', () => {
  let controlPlane: TestControlPlane;
  let host: TestExecutor;

  beforeAll(async () => {
    controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
    host = await TestExecutor.withKey(controlPlane, 'host');
    await host.sync(offer);
  });
  afterAll(() => controlPlane?.destroy());

  const create = (data: object) =>
    controlPlane.call('mutation($data: NodeCreateInput!) { createNode(data: $data) { id executor { name } } }', {
      data: { name: `n-${randomUUID()}`, network: 'regtest', resources: { memoryMiB: 512, diskGiB: 5 }, ...data },
    });
  /** A running node. */
  const source = async (data: object = {}): Promise<string> => {
    const { id } = (await create(data)).data.createNode;
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
    expect(executor.name).toBe('host');
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
    expect(elsewhere.errors?.[0]?.message).toContain('the chain data is on host');
    expect(codeOf(await create({ seedFrom: from, adoptData: randomUUID() }))).toBe('invalid_input');
    expect(codeOf(await create({ seedFrom: randomUUID() }))).toBe('Forbidden');
    const idle = (await create({})).data.createNode.id;
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
