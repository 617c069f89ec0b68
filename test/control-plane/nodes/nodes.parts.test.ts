import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newestKnown } from '../../../src/bitcoin/clients/registry.ts';
import { nodesByExecutorLoader } from '../../../src/control-plane/nodes/find-nodes.ts';
import { hostBytesPerHour } from '../../../src/control-plane/nodes/preview-node.ts';
import type { Database } from '../../../src/control-plane/platform/database/database.ts';
import { AnswerBudget } from '../../../src/control-plane/request/answer-budget.ts';
import { nodeSeries } from '../../../src/control-plane/tables/metrics.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { codeOf } from '../../harness/inhabited.ts';
import { TestNodes } from '../../harness/nodes.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../harness/rows.ts';
import { sharedDatabase, sharedInhabited } from '../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane, host, stranger, createNode, newNode } = inhabited;
const database = sharedDatabase(controlPlane);

/** Registers an executor of this name, and returns its id. */
const register = async (name: string, input: object = {}): Promise<string> =>
  (await (await TestExecutor.withKey(controlPlane, name)).sync(input)).data.syncExecutor.executorId;
const update = (id: string, data: object) =>
  controlPlane.call(
    'mutation($id: ID!, $data: NodeUpdateInput!) { updateNode(where: { id: $id }, data: $data) { revision overrides { key value } resources { memoryMiB } } }',
    { id, data },
  );

const previewFields = `accepted issues { code path message } executor { name } placement { chosenBy reason }
  node { clientVersion nodeType resources { cpuCores memoryMiB diskGiB } }
  changes { field from to consequences { kind message } } configChanges { key from to origin note }`;

const previewCreation = async (data: object, key?: string) =>
  (
    await controlPlane.ask(
      `query($data: NodeCreateInput!) { previewNodeCreation(data: $data) { ${previewFields} } }`,
      { data: { network: 'regtest', name: 'previewed', ...data } },
      key,
    )
  ).previewNodeCreation;
const previewUpdate = async (id: string, data: object, key?: string) =>
  (
    await controlPlane.ask(
      `query($id: ID!, $data: NodeUpdateInput!) { previewNodeUpdate(where: { id: $id }, data: $data) { ${previewFields} } }`,
      { id, data },
      key,
    )
  ).previewNodeUpdate;

