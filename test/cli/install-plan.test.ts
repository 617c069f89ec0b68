import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problem, warning } from '../../src/agent/doctor/facts.ts';
import type { OwnObject } from '../../src/agent/runtime/host-runtime.ts';
import { requireFit } from '../../src/cli/agent/install/install.ts';
import { socketGroup } from '../../src/cli/agent/install/installed-agent.ts';
import {
  type HostedNode,
  nodesAmong,
  remainsLines,
  requireRemovable,
  whyNotRemovable,
} from '../../src/cli/agent/install/uninstall.ts';
import { settingsToChange } from '../../src/cli/agent/join.ts';
import { CommandError } from '../../src/cli/command-error.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

test('an engine that is not there is refused with what to do', () => {
  expect(() => socketGroup('/nonexistent/docker.sock')).toThrow(/apt-get install docker\.io/);
});

test('a socket whose group has no name is reached by the group’s number', () => {
  const socket = join(scratchFolder('socket'), 'engine.sock');
  writeFileSync(socket, '');
  chmodSync(socket, 0o660);
  chownSync(socket, 0, 54_321);
  expect(socketGroup(socket)).toBe('54321');
});

test('a host where an agent could not work is refused with what mends it, unless the operator says otherwise', () => {
  const findings = [warning('clock', 'is off', 'set it'), problem('engine', 'does not answer', 'start it')];
  expect(() => requireFit(findings)).toThrow(
    /^nothing was changed[\s\S]*✗ engine: does not answer\n +start it[\s\S]*--ignore-problems$/,
  );
  expect(() => requireFit(findings, true)).not.toThrow();
  expect(() => requireFit(findings.slice(0, 1))).not.toThrow();
});

const present = { url: 'https://one.example/graphql', name: 'host-1', insecure_http: true, proxy: 'http://proxy:1' };

test.each([
  ['nothing', {}, {}],
  ['what the file says already', { url: present.url, name: 'host-1', insecureHttp: true, proxy: 'http://proxy:1' }, {}],
  ['another proxy', { proxy: 'http://proxy:2' }, { proxy: 'http://proxy:2' }],
  ['an authority', { caFile: '/etc/ca.pem' }, { ca_file: '/etc/ca.pem' }],
  ['a socket', { dockerSocket: '/run/podman.sock' }, { docker_socket: '/run/podman.sock' }],
])('an installation that is repeated with %s changes that and no more', (_what, given, changed) => {
  expect(settingsToChange(given, present)).toEqual(changed);
});

test('an installation that is repeated writes what the file leaves out', () => {
  expect(settingsToChange({ url: present.url }, {})).toEqual({ url: present.url });
});

test.each([
  ['control plane', { url: 'https://other.example/graphql' }, /joined with url https:\/\/one.*--token-file/],
  ['name', { name: 'host-2' }, /with name host-1; to join again with host-2, add --token-file/],
])(
  'an installation that is repeated with another %s is refused, as only joining brings that',
  (_what, given, words) => {
    expect(() => settingsToChange(given, present)).toThrow(CommandError);
    expect(() => settingsToChange(given, present)).toThrow(words);
  },
);

const container = { name: 'satrap-1', node: 'alpha', state: 'running' };

test.each([
  ['nothing', {}, true, /No nodes and no chain data remain/],
  ['an engine that does not answer', { error: 'no' }, true, /remaining nodes: no/],
  [
    'a node',
    { containers: [container], volumes: ['satrap-1'] },
    true,
    /container satrap-1 \(node alpha\), running[\s\S]*volume satrap-1, with chain data[\s\S]*docker stop --time 600/,
  ],
  ['a report to the control plane', {}, true, /shows this host as uninstalled/],
  ['no report', {}, false, /If this host joined a control plane, it is offline there;/],
])('what an uninstalled agent leaves is named: %s', (_what, remains, isReported, expected) => {
  const all = { containers: [], volumes: [], error: null, ...remains };
  expect(remainsLines(all, { isReported }).join('\n')).toMatch(expected);
});

const hosted: HostedNode = {
  ...{ id: '1', name: 'alpha', containerId: 'c', hasVolume: true, directory: null, wallets: [] },
};

test.each<[string, Partial<HostedNode>, readonly string[], RegExp | null]>([
  ['a node without wallets', {}, [], null],
  ['a wallet that is not named', { wallets: ['', 'savings'] }, ['savings'], /alpha has the wallets ""; name them/],
  ['wallets that are named', { wallets: ['', 'savings'] }, ['savings', ''], null],
  ['data of the operator’s own directory', { directory: '/srv/1' }, [], /is in \/srv\/1; remove it manually/],
  [
    'data that cannot be looked at',
    { containerId: null, wallets: null },
    [],
    /: satrap hosts remove-data host-1 1 alpha$/,
  ],
  ['a container that lost its data', { hasVolume: false }, [], null],
])('chain data goes with the agent only where nothing is lost unnamed: %s', (_what, change, named, expected) => {
  const faults = whyNotRemovable([{ ...hosted, ...change }], 'host-1', named);
  if (expected === null) expect(faults).toEqual([]);
  else expect(faults.join()).toMatch(expected);
});

test('chain data goes with the agent only by the executor’s name', () => {
  const asked = { executorName: 'host-1', wallets: [] };
  expect(() => requireRemovable([hosted], { ...asked, typed: 'yes' })).toThrow(/this host is host-1, not yes/);
  expect(() => requireRemovable([hosted], { ...asked, typed: 'host-1' })).not.toThrow();
});

test('data of a node that is being moved lies in two volumes, of which one in a directory is enough to leave it', () => {
  const own = (executorId: string, nodeId: string | null, change: Partial<OwnObject>): OwnObject => ({
    ...{ kind: 'volume', id: 'v', name: 'v', executorId, nodeId, nodeName: nodeId && `name of ${nodeId}` },
    ...{ state: null, directory: null, ports: [], ...change },
  });
  const objects = [
    own('ours', 'moved', { kind: 'container', id: 'c1' }),
    own('ours', null, { kind: 'container', id: 'c2' }),
    own('other', 'x', { kind: 'container', id: 'c3' }),
    own('ours', 'moved', {}),
    own('ours', 'moved', { directory: '/mnt/ssd/moved' }),
    own('ours', 'kept', {}),
  ];
  expect(nodesAmong(objects, 'ours')).toEqual([
    { id: 'moved', name: 'name of moved', containerId: 'c1', hasVolume: true, directory: '/mnt/ssd/moved' },
    { id: 'kept', name: 'name of kept', containerId: null, hasVolume: true, directory: null },
  ]);
});
