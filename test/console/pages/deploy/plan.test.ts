import { describe, expect, test } from 'vitest';
import { deploySearch } from '../../../../src/console/pages/addresses.ts';
import {
  choose,
  consequencesOf,
  emptyPlan,
  executorOf,
  faultsOf,
  inputOf,
  type Offered,
  orphanSources,
  type Plan,
  readPlan,
  type Source,
  siblingSources,
  writePlan,
} from '../../../../src/console/pages/deploy/plan.ts';
import { stepOf } from '../../../../src/console/pages/deploy/step-ids.ts';

const usual = { cpuCores: 1, memoryMiB: 4096, diskGiB: 100 };
const lifecycle: Offered['clients'][number]['lifecycle'] = { state: 'maintained', summary: '', advisories: [] };
const offered: Offered = {
  executor: {
    id: 'e',
    name: 'berlin',
    dataRoots: [
      { name: 'default', freeMiB: 5 },
      { name: 'slow', freeMiB: null },
    ],
  },
  networks: ['regtest', 'signet'],
  nodeTypes: ['full', 'pruned'],
  clients: (['28.1', '28.0'] as const).map((version) => ({ client: 'bitcoind', version, note: null, lifecycle })),
  defaults: (['regtest', 'signet'] as const).flatMap((network) =>
    (['full', 'pruned'] as const).map((nodeType) => ({ network, nodeType, resources: usual })),
  ),
};
const source: Source = {
  ...{ id: 'n', name: 'old', executorId: 'e', executorName: 'berlin', obstacle: null, network: 'regtest' },
  ...{ nodeType: 'pruned', height: 1204, sizeBytes: 2048, wallets: ['', 'savings'] },
};
const chosen = (changes: Partial<Plan> = {}, found: Source | null = null) => {
  const plan = choose({ ...emptyPlan, name: 'btc-1', ...changes }, offered, found);
  if (plan === null) throw new Error('nothing is offered');
  return plan;
};

describe('a plan', () => {
  test('is filled up with what is offered, the network that most people come for first', () => {
    expect(chosen()).toMatchObject({ network: 'signet', nodeType: 'full', clientVersion: '28.1', resources: usual });
    expect(chosen({ network: 'mainnet', clientVersion: '1.0', dataRoot: 'gone' })).toMatchObject({
      ...{ network: 'signet', clientVersion: '28.1', dataRoot: null },
    });
  });

  test('keeps the network of its data, and its block history unless another one is chosen', () => {
    expect(chosen({ beginning: 'adopt', network: 'signet' }, source)).toMatchObject({
      ...{ network: 'regtest', nodeType: 'pruned' },
    });
    expect(chosen({ beginning: 'seed', nodeType: 'full' }, source).nodeType).toBe('full');
  });

  test('is nothing where nothing is offered', () => {
    expect(choose(emptyPlan, { ...offered, clients: [] }, null)).toBeNull();
  });

  test.each([
    ['with nothing', { executorId: 'e', dataRoot: 'slow' }, { executorId: 'e', dataRoot: 'slow' }],
    [
      'with data that is where it is',
      { beginning: 'adopt', sourceId: 'n', executorId: 'x', dataRoot: 'slow' },
      { adoptData: 'n' },
    ],
    [
      'as a copy in a data root',
      { beginning: 'seed', sourceId: 'n', executorId: 'x', dataRoot: 'slow' },
      { seedFrom: 'n', dataRoot: 'slow' },
    ],
  ] as const)('is sent as it begins %s', (_case, changes, sent) => {
    const { executorId, adoptData, seedFrom, dataRoot } = inputOf(chosen(changes, source));
    expect(JSON.parse(JSON.stringify({ executorId, adoptData, seedFrom, dataRoot }))).toEqual(sent);
  });

  test('runs where its data is, else where a person or the platform chooses', () => {
    const plan = { ...emptyPlan, executorId: 'x' };
    expect(executorOf(plan, null)).toBe('x');
    expect(executorOf({ ...plan, beginning: 'seed' }, source)).toBe('e');
    expect(executorOf({ ...plan, beginning: 'seed' }, null)).toBeNull();
  });

  test.each([
    ['nothing', {}, []],
    ['no name', { name: '' }, ['what']],
    ['data that is not chosen', { beginning: 'adopt' }, ['where']],
    ['a node to copy that is not chosen', { beginning: 'seed' }, ['where']],
    ['too little memory', { resources: { ...usual, memoryMiB: 12 } }, ['resources']],
    ['an option without a name', { overrides: [{ id: 0, key: ' ', value: '1' }] }, ['options']],
    ['a protected option', { overrides: [{ id: 0, key: 'rpcuser', value: 'me' }] }, ['options']],
    ['a bad value', { overrides: [{ id: 0, key: 'maxconnections', value: 'many' }] }, ['options']],
  ] as const)('is to be mended in the step of the fault: %s', (_case, changes, steps) => {
    expect([...new Set(faultsOf(chosen(changes)).map(({ path }) => stepOf(path)))]).toEqual(steps);
  });
});

