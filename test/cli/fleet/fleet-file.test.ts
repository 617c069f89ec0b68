import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommandError } from '../../../src/cli/command-error.ts';
import { parseFleet } from '../../../src/cli/fleet/fleet-file.ts';

test('the example in the documentation has every field', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/nodes/fleet.md'), 'utf8');
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
  const { nodes = [], hosts, channels, maintenance, endpoints, notifications } = parseFleet(example, 'fleet.md');
  expect(new Set(nodes.flatMap((node) => Object.keys(node)))).toEqual(
    new Set([
      ...['name', 'host', 'hostLabels', 'network', 'clientVersion', 'tor', 'nodeType', 'resources', 'overrides'],
      ...['labels', 'desiredState', 'dataRoot', 'revertFailedChange'],
    ]),
  );
  expect(nodes[0]).toMatchObject({ clientVersion: '31.1', resources: { memoryMiB: 8192, diskGiB: 1229 } });
  expect(nodes[2]).toMatchObject({ name: 'beta-2', hostLabels: { region: 'eu' } });
  expect(hosts).toEqual({ 'host-1': { labels: { region: 'eu', disk: 'nvme' } } });
  expect(channels).toMatchObject({ alerts: { kind: 'slack', secretFrom: { env: 'SLACK_URL' } } });
  expect(maintenance).toEqual({
    default: { timeZone: 'Europe/Berlin', windows: ['Sat,Sun 02:00-05:00'] },
    'region=ap': { timeZone: 'Asia/Tokyo', windows: ['Wed 23:00-01:30'] },
  });
  expect(Object.keys(endpoints?.['main']?.consumers?.['electrs'] ?? {})).toEqual([
    ...['preset', 'addedMethods', 'removedMethods', 'callsPerSecond', 'callsInFlight', 'secretFile'],
  ]);
  expect(endpoints?.['public']).toMatchObject({ nodeLabels: { tier: 'public' }, port: 38_330 });
  expect(Object.keys(notifications ?? {})).toEqual(['thresholds']);
});

const faultsOf = (yaml: string): string[] => {
  try {
    parseFleet(yaml, 'fleet.yaml');
    return [];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    // Exit code 2 of `diff` means a difference.
    expect(error.failure).toBe('failed');
    return error.message.split('\n');
  }
};

test('texts stay as they are written, sizes have units, and nodes can share fields', () => {
  const yaml = `
nodes:
  - &small
    name: a
    network: signet
    clientVersion: 30.0
    tor: { mode: own, proxy: 172.17.0.1:9050 }
    resources: { cpuCores: 0.5, memory: 4GiB, disk: 1.2TiB }
    overrides: { dbcache: 0450, addnode: [x, y], server: yes }
    revertFailedChange: false
  - <<: *small
    name: b
hosts:
  host-1: { labels: { tier: 1 } }
`;
  const small = {
    ...{ network: 'signet', clientVersion: '30.0', revertFailedChange: false },
    tor: { mode: 'own', proxy: '172.17.0.1:9050', onionAddress: null },
    resources: { cpuCores: 0.5, memoryMiB: 4096, diskGiB: 1229 },
    overrides: { dbcache: '0450', addnode: ['x', 'y'], server: 'yes' },
  };
  expect(parseFleet(yaml, 'fleet.yaml')).toEqual({
    nodes: [
      { name: 'a', ...small },
      { name: 'b', ...small },
    ],
    hosts: { 'host-1': { labels: { tier: '1' } } },
  });
});

test('hundreds of nodes can share the fields of one', () => {
  const nodes = Array.from({ length: 500 }, (_, index) => `  - { <<: *n, name: n${index} }`);
  const yaml = ['nodes:', '  - &n { name: first, network: signet, overrides: { dbcache: 450 } }', ...nodes].join('\n');
  expect(parseFleet(yaml, 'fleet.yaml').nodes).toHaveLength(501);
});

