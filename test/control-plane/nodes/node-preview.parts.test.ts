import { beforeAll, describe, expect, test } from 'vitest';
import { newestKnown } from '../../../src/bitcoin/clients/registry.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { sharedInhabited } from '../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane, stranger, newNode } = inhabited;

/** Registers an executor of this name, and returns its id. */
const register = async (name: string, capabilities: object): Promise<string> =>
  (await (await TestExecutor.withKey(controlPlane, name)).sync({ capabilities })).data.syncExecutor.executorId;

const previewFields = `accepted issues { code path message } executor { name } placement { chosenBy reason }
  node { clientVersion clientLifecycle { warning } nodeType resources { cpuCores memoryMiB diskGiB } }
  notes changes { field from to consequences { kind message } } configChanges { key from to origin note }`;

const previewCreation = async (data: object) =>
  (
    await controlPlane.ask(`query($data: NodeCreateInput!) { previewNodeCreation(data: $data) { ${previewFields} } }`, {
      data: { network: 'regtest', name: 'previewed', ...data },
    })
  ).previewNodeCreation;
const previewUpdate = async (id: string, data: object) =>
  (
    await controlPlane.ask(
      `query($id: ID!, $data: NodeUpdateInput!) { previewNodeUpdate(data: $data, where: { id: $id }) { ${previewFields} } }`,
      { id, data },
    )
  ).previewNodeUpdate;

describe('the preview of a creation', () => {
  test('shows executor, defaults and whole configuration, and creates nothing', async () => {
    const preview = await previewCreation({});
    expect(preview).toMatchObject({
      accepted: true,
      issues: [],
      executor: { name: 'host-1' },
      placement: { chosenBy: 'control_plane' },
      node: { clientVersion: '28.1', nodeType: 'full', resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 1 } },
      changes: [],
    });
    expect(preview.configChanges).toContainEqual({
      ...{ key: 'txindex', from: null, to: '1', origin: 'default', note: expect.any(String) },
    });
    expect(preview.configChanges).toContainEqual(expect.objectContaining({ key: 'rpcauth', to: null }));
    expect((await controlPlane.ask('{ nodes { id } }')).nodes).toEqual([]);
  });

  test('names every fault with its path', async () => {
    await newNode({ name: 'taken' });
    const { accepted, issues } = await previewCreation({
      name: 'taken',
      executorId: inhabited.executorId,
      network: 'mainnet',
      resources: { memoryMiB: 500_000 },
      overrides: [{ key: 'datadir', value: '/x' }],
    });
    expect(accepted).toBe(false);
    const found = issues.map(({ code, path }: { code: string; path: string[] }) => [code, path.join('.')]);
    expect(found).toEqual([
      ['name_taken', 'data.name'],
      ['chain_not_supported_by_executor', 'data.network'],
      ['invalid_node_config', 'data.overrides.0.key'],
      ['not_enough_resources', 'data.resources.memoryMiB'],
    ]);
  });

  test('says why no host can run the node, and reports an invalid name as an issue', async () => {
    const nowhere = await previewCreation({ executorLabels: [{ key: 'disk', value: 'tape' }] });
    expect(nowhere).toMatchObject({ accepted: false, executor: null, node: null });
    const message = 'no host can run the node: host-1 does not have the label disk=tape';
    expect(nowhere.issues).toEqual([{ code: 'no_executor_fits', path: [], message }]);
    for (const name of ['-x', ''])
      expect((await previewCreation({ name })).issues).toMatchObject([
        { code: 'invalid_input', path: ['data', 'name'] },
      ]);
  });
});

