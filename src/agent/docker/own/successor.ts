import { isDeepStrictEqual } from 'node:util';
import type Docker from 'dockerode';
import { labels } from '../engine/labels.ts';

/** The defaults that an image gives its containers. */
export type ImageConfig = Pick<
  Docker.ImageInspectInfo['Config'],
  'Env' | 'Cmd' | 'Entrypoint' | 'User' | 'WorkingDir' | 'ExposedPorts' | 'Labels'
>;

type Create = Docker.ContainerCreateOptions;

export interface Successor {
  /** Of the original container. */
  name: string;
  /** Without image and name. */
  create: Create & { Env: string[]; Labels: Record<string, string>; HostConfig: Docker.HostConfig };
  /** Further networks to connect before the start: engines before version 25 take only one network at creation. */
  networks: readonly { name: string; endpoint: Docker.EndpointSettings }[];
}

/** Returns how to re-create a container as it is from another image. Image defaults are left to the new image. */
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
      // A custom entrypoint inherits no command from the image.
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

/** Returns the spec of a helper container that shares files and network of another one and publishes nothing. */
export function sidecarOf({ create }: Successor, words: readonly string[], purpose: string): Create {
  const { Healthcheck: _check, ExposedPorts: _ports, MacAddress: _mac, NetworkingConfig: _networks, ...rest } = create;
  const endpoints = Object.keys(create.NetworkingConfig?.EndpointsConfig ?? {});
  return {
    ...rest,
    Entrypoint: ['satrap'],
    Cmd: [...words],
    Tty: false,
    AttachStdin: false,
    OpenStdin: false,
    StdinOnce: false,
    Healthcheck: { Test: ['NONE'] } as Docker.HealthConfig,
    // Without the creator's labels: Compose would count it as a second container of its service.
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

/** A container's name without the engine's leading slash. */
export const nameOf = ({ Name }: Pick<Docker.ContainerInspectInfo, 'Name'>): string => Name.replace(/^\//, '');

/** A container that shares another UTS or network namespace cannot have a hostname of its own. */
function hostnameOf({ Config, HostConfig }: Docker.ContainerInspectInfo): Pick<Create, 'Hostname'> {
  const { NetworkMode = '', UTSMode } = HostConfig;
  const isShared = NetworkMode === 'host' || NetworkMode.startsWith('container:') || UTSMode === 'host';
  return isShared ? {} : { Hostname: Config.Hostname };
}

/** Lists all mounts by name, including volumes named by the engine, which may hold the agent's data. */
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

/** Returns the configured endpoints, that of the network mode first. Empty for host and container networking. */
function endpointsOf({ Id, HostConfig, NetworkSettings }: Docker.ContainerInspectInfo): Successor['networks'] {
  const { NetworkMode = 'default' } = HostConfig;
  if (/^(?:host|none|container:.*)$/.test(NetworkMode)) return [];
  const mode = NetworkMode === 'default' ? 'bridge' : NetworkMode;
  const found = Object.entries(NetworkSettings.Networks).map(([name, configured]) => {
    const { IPAMConfig, Links, Aliases, DriverOpts } = configured as Docker.EndpointSettings;
    // The default bridge has no aliases, and each container has its short id as one.
    const aliases = name === 'bridge' ? [] : (Aliases ?? []).filter((alias) => !Id.startsWith(alias));
    const endpoint = present({ IPAMConfig, Links, DriverOpts, Aliases: aliases.length === 0 ? null : aliases });
    return { name, endpoint: endpoint as Docker.EndpointSettings };
  });
  return found.toSorted((one, other) => Number(other.name === mode) - Number(one.name === mode));
}

/** The entries of `all` that differ from `former`. */
const without = <T>(all: Record<string, T> | null | undefined, former: Record<string, T> | null | undefined) =>
  Object.fromEntries(
    Object.entries(all ?? {}).filter(([name, value]) => !isDeepStrictEqual(former?.[name], value)),
  ) as Record<string, T>;

/** The fields that have a value. */
const present = (object: object): object =>
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );

const pick = (object: object, names: readonly string[]): object =>
  present(Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name))));
