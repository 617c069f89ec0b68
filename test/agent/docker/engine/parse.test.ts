import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { describeChange, describeObservation } from '../../../../src/agent/docker/describe.ts';
import { parseEvent } from '../../../../src/agent/docker/engine/container-events.ts';
import { connectionsTo, cpuPercentBetween } from '../../../../src/agent/docker/engine/container-stats.ts';
import { toRuntimeError } from '../../../../src/agent/docker/engine/engine-error.ts';
import { type EngineNetwork, madeAt } from '../../../../src/agent/docker/engine/engine-info.ts';
import { zmqLabel, zmqPortsOf } from '../../../../src/agent/docker/engine/labels.ts';
import { saysLostTask } from '../../../../src/agent/docker/engine/lost-task.ts';
import { observedContainer } from '../../../../src/agent/docker/engine/observed-container.ts';
import { markerAfter, parseMarker } from '../../../../src/agent/docker/engine/volume-files.ts';
import { RuntimeError } from '../../../../src/agent/runtime/runtime-error.ts';
import type { WorkloadSpec } from '../../../../src/agent/runtime/workload-spec.ts';
import { container, mainnetSpec, observed } from '../../../fixtures/node.ts';

const event = (Action: string, Attributes: object) => JSON.stringify({ Action, Actor: { ID: 'c1', Attributes } });
const node = { 'io.satrap.node': 'n1' };
const change = { nodeId: 'n1', workloadId: 'c1', exitCode: null };

test.each([
  ['a start', event('start', node), change],
  ['an exit', event('die', { ...node, exitCode: '137' }), { ...change, exitCode: 137 }],
  ['a memory limit that was reached', event('oom', node), { ...change, outOfMemory: true }],
  ['an exit without a code', event('die', node), change],
  ['a health check', event('exec_start: true', node), undefined],
  ['something that is no event', '{}', undefined],
])('reads %s of the engine’s events', (_what, line, expected) => {
  expect(parseEvent(line)).toEqual(expected);
});

const Created = '2026-01-01T00:00:00Z';
const Options = { 'com.docker.network.bridge.default_bridge': 'true' };

test.each<[string, EngineNetwork, number | null]>([
  ['Docker', { Created, Options }, Date.parse(Created)],
  ['Docker that says no time', { Options }, null],
  ['Podman, whose time is that of its service', { Created, Options: {} }, null],
  ['Podman without options', { Created, Options: null }, null],
])('reads when an engine started from the default network of %s', (_what, network, expected) => {
  expect(madeAt(network)).toBe(expected);
});

const reading = (cpuNanoseconds: number, atMilliseconds: number) => ({ cpuNanoseconds, atMilliseconds });
test.each([
  ['half a core', reading(0, 0), reading(5e8, 1000), 50],
  ['nothing at all', reading(5, 0), reading(5, 1000), 0],
  ['another run, whose time starts at 0', reading(5, 0), reading(1, 1000), null],
  ['two readings of one moment', reading(0, 5), reading(1, 5), null],
])('measures the use of a core between two readings: %s', (_what, first, second, expected) => {
  expect(cpuPercentBetween(first, second)).toBe(expected);
});

/** A container that asks for two ports, as its engine describes it. */
const withPorts = (Ports: object, Status = 'running') =>
  observedContainer({
    ...{
      Id: 'c1',
      Name: '/satrap-n1',
      RestartCount: 0,
      Mounts: [],
      Config: { Labels: {} },
      NetworkSettings: { Ports },
    },
    State: { Status, StartedAt: Created, FinishedAt: '' },
    HostConfig: { PortBindings: { '8332/tcp': [{ HostPort: '8332' }], '8333/tcp': [{ HostPort: '8333' }] } },
  } as unknown as Parameters<typeof observedContainer>[0]);