describe('the preview of a creation', () => {
  test('shows the executor, the defaults and the whole effective configuration, and makes nothing', async () => {
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

  test('names every fault with its path, where createNode names the first', async () => {
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

  test('says why no host can run the node, and nothing of those of others', async () => {
    const nowhere = await previewCreation({ executorLabels: [{ key: 'disk', value: 'tape' }] });
    expect(nowhere).toMatchObject({ accepted: false, executor: null, node: null });
    expect(nowhere.issues).toEqual([
      {
        code: 'no_executor_fits',
        path: [],
        message: 'no host can run the node: host-1 does not have the label disk=tape',
      },
    ]);
    const strange = await previewCreation({ executorId: inhabited.executorId }, stranger.personalKey);
    expect(strange).toMatchObject({ accepted: false, executor: null, issues: [{ code: 'Forbidden' }] });
  });

  test('takes a name that is none for an issue, also one that no database can hold', async () => {
    for (const name of ['-x', '']) {
      const { issues } = await previewCreation({ name });
      expect(issues).toMatchObject([{ code: 'invalid_input', path: ['data', 'name'] }]);
    }
  });
});

describe('the preview of an update', () => {
  test('shows each change with its consequences and what changes in the configuration, and changes nothing', async () => {
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
    await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }) { id } }', { id });
    expect((await previewUpdate(id, {})).issues).toMatchObject([{ code: 'node_being_deleted' }]);
  });

  test('is nothing for a node of another organization, and open to members', async () => {
    const id = await newNode({ name: 'ours' });
    expect(await previewUpdate(id, {}, stranger.personalKey)).toBeNull();
    expect(await previewUpdate('no-id', {})).toBeNull();
    expect((await previewCreation({}, stranger.memberKey)).accepted).toBe(false);
  });
});

describe('the options of a node', () => {
  let otherId: string;
  beforeAll(async () => {
    const clients = [{ client: 'bitcoind', version: '27.0', image: 'x' }];
    otherId = await register('host-2', { capabilities: { clients, networks: ['mainnet'], nodeTypes: ['pruned'] } });
  });

  const optionFields = 'key category type help default min max unit choices repeatable advanced secret platformReason';
  const nodeOptions = async (args: string, search = '', key?: string) =>
    (
      await controlPlane.ask(
        `query($search: String) { nodeOptions${args} { executor { name room { memoryMiB { available } } } networks nodeTypes clients { client version }
          defaults { network nodeType resources { cpuCores memoryMiB diskGiB } } resourceBounds { resource min max whole unit }
          catalogueVersion configOptions(search: $search) { ${optionFields} } } }`,
        { search },
        key,
      )
    ).nodeOptions;

  test('an executor says what it offers, with the defaults for each network and node type', async () => {
    const options = await nodeOptions(`(executorId: "${inhabited.executorId}")`);
    expect(options).toMatchObject({
      executor: { name: 'host-1', room: { memoryMiB: { available: expect.any(Number) } } },
      networks: ['regtest', 'signet'],
      nodeTypes: ['full', 'pruned'],
      clients: [{ version: '28.1' }, { version: '28.0' }],
      catalogueVersion: '28.1',
    });
    expect(options.defaults).toHaveLength(4);
    expect(options.defaults).toContainEqual({
      ...{ network: 'signet', nodeType: 'full', resources: { cpuCores: 1, memoryMiB: 4096, diskGiB: 100 } },
    });
    expect(options.resourceBounds).toContainEqual({
      ...{ resource: 'memoryMiB', min: 256, max: 16 * 1024 * 1024, whole: true, unit: 'MiB' },
    });
    expect(options.configOptions.length).toBeGreaterThan(170);
  });

  test('without an executor, the options are what any executor offers that takes new nodes', async () => {
    const all = await nodeOptions('');
    expect(all).toMatchObject({
      executor: null,
      networks: ['mainnet', 'regtest', 'signet'],
      clients: [{ version: '28.1' }, { version: '28.0' }, { version: '27.0' }],
    });
    const cordon = 'mutation($id: ID!) { cordonExecutor(where: { id: $id }, reason: "rest") { id } }';
    await controlPlane.ask(cordon, { id: otherId });
    expect((await nodeOptions('')).networks).toEqual(['regtest', 'signet']);
  });

  test('an option says its type, its bounds, and whose it is', async () => {
    const find = async (key: string, args = '') =>
      (await nodeOptions(args, key)).configOptions.find((option: { key: string }) => option.key === key);
    expect(await find('dbcache')).toEqual({
      key: 'dbcache',
      category: 'general',
      type: 'integer',
      help: expect.stringContaining('database cache'),
      default: '450',
      min: 4,
      max: 16_384,
      unit: 'MiB',
      choices: [],
      repeatable: false,
      advanced: false,
      secret: false,
      platformReason: null,
    });
    expect(await find('onlynet')).toMatchObject({ choices: expect.arrayContaining(['onion']), repeatable: true });
    expect(await find('torpassword')).toMatchObject({ secret: true });
    expect(await find('rpcbind')).toMatchObject({ platformReason: expect.stringContaining('assigned') });
    expect(await find('maxtimeadjustment', '(clientVersion: "27.0")')).toMatchObject({ default: '4200' });
    expect((await nodeOptions('', 'DATABASE cache')).configOptions).toMatchObject([{ key: 'dbcache' }]);
    expect((await nodeOptions('', 'no such thing')).configOptions).toEqual([]);
  });

  test('an executor of another organization has no options, and an organization without executors none to choose', async () => {
    const { personalKey } = stranger;
    expect(await nodeOptions(`(executorId: "${inhabited.executorId}")`, '', personalKey)).toBeNull();
    expect(await nodeOptions('(executorId: "no-id")')).toBeNull();
    expect(await nodeOptions('', 'dbcache', personalKey)).toMatchObject({
      networks: [],
      clients: [],
      defaults: [],
      catalogueVersion: newestKnown('bitcoind'),
      configOptions: [{ key: 'dbcache' }],
    });
  });
});

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

  test('a new node on a network that the executor does not offer is refused, with what it does offer', async () => {
    const answer = await createNode({ name: 'refused', network: 'mainnet' });
    expect(answer.status).toBe(200);
    expect(codeOf(answer)).toBe('chain_not_supported_by_executor');
    expect(answer.errors?.[0]?.message).toContain('it offers signet, regtest');
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
    const overrides = [{ key: 'dbcache', value: '50' }];
    for (let times = 0; times < 2; times++) expect((await update(id, { overrides })).data.updateNode.revision).toBe(2);
    expect((await update(id, { resources: { memoryMiB: 700 } })).data.updateNode).toEqual({
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
    const memory = (memoryMiB: number) => ({ resources: { memoryMiB }, expectedRevision: 1 });
    expect((await update(id, memory(700))).data.updateNode).toMatchObject({
      revision: 2,
      resources: { memoryMiB: 700 },
    });
    const refused = await update(id, memory(800));
    expect(codeOf(refused)).toBe('revision_conflict');
    expect(refused.errors?.[0]?.message).toMatch(
      /^contested is at revision 2, not 1, last changed by .+ \(updateNode: memoryMiB\)\./,
    );
    expect(await previewUpdate(id, memory(800))).toMatchObject({
      accepted: false,
      issues: [{ code: 'revision_conflict' }],
    });
    expect((await update(id, { expectedRevision: 2 })).data.updateNode.resources.memoryMiB).toBe(700);
  });

  test('an impossible change is refused, and every change once the node is being deleted', async () => {
    const id = await newNode({ name: 'fixed', nodeType: 'pruned' });
    expect(codeOf(await update(id, { nodeType: 'full' }))).toBe('invalid_node_config');
    expect(codeOf(await update(id, { overrides: [{ key: 'txindex', value: '1' }] }))).toBe('invalid_node_config');
    expect(codeOf(await update(id, { desiredState: 'deleted' }))).toBe('invalid_input');
    await newNode({ name: 'other' });
    expect(codeOf(await update(id, { name: 'other' }))).toBe('name_taken');
    expect(codeOf(await update(id, { clientVersion: '99.9' }))).toBe('chain_not_supported_by_executor');
    await controlPlane.ask('mutation($id: ID!) { deleteNode(where: { id: $id }, data: keep) { id } }', { id });
    expect(codeOf(await update(id, { name: 'late' }))).toBe('node_being_deleted');
    const act = await controlPlane.call(
      'mutation($id: ID!) { requestNodeLifecycleAction(id: $id, action: start) { id } }',
      { id },
    );
    expect(codeOf(act)).toBe('node_being_deleted');
  });
});

describe('the clients of a host', () => {
  let executorId: string;
  const versions = ['31.0', '30.2', '30.0', '29.3', '28.1', '27.0'].map((version) => ({ client: 'bitcoind', version }));
  const knots = { client: 'knots', version: '29.3.knots20260508' };

  beforeAll(async () => {
    const clients = [...versions, knots].map((each) => ({ ...each, image: 'x' }));
    const capabilities = { clients, networks: ['mainnet', 'testnet4'], nodeTypes: ['full', 'pruned'] };
    executorId = await register('host-3', { capabilities });
  });

  const resources = { cpuCores: 0.1, memoryMiB: 256, diskGiB: 1 };
  const create = async (name: string, data: object) =>
    (
      await controlPlane.ask(
        'mutation($data: NodeCreateInput!) { createNode(data: $data) { id client clientVersion clientLifecycle { state summary } } }',
        { data: { name, executorId, network: 'mainnet', resources, desiredState: 'stopped', ...data } },
      )
    ).createNode;
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
    const change = await previewUpdate(id, { client: 'knots', clientVersion: knots.version });
    expect(change).toMatchObject({ accepted: false, issues: [{ path: ['data', 'client'] }] });
    expect(change.issues[0].message).toMatch(/its verdicts on blocks.*create another node with knots/);
    const overrides = [{ key: 'rejecttokens', value: '1' }];
    const other = await create('other-family', { client: 'knots', overrides });
    expect(other).toMatchObject({
      client: 'knots',
      clientVersion: knots.version,
      clientLifecycle: { state: 'unknown' },
    });
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
    const { accepted, changes, configChanges } = await previewUpdate(id, { clientVersion: '30.2' });
    expect(accepted).toBe(true);
    const kinds = changes[0].consequences.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['option_dropped', 'default_changes', 'wallets_unloadable', 'builds_index']),
    );
    expect(configChanges).toContainEqual(expect.objectContaining({ key: 'rpcthreads', from: '5', to: '17' }));
  });

  test('testnet4 has defaults of its own, and no version that does not know it', async () => {
    const { id, clientVersion } = await create('four', { network: 'testnet4' });
    expect(clientVersion).toBe('31.0');
    expect(await previewUpdate(id, { clientVersion: '27.0' })).toMatchObject({
      accepted: false,
      issues: [{ path: ['data', 'clientVersion'], message: expect.stringContaining('does not support testnet4') }],
    });
    const { nodeOptions } = await controlPlane.ask(
      'query($id: ID!) { nodeOptions(executorId: $id) { defaults { network nodeType resources { diskGiB } } } }',
      { id: executorId },
    );
    expect(nodeOptions.defaults).toContainEqual({ network: 'testnet4', nodeType: 'full', resources: { diskGiB: 100 } });
  });
});

