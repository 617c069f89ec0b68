import { expect, test } from 'vitest';
import type { CurrentFleet } from '../../../src/cli/fleet/current-fleet.ts';
import { parseFleet } from '../../../src/cli/fleet/fleet-file.ts';
import { type Change, planFleet } from '../../../src/cli/fleet/plan.ts';
import { planLines } from '../../../src/cli/fleet/show-plan.ts';

const overrides = [
  ['dbcache', '100'],
  ['addnode', 'x'],
  ['torpassword', 'hidden'],
  ['addnode', 'y'],
].map(([key = '', value = '']) => ({ key, value }));

const thresholds = { blocksBehind: 3, tipProbability: 0.0001 } as CurrentFleet['settings']['thresholds'];
const current: CurrentFleet = {
  nodes: new Map(
    ['alpha', 'beta', 'leaving'].map((name) => [
      name,
      {
        ...{ id: `id-${name}`, name, revision: 7, executor: { name: 'host-1' }, network: 'signet', client: 'bitcoind' },
        signet: null,
        ...{ clientVersion: '28.1', nodeType: 'full', resources: { cpuCores: 1, memoryMiB: 4096, diskGiB: 100 } },
        ...{ overrides, labels: [{ key: 'team', value: 'a' }], dataRoot: null, revertFailedChange: true },
        desiredState: name === 'leaving' ? 'deleted' : 'running',
      },
    ]),
  ),
  hosts: new Map([
    ['host-1', { id: 'id-host', name: 'host-1', revision: 3, labels: [{ key: 'region', value: 'eu' }] }],
  ]),
  settings: { revision: 5, thresholds },
};

const planOf = (yaml: string, pruned: string[] = [], now = current) =>
  planFleet(parseFleet(yaml, 'fleet.yaml'), now, pruned).filter(({ kind }) => kind !== 'unmanaged');
const textOf = ({ kind, type, name, fields, refusals }: Change) =>
  [`${kind} ${type} ${name}`, ...fields.map(({ field, from, to }) => `${field}: ${from} → ${to}`), ...refusals].join(
    '\n',
  );

const alpha = 'name: alpha, network: signet';