describe('the preview of an update', () => {
  test('shows each change with its consequences, and changes nothing', async () => {
    const id = await newNode({ name: 'to-change' });
    const preview = await previewUpdate(id, {
      resources: { memoryMiB: 2048, diskGiB: 7 },
      overrides: [{ key: 'coinstatsindex', value: '1' }],
    });
    expect(preview).toMatchObject({ accepted: true, issues: [], executor: { name: 'host-1' }, placement: null });
    const kinds = preview.changes.map(({ field, from, to, consequences }: (typeof preview.changes)[number]) => [
      ...[field, from, to],
      consequences.map(({ kind }: { kind: string }) => kind),
    ]);
    expect(kinds).toEqual([
      ['resources.memoryMiB', '1024', '2048', ['new_container']],
      ['resources.diskGiB', '1', '7', ['nothing']],
      ['overrides.coinstatsindex', null, '1', ['new_container', 'builds_index']],
    ]);
    expect(preview.configChanges).toEqual([
      { key: 'dbcache', from: '256', to: '512', origin: 'default', note: expect.any(String) },
      { key: 'maxmempool', from: '256', to: '300', origin: 'default', note: expect.any(String) },
      { key: 'coinstatsindex', from: null, to: '1', origin: 'override', note: null },
    ]);
    const { node } = await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { revision } }', { id });
    expect(node.revision).toBe(1);
  });

  test('refuses what updateNode refuses', async () => {
    const id = await newNode({ name: 'refuses', nodeType: 'pruned' });
    const { accepted, issues, changes } = await previewUpdate(id, { nodeType: 'full', name: 'taken' });
    expect(accepted).toBe(false);
    expect(issues.map(({ code }: { code: string }) => code)).toEqual(['name_taken', 'invalid_node_config']);
    expect(changes.at(-1).consequences).toContainEqual(expect.objectContaining({ kind: 'needs_missing_data' }));
    await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { node { id } } }', { id });
    expect((await previewUpdate(id, {})).issues).toMatchObject([{ code: 'node_being_deleted' }]);
  });
});