test.each([
  ['no port', {}],
  ['null for each port', { '8332/tcp': null, '8333/tcp': null }],
])('a container lacks its ports if the engine reports %s', (_what, ports) => {
  expect(withPorts(ports).lacksPorts).toBe(true);
});

test('a container with some of its ports does not count as one without', () => {
  expect(withPorts({ '8332/tcp': [{ HostPort: '8332' }], '8333/tcp': null }).lacksPorts).toBe(false);
});

test('a container that does not run does not count as one without ports', () => {
  expect(withPorts({}, 'exited').lacksPorts).toBe(false);
});

test('counts the open connections to a port', () => {
  const row = (local: string, remote: string, state: string) =>
    `   0: ${local} ${remote} ${state} 00000000:00000000 00:0`;
  const own = '020011AC:208C';
  const sockets = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when',
    ...[row('00000000:208C', '00000000:0000', '0A'), row(own, '010011AC:D431', '01'), row(own, '0A00000A:1F90', '01')],
    ...[row(own, '010011AC:D432', '06'), row('020011AC:9C40', '0A00000A:208C', '01'), ''],
  ];
  expect(connectionsTo(8332, sockets.join('\n'))).toBe(2);
});

test('describes foreign objects, and a node with only a directory', () => {
  const running = container('running', { restartCount: 2 });
  const foreign = observed({ containers: [running], foreignWriters: ['reader'], imposters: ['copy'] });
  expect(describeObservation({ workload: running, observed: foreign, operations: {} })).toEqual([
    'container c1 running, started 2026-01-01T00:00:00Z, 2 restarts by the engine',
    'volume present',
    'image example@sha256:0, present',
    'foreign container reader uses the volume',
    'foreign container copy has this node’s name or labels and is ignored',
  ]);
  const image = { reference: null, pin: null, present: false, pullReference: '' };
  const bare = observed({ data: 'absent', image, leftoverDataDir: '/srv/n1' });
  expect(describeObservation({ workload: undefined, observed: bare, operations: {} })).toEqual([
    ...['no container', 'volume absent', 'directory /srv/n1 of a removed volume', 'image not resolved yet'],
  ]);
});

test('the label of a container says each topic with its port, and is read back', () => {
  const ports = { sequence: 20_000, rawblock: 28_332 };
  expect(zmqLabel(ports)).toBe('rawblock=28332,sequence=20000');
  expect(zmqPortsOf(zmqLabel(ports))).toEqual(ports);
  for (const label of [undefined, '', 'rawblock', 'rawblock=x', 'rawblock=0', 'rawblock=65536', 'nosuch=28332'])
    expect(zmqPortsOf(label)).toEqual({});
});

test('the marker keeps the first version and the newest, and nonsense is no marker', () => {
  const earlier = { begunWith: '27.0', newest: '28.1' };
  const opened = (clientVersion: string) => markerAfter(earlier, { clientVersion, nodeType: 'pruned' });
  expect(opened('28.0')).toEqual({ begunWith: '27.0', newest: '28.1', nodeType: 'pruned' });
  expect(opened('30.0')).toEqual({ begunWith: '27.0', newest: '30.0', nodeType: 'pruned' });
  for (const text of ['', '{', 'null', '{"begunWith":7}']) expect(parseMarker(text)).toBeNull();
});

const start = 'Docker could not start the container:';
test.each([
  [true, `${start} task: already exists`],
  [true, 'Docker could not start the agent: id already in use'],
  [true, `${start} failed to create task for container: task already exists: unknown`],
  [true, `${start} failed to start shim: mkdir /run/containerd/io.containerd.runtime.v2.task/: file exists: unknown`],
  [false, `${start} error while creating mount source path '/srv/chain': mkdir /srv/chain: file exists`],
  [false, `${start} failed to start shim: fork/exec /usr/bin/containerd-shim: no such file or directory`],
  [false, 'Docker could not create the container: the container name already exists'],
  [false, `${start} driver failed programming external connectivity: port is already in use`],
])('whether the engine lost a container in the midst of a start (%s): %s', (isLost, message) => {
  expect(saysLostTask(message)).toBe(isLost);
});

