import { describe, expect, test } from 'vitest';
import { barrierOf, firstChoice, type Host, hostsFor } from '../../../src/console/pages/deploy/fit.ts';
import {
  chainNameOf,
  choose,
  consequencesOf,
  emptyPlan,
  executorOf,
  faultsOf,
  inputOf,
  type Offered,
  type Plan,
  readPlan,
  writePlan,
} from '../../../src/console/pages/deploy/plan.ts';
import { repairsOf } from '../../../src/console/pages/deploy/repairs.ts';
import { orphanSources, type Source, siblingSources } from '../../../src/console/pages/deploy/sources.ts';

const version = (clientVersion: string, state = 'maintained') => ({
  ...{ client: 'bitcoind' as const, version: clientVersion },
  lifecycle: { state, warning: state === 'maintained' ? null : state, advisories: [] },
});
const offered = {
  executor: { id: 'e', dataRoots: ['default', 'slow'].map((name) => ({ name, freeGiB: 5 })) },
  networks: ['regtest', 'signet'],
  nodeTypes: ['full', 'pruned'],
  clients: ['28.1', '28.0'].map((each) => version(each)),
} as Offered;

interface HostWith {
  memoryGiB?: number;
  diskGiB?: number | null;
  cores?: number;
  capabilities?: Partial<Host['capabilities']>;
  more?: Partial<Host>;
}
const host = (name: string, { memoryGiB = 32, diskGiB = 2000, cores = 8, capabilities, more }: HostWith = {}): Host => {
  const amount = (available: number | null) => ({ total: available, available });
  return {
    ...{ id: name[0] ?? '', name, status: 'online', cordon: null, orphans: [] },
    capabilities: {
      ...{ networks: ['signet', 'regtest'], nodeTypes: ['full', 'pruned'] },
      clients: ['28.1', '28.0'].map((each) => ({ client: 'bitcoind', version: each })),
      ...capabilities,
    },
    room: { cpuCores: amount(cores), memoryMiB: amount(memoryGiB * 1024), diskGiB: amount(diskGiB) },
    ...more,
  };
};
const both: Host['capabilities']['networks'] = ['mainnet', 'signet'];
const hosts = [host('elbe'), host('x')];
const source: Source = {
  ...{ id: 'n', name: 'old', executorId: 'e', executorName: 'elbe', obstacle: null, network: 'regtest' },
  ...{ nodeType: 'pruned', height: 1204, sizeBytes: 2048, wallets: ['', 'savings'] },
};
interface ChosenWith {
  source?: Source | null;
  of?: readonly Host[];
  names?: readonly string[];
  clients?: Offered['clients'];
}
const chosen = (
  changes: Partial<Plan> = {},
  { source: found = null, of = hosts, names = [], clients }: ChosenWith = {},
) => {
  const choices = { offered: { ...offered, clients: clients ?? offered.clients }, hosts: of, source: found, names };
  const plan = choose({ ...emptyPlan, ...changes }, choices);
  if (plan === null) throw new Error('nothing is offered');
  return plan;
};

