import type { ChainReading } from './sample.ts';

/** What a daemon that answers says of itself, as far as it is judged by it. Times are in milliseconds since the epoch. */
export interface DaemonView {
  height: number;
  headers: number;
  bestBlockHash: string;
  catchesUp: boolean;
  /** The tip's own time; null where the daemon does not tell it. */
  tipTime: number | null;
  /** When the tip came; null for the one that this run was first seen with. */
  tipSeenAt: number | null;
  /** Since when the height is what it is, as far as this run was seen. */
  heightSince: number;
  warnings: readonly string[];
  /** Null before it was asked. */
  peers: number | null;
  /** How far the clocks of its peers are ahead of its own; null before it was asked. */
  timeOffsetSeconds: number | null;
  memoryMiB: number | null;
  /** The names of its wallets; null or undefined where it does not say, or was not asked. */
  wallets?: readonly string[] | null;
}

export type SurroundingsView = Pick<DaemonView, 'peers' | 'timeOffsetSeconds' | 'memoryMiB' | 'wallets'>;

const unknownSurroundings: SurroundingsView = { peers: null, timeOffsetSeconds: null, memoryMiB: null };

/** Returns what is known of a daemon after it was asked for its chain. `before` is null at the first answer of a run. */
export function viewAfter(
  before: DaemonView | null,
  { part, catchesUp, tipTime }: ChainReading,
  now: number,
): DaemonView {
  const { height, headers, bestBlockHash, warnings } = part;
  return {
    ...(before ?? unknownSurroundings),
    ...{ height, headers, bestBlockHash, catchesUp, tipTime, warnings },
    tipSeenAt: before === null ? null : before.bestBlockHash === bestBlockHash ? before.tipSeenAt : now,
    heightSince: before?.height === height ? before.heightSince : now,
  };
}

/** What the monitor last learned from a node's daemon. */
export type NodeHealth =
  | { state: 'starting'; message: string /** It answers no call at all. */; isSilent?: boolean }
  | { state: 'syncing'; height: number; headers: number; progress: number; view?: DaemonView }
  | { state: 'running'; height: number; view?: DaemonView };
