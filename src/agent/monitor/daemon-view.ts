import type { ChainReading } from './sample.ts';
import type { SnapshotState } from './snapshot-state.ts';

/** What an answering daemon reports, as far as problems depend on it. Times are in milliseconds since the epoch. */
export interface DaemonView {
  height: number;
  headers: number;
  bestBlockHash: string;
  catchesUp: boolean;
  /** The tip's own time; null if the daemon does not report it. */
  tipTime: number | null;
  /** When the tip arrived; null for the first tip seen in this run. */
  tipSeenAt: number | null;
  /** Since when the height is unchanged, as observed in this run. */
  heightSince: number;
  warnings: readonly string[];
  /** Null before the first reading. */
  peers: number | null;
  /** How far the peers' clocks are ahead of its own; null before the first reading. */
  timeOffsetSeconds: number | null;
  memoryMiB: number | null;
  /** Its limit of open files; null or undefined if unknown. */
  openFiles?: number | null;
  /** What it lowered `maxconnections` to for lack of them, by its log; null or undefined if it did not. */
  loweredConnections?: number | null;
  /** The names of its wallets; null or undefined if not reported or not read. */
  wallets?: readonly string[] | null;
  /** Those that are loaded; null or undefined if not reported or not read. */
  loadedWallets?: readonly string[] | null;
  /** The snapshot that it runs on and whose history is not validated; null or undefined without one. */
  snapshot?: SnapshotState | null;
  /** Why and when, in milliseconds since the epoch, a call last failed although the daemon runs. */
  busy?: { reason: string; at: number } | null;
  /** Why answers of the daemon are unusable; null or undefined while they are not. */
  invalidAnswer?: string | null;
}

const unknownSurroundings = { peers: null, timeOffsetSeconds: null, memoryMiB: null };

/** Updates the view with a new chain reading. `before` is null at the first answer of a run. */
export function viewAfter(before: DaemonView | null, { part, catchesUp, tipTime }: ChainReading, now: number) {
  const { height, headers, bestBlockHash, warnings } = part;
  return {
    ...(before ?? unknownSurroundings),
    height,
    headers,
    bestBlockHash,
    catchesUp,
    tipTime,
    warnings,
    tipSeenAt: before === null ? null : before.bestBlockHash === bestBlockHash ? before.tipSeenAt : now,
    heightSince: before?.height === height ? before.heightSince : now,
  };
}

export type NodeHealth =
  | { state: 'starting'; message: string /** It answers no calls. */; isSilent?: boolean; invalidAnswer?: string }
  | { state: 'syncing'; height: number; headers: number; progress: number; view?: DaemonView }
  | { state: 'running'; height: number; view?: DaemonView };

export const loweredConnectionsOf = (health: NodeHealth | null): DaemonView['loweredConnections'] =>
  health === null || health.state === 'starting' ? null : health.view?.loweredConnections;
