import type { ClientVersion } from '../../bitcoin/clients/registry.ts';
import type { Network } from '../../bitcoin/network.ts';
import type { ChainDataInput } from '../../contract/types.generated.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { AgentRpc, NodeRecord } from './node-record.ts';
import type { PortAllocator } from './port-allocator.ts';
import type { Workload } from './workload.ts';
import type { WorkloadSpec } from './workload-spec.ts';

/** The observed state of a node. A runtime adds its own fields. */
export interface Observation {
  workload: Workload | undefined;
  /** Whether the chain data is present. `foreign`: something else has its name. */
  data: 'present' | 'absent' | 'foreign';
  /** The host directory of the data; null or absent if the engine keeps it in its own place. */
  directory?: string | null;
  /** The path of data that the engine keeps in its own place; absent if it does not. */
  dataPath?: string | null;
  /** The data root in use; absent if the runtime has only one. */
  dataRoot?: string;
  imposters: readonly string[];
}

/** A node's desired, observed and recorded state with the resulting plan. A runtime adds what its steps need. */
export interface NodeSnapshot {
  desired: DesiredNode;
  workload: Workload | undefined;
  /** Hash of the desired spec; null while unknown. */
  specHash: string | null;
  plan: Plan;
  /** The spec of another installation's workload that matches this one's; absent for any other. */
  recognised?: WorkloadSpec | null;
}

export interface SnapshotInput {
  desired: DesiredNode;
  observed: Observation;
  record: Readonly<NodeRecord>;
  /** Whether the control plane accepts this agent's heartbeats. */
  hasLease: boolean;
}

export interface StepOutcome {
  change: Partial<NodeRecord>;
  /** Null for a step that changes nothing. */
  event: NewEvent | null;
  /** The previous observation with the step's change, if the engine's answer shows it; undefined to observe again. */
  observed?: Observation | undefined;
}

/** Bytes pulled, and total bytes known so far. */
export interface PullProgress {
  done: number;
  total: number;
}

export interface ApplyOptions {
  onProgress(progress: PullProgress): void;
  signal: AbortSignal;
}

export interface WorkloadChange {
  nodeId: string;
  workloadId: string;
  /** The exit code, if its daemon exited; else null. */
  exitCode: number | null;
  /** Its memory limit was reached, which ends the daemon. */
  outOfMemory?: true;
}

export interface WorkloadStats {
  /** Percent of one core; null until there are two readings of one run. */
  cpuPercent: number | null;
  /** MiB, without the page cache, which the kernel reclaims when needed. */
  memoryMiB: number | null;
  /** Bytes written to disk since the workload started; null where the engine does not measure it. */
  writtenBytes?: number | null;
  /** Open connections to its RPC port, also the agent's; null where this process cannot see them. */
  rpcConnections?: number | null;
  /** The limit of open files of its daemon; null or undefined if unknown. */
  openFiles?: number | null;
  /** What its daemon lowered `maxconnections` to, as its log says; null or undefined if it did not. */
  loweredConnections?: number | null;
}

export interface Orphan {
  nodeId: string;
  name: string;
  /** Null if only its data is left. */
  containerId: string | null;
  /** The properties of its data; null if not readable now. */
  data: ChainDataInput | null;
}

/** Observes nodes and plans for them; changes nothing. Only takes snapshots and steps that it created. */
export interface NodeObserver {
  /** Reads the state of a node; with the `recent` outcome of a step, only what that lacks. Throws RuntimeError. */
  observe(desired: DesiredNode, recent?: Observation): Promise<Observation>;
  /** Combines desired, observed and recorded state, and plans what follows. */
  snapshot(input: SnapshotInput): NodeSnapshot;
  describeStep(step: Step): StepDescription;
  describe(snapshot: NodeSnapshot): string[];
}

/** Times in milliseconds since the epoch. */
export interface LogRange {
  since?: number;
  /** A time of the last minutes, for which the end of the log is enough. */
  before?: number;
  /** Any time, for which all of the log is read. */
  until?: number;
}

