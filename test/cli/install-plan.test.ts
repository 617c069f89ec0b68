import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { problem, warning } from '../../src/agent/doctor/facts.ts';
import type { OwnObject } from '../../src/agent/runtime/host-runtime.ts';
import { socketGroup } from '../../src/cli/agent/install/layout.ts';
import { requireFit } from '../../src/cli/agent/install/preflight.ts';
import { remainsLines } from '../../src/cli/agent/install/remains.ts';
import {
  type HostedNode,
  nodesAmong,
  requireRemovable,
  whyNotRemovable,
} from '../../src/cli/agent/install/remove-data.ts';

test('an engine that is not there is refused with what to do', () => {
  expect(() => socketGroup('/nonexistent/docker.sock')).toThrow(/apt-get install docker\.io/);
});

test('a socket whose group has no name is reached by the group’s number', () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-socket-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const socket = join(folder, 'engine.sock');
  writeFileSync(socket, '', { mode: 0o660 });
  chmodSync(socket, 0o660);
  chownSync(socket, 0, 54_321);
  expect(socketGroup(socket)).toBe('54321');
});

test.each([
  ['nothing', { containers: [], volumes: [], error: null }, /No nodes and no chain data remain/],
  ['an engine that does not answer', { containers: [], volumes: [], error: 'no' }, /remaining nodes: no/],
  [
    'a node',
    { containers: [{ name: 'satrap-1', node: 'alpha', state: 'running' }], volumes: ['satrap-1'], error: null },
    /container satrap-1 \(node alpha\), running[\s\S]*volume satrap-1, with chain data[\s\S]*docker stop --time 600/,
  ],
])('what an uninstalled agent leaves is named: %s', (_what, remains, expected) => {
  expect(remainsLines(remains, { isReported: true }).join('\n')).toMatch(expected);
});

test('what remains says how the control plane shows the executor from then on', () => {
  const remains = { containers: [], volumes: [], error: null };
  expect(remainsLines(remains, { isReported: true }).join()).toContain('shows this host as uninstalled');
  expect(remainsLines(remains, { isReported: false }).join()).toContain(
    'If this host joined a control plane, it is offline there;',
  );
});

test('a host where an agent could not work is refused with what mends it, unless the operator says otherwise', () => {
  const findings = [warning('clock', 'is off', 'set it'), problem('engine', 'does not answer', 'start it')];
  expect(() => requireFit(findings, { ignoresProblems: false })).toThrow(
    /^nothing was changed[\s\S]*✗ engine: does not answer\n +start it[\s\S]*--ignore-problems$/,
  );
  expect(() => requireFit(findings, { ignoresProblems: true })).not.toThrow();
  expect(() => requireFit(findings.slice(0, 1), { ignoresProblems: false })).not.toThrow();
});

const hosted: HostedNode = {
  id: '1',
  name: 'alpha',
  containerId: 'c',
  hasVolume: true,
  directory: null,
  wallets: [],
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
  const found = nodesAmong(
    [
      own('ours', 'moved', { kind: 'container', id: 'c1' }),
      own('ours', null, { kind: 'container', id: 'c2' }),
      own('other', 'x', { kind: 'container', id: 'c3' }),
      own('ours', 'moved', {}),
      own('ours', 'moved', { directory: '/mnt/ssd/moved' }),
      own('ours', 'kept', {}),
    ],
    'ours',
  );
  expect(found).toEqual([
    { id: 'moved', name: 'name of moved', containerId: 'c1', hasVolume: true, directory: '/mnt/ssd/moved' },
    { id: 'kept', name: 'name of kept', containerId: null, hasVolume: true, directory: null },
  ]);
});
