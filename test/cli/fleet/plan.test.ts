import { expect, test } from 'vitest';
import type { Change } from '../../../src/cli/fleet/change.ts';
import { withReadableSecrets } from '../../../src/cli/fleet/channel-secrets.ts';
import type { CurrentFleet } from '../../../src/cli/fleet/current-fleet.ts';
import { parseFleet } from '../../../src/cli/fleet/fleet-file.ts';
import { planFleet } from '../../../src/cli/fleet/plan.ts';
import { schedulesAfter } from '../../../src/cli/fleet/plan-schedule.ts';
import { planLines, shownPlan } from '../../../src/cli/fleet/show-plan.ts';

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
        ...{ signet: null, tor: null },
        ...{ clientVersion: '28.1', nodeType: 'full', resources: { cpuCores: 1, memoryMiB: 4096, diskGiB: 100 } },
        ...{ overrides, labels: [{ key: 'team', value: 'a' }], dataRoot: null, revertFailedChange: true },
        desiredState: name === 'leaving' ? 'deleted' : 'running',
      },
    ]),
  ),
  hosts: new Map([
    ['host-1', { id: 'id-host', name: 'host-1', revision: 3, labels: [{ key: 'region', value: 'eu' }] }],
  ]),
  channels: new Map([
    [
      'pager',
      {
        ...{ id: 'id-pager', name: 'pager', kind: 'ntfy', target: 'https://ntfy.sh/…', lowestSeverity: 'warning' },
        ...{ enabled: true, lastDeliveredAt: null, failingSince: null, lastFailure: null, goneAt: null },
      },
    ],
  ]),
  schedules: new Map([
    [
      'region=eu',
      {
        label: { key: 'region', value: 'eu' },
        windows: {
          timeZone: 'Europe/Berlin',
          windows: [{ days: ['saturday', 'sunday'], from: '02:00', to: '05:00' }],
        },
        ...{ isOpen: false, changesAt: null, revision: 4 },
      },
    ],
  ]),
  endpoints: new Map([
    [
      'main',
      {
        ...{ id: 'id-main', name: 'main', network: 'signet', nodeIds: ['id-beta', 'id-alpha'], nodeLabels: [] },
        ...{ executorIds: ['id-host'], address: '127.0.0.1', port: 8330, tls: null, pinnedBlockHash: null },
      },
    ],
  ]),
  consumers: [
    {
      ...{ id: 'id-electrs', name: 'electrs', endpointId: 'id-main', preset: 'indexer' },
      ...{ addedMethods: [], removedMethods: ['uptime'], callsPerSecond: 100, callsInFlight: 32 },
    },
  ],
  settings: { revision: 5, thresholds },
};

const nowhere = () => undefined;

const planOf = (yaml: string, pruned: string[] = [], now = current) =>
  planFleet(parseFleet(yaml, 'fleet.yaml'), now, pruned).filter(({ kind }) => kind !== 'unmanaged');
const textOf = ({ kind, type, name, fields, refusals }: Change) =>
  [
    `${kind} ${type} ${name}`,
    ...fields.map(({ field, from, to }) => `${field}: ${from} → ${to}`),
    ...refusals.map(({ message }) => message),
  ].join('\n');

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
    'update node alpha\nclientVersion: 28.1 → 28.0\nresources.memory: 4GiB → 8GiB\ndesiredState: running → stopped',
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
    'a Tor',
    `nodes: [{ ${alpha}, tor: { mode: own, proxy: 172.17.0.1:9050 } }]`,
    'update node alpha\ntor.mode: off → own\ntor.proxy: null → 172.17.0.1:9050',
  ],
  ['no Tor', `nodes: [{ ${alpha}, tor: { mode: off } }]`, 'unchanged node alpha'],
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
    'absent node gone',
    'delete node alpha\nthe file describes it; remove it there, or leave out --prune',
  ]);
  expect(planLines(planFleet(parseFleet(yaml, 'fleet.yaml'), current, []), nowhere).at(-1)).toBe(
    '1 node not in the file: beta',
  );
  expect(planFleet(parseFleet('hosts: {}', 'fleet.yaml'), current, [])).toEqual([]);
});