/** Runs the nodes of one executor on this host. Every method that returns a promise throws RuntimeError. */
export interface NodeRuntime extends NodeObserver {
  readonly label: string;
  readonly ports: PortAllocator;
  /** Pins observed values that must not change later, such as an image digest. */
  keep(observed: Observation): void;
  /** Pulls the image of an offered version unless it is on this host. Returns its reference if it was pulled, else null. */
  fetchImage(version: ClientVersion, signal: AbortSignal): Promise<string | null>;
  /** Carries out one step, and returns its result for `finish`. Every step is safe to repeat. */
  apply(step: Step, snapshot: NodeSnapshot, options: ApplyOptions): Promise<unknown>;
  /** Returns whether a step started by an earlier agent took effect. `specHash` is the hash desired at that time. */
  isDone(step: Step, specHash: string | null, snapshot: NodeSnapshot): boolean;
  /** Returns what a finished step leaves behind. `result` is undefined if the agent was killed after the step. */
  finish(step: Step, snapshot: NodeSnapshot, result?: unknown): Promise<StepOutcome>;
  /** Why a node could not run as `desired`, such as chain data that its version cannot read; null if it could. */
  refusal(desired: DesiredNode, observed: Observation): Promise<string | null>;
  /** Returns the agent's RPC credentials of another installation's workload; null if unknown. */
  agentRpcOf(workload: Workload): Promise<AgentRpc | null>;
  /** Follows the workloads of this executor's nodes. Ends, by return or by throwing, when the stream closes. */
  changes(signal: AbortSignal, onOpen: () => void): AsyncIterable<WorkloadChange>;
  /** The last `tail` lines of a workload, oldest first, or of those in a range. */
  logs(workloadId: string, tail: number, range?: LogRange): Promise<string[]>;
  /** Follows a workload's log. `since`: a time from a line, or ISO; no `tail`: all lines. Times compare as text. */
  followLogs(
    workloadId: string,
    start: { tail?: number | undefined; since?: string | undefined },
    signal: AbortSignal,
  ): AsyncIterable<{ time: string; line: string }>;
  /** When the runtime or host started, in milliseconds since the epoch, which caused earlier exits; null if unknown. */
  startedAt(): Promise<number | null>;
  /** Returns a reader of a workload's resource usage. It remembers its last reading, so use one for each run. */
  statsReader(workload: Workload, config: Pick<DesiredNode, 'network' | 'overrides'>): () => Promise<WorkloadStats>;
  /** Replaces what the workload's next start reads, also one without the agent: its wallets changed. Safe to repeat. */
  updateConfig(workloadId: string, snapshot: NodeSnapshot): Promise<void>;
  /** Returns the wallets of the legacy (Berkeley DB) format among those of a workload. */
  legacyWallets(workloadId: string, wallets: { network: Network; names: readonly string[] }): Promise<string[]>;
  /** This executor's objects of nodes other than `desired`, in order of node id. */
  orphans(desired: ReadonlySet<string>): Promise<Orphan[]>;
  /**
   * Removes what rehearsals have left on this host, such as those of an agent that lost its store. `isRehearsing`: whether
   * a node has one now, which was recorded before anything of it existed. With `hasLease`, also what other installations
   * left.
   */
  sweepRehearsals(isRehearsing: (nodeId: string) => boolean, hasLease: boolean): Promise<void>;
}

/** One step for a node, carried out and reported on its own. A runtime adds fields, which must survive JSON. */
export interface Step {
  readonly kind: string;
  readonly why: string;
}

/** The loop's view of a step, whatever the runtime. */
export interface StepDescription {
  /** As an infinitive, such as "start the daemon". */
  action: string;
  /**
   * The step's effect on the node's daemon. A `pull`, `copy` or `rehearse` that is no longer needed is cancelled;
   * `rehearse` works beside the daemon and leaves it as it is.
   */
  effect: 'pull' | 'copy' | 'create' | 'start' | 'stop' | 'rehearse' | 'other';
  /** The workload that it acts on; null if it acts on something else. */
  workloadId: string | null;
  /** The operation that it belongs to; undefined for any other step. */
  operationId?: string | undefined;
}

export interface Plan<S extends Step = Step> {
  /** In order. Only the first one is carried out before the next plan. */
  steps: S[];
  /** Why nothing more can be done until someone acts; null if nothing is in the way. */
  blocked: string | null;
  /** What the node waits for, which happens without intervention; undefined if it waits for nothing. */
  waitsFor?: string;
}