describe('a plan of a node', () => {
  test('is prefilled with the offer, a free name and the network of its data', () => {
    const filled = { name: 'signet-1', network: 'signet', nodeType: 'full', clientVersion: '28.1', dataRoot: null };
    expect(chosen({ network: 'mainnet', clientVersion: '1.0', dataRoot: 'gone' })).toMatchObject(filled);
    const kept = { network: 'regtest', nodeType: 'pruned' };
    expect(chosen({ beginning: 'adopt', network: 'signet' }, { source })).toMatchObject(kept);
    expect(chosen({ beginning: 'seed', nodeType: 'full' }, { source }).nodeType).toBe('full');
    expect(choose(emptyPlan, { offered: { ...offered, clients: [] }, hosts, source: null, names: [] })).toBeNull();
    expect(choose(emptyPlan, { offered, hosts: [], source: null, names: [] })).toBeNull();
  });

  test('has the first free suggested name until another is typed, even an empty one', () => {
    expect(chosen({}, { names: ['signet-1', 'signet-3'] }).name).toBe('signet-2');
    expect(chosen({ network: 'regtest' }, { names: ['signet-1'] }).name).toBe('regtest-1');
    expect(chosen({ name: '' }).name).toBe('');
    expect(chosen({}, { names: Array.from({ length: 25 }, (_, index) => `signet-${index + 1}`) }).name).toBe('');
  });

  test.each([
    [['withdrawn', 'end_of_life', 'maintained'], 2],
    [['withdrawn', 'end_of_life'], 1],
    [['withdrawn'], 0],
  ] as const)('of versions that are %j, has the one at %i', (states, index) => {
    const clients = states.map((state, at) => version(`${at}`, state)) as Offered['clients'];
    expect(chosen({}, { clients, of: [host('e', { capabilities: { clients } })] }).clientVersion).toBe(`${index}`);
  });

  test('has a version of the hosts with capacity, and offers those of the others', () => {
    const only = (name: string) => [{ client: 'bitcoind' as const, version: name }];
    const full = host('full', { diskGiB: 1, capabilities: { clients: only('28.1') } });
    const plan = chosen({}, { of: [full, host('free', { capabilities: { clients: only('28.0') } })] });
    expect([plan.clientVersion, plan.clients.length]).toEqual(['28.0', 2]);
    expect(chosen({ executorId: 'f' }, { of: [full] }).clientVersion).toBe('28.1');
  });

  test.each([
    ['with nothing', {}, 'x', { executorId: 'x', dataRoot: 'slow' }],
    ['with data that is where it is', { beginning: 'adopt', sourceId: 'n' }, 'e', { adoptData: 'n' }],
    ['as a copy in a data root', { beginning: 'seed', sourceId: 'n' }, 'e', { seedFrom: 'n', dataRoot: 'slow' }],
  ] as const)('is sent as it begins %s', (_case, changes, runsOn, sent) => {
    const plan = chosen(
      { ...changes, executorId: 'x', dataRoot: 'slow' },
      { source: changes && 'sourceId' in changes ? source : null },
    );
    const { executorId, adoptData, seedFrom, dataRoot } = inputOf(plan);
    expect(JSON.parse(JSON.stringify({ executorId, adoptData, seedFrom, dataRoot }))).toEqual(sent);
    expect(executorOf(plan, source)).toBe(runsOn);
  });

  test('is on a custom signet only if its network and its source allow it', () => {
    const entered = { network: 'signet', customSignet: { challenge: ' 51AB ', seedNodes: 'a:1, b' } } as const;
    const custom = { challenge: '51ab', seedNodes: ['a:1', 'b'] };
    expect(inputOf(chosen(entered)).signet).toEqual(custom);
    expect(chainNameOf(chosen(entered))).toBe('signet:51ab');
    expect(inputOf(chosen({ ...entered, network: 'regtest' })).signet).toBeNull();
    expect(inputOf(chosen({ network: 'signet' })).signet).toBeNull();
    const copied = { source: { ...source, network: 'signet' as const, signet: { challenge: '52', seedNodes: [] } } };
    expect(inputOf(chosen({ beginning: 'seed', ...entered }, copied)).signet).toEqual(copied.source.signet);
    const faulty = chosen({ network: 'signet', customSignet: { challenge: 'x', seedNodes: '' } });
    expect(faultsOf(faulty).map(({ path }) => path.join('.'))).toEqual(['signet.challenge']);
  });

  const withOption = (key: string, value: string) => ({ overrides: [{ id: 0, key, value }] });
  test.each([
    ['nothing', {}, []],
    ['no name', { name: '' }, ['name']],
    ['data that is not chosen', { beginning: 'adopt' }, ['adoptData']],
    ['a node to copy that is not chosen', { beginning: 'seed' }, ['seedFrom']],
    ['an option without a name', withOption(' ', '1'), ['overrides']],
    ['a protected option', withOption('rpcuser', 'me'), ['overrides']],
  ] as const)('is to be fixed at the field of the fault: %s', (_case, changes, fields) => {
    expect([...new Set(faultsOf(chosen(changes)).map(({ path }) => path[0]))]).toEqual(fields);
  });

  test.each([
    ['a first download', {}, null, /whole signet chain of about \d+ GiB, which/],
    ['wallets that are not known', { beginning: 'adopt' }, { ...source, wallets: null }, /not reported their names/],
    ['a node that stops for its copy', { beginning: 'seed' }, source, /^Stops old.*copy of 2 KiB/],
    ['old blocks that are not kept', { nodeType: 'pruned' }, null, /only recent blocks/],
    ['an index', withOption('txindex', '1'), null, /txindex builds an index/],
    ['no start', { starts: false }, null, /Stays stopped until/],
    ['less memory', { resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 100 } }, null, /less than .* 4 GiB memory\./],
  ] as const)('says what follows from it: %s', (_case, changes, found, text) => {
    const texts = consequencesOf(chosen(changes as Partial<Plan>, { source: found })).map((each) => each.text);
    expect(texts).toContainEqual(expect.stringMatching(text));
    expect(texts.some((each) => each.startsWith('Downloads'))).toBe(found === null);
  });

  const plan: Plan = {
    ...{ ...emptyPlan, name: 'btc-1', network: 'signet', beginning: 'seed', sourceId: 'n' },
    ...withOption('dbcache', '450'),
  };
  test('is read as the tab keeps it, without secrets', () => {
    const secret = { id: 4, key: 'torpassword', value: 'hidden' };
    const text = writePlan({ ...plan, overrides: [...plan.overrides, secret] });
    expect(text).not.toContain('hidden');
    expect(readPlan(text)).toEqual(plan);
  });

  test.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['another text', '"x"'],
    ['a strange beginning', JSON.stringify({ ...plan, beginning: 'magic' })],
    ['a strange field', JSON.stringify({ ...plan, executorId: {} })],
    ['strange overrides', JSON.stringify({ ...plan, overrides: [{ key: 'dbcache' }] })],
    ['strange resources', JSON.stringify({ ...plan, resources: { cpuCores: 'many' } })],
  ])('is empty where %s was kept', (_case, text) => {
    expect(readPlan(text)).toEqual(emptyPlan);
  });

  test('may begin with data that a host has read, or that of a node whose host is there', () => {
    const data = { network: 'regtest', nodeType: 'full', height: 7, sizeBytes: 9, wallets: null };
    const cases = [
      ['online', data, null],
      ['offline', data, 'Host offline.'],
      ['online', null, 'Not inspected by the host yet.'],
      ['online', { ...data, network: null }, 'No chain data yet.'],
    ] as const;
    const hosts = cases.map(([status, data]) => ({
      name: 'b',
      status,
      orphans: [{ nodeId: 'n', name: 'left', data }],
    }));
    expect(orphanSources(hosts as never).map(({ obstacle }) => obstacle)).toEqual(cases.map((each) => each[2]));
    const on = (status: string, desiredState = 'running') => ({
      executor: { id: 'e', name: 'b', status },
      desiredState,
    });
    const siblings = siblingSources([on('online'), on('online', 'deleted'), on('offline')] as never);
    expect(siblings.map(({ obstacle }) => obstacle)).toEqual([null, 'Being deleted.', 'Host offline.']);
  });
});