test.each<[what: string, yaml: string, plan: string]>([
  [
    'renames a node',
    'nodes: [{ name: omega, network: signet }]\nmoved: { alpha: omega }',
    'update node omega\nname: alpha → omega',
  ],
  ['is over', 'nodes: [{ name: alpha, network: signet }]\nmoved: { former: alpha }', 'unchanged node alpha'],
  [
    'names a node that never was',
    'nodes: [{ name: omega, network: signet }]\nmoved: { nobody: omega }',
    'create node omega\nname: null → omega\nnetwork: null → signet',
  ],
  [
    'meets both names',
    'nodes: [{ name: beta, network: signet }]\nmoved: { alpha: beta }',
    'update node beta\nboth alpha and beta exist; delete one of them, or remove alpha from moved',
  ],
])('moved %s', (_what, yaml, plan) => {
  const changes = planFleet(parseFleet(yaml, 'fleet.yaml'), current, []);
  expect(changes.filter(({ kind }) => kind !== 'unmanaged').map(textOf)).toEqual([plan]);
});

test('a plan shows a moved node under its new name alone', () => {
  const changes = planFleet(
    parseFleet('nodes: [{ name: omega, network: signet }]\nmoved: { alpha: omega }', 'fleet.yaml'),
    current,
    [],
  );
  expect(changes.flatMap(({ kind, name }) => (kind === 'unmanaged' ? [name] : []))).toEqual(['beta']);
  expect(changes[0]?.request?.variables).toMatchObject({
    id: 'id-alpha',
    data: { name: 'omega', expectedRevision: 7 },
  });
});

const linesOf = (changes: Change[], placeOf: Parameters<typeof planLines>[1] = nowhere) =>
  planLines(changes, placeOf).map((line) => (typeof line === 'string' ? line : line.styled));

test('a plan shows every field of a node that it creates', () => {
  const lines = linesOf(
    planOf('nodes: [{ name: new, network: signet, resources: { memory: 2GiB }, overrides: { dbcache: 300 } }]'),
  );
  for (const field of [/^ +network +- +signet/, /^ +resources\.memory +- +2GiB/, /^ +overrides\.dbcache +- +300/])
    expect(lines).toContainEqual(expect.stringMatching(field));
});

test('a plan counts the daemons that restart', () => {
  const fields = ['overrides.dbcache', 'overrides.rpcthreads'].map((field) => ({
    ...{ field, from: null, to: '4', consequences: ['restarts the node'] },
  }));
  const change = {
    ...{ kind: 'update' as const, type: 'node' as const, fields, summary: '', refusals: [], request: null },
  };
  const lines = linesOf([
    { ...change, name: 'alpha', restarts: true },
    { ...change, name: 'beta', restarts: true },
  ]);
  expect(lines.at(-1)).toBe('0 to create, 2 to update, 0 to delete, 0 unchanged; 2 daemons restart');
  expect(lines.join('\n').match(/restarts the node/g)).toHaveLength(2);
});

test('a name to prune that no node has is named, with the nearest one', () => {
  expect(linesOf(planOf(`nodes: [{ ${alpha} }]`, ['bata']))).toEqual([
    '--prune bata: no node has this name; did you mean beta?',
    'no changes',
  ]);
});

test('a refusal names file and line, and JSON has them as fields', () => {
  const placeOf = (_change: unknown, path: readonly string[]) => ({ file: 'fleet.yaml', line: path.length });
  const plan = planOf(`nodes: [{ ${alpha}, dataRoot: big }]`);
  expect(linesOf(plan, placeOf)).toContainEqual(
    expect.stringMatching(/^refused: fleet\.yaml:1: node alpha: dataRoot: its chain data is on default/),
  );
  expect(shownPlan(plan, placeOf)[0]?.refusals).toMatchObject([{ file: 'fleet.yaml', line: 1, path: 'dataRoot' }]);
});

test('many nodes that the file does not name are counted, and the first ones named', () => {
  const changes = Array.from({ length: 12 }, (_, index) => ({
    ...{ kind: 'unmanaged' as const, type: 'node' as const, name: `n${index}`, fields: [], summary: '' },
    ...{ refusals: [], request: null },
  }));
  expect(linesOf(changes).at(-1)).toMatch(/^12 nodes not in the file: n0, .*, n9 and 2 more; see: satrap nodes list$/);
});

