/** An executor of the simulated fleet. */
export interface FleetExecutor {
  name: string;
  key: string;
  nodeIds: readonly string[];
  /** Of the report that the control plane has; null if it has none. */
  observedRevision: string | null;
  /** Of the desired state that it has; null if it has none. */
  revision: number | null;
}

/** Of the bench to a process that simulates executors. */
export type FleetOrder =
  | {
      kind: 'run';
      urls: readonly string[];
      executors: readonly FleetExecutor[];
      eventEverySeconds: number;
      /** Within which they begin. */
      startMs: number;
    }
  /** Answered by a `FleetReport`, and the counts of latencies begin again. */
  | { kind: 'report' }
  /** The first executors lose their network, or get it back. */
  | { kind: 'cut'; executors: number }
  /** No executor begins another event. */
  | { kind: 'hush' }
  /** The first executors beat in turns, `connections` at a time and without a pause; none at 0. */
  | { kind: 'race'; executors: number; connections: number };

/** Of one such process, since it began unless said otherwise. */
export interface FleetReport {
  /** Of acknowledged heartbeats since the last report; see `Latencies`. */
  latencies: (number | null)[];
  beats: number;
  failures: number;
  nudges: number;
  openStreams: number;
  /** Events that the control plane accepted. */
  events: number;
  /** Executors with an event that was not acknowledged. */
  reporting: number;
  /** When each executor's latest heartbeat was acknowledged, in ms since the epoch; 0 before the first. */
  freshAt: number[];
  /** When each executor got its latest desired revision. */
  revisedAt: number[];
  processorSeconds: number;
  residentMiB: number;
  lastFailure: string | null;
}