describe('the options of a node', () => {
  const nodeOptions = async (args: string, search = '', key?: string) =>
    (
      await controlPlane.ask(
        `query($search: String) { nodeOptions${args} { executor { name room { memoryMiB { available } } } networks nodeTypes
          clients { client version note lifecycle { state advisories { id severity } } } catalogVersion
          defaults { network nodeType resources { cpuCores memoryMiB diskGiB } } resourceBounds { memoryMiB { min max } }
          configOptions(search: $search) {
            key category type help default min max unit choices repeatable advanced secret platformReason } } }`,
        { search },
        key,
      )
    ).nodeOptions;

  test('an executor shows its offers, with defaults for each network and type', async () => {
    const options = await nodeOptions(`(where: { id: "${inhabited.executorId}" })`);
    expect(options).toMatchObject({
      executor: { name: 'host-1', room: { memoryMiB: { available: expect.any(Number) } } },
      ...{ networks: ['regtest', 'signet'], nodeTypes: ['full', 'pruned'], catalogVersion: '28.1' },
      clients: [{ version: '28.1' }, { version: '28.0' }],
    });
    expect(options.defaults).toHaveLength(4);
    const resources = { cpuCores: 1, memoryMiB: 4096, diskGiB: 100 };
    expect(options.defaults).toContainEqual({ network: 'signet', nodeType: 'full', resources });
    expect(options.resourceBounds).toEqual({ memoryMiB: { min: 256, max: 16 * 1024 * 1024 } });
    expect(options.configOptions.length).toBeGreaterThan(170);
  });

  test('without an executor, options are those of any that takes new nodes', async () => {
    const clients = [{ client: 'bitcoind', version: '27.0', image: 'x' }];
    const id = await register('host-2', { clients, networks: ['mainnet'], nodeTypes: ['pruned'] });
    expect(await nodeOptions('')).toMatchObject({
      ...{ executor: null, networks: ['mainnet', 'regtest', 'signet'] },
      clients: [{ version: '28.1' }, { version: '28.0' }, { version: '27.0' }],
    });
    const cordon = 'mutation($id: ID!) { cordonExecutor(where: { id: $id }, reason: "rest") { executor { id } } }';
    await controlPlane.ask(cordon, { id });
    expect((await nodeOptions('')).networks).toEqual(['regtest', 'signet']);
    expect(await nodeOptions('', 'dbcache', stranger.personalKey)).toMatchObject({
      ...{ networks: [], clients: [], defaults: [], catalogVersion: newestKnown('bitcoind') },
      configOptions: [{ key: 'dbcache' }],
    });
  });

  test('an option says its type, its bounds, and whose it is', async () => {
    const find = async (key: string, args = '') =>
      (await nodeOptions(args, key)).configOptions.find((option: { key: string }) => option.key === key);
    expect(await find('dbcache')).toEqual({
      ...{ key: 'dbcache', category: 'general', type: 'integer', help: expect.stringContaining('database cache') },
      ...{ default: '450', min: 4, max: 16_384, unit: 'MiB', choices: [], repeatable: false, advanced: false },
      ...{ secret: false, platformReason: null },
    });
    expect(await find('onlynet')).toMatchObject({ choices: expect.arrayContaining(['onion']), repeatable: true });
    expect(await find('torpassword')).toMatchObject({ secret: true });
    expect(await find('rpcbind')).toMatchObject({ platformReason: expect.stringContaining('assigned') });
    expect(await find('maxtimeadjustment', '(clientVersion: "27.0")')).toMatchObject({ default: '4200' });
    expect((await nodeOptions('', 'DATABASE cache')).configOptions).toMatchObject([{ key: 'dbcache' }]);
    expect((await nodeOptions('', 'no such thing')).configOptions).toEqual([]);
  });

  describe('of several clients', () => {
    const knots = { client: 'knots', version: '29.3.knots20260508' };
    const resources = { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 };
    let executorId: string;
    beforeAll(async () => {
      const versions = ['31.1', '31.0', '30.0', '29.3', '28.1', '27.0'].map((version) => ({
        client: 'bitcoind',
        version,
      }));
      const clients = [...versions, knots].map((each) => ({ ...each, image: 'x' }));
      const networks = ['mainnet', 'testnet4'];
      executorId = await register('host-3', { clients, networks, nodeTypes: ['full', 'pruned'] });
    });

    test('show each version with its state, and what is special in a family of other rules', async () => {
      const { clients } = await nodeOptions(`(where: { id: "${executorId}" })`);
      const shown = clients.map(({ client, version, lifecycle, note }: (typeof clients)[number]) => [
        ...[`${client} ${version}`, lifecycle.state, note],
      ]);
      expect(shown).toEqual([
        ['bitcoind 31.1', 'maintained', null],
        ['bitcoind 31.0', 'maintained', null],
        ['bitcoind 30.0', 'withdrawn', null],
        ['bitcoind 29.3', 'end_of_life', null],
        ['bitcoind 28.1', 'end_of_life', null],
        ['bitcoind 27.0', 'end_of_life', null],
        ['knots 29.3.knots20260508', 'unknown', 'enforces different consensus rules from Bitcoin Core'],
      ]);
      expect(clients[4].lifecycle.advisories[0]).toEqual({ id: 'CVE-2024-52911', severity: 'high' });
    });

    test('leave a withdrawn version to those who name it', async () => {
      const clients = ['31.1', '30.0'].map((version) => ({ client: 'bitcoind', version, image: 'x' }));
      const place = { executorId: await register('host-4', { clients, networks: ['mainnet'], nodeTypes: ['full'] }) };
      const ofDefault = await previewCreation({ ...place, network: 'mainnet', resources });
      expect(ofDefault.node).toMatchObject({ clientVersion: '31.1', clientLifecycle: { warning: null } });
      const named = await previewCreation({ ...place, network: 'mainnet', resources, clientVersion: '30.0' });
      const warning = 'withdrawn on 2026-01-05';
      expect(named).toMatchObject({ accepted: true, node: { clientVersion: '30.0', clientLifecycle: { warning } } });
      const query =
        'query($id: ID!) { executor(where: { id: $id }) { capabilities { clients { lifecycle { warning } } } } }';
      const { executor } = await controlPlane.ask(query, { id: place.executorId });
      expect(executor.capabilities.clients.map((each: typeof ofDefault) => each.lifecycle.warning)).toEqual([
        null,
        warning,
      ]);
    });

    test('run testnet4 with its own resources from the version on that knows it', async () => {
      const of = (clientVersion: string) => previewCreation({ executorId, network: 'testnet4', clientVersion });
      const node = { clientVersion: '28.1', resources: { cpuCores: 1, memoryMiB: 2048, diskGiB: 100 } };
      const { accepted, node: planned, configChanges } = await of('28.1');
      expect({ accepted, node: planned }).toMatchObject({ accepted: true, node });
      expect(configChanges).toContainEqual(expect.objectContaining({ key: 'chain', to: 'testnet4' }));
      expect(await of('27.0')).toMatchObject({ accepted: false, issues: [{ path: ['data', 'clientVersion'] }] });
    });

    test('are of one family for a node’s life; another node may have the other', async () => {
      const place = { executorId, network: 'mainnet', resources };
      const id = await newNode({ ...place, name: 'core', clientVersion: '29.3' });
      const change = await previewUpdate(id, { client: 'knots', clientVersion: knots.version });
      expect(change).toMatchObject({ accepted: false, issues: [{ path: ['data', 'client'] }] });
      expect(change.issues[0].message).toMatch(/its verdicts on blocks.*create another node with knots/);
      const overrides = [{ key: 'rejecttokens', value: '1' }];
      const other = await previewCreation({ ...place, client: 'knots', overrides });
      expect(other).toMatchObject({ accepted: true, node: { clientVersion: knots.version } });
      expect([change.notes, other.notes]).toEqual([[], [expect.stringMatching(/^Bitcoin Knots enforces different/)]]);
      expect(await nodeOptions('(client: knots)', 'rejecttokens')).toMatchObject({
        ...{ catalogVersion: '29.3.knots20260504rc2', configOptions: [{ key: 'rejecttokens' }] },
      });
    });
  });
});