test.each<[what: string, channel: string, plan: string]>([
  ['the same', 'pager: { kind: ntfy, to: https://ntfy.sh/topic }', 'unchanged channel pager'],
  [
    'severity',
    'pager: { kind: ntfy, severity: critical, enabled: false }',
    'update channel pager\nseverity: warning → critical\nenabled: true → false',
  ],
  [
    'another kind',
    'pager: { kind: email, to: a@example.com }',
    'update channel pager\nkind: ntfy → email\nto: https://ntfy.sh/… → a@example.com\na channel keeps its kind, ntfy; give the other one another name',
  ],
  [
    'a new one with its secret',
    'chat: { kind: slack, secretFrom: { env: SLACK_URL } }',
    'create channel chat\nkind: null → slack\nsecretFrom: null → environment variable SLACK_URL',
  ],
  [
    'a new one without its secret',
    'chat: { kind: telegram, to: "-100" }',
    'create channel chat\nkind: null → telegram\nto: null → -100\nis required for a new telegram channel: { env: VARIABLE } or { file: PATH }',
  ],
  [
    'a new webhook without a file for its secret',
    'hook: { kind: webhook, to: https://hooks.example.com/x }',
    'create channel hook\nkind: null → webhook\nto: null → https://hooks.example.com/…\nis required for a new webhook channel: a new file for its signing secret',
  ],
  ['a target too many', 'chat: { kind: slack, to: x }', 'update channel chat\nslack takes no target'],
  [
    'a secret too many',
    'mail: { kind: email, to: a@example.com, secretFrom: { env: X } }',
    'update channel mail\nemail takes no secret',
  ],
])('plans a channel: %s', (_what, channel, plan) => {
  expect(planOf(`channels: { ${channel} }`).map(textOf)).toEqual([plan]);
});

const berlin = 'timeZone: Europe/Berlin';

test.each<[what: string, schedule: string, plan: string]>([
  ['the same', `region=eu: { ${berlin}, windows: ["Saturday,sun 02:00-05:00"] }`, 'unchanged schedule region=eu'],
  [
    'another window',
    `region=eu: { ${berlin}, windows: [Mon 02:00-05:00] }`,
    'update schedule region=eu\nwindows: Sat,Sun 02:00-05:00 → Mon 02:00-05:00',
  ],
  [
    'another time zone',
    'region=eu: { timeZone: UTC, windows: ["Sat,Sun 02:00-05:00"] }',
    'update schedule region=eu\ntimeZone: Europe/Berlin → UTC',
  ],
  [
    'a new one',
    `default: { ${berlin}, windows: [Mon 02:00-05:00, daily 12:00-13:00] }`,
    'create schedule default\ntimeZone: null → Europe/Berlin\nwindows: null → Mon 02:00-05:00, daily 12:00-13:00',
  ],
  ['its deletion', 'region=eu: { windows: [] }', 'delete schedule region=eu'],
  ['the deletion of one that is gone', 'region=us: { windows: [] }', 'unchanged schedule region=us'],
])('plans a maintenance schedule: %s', (_title, schedule, plan) => {
  expect(planOf(`maintenance: { ${schedule} }`).map(textOf)).toEqual([plan]);
});

test('changes maintenance schedules before nodes, with the API’s variables', () => {
  const windows = `maintenance: { default: { ${berlin}, windows: [Mon 02:00-05:00] }, region=eu: { windows: [] } }`;
  const changes = planOf(`nodes: [{ ${alpha}, clientVersion: 28.0 }]\n${windows}`);
  expect(changes.map(({ type }) => type)).toEqual(['schedule', 'schedule', 'node']);
  const monday = { timeZone: 'Europe/Berlin', windows: [{ days: ['monday'], from: '02:00', to: '05:00' }] };
  expect(changes[0]?.request?.variables).toEqual({ data: { label: null, windows: monday, expectedRevision: 0 } });
  expect(changes[1]?.request?.variables).toEqual({ label: { key: 'region', value: 'eu' } });
  expect(schedulesAfter([...current.schedules.values()], changes)).toEqual([{ label: null, windows: monday }]);
});

