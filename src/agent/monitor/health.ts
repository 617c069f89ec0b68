/** What the monitor last learned from a node's daemon. */
export type NodeHealth =
  | { state: 'starting'; message: string }
  | { state: 'syncing'; height: number; headers: number; progress: number }
  | { state: 'running'; height: number };
