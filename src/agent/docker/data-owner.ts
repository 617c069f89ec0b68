import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { isUp } from '../runtime/workload.ts';
import { readDataOwner } from './engine/volume-files.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';
import type { ObservedNode } from './observe.ts';

type Owner = ObservedNode['dataOwner'];

/** Returns a reader of the owner of chain data on which a daemon is about to start: of a running one it is known. */
export function ownerReader({
  client,
}: Pick<ExecutorOnEngine, 'client'>): (
  desired: Pick<DesiredNode, 'id' | 'desiredState'>,
  seen: Pick<ObservedNode, 'workload' | 'data'>,
) => Promise<Owner> {
  /** While a container is replaced, none shows the data. */
  const known = new Map<string, Owner>();
  return async ({ id, desiredState }, { workload, data }) => {
    if (desiredState !== 'running' || data !== 'present' || (workload !== undefined && isUp(workload))) {
      known.delete(id);
      return undefined;
    }
    if (workload !== undefined && workload.state !== 'removing') {
      const owner = await readDataOwner(client, workload.id).catch((error: unknown) => {
        // A volume that cannot be mounted fails the start, which reports it.
        if (error instanceof RuntimeError && error.fault !== 'unreachable') return undefined;
        throw error;
      });
      known.set(id, owner);
    }
    return known.get(id);
  };
}

/**
 * Returns the user of a node's chain data, as which its daemon must run; undefined for new data. Data keeps its owner when
 * the setting or its default changes: another user could not read it, and changing the owner of a terabyte would restart
 * the node for the sake of an upgrade (invariant 9). An operator who changes it while the node is stopped is followed.
 */
export function ownerOf(
  { data, dataOwner, workload }: Pick<ObservedNode, 'data' | 'dataOwner' | 'workload'>,
  { applied }: Pick<NodeRecord, 'applied'>,
): string | undefined {
  if (data === 'absent') return undefined;
  if (dataOwner !== undefined) return dataOwner ?? undefined;
  // Without its store, as after a reinstallation, an agent knows it from the container.
  return workload?.user || applied?.user;
}