test('changes a maintenance schedule only while it is as it was read', () => {
  const [change] = planOf(`maintenance: { region=eu: { ${berlin}, windows: [Mon 02:00-05:00] } }`);
  expect(change?.request?.variables).toMatchObject({ data: { expectedRevision: 4 } });
});

test('a channel that moves to another server gets its secret again', () => {
  const [moved, same] = ['https://ntfy.example.com/topic', 'https://ntfy.sh/other'].map(
    (to) => planOf(`channels: { pager: { kind: ntfy, to: ${to}, severity: info, secretFrom: { file: /token } } }`)[0],
  );
  expect(moved?.request).toMatchObject({
    variables: { id: 'id-pager', data: { url: 'https://ntfy.example.com/topic', lowestSeverity: 'info' } },
    secrets: { read: { field: 'token', from: { file: '/token' } } },
  });
  expect(same?.request).not.toHaveProperty('secrets');
});

test('a secret that cannot be read is refused before anything is changed', () => {
  const plan = planOf('channels: { chat: { kind: slack, secretFrom: { env: SATRAP_TEST_UNSET } } }');
  expect(withReadableSecrets(plan)[0]?.refusals).toEqual([
    { path: ['secretFrom'], message: 'the environment variable SATRAP_TEST_UNSET has no secret' },
  ]);
});

const main = 'network: signet, hosts: [host-1], port: 8330';
const endpointFile = (fields: string, more = '') => `endpoints: { main: { ${fields} } }${more}`;
const nodesAre = 'nodes: [alpha, beta]';

test.each([
  [
    'nothing of what it has',
    endpointFile(`${main}, ${nodesAre}, tls: none, pinnedBlockHash: none`),
    'unchanged endpoint main',
  ],
  [
    'its fields',
    endpointFile(`network: signet, hosts: [host-1], ${nodesAre}, port: 8400, tls: { certFile: /c, keyFile: /k }`),
    'update endpoint main\nport: 8330 → 8400\ntls.certFile: null → /c\ntls.keyFile: null → /k',
  ],
  [
    'labels in place of nodes',
    endpointFile(`${main}, nodeLabels: { tier: public }`),
    'update endpoint main\nnodeLabels.tier: null → public',
  ],
  [
    'its network',
    endpointFile(`network: mainnet, hosts: [host-1], port: 8330, ${nodesAre}`),
    'update endpoint main\nnetwork: signet → mainnet\nan endpoint keeps its network, signet; give the one on the other network another name',
  ],
  [
    'an unknown host',
    endpointFile(`network: signet, hosts: [host-2], port: 8330, ${nodesAre}`),
    'update endpoint main\nhosts: host-1 → host-2\nno host is named host-2; see: satrap hosts list',
  ],
  [
    'an unknown node',
    endpointFile(`${main}, nodes: [gamma]`),
    'update endpoint main\nnodes: alpha, beta → gamma\nno node is named gamma; see: satrap nodes list',
  ],
  [
    'a node that the file renames',
    `nodes: [{ name: archive, network: signet }]\n${endpointFile(`${main}, nodes: [archive, beta]`, '\nmoved: { alpha: archive }')}`,
    'update node archive\nname: alpha → archive\nunchanged endpoint main',
  ],
])('an endpoint › changes %s', (_what, yaml, expected) => {
  expect(planOf(yaml).map(textOf).join('\n')).toBe(expected);
});

test('an endpoint › is created with nodes that the same file creates', () => {
  const [, created] = planOf(
    `nodes: [{ name: new, network: signet }]\nendpoints: { second: { ${main}, nodes: [new] } }`,
  );
  expect(created).toMatchObject({
    ...{ kind: 'create', type: 'endpoint', name: 'second', refusals: [] },
    request: {
      operation: 'CreateEndpoint',
      variables: { data: { name: 'second', network: 'signet', executorIds: ['id-host'], port: 8330 } },
      names: { nodes: ['new'] },
    },
  });
});

