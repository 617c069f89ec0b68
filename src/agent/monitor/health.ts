/** What the watcher last learnt from a node's daemon. */
export type NodeHealth =
  | { state: 'starting'; message: string }
  | { state: 'syncing'; height: number; headers: number; progress: number }
  | { state: 'running'; height: number };
