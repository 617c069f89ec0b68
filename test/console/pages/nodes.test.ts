import { describe, expect, test } from 'vitest';
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
} from '../../../src/console/pages/deploy/plan.ts';
import { stepOf } from '../../../src/console/pages/deploy/step-ids.ts';
import { plannedResults, requestedResults, versionChoices } from '../../../src/console/pages/nodes/bulk.ts';
import { isColumnShown } from '../../../src/console/pages/nodes/kept-columns.ts';

const offered: Offered = {
  executor: { id: 'e', name: 'berlin', dataRoots: ['default', 'slow'].map((name) => ({ name, freeGiB: 5 })) },
  networks: ['regtest', 'signet'],
  nodeTypes: ['full', 'pruned'],
  clients: (['28.1', '28.0'] as const).map((version) => ({
    ...{ client: 'bitcoind', version, note: null },
    lifecycle: { state: 'maintained', summary: '', warning: null },
  })),
  defaults: (['regtest', 'signet'] as const).flatMap((network) =>
    (['full', 'pruned'] as const).map((nodeType) => ({
      ...{ network, nodeType, resources: { cpuCores: 1, memoryMiB: 4096, diskGiB: 100 } },
    })),
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

describe('a plan of a node', () => {
  test('is filled up with what is offered, the network that most people come for first, and keeps that of its data', () => {
    const filled = { network: 'signet', nodeType: 'full', clientVersion: '28.1', dataRoot: null };
    expect(chosen({ network: 'mainnet', clientVersion: '1.0', dataRoot: 'gone' })).toMatchObject(filled);
    const kept = { network: 'regtest', nodeType: 'pruned' };
    expect(chosen({ beginning: 'adopt', network: 'signet' }, source)).toMatchObject(kept);
    expect(chosen({ beginning: 'seed', nodeType: 'full' }, source).nodeType).toBe('full');
    expect(choose(emptyPlan, { ...offered, clients: [] }, null)).toBeNull();
  });

  test.each([
    [['withdrawn', 'end_of_life', 'maintained'], 2],
    [['withdrawn', 'end_of_life'], 1],
    [['withdrawn'], 0],
  ] as const)('of versions that are %j, has the one at %i', (states, index) => {
    const clients = states.map((state, at) => {
      const warning = state === 'maintained' ? null : state;
      return { client: 'bitcoind' as const, version: `${at}`, note: null, lifecycle: { state, summary: '', warning } };
    });
    expect(choose(emptyPlan, { ...offered, clients }, null)?.clientVersion).toBe(`${index}`);
  });

  test.each([
    ['with nothing', {}, 'x', { executorId: 'x', dataRoot: 'slow' }],
    ['with data that is where it is', { beginning: 'adopt', sourceId: 'n' }, 'e', { adoptData: 'n' }],
    ['as a copy in a data root', { beginning: 'seed', sourceId: 'n' }, 'e', { seedFrom: 'n', dataRoot: 'slow' }],
  ] as const)('is sent as it begins %s', (_case, changes, runsOn, sent) => {
    const plan = chosen({ ...changes, executorId: 'x', dataRoot: 'slow' }, source);
    const { executorId, adoptData, seedFrom, dataRoot } = inputOf(plan);
    expect(JSON.parse(JSON.stringify({ executorId, adoptData, seedFrom, dataRoot }))).toEqual(sent);
    expect(executorOf(plan, source)).toBe(runsOn);
  });

  const withOption = (key: string, value: string) => ({ overrides: [{ id: 0, key, value }] });
  test.each([
    ['nothing', {}, []],
    ['no name', { name: '' }, ['what']],
    ['data that is not chosen', { beginning: 'adopt' }, ['where']],
    ['a node to copy that is not chosen', { beginning: 'seed' }, ['where']],
    ['an option without a name', withOption(' ', '1'), ['options']],
    ['a protected option', withOption('rpcuser', 'me'), ['options']],
  ] as const)('is to be fixed in the step of the fault: %s', (_case, changes, steps) => {
    expect([...new Set(faultsOf(chosen(changes)).map(({ path }) => stepOf(path)))]).toEqual(steps);
  });

  test.each([
    ['a first download', {}, null, /whole signet chain of about \d+ GB, which/],
    ['wallets that are not known', { beginning: 'adopt' }, { ...source, wallets: null }, /not reported their names/],
    ['a node that stops for its copy', { beginning: 'seed' }, source, /^Stops old.*copy of 2 KiB/],
    ['old blocks that are not kept', { nodeType: 'pruned' }, null, /only recent blocks/],
    ['an index', withOption('txindex', '1'), null, /txindex builds an index/],
    ['no start', { starts: false }, null, /Stays stopped until/],
  ] as const)('says what follows from it: %s', (_case, changes, found, text) => {
    const texts = consequencesOf(chosen(changes, found)).map((each) => each.text);
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

describe('a version for many nodes', () => {
  const at = (name: string, executor: string, clientVersion: string) => ({
    ...({ id: name, name, client: 'bitcoind', clientVersion, executor: { id: executor } } as const),
    desiredState: name === 'goes' ? ('deleted' as const) : ('running' as const),
  });
  const nodes = [at('old', 'a', '9.2'), at('new', 'a', '28.1'), at('else', 'b', '28.0'), at('goes', 'a', '9.2')];
  const lifecycle = (version: string) => ({ summary: version, warning: version === '9.2' ? 'old' : null });
  const core = (version: string) => ({ client: 'bitcoind' as const, version, lifecycle: lifecycle(version) });
  const offers = new Map([
    ['a', [core('28.1'), core('9.2'), { ...core('29.3'), client: 'knots' as const }]],
    ['b', [core('28.0')]],
  ]);

  test('is one that their hosts offer and some of them do not have, by number and not by letter', () => {
    expect(versionChoices(nodes, offers)).toEqual(['28.1', '9.2'].map((version) => ({ ...core(version), count: 1 })));
  });

  const changed = { outcome: 'changed' as const, issues: [] };
  const refused = { outcome: 'refused' as const, issues: [{ message: 'not offered' }, { message: 'too low' }] };
  test('says before what becomes of each, and afterwards what became of it', () => {
    const previews = [
      { id: 'old', ...changed },
      { id: 'new', outcome: 'unchanged' as const, issues: [] },
      { id: 'else', ...refused },
    ];
    const planned = plannedResults(nodes, 'version', previews, (id) => `${id} → 28.1`);
    const shown = (results: typeof planned) => results.map(({ outcome, reason }) => `${outcome}: ${reason}`);
    const skipped = ['skipped: Already on this version.', 'skipped: not offered; too low', 'skipped: Node not found.'];
    expect(shown(planned)).toEqual(['pending: old → 28.1', ...skipped]);
    const node = { id: 'old', waitsFor: 'offline' };
    expect(shown(requestedResults(planned, [{ id: 'old', ...changed, node }]))).toEqual([
      'requested: offline',
      ...skipped,
    ]);
    expect(shown(requestedResults(planned, [{ id: 'old', ...refused, node: null }]))[0]).toBe(
      'failed: not offered; too low',
    );
  });

  test('a restart of many leaves stopped nodes alone', () => {
    const stopped = nodes.map((node) => ({ ...node, desiredState: 'stopped' as const }));
    const previews = nodes.map(({ id }) => ({ id, ...changed }));
    expect(new Set(plannedResults(stopped, 'restart', previews).map(({ reason }) => reason))).toEqual(
      new Set(['Stopped. Start the node instead.']),
    );
    expect(plannedResults(stopped, 'start', previews)[0]).toMatchObject({ outcome: 'pending', reason: null });
  });
});

test.each([
  ['once chosen', { peers: false, nodeType: true }, [false, true]],
  ['with other kept values', { peers: 'no', nodeType: 1 }, [true, false]],
  ['with something else kept', '{' as never, [true, false]],
  ['with nothing kept', null, [true, false]],
])('columns are shown %s', (_what, kept, are) => {
  const columns = [{ id: 'peers' }, { id: 'nodeType', isExtra: true }];
  expect(columns.map((column) => isColumnShown(kept, column))).toEqual(are);
});