describe('what a host can take', () => {
  const full = {
    network: 'mainnet',
    nodeType: 'full',
    resources: { cpuCores: 2, memoryMiB: 4096, diskGiB: 1200 },
  } as const;
  const capabilities = { networks: both };
  const small = host('small', { diskGiB: 74.3, capabilities });

  test.each([
    ['all of it', { diskGiB: 2000 }, 'mainnet full'],
    ['a full signet node', { diskGiB: 200 }, 'signet full'],
    ['little', { diskGiB: 74.3 }, 'signet pruned'],
    ['an unknown disk', { diskGiB: null }, 'mainnet full'],
    ['nothing', { diskGiB: 5 }, 'mainnet full'],
    ['little memory', { memoryGiB: 3.8, diskGiB: 74.3 }, 'signet pruned'],
  ])('comes first where it has capacity for %s', (_what, of, expected) => {
    const found = firstChoice([host('a', { ...of, capabilities })], {});
    expect(`${found?.network} ${found?.nodeType}`).toBe(expected);
  });

  test('is first of the chosen network or type, with less memory if nothing else fits', () => {
    expect(firstChoice([small], { network: 'mainnet' })?.nodeType).toBe('pruned');
    expect(firstChoice([small], { nodeType: 'full' })?.network).toBe('mainnet');
    const weak = host('weak', { memoryGiB: 3.8, cores: 0.5, diskGiB: 74.3, capabilities });
    expect(firstChoice([weak], {})?.resources).toEqual({ cpuCores: 0.5, memoryMiB: 3840, diskGiB: 10 });
    expect(firstChoice([host('tiny', { memoryGiB: 0.9, capabilities })], {})?.resources.memoryMiB).toBe(4096);
    expect(firstChoice([host('none', { capabilities: { networks: [] } })], {})).toBeUndefined();
  });

  test.each([
    [small, full, '74.3 GiB disk available, needs 1.2 TiB disk'],
    [host('other'), full, 'Does not offer mainnet'],
    [host('other', { capabilities: { networks: both, nodeTypes: [] } }), full, 'Does not offer full nodes'],
    [small, { ...full, client: 'bitcoind', clientVersion: '9' }, 'Does not offer bitcoind 9'],
    [host('c', { more: { cordon: { reason: 'maintenance' } } }), full, 'Takes no new nodes: maintenance'],
    [host('c', { more: { status: 'offline' } }), full, 'Offline'],
    [host('big', { capabilities }), full, undefined],
  ] as const)('is refused by what it lacks, first what is available: %#', (on, wish, why) => {
    expect(barrierOf(on, wish)?.why).toBe(why);
    expect(barrierOf(on, wish)?.isShort ?? false).toBe(why?.includes('available') ?? false);
  });

  test('is the hosts with capacity, those with most memory first', () => {
    const on = (name: string, memoryGiB: number, more: Partial<Host> = {}) =>
      host(name, { memoryGiB, capabilities, more });
    const found = hostsFor([small, on('middle', 5), on('big', 32), on('gone', 64, { status: 'offline' })], full);
    expect(found.map(({ name }) => name)).toEqual(['big', 'middle']);
  });

  const repairs = (changes: Partial<Plan>, of: readonly Host[]) =>
    repairsOf(chosen(changes, { of }), of).map(({ label, changes }) => [label, changes]);
  test('leads on from a node that does not fit', () => {
    const big = host('big', { capabilities });
    const mainnet = { network: 'mainnet', nodeType: 'full' } as const;
    expect(repairs({ ...mainnet, executorId: 's' }, [small, big])).toEqual([
      ['Make it pruned (20 GiB disk)', { nodeType: 'pruned', resources: null }],
      ['Choose big', { executorId: 'b', dataRoot: null }],
      ['Choose signet', { network: 'signet', nodeType: 'pruned', resources: null }],
    ]);
    expect(repairs(mainnet, [host('tiny', { diskGiB: 5, capabilities })])).toEqual([]);
    const resources = { cpuCores: 20, memoryMiB: 40_000, diskGiB: 100 };
    expect(repairs({ network: 'signet', resources }, [host('one')])).toEqual([
      ['Make it pruned (10 GiB disk)', { nodeType: 'pruned', resources: null }],
      ['Lower to 8 cores, 32 GiB memory', { resources: { cpuCores: 8, memoryMiB: 32_768, diskGiB: 100 } }],
    ]);
  });
});
