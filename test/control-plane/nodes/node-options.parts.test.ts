import { afterAll, beforeAll, expect, test } from 'vitest';
import { newestKnown } from '../../../src/bitcoin/clients/registry.ts';
import type { TestControlPlane } from '../../harness/control-plane.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { type Inhabited, startInhabited } from '../../harness/inhabited.ts';

let controlPlane: TestControlPlane;
let inhabited: Inhabited;
let otherId: string;

beforeAll(async () => {
  inhabited = await startInhabited({});
  ({ controlPlane } = inhabited);
  const other = new TestExecutor(controlPlane, await controlPlane.key('executor', 'host-2'), 'host-2');
  const clients = [{ client: 'bitcoind', version: '27.0', image: 'x' }];
  const capabilities = { clients, networks: ['mainnet'], nodeTypes: ['pruned'] };
  otherId = (await other.sync({ capabilities })).data.syncExecutor.executorId;
});
afterAll(() => controlPlane?.destroy());

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
  const { personalKey } = inhabited.stranger;
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
