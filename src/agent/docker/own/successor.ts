import { isDeepStrictEqual } from 'node:util';
import type Docker from 'dockerode';
import { labels } from '../engine/labels.ts';

/** What an image gives to a container that does not say otherwise. */
export type ImageConfig = Pick<
  Docker.ImageInspectInfo['Config'],
  'Env' | 'Cmd' | 'Entrypoint' | 'User' | 'WorkingDir' | 'ExposedPorts' | 'Labels'
>;

type Create = Docker.ContainerCreateOptions;

/** How a container is re-created. */
export interface Successor {
  /** Of the container that is re-created. */
  name: string;
  /** Without its image and its name. */
  create: Create & { Env: string[]; Labels: Record<string, string>; HostConfig: Docker.HostConfig };
  /** What it is connected to beyond that, before it is started: an engine before version 25 takes one network at once. */
  networks: readonly { name: string; endpoint: Docker.EndpointSettings }[];
}

/**
 * Returns how a container is re-created from another image: with the same mounts, environment, network, labels, ports and limits. What its image
 * gave to it is left to the new image. Pure.
 */
export function successorOf(container: Docker.ContainerInspectInfo, former: ImageConfig): Successor {
  const { Config, HostConfig } = container;
  const given = <K extends keyof ImageConfig & keyof typeof Config>(name: K) =>
    isDeepStrictEqual(Config[name] ?? null, former[name] ?? null) ? {} : { [name]: Config[name] };
  const entrypoint = given('Entrypoint');
  const {
    [labels.upgrade]: _request,
    [labels.replaces]: _former,
    ...ownLabels
  } = without(Config.Labels, former.Labels);
  const [first, ...others] = endpointsOf(container);
  return {
    name: nameOf(container),
    create: {
      ...pick(Config, ['Domainname', 'AttachStdin', 'AttachStdout', 'AttachStderr', 'Tty', 'OpenStdin', 'StdinOnce']),
      ...pick(Config, ['StopSignal', 'StopTimeout', 'Healthcheck', 'MacAddress']),
      ...hostnameOf(container),
      ...given('User'),
      ...given('WorkingDir'),
      ...entrypoint,
      // An entrypoint of one's own takes nothing of the image's.
      ...('Entrypoint' in entrypoint ? { Cmd: Config.Cmd } : given('Cmd')),
      Env: (Config.Env ?? []).filter((entry) => !(former.Env ?? []).includes(entry)),
      ExposedPorts: without(Config.ExposedPorts, former.ExposedPorts),
      Labels: ownLabels,
      HostConfig: { ...HostConfig, ...mountsOf(container), VolumesFrom: null, ContainerIDFile: '' },
      ...(first === undefined ? {} : { NetworkingConfig: { EndpointsConfig: { [first.name]: first.endpoint } } }),
    },
    networks: others,
  };
}

/** Returns how a container is made that does some work beside another one: it sees the same files and the same network, and offers nothing. Pure. */
export function sidecarOf({ create }: Successor, words: readonly string[], purpose: string): Create {
  const { Healthcheck: _check, ExposedPorts: _ports, MacAddress: _mac, NetworkingConfig: _networks, ...rest } = create;
  const endpoints = Object.keys(create.NetworkingConfig?.EndpointsConfig ?? {});
  return {
    ...rest,
    Entrypoint: ['satrap'],
    Cmd: [...words],
    ...{ Tty: false, AttachStdin: false, OpenStdin: false, StdinOnce: false },
    Healthcheck: { Test: ['NONE'] } as Docker.HealthConfig,
    // Not those of anyone who made the other one: Compose would take it for a second one of its service.
    Labels: { [labels.purpose]: purpose },
    HostConfig: {
      ...rest.HostConfig,
      PortBindings: {},
      PublishAllPorts: false,
      Links: null,
      RestartPolicy: { Name: 'no' },
      LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '2' } },
    },
    ...(endpoints[0] === undefined ? {} : { NetworkingConfig: { EndpointsConfig: { [endpoints[0]]: {} } } }),
  };
}

/** The name of a container, without the slash that the engine puts before it. Pure. */
export const nameOf = ({ Name }: Pick<Docker.ContainerInspectInfo, 'Name'>): string => Name.replace(/^\//, '');

/** A container that shares the names of another one, or of the host, has none of its own to be given. */
function hostnameOf({ Config, HostConfig }: Docker.ContainerInspectInfo): Pick<Create, 'Hostname'> {
  const { NetworkMode = '', UTSMode } = HostConfig;
  const isShared = NetworkMode === 'host' || NetworkMode.startsWith('container:') || UTSMode === 'host';
  return isShared ? {} : { Hostname: Config.Hostname };
}

/** All mounts by name, also those of volumes that the engine named: the data of the agent may lie in one. */
function mountsOf({ HostConfig, Mounts }: Docker.ContainerInspectInfo): Pick<Docker.HostConfig, 'Binds' | 'Mounts'> {
  const mounts = ((HostConfig.Mounts ?? []) as Docker.MountSettings[]).filter(
    ({ Source, Type }) => Source || Type === 'tmpfs',
  );
  const binds = HostConfig.Binds ?? [];
  const known = new Set([...mounts.map(({ Target }) => Target), ...binds.map((bind) => bind.split(':')[1])]);
  const others = Mounts.filter(({ Type, Destination }) => ['volume', 'bind'].includes(Type) && !known.has(Destination));
  return {
    Binds: [
      ...binds,
      ...others.map(({ Type, Name, Source, Destination, RW }) =>
        [Type === 'volume' ? (Name ?? Source) : Source, Destination, RW ? 'rw' : 'ro'].join(':'),
      ),
    ],
    Mounts: mounts,
  };
}

/** The networks with what a person asked for in each, that of its network mode first. None for a network that is the host's or another container's. */
function endpointsOf({ Id, HostConfig, NetworkSettings }: Docker.ContainerInspectInfo): Successor['networks'] {
  const { NetworkMode = 'default' } = HostConfig;
  if (/^(?:host|none|container:.*)$/.test(NetworkMode)) return [];
  const mode = NetworkMode === 'default' ? 'bridge' : NetworkMode;
  const found = Object.entries(NetworkSettings.Networks).map(([name, endpoint]) => {
    const { IPAMConfig, Links, Aliases, DriverOpts } = endpoint as Docker.EndpointSettings;
    // The engine’s own network knows no names, and each container has its short id as one.
    const aliases = name === 'bridge' ? [] : (Aliases ?? []).filter((alias) => !Id.startsWith(alias));
    return {
      name,
      endpoint: pick({ IPAMConfig, Links, DriverOpts, Aliases: aliases.length === 0 ? null : aliases }, [
        'IPAMConfig',
        'Links',
        'DriverOpts',
        'Aliases',
      ]) as Docker.EndpointSettings,
    };
  });
  return found.toSorted((one, other) => Number(other.name === mode) - Number(one.name === mode));
}

/** The entries of `all` that are not the same in `former`. */
const without = <T>(all: Record<string, T> | null | undefined, former: Record<string, T> | null | undefined) =>
  Object.fromEntries(
    Object.entries(all ?? {}).filter(([name, value]) => !isDeepStrictEqual(former?.[name], value)),
  ) as Record<string, T>;

/** Those of the named fields that have a value. */
const pick = (object: object, names: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([name, value]) => names.includes(name) && value !== null && value !== undefined && value !== '',
    ),
  );