test.each([
  ['only the fields in the file', `nodes: [{ ${alpha} }]`, 'unchanged node alpha'],
  [
    'everything, and units',
    `nodes: [{ ${alpha}, host: host-1, client: bitcoind, clientVersion: 28.1, nodeType: full, desiredState: running, dataRoot: default, revertFailedChange: true, resources: { cpuCores: 1.0, memory: 4GiB, disk: 100GiB }, overrides: { addnode: [x, y], dbcache: 100 }, labels: { team: a } }]`,
    'unchanged node alpha',
  ],
  [
    'labels of the placement only for a new node',
    `nodes: [{ ${alpha}, hostLabels: { region: us } }]`,
    'unchanged node alpha',
  ],
  [
    'fields',
    `nodes: [{ ${alpha}, clientVersion: 28.0, desiredState: stopped, resources: { memory: 8GiB } }]`,
    'update node alpha\nclientVersion: 28.1 → 28.0\nresources.memoryMiB: 4096 → 8192\ndesiredState: running → stopped',
  ],
  [
    'all overrides but secrets',
    `nodes: [{ ${alpha}, overrides: { addnode: [x, z], rpcthreads: 4 } }]`,
    'update node alpha\noverrides.dbcache: 100 → null\noverrides.addnode: x, y → x, z\noverrides.rpcthreads: null → 4',
  ],
  [
    'all labels of a node',
    `nodes: [{ ${alpha}, labels: { tier: 1 } }]`,
    'update node alpha\nlabels.team: a → null\nlabels.tier: null → 1',
  ],
  [
    'the network',
    `nodes: [{ name: alpha, network: mainnet }]`,
    'update node alpha\nnetwork: signet → mainnet\na node keeps its network, signet; give the one on the other network another name',
  ],
  [
    'the signet',
    `nodes: [{ ${alpha}, signet: { challenge: 51AB } }]`,
    'update node alpha\nsignet.challenge: null → 51ab\na node keeps its signet; give the one on the other signet another name',
  ],
  [
    'a node on a custom signet',
    'nodes: [{ name: new, network: signet, signet: { challenge: 51, seedNodes: [a, b] } }]',
    'create node new\nname: null → new\nnetwork: null → signet\nsignet.challenge: null → 51\nsignet.seedNodes: null → a, b',
  ],
  [
    'the host',
    `nodes: [{ ${alpha}, host: host-2 }]`,
    'update node alpha\nno host is named host-2; see: satrap hosts list',
  ],
  [
    'the data root',
    `nodes: [{ ${alpha}, dataRoot: big }]`,
    'update node alpha\ndataRoot: default → big\nits chain data is on default; move it with: satrap nodes move alpha --to big',
  ],
  [
    'a node on an unknown host',
    'nodes: [{ name: new, network: signet, host: host-2 }]',
    'create node new\nno host is named host-2; see: satrap hosts list',
  ],
  [
    'a node that is being deleted',
    'nodes: [{ name: leaving, network: signet }]',
    'update node leaving\nis being deleted; wait until it is gone',
  ],
  [
    'labels',
    'hosts: { host-1: { labels: { tier: ssd } } }',
    'update host host-1\nlabels.region: eu → null\nlabels.tier: null → ssd',
  ],
  ['a host without labels', 'hosts: { host-1: {} }', 'unchanged host host-1'],
  ['an unknown host', 'hosts: { host-2: {} }', 'update host host-2\nno host is named host-2; see: satrap hosts list'],
  [
    'notification settings',
    'notifications: { thresholds: { blocksBehind: 5, tipProbability: 1e-4 } }',
    'update notification settings\nthresholds.blocksBehind: 3 → 5',
  ],
])('plans %s', (_what, yaml, plan) => {
  expect(planOf(yaml).map(textOf)).toEqual([plan]);
});

test('a change is based on what the plan read, and leaves secrets alone', () => {
  const [update] = planOf(`nodes: [{ ${alpha}, overrides: { addnode: [x, z] }, labels: {} }]`);
  const addnode = ['x', 'z'].map((value) => ({ key: 'addnode', value }));
  expect(update?.request?.variables).toEqual({
    id: 'id-alpha',
    data: { labels: [], setOverrides: addnode, unsetOverrides: ['dbcache'], expectedRevision: 7 },
  });
  const [host] = planOf('hosts: { host-1: { labels: {} } }');
  expect(host?.request?.variables).toEqual({ id: 'id-host', data: { labels: [], expectedRevision: 3 } });
  const [settings] = planOf('notifications: { thresholds: { noPeersMinutes: 9 } }');
  expect(settings?.request?.variables).toMatchObject({
    input: { thresholds: { noPeersMinutes: 9 }, expectedRevision: 5 },
  });
  expect(planOf('nodes: [{ name: alpha, network: mainnet }]')[0]?.request).toBeNull();
});

test('a node is deleted by its name alone, once, and not if the file describes it', () => {
  const yaml = `nodes: [{ ${alpha} }]`;
  const plans = planOf(yaml, ['beta', 'leaving', 'gone', 'alpha']).map(textOf);
  expect(plans).toEqual([
    'unchanged node alpha',
    'delete node beta',
    'unchanged node leaving',
    'unchanged node gone',
    'delete node alpha\nthe file describes it; remove it there, or leave out --prune',
  ]);
  expect(planLines(planFleet(parseFleet(yaml, 'fleet.yaml'), current, [])).at(-1)).toBe('1 node not in the file: beta');
  expect(planFleet(parseFleet('hosts: {}', 'fleet.yaml'), current, [])).toEqual([]);
});
