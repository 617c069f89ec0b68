import type Docker from 'dockerode';
import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../../src/agent/docker/own/docker-own-container.ts';
import { isLocalAddress, isOwnAddress, whyForeign } from '../../../../src/agent/docker/own/own-host.ts';
import { isContainerRemoved, isInContainer, ownContainerId } from '../../../../src/agent/docker/own/own-id.ts';
import { type ImageConfig, sidecarOf, successorOf } from '../../../../src/agent/docker/own/successor.ts';

const image = {
  Env: ['PATH=/bin', 'SATRAP_AGENT_DATA_DIR=/var/lib/satrap'],
  ...{ Cmd: ['agent', 'run'], Entrypoint: ['satrap'], User: '10001:10001', WorkingDir: '', ExposedPorts: {} },
  Labels: { 'io.satrap.program': 'agent' },
} as unknown as ImageConfig;

const compose = { 'com.docker.compose.service': 'agent' };

interface Change {
  Config?: object;
  HostConfig?: object;
  Mounts?: object[];
  Networks?: object;
}

/** A container as created by `docker run` from that image, with a change. */
const container = ({ Config, HostConfig, Mounts = [], Networks = {} }: Change = {}) =>
  ({
    ...{ Id: `abcdef012345${'0'.repeat(52)}`, Name: '/agent', Mounts, NetworkSettings: { Networks } },
    Config: { ...image, Hostname: 'abcdef012345', Image: 'satrap-agent', ...Config },
    HostConfig: { NetworkMode: 'host', RestartPolicy: { Name: 'always' }, Binds: null, Mounts: [], ...HostConfig },
  }) as unknown as Docker.ContainerInspectInfo;

describe('a re-created container', () => {
  test('drops the previous image’s settings, and keeps what the operator set', () => {
    const plain = successorOf(container(), image).create;
    expect(plain).toMatchObject({ Env: [], Labels: {}, ExposedPorts: {} });
    for (const name of ['Cmd', 'Entrypoint', 'User', 'Hostname']) expect(plain).not.toHaveProperty(name);
    const Config = {
      Env: [...(image.Env ?? []), 'SATRAP_AGENT_URL=https://satrap.example'],
      ...{ Cmd: ['agent', 'run', '--name', 'x'], User: '0:0', StopTimeout: 40 },
      Labels: { ...image.Labels, ...compose, 'io.satrap.upgrade': 'r0', 'io.satrap.replaces': 'c0' },
    };
    const HostConfig = { GroupAdd: ['998'], Memory: 1, NetworkMode: 'bridge' };
    const { create } = successorOf(container({ Config, HostConfig }), image);
    expect(create).toMatchObject({
      ...{ Env: ['SATRAP_AGENT_URL=https://satrap.example'], Cmd: Config.Cmd, User: '0:0', StopTimeout: 40 },
      ...{ Hostname: 'abcdef012345', HostConfig: { ...HostConfig, RestartPolicy: { Name: 'always' } } },
    });
    expect(create.Labels).toEqual(compose);
  });

  test('keeps the arguments of a custom entrypoint, which would be lost otherwise', () => {
    const { create } = successorOf(container({ Config: { Entrypoint: ['tini', 'satrap'] } }), image);
    expect(create).toMatchObject({ Entrypoint: ['tini', 'satrap'], Cmd: ['agent', 'run'] });
  });

  test('keeps every mount, also the volume that the engine named', () => {
    const socket = '/var/run/docker.sock';
    const temporary = { Type: 'tmpfs', Target: '/tmp' };
    const Binds = [`${socket}:${socket}`];
    const HostConfig = { Binds, Mounts: [{ Type: 'volume', Target: '/cache' }, temporary] };
    const Mounts = [
      { Type: 'bind', Source: '/run/docker.sock', Destination: socket, RW: true },
      { Type: 'volume', Name: 'f00', Source: '/v/f00', Destination: '/var/lib/satrap', RW: true },
      { Type: 'volume', Name: 'c0c', Source: '/v/c0c', Destination: '/cache', RW: false },
    ];
    const { create } = successorOf(container({ HostConfig, Mounts }), image);
    const expected = [...Binds, 'f00:/var/lib/satrap:rw', 'c0c:/cache:ro'];
    expect(create.HostConfig).toMatchObject({ Binds: expected, Mounts: [temporary] });
  });

  test('joins the same networks under the same names and addresses, its mode’s first', () => {
    const IPAMConfig = { IPv4Address: '172.18.0.9' };
    const Networks = {
      back: { Aliases: ['abcdef012345'], IPAMConfig: null, IPAddress: '172.19.0.2' },
      front: { Aliases: ['abcdef012345', 'agent'], IPAMConfig, Gateway: 'x' },
    };
    const { create, networks } = successorOf(container({ HostConfig: { NetworkMode: 'front' }, Networks }), image);
    expect(create.NetworkingConfig).toEqual({ EndpointsConfig: { front: { Aliases: ['agent'], IPAMConfig } } });
    expect(networks).toEqual([{ name: 'back', endpoint: {} }]);
  });
});

