import type Docker from 'dockerode';
import type { OwnObject } from '../../runtime/host-runtime.ts';
import type { EngineClient } from './engine-client.ts';
import { labels } from './labels.ts';

/** All objects in an engine created by agents of any executor. */
export interface OwnObjects {
  containers: readonly Docker.ContainerInfo[];
  volumes: readonly Docker.VolumeInspectInfo[];
}

/** Throws RuntimeError. */
export async function findOwnObjects(client: EngineClient): Promise<OwnObjects> {
  const filters = { label: [labels.executor] };
  const options = { timeoutSeconds: 10 };
  const [containers, { Volumes }] = await Promise.all([
    client.call(
      'list containers',
      (abortSignal) => client.docker.listContainers({ all: true, filters, abortSignal }),
      options,
    ),
    client.call('list volumes', (abortSignal) => client.docker.listVolumes({ filters, abortSignal }), options),
  ]);
  return { containers, volumes: Volumes ?? [] };
}

export const toOwnObjects = ({ containers, volumes }: OwnObjects): OwnObject[] => [
  ...containers.map(({ Id, Names, Labels, State, Ports }) => ({
    ...ownerOf(Labels),
    kind: 'container' as const,
    id: Id,
    name: Names[0]?.slice(1) ?? Id,
    state: State,
    directory: null,
    ports: Ports.map(({ PublicPort }) => PublicPort),
  })),
  ...volumes.map(({ Name, Labels, Options }) => ({
    ...ownerOf(Labels),
    kind: 'volume' as const,
    id: Name,
    name: Name,
    state: null,
    directory: Options?.['device'] ?? null,
    ports: [],
  })),
];

const ownerOf = (of: Readonly<Record<string, string>> | null) => ({
  executorId: of?.[labels.executor] ?? '',
  nodeId: of?.[labels.node] ?? null,
  nodeName: of?.[labels.name] ?? null,
});
