import type Docker from 'dockerode';
import { labels } from '../src/agent/docker/engine/labels.ts';

interface Kept {
  id: string;
  name: string;
  made: Docker.ContainerCreateOptions;
  startedAt: string | null;
}

type Filters = Readonly<Record<string, readonly string[]>>;

const never = '0001-01-01T00:00:00Z';

/** Containers and volumes as an engine describes them, with nothing behind them. */
export class MemoryObjects {
  readonly #containers = new Map<string, Kept>();
  readonly #volumes = new Map<string, object & { Name: string; Labels: Record<string, string> }>();

  has(id: string): boolean {
    return this.#containers.has(id);
  }

  addVolume({ Name = '', Labels = {}, DriverOpts }: Docker.VolumeCreateOptions): object {
    const volume = {
      Name,
      Labels,
      Options: DriverOpts ?? null,
      Driver: 'local',
      Mountpoint: `/nonexistent/${Name}`,
      Scope: 'local',
    };
    this.#volumes.set(Name, volume);
    return volume;
  }

  addContainer(id: string, name: string, made: Docker.ContainerCreateOptions): void {
    this.#containers.set(id, { id, name, made, startedAt: null });
  }

  start(id: string): void {
    this.#of(id).startedAt = new Date().toISOString();
  }

  removeContainer(id: string): void {
    this.#containers.delete(id);
  }

  /** Returns whether the volume existed. */
  removeVolume(name: string): boolean {
    return this.#volumes.delete(name);
  }

  rpcPort(id: string): number {
    return Number(this.#of(id).made.Labels?.[labels.rpcPort]);
  }

  list({ label = [] }: Filters): object[] {
    const all = [...this.#containers.values()].filter(({ made }) => hasLabels(made.Labels ?? {}, label));
    return all.map(({ id, name, made, startedAt }) => ({
      ...{ Id: id, Names: [`/${name}`], Image: made.Image, Labels: made.Labels, Mounts: mountsOf(made) },
      ...{ State: startedAt === null ? 'created' : 'running', Status: 'Up', Created: 0, Ports: portsOf(made) },
    }));
  }

  inspect(id: string): object {
    const { name, made, startedAt } = this.#of(id);
    const state = { Status: startedAt === null ? 'created' : 'running', Running: startedAt !== null, ExitCode: 0 };
    return {
      ...{ Id: id, Name: `/${name}`, Image: made.Image, Config: made, HostConfig: made.HostConfig, RestartCount: 0 },
      State: { ...state, OOMKilled: false, StartedAt: startedAt ?? never, FinishedAt: never },
      Mounts: mountsOf(made),
    };
  }

  stats(): object {
    const cpu = { cpu_usage: { total_usage: 1_000_000 } };
    return { read: new Date().toISOString(), cpu_stats: cpu, memory_stats: { usage: 50 * 1024 * 1024, stats: {} } };
  }

  volumes({ name = [], label = [] }: Filters): object[] {
    return [...this.#volumes.values()].filter(
      ({ Name, Labels }) => name.every((part) => Name.includes(part)) && hasLabels(Labels, label),
    );
  }

  #of(id: string): Kept {
    const kept = this.#containers.get(id);
    if (kept === undefined) throw new Error(`there is no container ${id}`);
    return kept;
  }
}

const hasLabels = (present: Record<string, string>, wanted: readonly string[]): boolean =>
  wanted.every((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? pair in present : present[pair.slice(0, at)] === pair.slice(at + 1);
  });

const mountsOf = ({ HostConfig }: Docker.ContainerCreateOptions): object[] =>
  (HostConfig?.Mounts ?? []).map(({ Source, Target }) => ({
    Type: 'volume',
    Name: Source,
    Destination: Target,
    RW: true,
  }));

const portsOf = ({ HostConfig }: Docker.ContainerCreateOptions): object[] =>
  Object.entries((HostConfig?.PortBindings ?? {}) as Record<string, { HostIp: string; HostPort: string }[]>).flatMap(
    ([port, bindings]) =>
      bindings.map(({ HostIp, HostPort }) => ({
        ...{ IP: HostIp, PrivatePort: Number.parseInt(port, 10), PublicPort: Number(HostPort), Type: 'tcp' },
      })),
  );
