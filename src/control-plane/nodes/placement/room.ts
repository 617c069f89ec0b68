import type { NodeResources } from '../../../bitcoin/node-config.ts';
import { defaultOvercommit } from '../../../contract/limits.ts';
import type { ExecutorResourcesInput, ResourceAmountInput, Room } from '../../../contract/types.generated.ts';
import type { Promises } from './promises.ts';

/** In the units of `NodeResources`. */
export type RoomByResource = Record<keyof NodeResources, RoomFigures>;

interface RoomFigures extends Room {
  total: number | null;
  free: number | null;
  /** What can still be allocated; may be negative. Null if the total is unknown. */
  left: number | null;
}

/** A total of 0 means that the agent could not measure it. */
export function roomByResource(resources: ExecutorResourcesInput, promises: Promises): RoomByResource {
  const overcommit = resources.overcommit ?? defaultOvercommit;
  const { cpuCores, memoryMiB, diskGiB } = resources;
  const unusedMiB = Math.max(0, promises.memoryMiB - memoryMiB.usedByNodes);
  return {
    // Idle cores are no capacity: they are shared, and a host that is busy for a minute is not full.
    cpuCores: figures(cpuCores, overcommit.cpu, promises.cpuCores, null),
    memoryMiB: figures(memoryMiB, overcommit.memory, promises.memoryMiB, unusedMiB),
    diskGiB: figures(diskGiB, overcommit.disk, promises.diskGiB, promises.unwrittenDiskGiB),
  };
}

/** `unusedPromises` is allocated but not used yet; null for a resource whose free amount is only shown. */
function figures(
  { total, usedByNodes, free }: ResourceAmountInput,
  overcommit: number,
  promised: number,
  unusedPromises: number | null,
): RoomFigures {
  const known = total > 0;
  // What other programs use, and what nodes have yet to write, cannot be allocated.
  const unpromised =
    unusedPromises === null ? Number.POSITIVE_INFINITY : free + (overcommit - 1) * total - unusedPromises;
  const left = known ? Math.min(total * overcommit - promised, unpromised) : null;
  return {
    total: known ? total : null,
    overcommit,
    promised,
    used: usedByNodes,
    free: known ? free : null,
    available: left === null ? null : Math.max(0, Math.min(total, left)),
    left,
  };
}

const descriptions: Readonly<Record<keyof NodeResources, { what: string; name: string }>> = {
  cpuCores: { what: 'cores', name: 'cores' },
  memoryMiB: { what: 'MiB of memory', name: 'memory' },
  diskGiB: { what: 'GiB of disk', name: 'disk' },
};
const resourceNames = Object.keys(descriptions) as (keyof NodeResources)[];

/** Returns requested resources that exceed what is available. `current` is what an existing node already has: only growth is judged. */
export const shortages = (room: RoomByResource, needs: NodeResources, current?: NodeResources) =>
  resourceNames.flatMap((resource) => {
    const { total, free, promised, left, overcommit } = room[resource];
    const own = current?.[resource] ?? 0;
    const growth = needs[resource] - own;
    if (total === null || left === null || growth <= 0) return [];
    if (needs[resource] <= total && growth <= left) return [];
    const isTaken = free !== null && left < total * overcommit - promised;
    const available = shown(Math.max(0, Math.min(total, left + own)));
    const details = [
      ...(isTaken ? [`${shown(free)} free now`] : []),
      `${shown(promised - own)} allocated to other nodes`,
      ...(overcommit === 1 ? [] : [`overcommitted ${overcommit} times`]),
    ];
    const { what } = descriptions[resource];
    const needed = `${available} of ${shown(total)} ${what} available, ${needs[resource]} needed`;
    return [{ resource, message: `${needed} (${details.join(', ')})` }];
  });

export const unknownRoom = (room: RoomByResource): string[] =>
  resourceNames.filter((resource) => room[resource].total === null).map((resource) => descriptions[resource].name);

/** Rounded down, so that the amount shown can be requested. */
const shown = (amount: number): string => String(Math.floor(amount * 10) / 10);
