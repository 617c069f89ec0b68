import type { DaemonView } from './daemon-view.ts';

/** What the monitor last learned from a node's daemon. */
export type NodeHealth =
  | { state: 'starting'; message: string /** It answers no call at all. */; isSilent?: boolean }
  | { state: 'syncing'; height: number; headers: number; progress: number; view?: DaemonView }
  | { state: 'running'; height: number; view?: DaemonView };