const refused = (statusCode: number, message: string) => ({ statusCode, json: { message } });
test.each([
  ['not-found', refused(404, 'no such container')],
  ['conflict', refused(409, 'is in use')],
  ['refused', refused(500, 'oops')],
  ['port-conflict', refused(500, 'Bind for 0.0.0.0:8332 failed: port is already allocated')],
  ['port-conflict', refused(500, 'listen tcp4 0.0.0.0:8332: bind: address already in use')],
  ['unreachable', { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }],
  ['refused', new Error('a fault of our own')],
])('gives the fault %s to %j', (fault, cause) => {
  expect(toRuntimeError('start the container', cause).fault).toBe(fault);
});

test('names the call and repeats the engine’s words, bounded and without object ids', () => {
  const messageOf = (cause: unknown) => toRuntimeError('pull x', cause).message;
  expect(messageOf(refused(500, 'no disk'))).toBe('Docker could not pull x: no disk');
  const id = 'ab'.repeat(32);
  expect(messageOf(new Error(`endpoint satrap-n1 (${id}): image repo@sha256:${id} is gone`))).toBe(
    `Docker could not pull x: endpoint satrap-n1: image repo@sha256:${id} is gone`,
  );
  expect(messageOf(new Error('x'.repeat(100_000))).length).toBeLessThan(2100);
  const error = new RuntimeError('timeout', 'too slow');
  expect(toRuntimeError('pull', error)).toBe(error);
});

test.each([
  ['error during container init: error setting rlimit type 7: operation not permitted', 'LimitNOFILE'],
  ['crun: setrlimit `RLIMIT_NOFILE`: Operation not permitted: OCI permission denied', 'LimitNOFILE'],
  [
    'iptables failed: iptables -t nat -A DOCKER: iptables: No chain/target/match by that name.',
    'systemctl restart docker',
  ],
  ['all predefined address pools have been fully subnetted', 'docker network prune'],
])('says what cures the engine’s error “%s”', (words, cure) => {
  expect(toRuntimeError('start the container', refused(500, words)).message).toContain(cure);
});

test('says what to do when the agent may not use the engine’s socket', () => {
  const error = { code: 'EACCES', address: '/var/run/docker.sock', message: 'connect EACCES /var/run/docker.sock' };
  expect(toRuntimeError('describe itself', error)).toMatchObject({
    fault: 'unreachable',
    message: expect.stringMatching(/no permission to use \/var\/run\/docker\.sock; add .*usermod -aG docker USER/),
  });
});

test.each<[string, Partial<WorkloadSpec>]>([
  ['configuration changed: client version 28.1 → 28.0', { clientVersion: '28.0', image: 'other' }],
  ['configuration changed: cores 2 → 3, memory (MiB) 4096 → 2048', { cpuCores: 3, memoryMiB: 2048 }],
  ['configuration changed: override dbcache 512 → 1024', { overrides: [{ key: 'dbcache', value: '1024' }] }],
  ['configuration changed: override dbcache 512 → unset', { overrides: [] }],
  ['configuration changed: platform RPC credentials', { platformRpcAuth: 'u:cc$dd' }],
  ['container not created by this agent', {}],
])('describes «%s»', (text, change) => {
  expect(describeChange(mainnetSpec, { ...mainnetSpec, ...change })).toBe(text);
});

test('invariant 8: names a changed secret override without its value', () => {
  const overrides = [{ key: 'torpassword', value: randomBytes(16).toString('hex') }, ...mainnetSpec.overrides];
  const text = describeChange(mainnetSpec, { ...mainnetSpec, overrides });
  expect(text).toBe('configuration changed: override torpassword');
  const unknown = 'created by another installation of the agent with other settings';
  expect(describeChange(null, mainnetSpec)).toBe(unknown);
});
