import type { DefaultVersions } from '../../../bitcoin/clients/default-versions.ts';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import type { NodePlacement } from '../../../contract/types.generated.ts';
import { type Labels, missingLabels } from '../../fleet/inventory/labels.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import { fault, type NodeFault } from './node-fault.ts';
import { type RoomByResource, unknownRoom } from './room.ts';

type Availability = Pick<ExecutorRow, 'name' | 'online' | 'lastSeenAt' | 'labels' | 'cordon'>;

/** Returns why an executor takes no new node, or none with these labels; null if it does. */
export function judgeAvailability(executor: Availability, wanted: Labels): NodeFault | null {
  const { name, online, lastSeenAt, cordon } = executor;
  const missing = missingLabels(wanted, executor.labels);
  if (!online) return fault('executor_offline', `${name} is offline, last seen ${lastSeenAt.toISOString()}`);
  if (cordon !== null)
    return fault('executor_cordoned', `${name} takes no new nodes: ${cordon.reason} (${cordon.by}, ${cordon.at})`);
  if (missing.length > 0) return fault('no_executor_fits', `${name} does not have the label ${missing.join(', ')}`);
  return null;
}

export interface Fit<E> {
  executor: E;
  config: NodeConfig;
  room: RoomByResource;
}

/** Orders executors by the best default version, then by the share of memory or disk, whichever is scarcer, left with the node. Hosts that cannot measure one come last. */
export const rankFits = <E extends { name: string }>(
  fits: readonly Fit<E>[],
  versions: Pick<DefaultVersions, 'compare'>,
): Fit<E>[] =>
  fits.toSorted(
    (a, b) =>
      versions.compare(a.config, b.config) ||
      shareLeft(b) - shareLeft(a) ||
      (a.executor.name < b.executor.name ? -1 : 1),
  );

function shareLeft({ room, config: { resources } }: Fit<unknown>): number {
  const shares = (['memoryMiB', 'diskGiB'] as const).map((resource) => {
    const { total, left } = room[resource];
    return total === null || left === null ? -1 : (left - resources[resource]) / total;
  });
  return Math.min(...shares);
}

export const placementByRoom = ({ room, config: { resources } }: Fit<unknown>, count: number): NodePlacement => {
  const left = (resource: 'memoryMiB' | 'diskGiB', what: string, perGiB: number): string[] => {
    const { total, overcommit, left: before } = room[resource];
    if (total === null || before === null) return [];
    const beyond = overcommit === 1 ? '' : ` (${overcommit}× overcommit)`;
    const gib = (amount: number) => Math.floor((amount / perGiB) * 10) / 10;
    return [`${gib(before - resources[resource])} of ${gib(total * overcommit)} GiB of ${what}${beyond}`];
  };
  const figures = [...left('memoryMiB', 'memory', 1024), ...left('diskGiB', 'disk', 1)];
  const choice = count === 1 ? 'the only host that can run the node' : `largest free share of ${count} eligible hosts`;
  const rest = figures.length === 0 ? '' : `; after deployment, ${figures.join(' and ')} available`;
  return { chosenBy: 'control_plane', reason: `${choice}${rest}${unchecked(room)}` };
};

export const placementByUser = (room: RoomByResource): NodePlacement => ({
  chosenBy: 'user',
  reason: `chosen in the request${unchecked(room)}`,
});

function unchecked(room: RoomByResource): string {
  const unknown = unknownRoom(room);
  return unknown.length === 0 ? '' : `; its ${unknown.join(' and ')} cannot be measured and was not checked`;
}
