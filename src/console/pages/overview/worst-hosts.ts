import type { BarRoomFragment } from './operations.generated.ts';

interface Host {
  status: 'online' | 'offline';
  uninstalledAt: string | null;
  room: Record<'cpuCores' | 'memoryMiB' | 'diskGiB', BarRoomFragment>;
}

const maxHosts = 6;

const part = (amount: number, total: number): number => Math.min(1, Math.max(0, amount / total));

/** Returns how much of a resource is used, and how much of what may be allocated is, 0 to 1; 0 if its total is unknown. */
export const shares = ({ total, overcommit, promised, free }: BarRoomFragment) =>
  total === null || total === 0
    ? { used: 0, allocated: 0 }
    : { used: part(total - (free ?? total), total), allocated: part(promised, total * overcommit) };

/** CPU time is shared: a busy host is no full one. */
const fullness = ({ room: { memoryMiB, diskGiB } }: Host): number =>
  Math.max(...[memoryMiB, diskGiB].flatMap((room) => Object.values(shares(room))));

const isLost = ({ status, uninstalledAt }: Host): boolean => status === 'offline' && uninstalledAt === null;

/** Returns the hosts to look at first: offline ones, then the fullest. */
export const worstHosts = <H extends Host>(hosts: readonly H[]): readonly H[] =>
  hosts.toSorted((a, b) => Number(isLost(b)) - Number(isLost(a)) || fullness(b) - fullness(a)).slice(0, maxHosts);
