import type { WorkloadConfig } from '../../bitcoin/workload-config.ts';

/** A configuration with which a node's daemon worked. It lies on disk in the node's record: never rename a field. */
export interface WorkedConfig {
  config: WorkloadConfig;
  revision: number;
  since: string;
}

/** A change that made a working daemon fail. It lies on disk in the node's record: never rename a field. */
export interface TakenBack {
  asked: WorkloadConfig;
  runs: WorkloadConfig;
  runsRevision: number;
  /** The restart counter at that time: a restart that is requested later tries the change again. */
  restartCounter: number;
  at: string;
  reason: string;
  /** Why there was no way back, for people; then nothing was reverted. Null where there was one. */
  refusal: string | null;
}