test('an endpoint › keeps its consumers under another name', () => {
  const yaml = `endpoints: { public: { ${main}, ${nodesAre}, consumers: { electrs: {} } } }\nmoved: { endpoint:main: public }`;
  const [renamed, consumer] = planOf(yaml);
  expect([renamed, consumer].map((each) => each && textOf(each))).toEqual([
    'update endpoint public\nname: main → public',
    'unchanged consumer public/electrs',
  ]);
  expect(renamed?.request?.variables).toMatchObject({ id: 'id-main', data: { name: 'public' } });
});

const withConsumers = (consumers: string, more = '') =>
  endpointFile(`${main}, ${nodesAre}, consumers: { ${consumers} }`, more);
const consumerPlans = (yaml: string) => planOf(yaml).filter(({ type }) => type === 'consumer');

test.each([
  [
    'nothing of what it has',
    'electrs: { preset: indexer, removedMethods: [uptime] }',
    'unchanged consumer main/electrs',
  ],
  [
    'its fields',
    'electrs: { preset: read, removedMethods: [], callsPerSecond: 5 }',
    'update consumer main/electrs\npreset: indexer → read\nremovedMethods: uptime → \ncallsPerSecond: 100 → 5',
  ],
  [
    'nothing without a file for a new secret',
    'probe: { preset: read }',
    'create consumer main/probe\nname: null → probe\npreset: null → read\nis required for a new consumer: a new file for its secret',
  ],
])('a consumer › changes %s', (_what, consumers, expected) => {
  expect(consumerPlans(withConsumers(consumers)).map(textOf).join('\n')).toBe(expected);
});

test('a consumer › is created with the file for its secret', () => {
  const [created] = consumerPlans(withConsumers('probe: { secretFile: /tmp/probe.secret }'));
  expect(created).toMatchObject({
    summary: 'its secret goes to /tmp/probe.secret',
    request: {
      ...{ operation: 'CreateConsumer', variables: { data: { name: 'probe' } } },
      ...{ names: { endpoint: 'main' }, secrets: { file: '/tmp/probe.secret' } },
    },
  });
});

test('a consumer › is renamed', () => {
  const moved = '\nmoved: { consumer:main/electrs: main/explorer }';
  expect(consumerPlans(withConsumers('explorer: {}', moved)).map(textOf)).toEqual([
    'update consumer main/explorer\nname: electrs → explorer',
  ]);
});

test('a consumer › waits for a restart with a method that is in no preset', () => {
  const [changed] = consumerPlans(withConsumers('electrs: { addedMethods: [getblockcount, othermethod] }'));
  expect(changed?.fields[0]?.consequences).toEqual(['each node allows othermethod only after its next restart']);
});

test.each([
  ['an endpoint', ['endpoint:main'], ['delete endpoint main']],
  ['a consumer', ['consumer:main/electrs'], ['delete consumer main/electrs']],
  [
    'an endpoint with its consumer',
    ['endpoint:main', 'consumer:main/electrs'],
    ['delete endpoint main', 'unchanged consumer main/electrs'],
  ],
  ['nothing of another name', ['endpoint:mian'], ['absent endpoint mian']],
])('--prune › deletes %s', (_what, pruned, expected) => {
  expect(planOf('hosts: {}', pruned).map(textOf)).toEqual(expected);
});

test('--prune › refuses a consumer that the file describes', () => {
  const [, refused] = planOf(withConsumers('electrs: {}'), ['consumer:main/electrs']).filter(
    ({ type }) => type === 'consumer',
  );
  expect(refused?.refusals).toMatchObject([{ message: expect.stringContaining('the file describes it') }]);
});

test('endpoints and consumers that the file does not have are reported', () => {
  const changes = planFleet(parseFleet(`endpoints: { second: { ${main}, ${nodesAre} } }`, 'fleet.yaml'), current, []);
  expect(planLines(changes, nowhere).at(-1)).toBe('1 endpoint not in the file: main');
  const ofMain = planFleet(parseFleet(withConsumers(''), 'fleet.yaml'), current, []);
  expect(planLines(ofMain, nowhere).at(-1)).toBe('1 consumer not in the file: main/electrs');
});