test.each([
  ['', 1, 'is empty; a fleet file has nodes, hosts or notifications'],
  ['# nothing yet\n', 1, 'is empty; a fleet file has nodes, hosts or notifications'],
  ['nodes:\n  - name: a\n\tnetwork: signet\n    labels:\n      a: b\n', 3, 'is indented with a tab; use spaces'],
  ['nodes: []\n---\nnodes: []', 2, 'starts a second document; use one file for each, and name both with -f'],
  [
    'channels:\n  a:\n    kind: slack\n    secretFrom: { env: A, file: b }',
    4,
    'channels.a.secretFrom must have one of env and file; the secret itself is in no file',
  ],
  ['channels: { a: { kind: slack, token: x } }', 1, 'channels.a.token is unknown; remove it'],
  [
    'maintenance:\n  default:\n    timeZone: UTC\n    windows:\n      - Sat 2-5',
    5,
    'maintenance.default.windows.0 must be a window such as Sat,Sun 02:00-05:00, without a time zone',
  ],
  [
    'maintenance:\n  default:\n    timeZone: Mars/Olympus\n    windows: []',
    3,
    'maintenance.default.timeZone must be a time zone of the IANA database, such as Europe/Berlin',
  ],
  ['maintenance:\n  default:\n    windows: [Sat 02:00-05:00]', 2, 'maintenance.default.timeZone is required'],
  ['maintenance:\n  region:\n    windows: []', 2, 'maintenance.region must be default, or a label such as region=eu'],
  ['nodes: []\nmoved: { endpoint:a: b }', 2, 'moved.endpoint:a names b, which is no endpoint of this file'],
  [
    'endpoints:\n  b: { network: signet, hosts: [h], nodes: [n], port: 8330, consumers: { c: {} } }\nmoved: { consumer:a/c: b/c }',
    3,
    'moved.consumer:a/c must stay at its endpoint',
  ],
  [
    'endpoints:\n  b: { network: signet, hosts: [h], nodes: [n], nodeLabels: { a: b }, port: 8330 }',
    2,
    'endpoints.b must have one of nodes and nodeLabels',
  ],
  [
    'endpoints:\n  b: { network: signet, hosts: [h], nodes: [n], port: 80 }',
    2,
    'endpoints.b.port must be a whole number from 1024 to 65535',
  ],
  [
    'endpoints:\n  b: { network: signet, hosts: [h], nodes: [n], port: 8330, tls: off }',
    2,
    'endpoints.b.tls must be none, or have certFile and keyFile',
  ],
  ['nodes: []\nmoved: { a: b }', 2, 'moved.a names b, which is no node of this file'],
  ['nodes:\n  - name: a', 2, 'nodes.0.network is required: one of mainnet, signet, testnet4, regtest'],
  ['nodes: []\nnodes: []', 2, 'is not valid YAML: Map keys must be unique'],
  ['nodes: !those []', 1, 'is not valid YAML: Unresolved tag: !those'],
  ['nodes: {}', 1, 'nodes must be a list'],
  ['node: []', 1, 'node is unknown; did you mean nodes?'],
  ['hosts: {}\nnotification: []', 2, 'notification is unknown; did you mean notifications?'],
  ['groups: []', 1, 'groups is unknown; remove it'],
  [
    'nodes:\n  - { name: a, network: signet }\n  - name: a\n    network: signet',
    3,
    'nodes.1.name names a again; remove one of them',
  ],
  ['hosts:\n  a:\n    labels: [x]', 3, 'hosts.a.labels must be a map of names'],
  [
    'notifications:\n  thresholds:\n    blockBehind: 1',
    3,
    'notifications.thresholds.blockBehind is unknown; did you mean blocksBehind?',
  ],
  ['notifications: { thresholds: { blocksBehind: few } }', 1, 'notifications.thresholds.blocksBehind must be a number'],
])('%j: line %d %s', (yaml, line, fault) => {
  expect(faultsOf(yaml)).toEqual([`fleet.yaml:${line}: ${fault}`]);
});

test('all faults of a node are reported at once, by line', () => {
  const yaml = `nodes:
  - network: moon
    name: a
    memroy: 4GiB
    resources:
      memory: 4GB
      cpuCores: many
    revertFailedChange: yes
    overrides:
      torpassword: hidden
      dbcache: { size: 1 }
`;
  expect(faultsOf(yaml)).toEqual([
    'fleet.yaml:2: nodes.0.network must be one of mainnet, signet, testnet4, regtest',
    'fleet.yaml:4: nodes.0.memroy is unknown; did you mean memory?',
    'fleet.yaml:6: nodes.0.resources.memory must be a size such as 512MiB, 4GiB or 1.2TiB, or a number of MiB',
    'fleet.yaml:7: nodes.0.resources.cpuCores must be a number',
    'fleet.yaml:8: nodes.0.revertFailedChange must be one of true, false',
    'fleet.yaml:10: nodes.0.overrides.torpassword is a secret, which no file has; set it with: satrap nodes update NODE --set KEY=VALUE',
    'fleet.yaml:11: nodes.0.overrides.dbcache must be a text or a list of texts',
  ]);
});
