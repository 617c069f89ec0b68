import type Docker from 'dockerode';
import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../../src/agent/docker/own/docker-own-container.ts';
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

describe('a container that is made anew', () => {
  test('leaves to the new image what the former one gave', () => {
    const { create } = successorOf(container(), image);
    expect(create).toMatchObject({ Env: [], Labels: {}, ExposedPorts: {} });
    for (const name of ['Cmd', 'Entrypoint', 'User', 'Hostname']) expect(create).not.toHaveProperty(name);
  });

  test('keeps what people asked for, and not the request of the former upgrade', () => {
    const Config = {
      Env: [...(image.Env ?? []), 'SATRAP_AGENT_URL=https://satrap.example'],
      ...{ Cmd: ['agent', 'run', '--name', 'x'], User: '0:0', StopTimeout: 40 },
      Labels: { ...image.Labels, ...compose, 'io.satrap.upgrade': 'r0', 'io.satrap.replaces': 'c0' },
    };
    const HostConfig = { GroupAdd: ['998'], Memory: 1, NetworkMode: 'bridge' };
    expect(successorOf(container({ Config, HostConfig }), image).create).toMatchObject({
      ...{ Env: ['SATRAP_AGENT_URL=https://satrap.example'], Cmd: Config.Cmd, User: '0:0', StopTimeout: 40 },
      Hostname: 'abcdef012345',
      Labels: compose,
      HostConfig: { ...HostConfig, RestartPolicy: { Name: 'always' } },
    });
    expect(successorOf(container({ Config }), image).create.Labels).not.toHaveProperty('io.satrap.upgrade');
  });

  test('with an entrypoint of one’s own keeps its arguments too, which would be lost otherwise', () => {
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

  test('is on the same networks, first on that of its mode, by the names and addresses that people gave', () => {
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

test('a container beside it sees the same and offers nothing, and nobody takes it for one of theirs', () => {
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

test('what an agent says of its container: whose image it is, and whether its data outlives it', () => {
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
