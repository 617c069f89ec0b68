import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
import { writeConfig } from '../../src/cli/agent/join-files.ts';
import { CommandError } from '../../src/cli/command-error.ts';
import { problem, warning } from '../../src/contract/finding.ts';
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

test('refuses a host where an agent could not work, with the fix', () => {
  const findings = [warning('clock', 'is off', 'set it'), problem('engine', 'does not answer', 'start it')];
  expect(() => requireFit(findings)).toThrow(
    /^nothing was changed[\s\S]*✗ engine: does not answer\n +start it[\s\S]*--ignore-problems$/,
  );
  expect(requireFit(findings, true)).toBe(1);
  expect(requireFit(findings.slice(0, 1))).toBe(1);
});

const present = { url: 'https://one.example/graphql', name: 'host-1', insecure_http: true, proxy: 'http://proxy:1' };

test('a repeated installation changes the given settings, and adds missing ones', () => {
  for (const [given, changed] of [
    [{}, {}],
    [{ url: present.url, name: 'host-1', insecureHttp: true, proxy: 'http://proxy:1' }, {}],
    [{ proxy: 'http://proxy:2' }, { proxy: 'http://proxy:2' }],
    [{ caFile: '/etc/ca.pem' }, { ca_file: '/etc/ca.pem' }],
    [{ url: 'https://other.example/graphql' }, { url: 'https://other.example/graphql' }],
  ] as const)
    expect(settingsToChange(given, present)).toEqual(changed);
  expect(settingsToChange({ url: present.url }, {})).toEqual({ url: present.url });
});

test('refuses a repeated installation under another name, which only joining changes', () => {
  const another = () => settingsToChange({ name: 'host-2' }, present);
  expect(another).toThrow(CommandError);
  expect(another).toThrow('as host-1; to join again as host-2, add --token-file');
});

test('what an uninstalled agent leaves is named', () => {
  const container = { name: 'satrap-1', node: 'alpha', state: 'running' };
  const nothing = { containers: [], volumes: [], error: null };
  const linesFor = (remains: object, isReported = true) =>
    remainsLines({ ...nothing, ...remains }, { isReported }).join('\n');
  expect(linesFor({})).toMatch(/No nodes and no chain data remain[\s\S]*shows this host as uninstalled/);
  expect(linesFor({ error: 'no' })).toMatch(/remaining nodes: no/);
  expect(linesFor({}, false)).toMatch(/If this host joined a control plane, it is offline there;/);
  expect(linesFor({ containers: [container], volumes: ['satrap-1'] })).toMatch(
    /container satrap-1 \(node alpha\), running[\s\S]*volume satrap-1, with chain data[\s\S]*docker stop --time 600/,
  );
});

const hosted: HostedNode = {
  ...{ id: '1', name: 'alpha', containerId: 'c', hasVolume: true, directory: null, wallets: [] },
};

test.each<[string, Partial<HostedNode>, readonly string[], RegExp | null]>([
  [
    'a wallet that is not named',
    { wallets: ['', 'savings'] },
    ['savings'],
    /alpha has the wallets ""; name each with --wallet$/,
  ],
  ['wallets that are named', { wallets: ['', 'savings'] }, ['savings', ''], null],
  ['data of the operator’s own directory', { directory: '/srv/1' }, [], /is in \/srv\/1; remove it manually/],
  [
    'data that cannot be looked at',
    { containerId: null, wallets: null },
    [],
    /: satrap hosts data delete host-1 1 alpha$/,
  ],
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

test('leaves a moving node’s data if one of its two volumes lies in a directory', () => {
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

test('only owner and group can read a configuration with a proxy’s password', () => {
  const folder = scratchFolder('config');
  chmodSync(folder, 0o755);
  const [path, dataDir] = [join(folder, 'agent.toml'), join(folder, 'data')];
  mkdirSync(dataDir);
  chownSync(dataDir, 4321, 4321);
  const shown = () => {
    const { mode, uid, gid } = statSync(path);
    return [(mode & 0o777).toString(8), uid, gid];
  };
  writeConfig(path, 'name = "host"\nproxy = "http://proxy:3128"\n', dataDir);
  expect(shown()).toEqual(['644', 0, 0]);
  const secret = `name = "host"\nproxy = "http://me:${randomBytes(9).toString('hex')}@proxy:3128"\n`;
  writeConfig(path, secret, dataDir);
  expect(readFileSync(path, 'utf8')).toBe(secret);
  expect(shown()).toEqual(['640', 0, 4321]);
  rmSync(path);
  writeConfig(path, secret, dataDir);
  expect(shown()).toEqual(['640', 0, 4321]);
  // As under the umask 077 of a hardened host.
  chmodSync(path, 0o600);
  writeConfig(path, 'name = "host"\n', dataDir);
  expect(shown()).toEqual(['644', 0, 4321]);
});
