import type { OwnObject } from '../../runtime/host-runtime.ts';
import { listContainers } from './containers.ts';
import type { EngineClient } from './engine-client.ts';
import { labels } from './labels.ts';
import { listVolumes } from './volumes.ts';

/** Finds all objects in an engine created by agents of any executor. */
export async function findOwnObjects(client: EngineClient) {
  const filters = { label: [labels.executor] };
  const options = { timeoutSeconds: 10 };
  const [containers, volumes] = await Promise.all([
    listContainers(client, filters, options),
    listVolumes(client, filters, options),
  ]);
  return { containers, volumes };
}

export const toOwnObjects = ({ containers, volumes }: Awaited<ReturnType<typeof findOwnObjects>>): OwnObject[] => [
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