test('an override that one update sets and removes is refused', async () => {
  const id = await newNode({ name: 'both' });
  const data = { setOverrides: [{ key: 'dbcache', value: '100' }], unsetOverrides: ['maxmempool', 'dbcache '] };
  expect((await previewUpdate(id, data)).issues).toMatchObject([{ path: ['data', 'unsetOverrides', '1'] }]);
});

test.each<[field: string, data: object, noun: string]>([
  ['executorId', { executorId: 'host-1' }, 'host'],
  ['seedFrom', { seedFrom: 'alpha' }, 'node'],
])('%s with a name in place of an id says so', async (field, data, noun) => {
  expect(await previewCreation(data)).toMatchObject({
    accepted: false,
    issues: [
      { code: 'Forbidden', path: ['data', field], message: expect.stringContaining(`must be the id of a ${noun} of`) },
    ],
  });
});

const deletionDocument = `query($id: ID!, $removal: NodeDataRemovalInput) {
  previewNodeDeletion(where: { id: $id }, removal: $removal) { accepted issues { path } dataPolicy wallets } }`;

test.each<[what: string, removal: object | null, shown: object]>([
  ['kept', null, { accepted: true, issues: [], dataPolicy: 'keep' }],
  ['removed', { name: 'removed' }, { accepted: true, issues: [], dataPolicy: 'remove' }],
  ['unnamed', { name: 'other' }, { accepted: false, issues: [{ path: ['removal', 'name'] }], dataPolicy: 'remove' }],
])('the preview of a deletion whose data is %s changes nothing', async (name, removal, shown) => {
  const id = await newNode({ name });
  const { previewNodeDeletion } = await controlPlane.ask(deletionDocument, { id, removal });
  expect(previewNodeDeletion).toEqual({ ...shown, wallets: null });
  const { node } = await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { desiredState } }', { id });
  expect(node).toEqual({ desiredState: 'running' });
});

test.each<[mutation: string, path: string]>([
  [
    'startNodeRollout(data: { members: [{ nodeId: "alpha", restart: true }] }) { rollout { id } }',
    'data.members.0.nodeId',
  ],
  [
    'startUpgradeRollout(data: { executorIds: ["host-1"], targetVersion: "9.9.9" }) { rollout { id } }',
    'data.executorIds.0',
  ],
  [
    'saveNotificationSettings(input: { nodeOverrides: [{ nodeId: "alpha", muted: true }] }) { settings { revision } }',
    'input.nodeOverrides.0.nodeId',
  ],
])('%s names the place of a name where an id is wanted', async (mutation, path) => {
  const { errors } = await controlPlane.call(`mutation { ${mutation} }`);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'Forbidden' });
  expect(errors?.[0]?.extensions?.issues?.map((issue) => issue.path.join('.'))).toEqual([path]);
});
