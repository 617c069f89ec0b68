import { formatDuration } from '../../../text/format-duration.ts';

/** A resource of a host. */
export interface Capacity {
  total: number | null;
  /** Nodes may be allocated so many times the total. Default: 1. */
  overcommit?: number;
  /** Allocated to nodes. */
  promised: number;
  /** Used by nodes. */
  used: number;
  free: number | null;
}

/** Returns the parts of what can be allocated that nodes use, that are allocated to them and unused, and that other programs use, 0 to 1. */
export function sharesOf({ total, overcommit = 1, promised, used, free }: Capacity) {
  if (total === null || total <= 0) return null;
  const part = (amount: number, max: number) => Math.min(max, Math.max(0, amount / (total * overcommit)));
  const nodes = part(used, 1);
  const other = part(total - (free ?? total - used) - used, 1 - nodes);
  return { nodes, allocated: part(promised - used, 1 - nodes - other), other };
}

/** Describes the bar of a resource. */
export function describeCapacity(
  { total, overcommit = 1, promised, used, free }: Capacity,
  format: (amount: number) => string,
): string {
  const allocated = `${format(promised)} of ${format((total ?? 0) * overcommit)} allocated`;
  return [`${format(used)} used by nodes`, allocated, ...(free === null ? [] : [`${format(free)} free`])].join(', ');
}

interface Host {
  status: 'online' | 'offline';
  uninstalledAt: string | null;
  room: Readonly<Record<'memoryMiB' | 'diskGiB', Capacity>>;
}

export const isLost = ({ status, uninstalledAt }: Pick<Host, 'status' | 'uninstalledAt'>): boolean =>
  status === 'offline' && uninstalledAt === null;

/** CPU time is shared: a busy host is not a full one. */
const fullness = ({ room }: Host) =>
  Math.max(...[room.memoryMiB, room.diskGiB].map((each) => 1 - (each.free ?? Infinity) / (each.total ?? 1)));

/** Sorts hosts that need attention first: offline ones, then by open incidents, then the fullest. */
export const worstFirst = <H extends Host>(hosts: readonly H[], incidentsOf: (host: H) => number): H[] =>
  hosts.toSorted(
    (a, b) => Number(isLost(b)) - Number(isLost(a)) || incidentsOf(b) - incidentsOf(a) || fullness(b) - fullness(a),
  );

const secondsOfDay = 86_400;
/** A disk that is full sooner needs attention. */
const soonDays = 14;

/** Describes when a disk is full at the current rate. */
export const diskFullIn = (days: number): { text: string; isSoon: boolean } => ({
  text: formatDuration(days * secondsOfDay),
  isSoon: days < soonDays,
});
