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
    cpuCores: figures(cpuCores, overcommit.cpu, promises.cpuCores, unused(cpuCores, promises.cpuCores)),
    memoryMiB: figures(memoryMiB, overcommit.memory, promises.memoryMiB, unused(memoryMiB, promises.memoryMiB)),
    diskGiB: figures(disk, overcommit.disk, promises.diskGiB, promises.unwrittenDiskGiB),
  };
}

/** What nodes were promised and do not use now. */
const unused = ({ usedByNodes }: ResourceAmountInput, promised: number): number => Math.max(0, promised - usedByNodes);

function figures(
  { total, usedByNodes, free }: ResourceAmountInput,
  overcommit: number,
  promised: number,
  unusedPromises: number,
): RoomFigures {
  const known = total > 0;
  // What other programs use is no room, and neither is what the nodes have yet to use.
  const unpromised = free + (overcommit - 1) * total - unusedPromises;
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
  /** With all figures, such as «8 cores (it has 4)». */
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
    const { unit, what } = descriptions[resource];
    const asked = `${needs[resource]} ${what}`;
    if (needs[resource] > total) return [{ resource, message: `${asked} (it has ${shown(total)} ${unit})` }];
    if (growth <= left) return [];
    const others = promised - (current?.[resource] ?? 0);
    const factor = overcommit === 1 ? '' : `, may promise that ${overcommit} times`;
    const isTaken = free !== null && left < total * overcommit - promised;
    const ofWhich = isTaken ? `, of which ${shown(free)} are free now` : '';
    const whatIsLeft = Math.max(0, left + (current?.[resource] ?? 0));
    return [
      {
        resource,
        message: `${asked} (it has ${shown(total)} ${unit}${ofWhich}${factor}, promised ${shown(others)} to its other nodes, and can give this one ${shown(whatIsLeft)})`,
      },
    ];
  });
}

/** Returns the resources whose total the agent could not measure, in words. */
export const unknownRoom = (room: RoomByResource): string[] =>
  (Object.keys(descriptions) as (keyof NodeResources)[]).flatMap((resource) =>
    room[resource].total === null ? [{ cpuCores: 'cores', memoryMiB: 'memory', diskGiB: 'disk' }[resource]] : [],
  );

/** Rounded down, so that what is shown as left can be asked for. */
const shown = (amount: number): string => String(Math.floor(amount * 10) / 10);
