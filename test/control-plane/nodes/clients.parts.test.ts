import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestControlPlane } from '../../harness/control-plane.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { type Inhabited, startInhabited } from '../../harness/inhabited.ts';

let controlPlane: TestControlPlane;
let inhabited: Inhabited;
let executorId: string;

const versions = ['31.0', '30.2', '30.0', '29.3', '28.1', '27.0'].map((version) => ({ client: 'bitcoind', version }));
const knots = { client: 'knots', version: '29.3.knots20260508' };

beforeAll(async () => {
  inhabited = await startInhabited({});
  ({ controlPlane } = inhabited);
  const host = new TestExecutor(controlPlane, await controlPlane.key('executor', 'host-3'), 'host-3');
  const clients = [...versions, knots].map((each) => ({ ...each, image: 'x' }));
  const capabilities = { clients, networks: ['mainnet', 'testnet4'], nodeTypes: ['full', 'pruned'] };
  executorId = (await host.sync({ capabilities })).data.syncExecutor.executorId;
});
afterAll(() => controlPlane?.destroy());

const resources = { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 };
const create = async (name: string, data: object) =>
  (
    await controlPlane.ask(
      'mutation($data: NodeCreateInput!) { createNode(data: $data) { id client clientVersion clientLifecycle { state summary } } }',
      { data: { name, executorId, network: 'mainnet', resources, desiredState: 'stopped', ...data } },
    )
  ).createNode;
const preview = async (id: string, data: object) =>
  (
    await controlPlane.ask(
      `query($id: ID!, $data: NodeUpdateInput!) { previewNodeUpdate(where: { id: $id }, data: $data) {
        accepted issues { path message } changes { field consequences { kind message } } configChanges { key from to } } }`,
      { id, data },
    )
  ).previewNodeUpdate;

test('every version that a host offers is shown with its state, and a family of other rules says so', async () => {
  const { nodeOptions } = await controlPlane.ask(
    'query($id: ID!) { nodeOptions(executorId: $id) { clients { client version note lifecycle { state withdrawnReason advisories { id severity } } } } }',
    { id: executorId },
  );
  const shown = nodeOptions.clients.map((each: (typeof nodeOptions.clients)[number]) => [
    `${each.client} ${each.version}`,
    each.lifecycle.state,
    each.note,
  ]);
  expect(shown).toEqual([
    ['bitcoind 31.0', 'maintained', null],
    ['bitcoind 30.2', 'maintained', null],
    ['bitcoind 30.0', 'withdrawn', null],
    ['bitcoind 29.3', 'maintained', null],
    ['bitcoind 28.1', 'end_of_life', null],
    ['bitcoind 27.0', 'end_of_life', null],
    ['knots 29.3.knots20260508', 'unknown', 'enforces different consensus rules from Bitcoin Core'],
  ]);
  expect(nodeOptions.clients[4].lifecycle.advisories[0]).toEqual({ id: 'CVE-2024-52911', severity: 'high' });
});

test('a node keeps its family, with the reason, and another node of the other one is made', async () => {
  const { id } = await create('core', { clientVersion: '29.3' });
  const change = await preview(id, { client: 'knots', clientVersion: knots.version });
  expect(change).toMatchObject({ accepted: false, issues: [{ path: ['data', 'client'] }] });
  expect(change.issues[0].message).toMatch(/its verdicts on blocks.*create another node with knots/);
  const overrides = [{ key: 'rejecttokens', value: '1' }];
  const other = await create('other', { client: 'knots', overrides });
  expect(other).toMatchObject({ client: 'knots', clientVersion: knots.version, clientLifecycle: { state: 'unknown' } });
  const { nodeOptions } = await controlPlane.ask(
    '{ nodeOptions(client: knots) { catalogueVersion configOptions(search: "rejecttokens") { key } } }',
  );
  expect(nodeOptions).toEqual({
    catalogueVersion: '29.3.knots20260504rc2',
    configOptions: [{ key: 'rejecttokens' }],
  });
});

test('the preview of another version says what it means for the node', async () => {
  const overrides = [
    { key: 'maxorphantx', value: '50' },
    { key: 'coinstatsindex', value: '1' },
  ];
  const { id } = await create('upgraded', { clientVersion: '28.1', overrides });
  const { accepted, changes, configChanges } = await preview(id, { clientVersion: '30.2' });
  expect(accepted).toBe(true);
  const kinds = changes[0].consequences.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining(['option_dropped', 'default_changes', 'wallets_unloadable', 'builds_index']),
  );
  expect(configChanges).toContainEqual({ key: 'rpcthreads', from: '5', to: '17' });
});

test('testnet4 has defaults of its own, and no version that does not know it', async () => {
  const { id, clientVersion } = await create('four', { network: 'testnet4' });
  expect(clientVersion).toBe('31.0');
  expect(await preview(id, { clientVersion: '27.0' })).toMatchObject({
    accepted: false,
    issues: [{ path: ['data', 'clientVersion'], message: expect.stringContaining('does not support testnet4') }],
  });
  const { nodeOptions } = await controlPlane.ask(
    'query($id: ID!) { nodeOptions(executorId: $id) { defaults { network nodeType resources { diskGiB } } } }',
    { id: executorId },
  );
  expect(nodeOptions.defaults).toContainEqual({ network: 'testnet4', nodeType: 'full', resources: { diskGiB: 100 } });
});