describe('the nodes of executors', () => {
  const named = (more = '') => `executors(where: { name: { startsWith: "of-" } }${more})`;
  const executorIds: string[] = [];
  beforeAll(async () => {
    for (const name of ['of-1', 'of-2', 'of-3']) {
      const executorId = await register(name);
      executorIds.push(executorId);
      if (name !== 'of-3') await newNode({ name: `on-${name}`, executorId });
    }
  });

  test('each executor of a list shows its own nodes', async () => {
    const { executors } = await controlPlane.ask(`{ ${named()} { name nodes { name executor { name } } } }`);
    expect(executors).toEqual([
      { name: 'of-1', nodes: [{ name: 'on-of-1', executor: { name: 'of-1' } }] },
      { name: 'of-2', nodes: [{ name: 'on-of-2', executor: { name: 'of-2' } }] },
      { name: 'of-3', nodes: [] },
    ]);
  });

  test('are one statement for a list, and are read again for a later question', async () => {
    let statements = 0;
    const counting: Database = Object.create(database, {
      select: {
        value: (...columns: Parameters<Database['select']>) => {
          statements++;
          return database.select(...columns);
        },
      },
    });
    const loader = nodesByExecutorLoader({ database: counting, budget: new AnswerBudget(1000) });
    const page = { take: 100, skip: 0 };
    const lists = await Promise.all(executorIds.map((executorId) => loader.load({ ownerId: executorId, page })));
    expect(lists.map((list) => list.map(({ name }) => name))).toEqual([['on-of-1'], ['on-of-2'], []]);
    expect(statements).toBe(1);
    await loader.load({ ownerId: executorIds[0] ?? '', page });
    expect(statements).toBe(2);
  });

  test('are paged by name', async () => {
    await newNode({ name: 'before-of-1', executorId: executorIds[0] });
    const { executors } = await controlPlane.ask(
      `{ ${named(', take: 2')} { first: nodes(take: 1) { name } rest: nodes(skip: 1) { name } } }`,
    );
    expect(executors).toEqual([
      { first: [{ name: 'before-of-1' }], rest: [{ name: 'on-of-1' }] },
      { first: [{ name: 'on-of-2' }], rest: [] },
    ]);
  });
});

