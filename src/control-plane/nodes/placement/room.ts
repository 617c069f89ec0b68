import type { NodeResources } from '../../../bitcoin/node-config.ts';
import { defaultOvercommit } from '../../../contract/limits.ts';
import type {
  ExecutorResourcesInput,
  ExecutorRoom,
  ResourceAmountInput,
  Room,
} from '../../../contract/types.generated.ts';
import type { Promises } from './promises.ts';

const mebibytesPerGibibyte = 1024;

/** The room of an executor by resource; units are those of a node's resources. */
export type RoomByResource = Record<keyof NodeResources, RoomFigures>;

export interface RoomFigures extends Room {
  total: number | null;
  free: number | null;
  /** What may still be promised to all nodes together; null where the total is unknown. May be negative. */
  left: number | null;
}

/** What a host has, against what its nodes were promised. A total of 0 is one that the agent could not measure. */
export function roomByResource(resources: ExecutorResourcesInput, promises: Promises): RoomByResource {
  const overcommit = resources.overcommit ?? defaultOvercommit;
  const { cpuCores, memoryMiB } = resources;
  const disk = inGibibytes(resources.diskMiB);
  return {
    // What is idle now is no capacity: cores are shared by time, and a host that works for a minute is not full.
    cpuCores: figures(cpuCores, overcommit.cpu, promises.cpuCores, null),
    memoryMiB: figures(
      memoryMiB,
      overcommit.memory,
      promises.memoryMiB,
      Math.max(0, promises.memoryMiB - memoryMiB.usedByNodes),
    ),
    diskGiB: figures(disk, overcommit.disk, promises.diskGiB, promises.unwrittenDiskGiB),
  };
}

/** `unusedPromises` is what nodes were promised and do not use yet; null for a resource whose free amount is shown only, and judges nothing. */
function figures(
  { total, usedByNodes, free }: ResourceAmountInput,
  overcommit: number,
  promised: number,
  unusedPromises: number | null,
): RoomFigures {
  const known = total > 0;
  // What other programs use cannot be promised, and neither can what the nodes have yet to use.
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

const inGibibytes = ({ total, usedByNodes, free }: ResourceAmountInput): ResourceAmountInput => ({
  total: total / mebibytesPerGibibyte,
  usedByNodes: usedByNodes / mebibytesPerGibibyte,
  free: free / mebibytesPerGibibyte,
});

/** The room as the API shows it. */
export function showRoom(resources: ExecutorResourcesInput, promises: Promises): ExecutorRoom {
  return { nodes: promises.nodes, ...roomByResource(resources, promises) };
}

const descriptions: Readonly<Record<keyof NodeResources, { unit: string; what: string }>> = {
  cpuCores: { unit: 'cores', what: 'cores' },
  memoryMiB: { unit: 'MiB', what: 'MiB of memory' },
  diskGiB: { unit: 'GiB', what: 'GiB of disk' },
};

/** A resource of which a node asks for more than there is. */
export interface Shortage {
  resource: keyof NodeResources;
  /** With all figures, what is available first, such as «8 cores (4 of 4 cores available, …)». */
  message: string;
}

/**
 * Returns what a node asks for and cannot be given. `current` is what a node that exists was promised already, which counts among the
 * promises: only what it asks for in addition is judged.
 */
export function shortages(room: RoomByResource, needs: NodeResources, current?: NodeResources): Shortage[] {
  return (Object.keys(descriptions) as (keyof NodeResources)[]).flatMap((resource) => {
    const { total, free, promised, left, overcommit } = room[resource];
    const growth = needs[resource] - (current?.[resource] ?? 0);
    if (total === null || left === null || growth <= 0) return [];
    const own = current?.[resource] ?? 0;
    if (needs[resource] <= total && growth <= left) return [];
    const { unit, what } = descriptions[resource];
    const isTaken = free !== null && left < total * overcommit - promised;
    const details = [
      `${shown(Math.max(0, Math.min(total, left + own)))} of ${shown(total)} ${unit} available`,
      ...(isTaken ? [`${shown(free)} free now`] : []),
      `${shown(promised - own)} allocated to other nodes`,
      ...(overcommit === 1 ? [] : [`overcommitted ${overcommit} times`]),
    ];
    return [{ resource, message: `${needs[resource]} ${what} (${details.join(', ')})` }];
  });
}

/** Returns the resources whose total the agent could not measure, in words. */
export const unknownRoom = (room: RoomByResource): string[] =>
  (Object.keys(descriptions) as (keyof NodeResources)[]).flatMap((resource) =>
    room[resource].total === null ? [{ cpuCores: 'cores', memoryMiB: 'memory', diskGiB: 'disk' }[resource]] : [],
  );

/** Rounded down, so that what is shown as left can be asked for. */
const shown = (amount: number): string => String(Math.floor(amount * 10) / 10);
