import type { WorkloadConfig } from '../../bitcoin/workload-config.ts';

/** A configuration with which a node's daemon worked. Stored in the node's record: never rename a field. */
export interface WorkedConfig {
  config: WorkloadConfig;
  revision: number;
  since: string;
}

/** A change that made a working daemon fail. Stored in the node's record: never rename a field. */
export interface Reverted {
  asked: WorkloadConfig;
  runs: WorkloadConfig;
  runsRevision: number;
  /** The restart counter at that time: a later restart request retries the change. */
  restartCounter: number;
  at: string;
  reason: string;
  /** Why the change could not be reverted; null if it was. */
  refusal: string | null;
}