describe('deletion', () => {
  /** Requests the deletion and returns the resulting data policy. */
  const deleteNode = async (id: string, rest = ''): Promise<string> => {
    const document = `mutation($id: ID!) { deleteNode(where: { id: $id }${rest}) { dataPolicy } }`;
    return (await controlPlane.ask(document, { id })).deleteNode.dataPolicy;
  };

  /** The paths of what is refused. */
  const refusalOf = async (id: string, rest: string) => {
    const document = `mutation($id: ID!) { deleteNode(where: { id: $id }${rest}) { dataPolicy } }`;
    const { errors } = await controlPlane.call(document, { id });
    return errors?.[0]?.extensions?.issues?.map(({ path, message }) => [path.join('.'), message]);
  };
  const removal = (name: string, wallets: string[] = []) =>
    `, removal: { name: "${name}", wallets: ${JSON.stringify(wallets)} }`;

  test('invariant 2: a deletion keeps the chain data unless its removal is asked for with the node’s name', async () => {
    const id = await newNode({ name: 'precious' });
    expect(await refusalOf(id, ', data: remove')).toEqual([
      ['removal', expect.stringContaining('--remove-data precious')],
    ]);
    expect(await refusalOf(id, removal('other'))).toEqual([['removal.name', expect.stringContaining('precious')]]);
    expect(await refusalOf(id, `, data: keep${removal('precious')}`)).toEqual([['removal', expect.any(String)]]);
    expect(await deleteNode(id)).toBe('keep');
    expect(await deleteNode(id, removal('precious'))).toBe('remove');
  });

  test('invariant 2: a repeated deletion that does not say what becomes of the data keeps the first choice', async () => {
    const id = await newNode({ name: 'repeated' });
    expect(await deleteNode(id, ', data: keep')).toBe('keep');
    expect(await deleteNode(id)).toBe('keep');
    expect(await deleteNode(id, ', data: null')).toBe('keep');
    expect(await deleteNode(id, `, data: remove${removal('repeated')}`)).toBe('remove');
    expect(await deleteNode(id)).toBe('remove');
    expect(await deleteNode(id, ', data: keep')).toBe('keep');
  });

  test('invariant 2: the chain data of a node with wallets is removed only where each of them is named', async () => {
    const id = await newNode({ name: 'rich' });
    const since = '2026-01-01T00:00:00.000Z';
    await host.sync({ nodes: [{ id, phase: 'running', since, wallets: ['', 'savings'] }] });
    const { node } = await controlPlane.ask('query($id: ID!) { node(where: { id: $id }) { status { wallets } } }', {
      id,
    });
    expect(node.status.wallets).toEqual(['', 'savings']);
    const [[path, message] = []] = (await refusalOf(id, removal('rich', ['']))) ?? [];
    expect(path).toBe('removal.wallets');
    expect(message).toContain('lost: “savings”');
    expect(await refusalOf(id, removal('rich'))).toEqual([
      ['removal.wallets', expect.stringContaining('(the default wallet), “savings”')],
    ]);
    expect(await deleteNode(id, removal('rich', ['savings', '']))).toBe('remove');
    const document = `mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { nodes { id dataPolicy removableWallets } } }`;
    const { variables } = JSON.parse(host.syncBody());
    const { data } = await controlPlane.call(document, variables, host.key);
    expect(data.syncExecutor.nodes).toContainEqual({ id, dataPolicy: 'remove', removableWallets: ['savings', ''] });
  });

  test('a full node takes no prune target; a pruned one does, and does not get its blocks back', async () => {
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
});

describe('the rate of a host', () => {
  const gibibyte = 2 ** 30;

  /** An hour of a node in which its blocks grew by some GiB. */
  async function hourOf(nodeId: string, hoursAgo: number, grownGiB: number): Promise<void> {
    const counts = Object.values(nodeSeries).map(({ column }) => sql.identifier(`${column}_count`));
    const list = (parts: unknown[]) => sql.join(parts as ReturnType<typeof sql>[], sql`, `);
    await database.execute(sql`
      INSERT INTO node_hour (node_id, at, last_at, samples, size_on_disk_bytes_min, size_on_disk_bytes_max, ${list(counts)})
      VALUES (${nodeId}, now() - make_interval(hours => ${hoursAgo}), now(), 1, ${gibibyte}, ${(1 + grownGiB) * gibibyte},
        ${list(counts.map(() => sql`0`))})`);
  }

  test('the rate of a host is that of the best hour of its own nodes, and unknown before one has synced there', async () => {
    const organizationId = await insertOrganization(database);
    const [here, elsewhere] = [
      await insertExecutor(database, organizationId),
      await insertExecutor(database, organizationId, { name: 'elsewhere' }),
    ];
    const [first, second, foreign] = [
      await insertNode(database, { organizationId, executorId: here }),
      await insertNode(database, { organizationId, executorId: here }, { name: 'btc-2' }),
      await insertNode(database, { organizationId, executorId: elsewhere }, { name: 'btc-3' }),
    ];
    expect(await hostBytesPerHour(database, here)).toBeNull();
    await hourOf(foreign, 2, 90);
    await hourOf(first, 5, 0.2);
    expect(await hostBytesPerHour(database, here)).toBeNull();
    await hourOf(first, 4, 12);
    await hourOf(second, 3, 30);
    await hourOf(second, 2, 8);
    expect(await hostBytesPerHour(database, here)).toBe(30 * gibibyte);
    expect(await hostBytesPerHour(database, elsewhere)).toBe(90 * gibibyte);
  });
});
