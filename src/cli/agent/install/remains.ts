import type { HostRuntime } from '../../../agent/runtime/host-runtime.ts';
import { errorMessage } from '../../../text/error-message.ts';

/** What an agent leaves on its host. */
export interface Remains {
  containers: readonly { name: string; node: string; state: string }[];
  volumes: readonly string[];
  /** Why the engine could not be queried; null on success. */
  error: string | null;
}

/** Lists our containers and volumes. Never throws. */
export async function remainsOf(host: Pick<HostRuntime, 'ownObjects'>): Promise<Remains> {
  try {
    const objects = await host.ownObjects();
    return {
      containers: objects
        .filter(({ kind }) => kind === 'container')
        .map(({ name, nodeName, state }) => ({ name, node: nodeName ?? '', state: state ?? '' })),
      volumes: objects.filter(({ kind }) => kind === 'volume').map(({ name }) => name),
      error: null,
    };
  } catch (error) {
    return { containers: [], volumes: [], error: errorMessage(error) };
  }
}

/** Describes the remains and how to remove them. `isReported`: whether the control plane knows that the agent is gone. */
export function remainsLines(
  { containers, volumes, error }: Remains,
  { isReported }: { isReported: boolean },
): string[] {
  const there = `${isReported ? 'The control plane shows this host as uninstalled' : 'If this host joined a control plane, it is offline there'}; satrap hosts delete NAME removes it.`;
  if (error !== null) return [`Could not list the remaining nodes: ${error}`, there];
  if (containers.length === 0 && volumes.length === 0) return ['No nodes and no chain data remain.', there];
  return [
    'Left in place:',
    ...containers.map(({ name, node, state }) => `  container ${name} (node ${node}), ${state}`),
    ...volumes.map((name) => `  volume ${name}, with chain data`),
    'They are unmanaged until the same agent is installed here again. To permanently remove a node:',
    '  docker stop --time 600 NAME && docker rm NAME && docker volume rm NAME',
    there,
  ];
}