test('a container beside it sees the same, exposes nothing, and has no owner’s labels', () => {
  const HostConfig = { NetworkMode: 'front', PortBindings: { '9332/tcp': [{ HostPort: '9332' }] }, GroupAdd: ['998'] };
  const Networks = { front: { Aliases: ['agent'], IPAMConfig: { IPv4Address: '172.18.0.9' } } };
  const Config = { Labels: compose, Env: ['SATRAP_AGENT_URL=https://satrap.example'] };
  const source = successorOf(container({ Config, HostConfig, Networks }), image);
  expect(sidecarOf(source, ['agent', 'probe'], 'agent-trial')).toMatchObject({
    ...{ Entrypoint: ['satrap'], Cmd: ['agent', 'probe'], Env: Config.Env, Healthcheck: { Test: ['NONE'] } },
    Labels: { 'io.satrap.purpose': 'agent-trial' },
    HostConfig: { GroupAdd: ['998'], PortBindings: {}, RestartPolicy: { Name: 'no' } },
    NetworkingConfig: { EndpointsConfig: { front: {} } },
  });
});

test('reports whether the image is an agent’s, and whether its data outlives it', () => {
  const repository = 'registry.example/satrap/agent';
  const names = { RepoTags: [`${repository}:1`], RepoDigests: [`${repository}@sha256:a`] };
  const mount = { Type: 'volume', Name: 'a', Source: '/v', Destination: '/var/lib', RW: true };
  const look = (Mounts: object[]) => factsOf(container({ Mounts }), names, '/var/lib/satrap');
  expect(look([mount])).toEqual({
    ...{ labels: image.Labels, isAgentImage: true, removesItself: false, isDataKept: true },
    repositories: ['satrap-agent', repository],
  });
  expect(look([{ ...mount, Type: 'tmpfs' }]).isDataKept).toBe(false);
  expect(look([{ ...mount, Destination: '/var/library' }]).isDataKept).toBe(false);
});

const id = '0123456789abcdef'.repeat(4);
const other = 'f'.repeat(64);
const rootMount = '620 560 0:61 / / rw,relatime master:1 - overlay overlay rw,lowerdir=/var/lib/docker/overlay2/l/AB';

const engineFile = (of: string, root = '/var/lib/docker', to = '/etc/hostname') =>
  `${rootMount}\n633 620 8:1 ${root}/containers/${of}/hostname ${to} rw,relatime - ext4 /dev/sda1 rw`;
const hostMount = '22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw';

test.each<[string, string, string, string | null]>([
  ['the files that the engine mounts over those of /etc', engineFile(id), '0::/', id],
  ['a data root of the engine on a disk of its own', engineFile(id, ''), '', id],
  ['a cgroup of the engine’s own', rootMount, `12:memory:/docker/${id}\n0::/`, id],
  ['a scope of systemd', rootMount, `4:cpu:/system.slice/docker-${id}.scope`, id],
  ['a process of the host', hostMount, '0::/user.slice', null],
  ['the folder of another container, mounted elsewhere', engineFile(other, undefined, '/srv/seen'), '0::/', null],
])('%s tell the container, or that there is none', (_what, mountinfo, cgroup, expected) => {
  expect(ownContainerId(mountinfo, cgroup)).toBe(expected);
});

const mounted = (...files: string[]) => {
  const rows = files.map((file) => `633 620 8:1 /var/lib/docker/containers/${id}/${file} rw - ext4 /dev/sda1 rw`);
  return [rootMount, ...rows].join('\n');
};

const present = mounted('hostname /etc/hostname', 'hosts /etc/hosts');
const removed = mounted('hostname//deleted /etc/hostname', 'hosts//deleted /etc/hosts');
const replaced = mounted('resolv.conf//deleted /etc/resolv.conf', 'hostname /etc/hostname');
test.each<[string, string, boolean, boolean]>([
  ['is there', present, true, false],
  ['was removed', removed, true, true],
  ['got another of its files', replaced, true, false],
  ['is none of Docker', rootMount, false, false],
])('a process knows by its mounts that its container %s', (_what, mountinfo, isIn, isRemoved) => {
  expect([isInContainer(mountinfo), isContainerRemoved(mountinfo)]).toEqual([isIn, isRemoved]);
});

test('recognizes this host by the address of an interface or loopback, however written', () => {
  const interfaces = [{ address: '127.0.0.1' }, { address: '192.0.2.7' }, { address: 'fd00::7' }];
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '192.0.2.7', 'fd00:0:0::7'])
    expect(isOwnAddress(address, interfaces)).toBe(true);
  for (const address of ['192.0.2.8', 'fd00::8']) expect(isOwnAddress(address, interfaces)).toBe(false);
});

const endpoint = { host: '192.0.2.8', port: 2376, caFile: '/ca', certFile: '/cert', keyFile: '/key' };
test('refuses another host’s engine, unless it runs the agent’s own container', async () => {
  expect(await isLocalAddress('localhost')).toBe(true);
  for (const name of ['192.0.2.200', 'no such host']) expect(await isLocalAddress(name)).toBe(false);
  const no = async () => false;
  expect(await whyForeign(endpoint, no)).toMatch(/192\.0\.2\.8:2376 runs on another host/);
  expect(await whyForeign({ ...endpoint, host: '127.0.0.1' }, no)).toBeNull();
  expect(await whyForeign(endpoint, async () => true)).toBeNull();
  expect(await whyForeign('/var/run/docker.sock', no)).toBeNull();
});