describe('what follows from a plan', () => {
  const textsOf = (...plan: Parameters<typeof chosen>) => consequencesOf(chosen(...plan)).map(({ text }) => text);

  test.each([
    ['a first fetch', {}, null, /whole signet chain/],
    ['a chain of its own', { network: 'regtest' }, null, /new, empty chain/],
    ['data that is taken over', { beginning: 'adopt' }, source, /data of old from height 1.204/],
    ['wallets that come with it', { beginning: 'adopt' }, source, /wallets: default wallet, savings/],
    ['wallets that are not known', { beginning: 'adopt' }, { ...source, wallets: null }, /not reported their names/],
    ['a node that stops for its copy', { beginning: 'seed' }, source, /Stops old.*copy of 2 KiB/],
    ['old blocks that are not kept', { nodeType: 'pruned' }, null, /only recent blocks/],
    ['an index', { overrides: [{ id: 0, key: 'txindex', value: '1' }] }, null, /txindex builds an index/],
    ['a start', {}, null, /Starts immediately/],
    ['no start', { starts: false }, null, /Stays stopped until/],
  ] as const)('is said: %s', (_case, changes, found, text) => {
    expect(textsOf(changes, found)).toContainEqual(expect.stringMatching(text));
  });

  test('is no fetch for data that is there', () => {
    expect(textsOf({ beginning: 'seed' }, source).join()).not.toContain('Downloads');
  });
});

describe('a plan that a tab keeps', () => {
  const plan: Plan = {
    ...{ ...emptyPlan, name: 'btc-1', network: 'signet', resources: usual, beginning: 'seed', sourceId: 'n' },
    overrides: [{ id: 3, key: 'dbcache', value: '450' }],
  };

  test('is read as it was written, without secrets', () => {
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
});

describe('chain data to begin with', () => {
  const data = { network: 'regtest', nodeType: 'full', height: 7, sizeBytes: 9, wallets: null } as const;
  const orphan = { nodeId: 'n', name: 'left', data };
  const sibling = {
    ...({ id: 's', name: 'signet-a', network: 'signet', nodeType: 'full', metrics: null } as const),
    ...({ desiredState: 'running' } as const),
    executor: { id: 'e', name: 'berlin', status: 'online' },
  } as const;

  test.each([
    ['nothing', 'online', data, null],
    ['an executor that is away', 'offline', data, 'Host offline.'],
    ['data that was not read', 'online', null, 'Not inspected by the host yet.'],
    ['data without a chain', 'online', { ...data, network: null }, 'No chain data yet.'],
  ] as const)('says what stands against it: %s', (_case, status, found, obstacle) => {
    const executor = { id: 'e', name: 'berlin', status, orphans: [{ ...orphan, data: found }] } as never;
    expect(orphanSources([executor])).toMatchObject([{ id: 'n', executorName: 'berlin', obstacle }]);
  });

  test('is of nodes that are not being deleted, and whose executor is there', () => {
    const deleted = { ...sibling, desiredState: 'deleted' } as const;
    const away = { ...sibling, executor: { ...sibling.executor, status: 'offline' } } as const;
    expect(siblingSources([sibling, deleted, away]).map(({ obstacle }) => obstacle)).toEqual([
      ...[null, 'Being deleted.', 'Host offline.'],
    ]);
  });
});

test('the address of the wizard is read, and what makes no sense is left out', () => {
  expect(deploySearch({ step: 'options', adopt: 'n' })).toEqual({ step: 'options', adopt: 'n' });
  expect(deploySearch({ step: '__proto__', seed: 7, executor: {} })).toEqual({ seed: '7' });
});
