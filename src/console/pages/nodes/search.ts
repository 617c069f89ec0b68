import { type Network, networks } from '../../../bitcoin/network.ts';
import { phases } from '../../../contract/phases.ts';
import type { NodePhase, NodeWhereInput } from '../../../contract/types.generated.ts';
import { oneOf, text } from '../../display/address.ts';

export interface NodesSearch {
  /** Part of the name. */
  name?: string;
  phase?: NodePhase;
  network?: Network;
  executor?: string;
  /** A column, with a minus where it descends. */
  sort?: string;
}

export const sortableColumns = ['name', 'network', 'clientVersion', 'phase', 'height', 'executorName'] as const;
export type SortableColumn = (typeof sortableColumns)[number];

/** Those that a node of the list can have. */
export const shownPhases = phases.filter((phase) => phase !== 'deleted');

/** Reads the address; what makes no sense is left out. Pure. */
export function nodesSearch(search: Record<string, unknown>): NodesSearch {
  const sort = text(search['sort']);
  const isSortable = sort !== undefined && oneOf(sortableColumns, sort.replace(/^-/, '')) !== undefined;
  return {
    name: text(search['name']),
    phase: oneOf(shownPhases, search['phase']),
    network: oneOf(networks, search['network']),
    executor: text(search['executor']),
    sort: isSortable ? sort : undefined,
  };
}

/** Returns the conditions that an address asks for. Pure. */
export const nodesWhere = ({ name, phase, network, executor }: NodesSearch): NodeWhereInput => ({
  ...(name === undefined ? {} : { name: { contains: name, mode: 'insensitive' } }),
  ...(phase === undefined ? {} : { phase }),
  ...(network === undefined ? {} : { network }),
  ...(executor === undefined ? {} : { executorName: { equals: executor } }),
});

/** Returns the order that an address asks for. Pure. */
export function nodesOrder({ sort = 'name' }: NodesSearch): { column: SortableColumn; isDescending: boolean } {
  const isDescending = sort.startsWith('-');
  return { column: oneOf(sortableColumns, sort.replace(/^-/, '')) ?? 'name', isDescending };
}
