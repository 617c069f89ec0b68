import type { ExecutorOrderByInput, ExecutorStatus, ExecutorWhereInput } from '../../../contract/types.generated.ts';
import { oneOf, text } from '../../display/address.ts';

/** What the address of the list of executors says: its filters and its order. */
export interface ExecutorsSearch {
  /** Part of the name. */
  name?: string;
  status?: ExecutorStatus;
  /** A column, with a minus where it descends. */
  sort?: string;
}

export const statuses: readonly ExecutorStatus[] = ['online', 'offline'];
const sortableColumns = ['name', 'status', 'version'] as const;
type SortableColumn = (typeof sortableColumns)[number];

/** Reads the address; what makes no sense is left out. Pure. */
export function executorsSearch(search: Record<string, unknown>): ExecutorsSearch {
  const sort = text(search['sort']);
  return {
    name: text(search['name']),
    status: oneOf(statuses, search['status']),
    sort: oneOf(sortableColumns, sort?.replace(/^-/, '')) === undefined ? undefined : sort,
  };
}

/** Returns the conditions that an address asks for. Pure. */
export const executorsWhere = ({ name, status }: ExecutorsSearch): ExecutorWhereInput => ({
  ...(name === undefined ? {} : { name: { contains: name, mode: 'insensitive' } }),
  ...(status === undefined ? {} : { status }),
});

/** Returns the order that an address asks for. Pure. */
export function executorsOrder({ sort = 'name' }: ExecutorsSearch): {
  column: SortableColumn;
  isDescending: boolean;
  orderBy: ExecutorOrderByInput;
} {
  const isDescending = sort.startsWith('-');
  const column = oneOf(sortableColumns, sort.replace(/^-/, '')) ?? 'name';
  const direction = isDescending ? 'desc' : 'asc';
  const orders: Record<SortableColumn, ExecutorOrderByInput> = {
    name: { name: direction },
    status: { status: direction },
    version: { version: direction },
  };
  return { column, isDescending, orderBy: orders[column] };
}
