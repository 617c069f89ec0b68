import type { HostRuntime } from '../../../agent/runtime/host-runtime.ts';
import { errorMessage } from '../../../text/error-message.ts';

/** What an agent leaves on its host. */
export interface Remains {
  containers: readonly { name: string; node: string; state: string }[];
  volumes: readonly string[];
  /** Why the engine could not be asked; null where it was. */
  error: string | null;
}

/** Asks the engine what our nodes are. Never throws. */
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

/** Says what is left, and how to remove it by hand. `isTold`: whether the control plane knows that the agent is gone. Pure. */
export function remainsLines({ containers, volumes, error }: Remains, { isTold }: { isTold: boolean }): string[] {
  const there = `${isTold ? 'The control plane shows this executor as uninstalled' : 'If this executor joined a control plane, it is offline there'}; satrap executors delete NAME removes it.`;
  if (error !== null) return [`What is left of nodes is not known: ${error}`, there];
  if (containers.length === 0 && volumes.length === 0) return ['No nodes and no chain data are left.', there];
  return [
    'Left as they are:',
    ...containers.map(({ name, node, state }) => `  container ${name} (node ${node}), ${state}`),
    ...volumes.map((name) => `  volume ${name}, with chain data`),
    'Nobody looks after them until an agent is installed here again as the same executor, which takes them over. To remove a node for good:',
    '  docker stop --time 600 NAME && docker rm NAME && docker volume rm NAME',
    there,
  ];
}
