import type { Network } from '../../bitcoin/network.ts';
import type { ZmqTopic } from '../../bitcoin/zmq.ts';
import type { ChainDataInput } from '../../contract/types.generated.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { AgentRpc, NodeRecord } from './node-record.ts';
import type { Plan, Step, StepDescription } from './plan.ts';
import type { Workload, ZmqPorts } from './workload.ts';
import type { WorkloadSpec } from './workload-spec.ts';

/** What is true of a node at one moment. A runtime adds what only it needs. */
export interface Observation {
  workload: Workload | undefined;
  /** Whether the chain data is in its place. `foreign`: something else has the name of that place. */
  data: 'present' | 'absent' | 'foreign';
  /** The directory of the host that holds the data; null or absent where the engine keeps it in its own place. */
  directory?: string | null;
  /** The data root that the data is used from; absent where the runtime has only one. */
  dataRoot?: string;
  imposters: readonly string[];
}

/** All that is known of a node at one moment, and what follows from it. A runtime adds what its steps need. */
export interface NodeSnapshot {
  desired: DesiredNode;
  workload: Workload | undefined;
  /** Hash of the spec that the workload must be made from; null while that is unknown. */
  specHash: string | null;
  plan: Plan;
  /** What a workload of another installation was made from, which is what this one would make it from; absent for any other. */
  recognised?: WorkloadSpec | null;
}

export interface SnapshotInput {
  desired: DesiredNode;
  observed: Observation;
  record: Readonly<NodeRecord>;
  /** Whether the control plane accepts this agent's heartbeats now. */
  hasLease: boolean;
}

export interface StepOutcome {
  change: Partial<NodeRecord>;
  event: NewEvent;
}

/** Bytes pulled, and bytes known to be pulled so far. */
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
  /** The exit code, when its daemon ended; else null. */
  exitCode: number | null;
  /** Its memory limit was reached, which ends the daemon. */
  outOfMemory?: true;
}

export interface WorkloadStats {
  /** Percent of one core; null until there are two readings of one run. */
  cpuPercent: number | null;
  /** MiB, without the page cache, which the kernel gives back when it is needed. */
  memoryMiB: number | null;
  /** Bytes written to disk since the workload started; null where the engine does not measure it. */
  writtenBytes?: number | null;
}

export interface Orphan {
  nodeId: string;
  name: string;
  /** Null where only its data is left. */
  containerId: string | null;
  /** What its data is; null where that cannot be read now. */
  data: ChainDataInput | null;
}

/** Observes nodes and plans for them; changes nothing. Snapshots and steps that it is given are those that it made. */
export interface NodeObserver {
  /** Reads what is true of a node. Throws RuntimeError. */
  observe(desired: DesiredNode): Promise<Observation>;
  /** Puts together what is desired, observed and recorded, and plans what follows. */
  snapshot(input: SnapshotInput): NodeSnapshot;
  describeStep(step: Step): StepDescription;
  /** What it observed of a node, in lines for people. */
  describe(snapshot: NodeSnapshot): string[];
}

/** Runs the nodes of one executor on this host. Every method that returns a promise throws RuntimeError. */
export interface NodeRuntime extends NodeObserver {
  readonly label: string;
  /** Fixes what must not change later although it was only observed, such as the digest of an image. */
  keep(observed: Observation): void;
  /** Carries out one step, and returns what it found out, for `finish`. Every step is safe to repeat. */
  apply(step: Step, snapshot: NodeSnapshot, options: ApplyOptions): Promise<unknown>;
  /** Returns whether a step that an earlier agent began has had its effect. `specHash` is the hash that was wanted then. */
  isDone(step: Step, specHash: string | null, snapshot: NodeSnapshot): boolean;
  /** Returns what a finished step leaves behind. `result` is undefined where the agent was killed after the act. */
  finish(step: Step, snapshot: NodeSnapshot, result?: unknown): Promise<StepOutcome>;
  /** Returns why a node could not run as `desired`, such as chain data that its version cannot read; null where it could. */
  refusal(desired: DesiredNode, observed: Observation): Promise<string | null>;
  /** Returns the agent's RPC credentials that a workload of another installation has; null where they are unknown. */
  agentRpcOf(workload: Workload): Promise<AgentRpc | null>;
  /** Chooses free host ports; `keep` records them before any other node is given some. Throws NoFreePort. */
  allocatePorts(network: Network, keep: (ports: { rpc: number; p2p: number }) => void): Promise<void>;
  /** The same for topics of ZeroMQ; without any, it only sees whether this host has the operator's address for them. */
  allocateZmqPorts(topics: readonly ZmqTopic[], keep: (ports: ZmqPorts) => void): Promise<void>;
  /** These ports looked free and could not be published: no node is given them while this agent runs. */
  rejectPorts(ports: readonly number[]): void;
  /** Follows the workloads of this executor's nodes. Ends, by return or by throwing, when the stream closes. */
  changes(signal: AbortSignal, onOpen: () => void): AsyncIterable<WorkloadChange>;
  /** The last `tail` lines that a workload wrote, oldest first; of those between two instants, in milliseconds since the epoch. */
  logs(workloadId: string, tail: number, range?: { since?: number; before?: number }): Promise<string[]>;
  /** Follows a workload's log until it stops. `since`: a time from a line, or ISO; no `tail`: all lines. Times of one log compare as text. */
  followLogs(
    workloadId: string,
    start: { tail?: number | undefined; since?: string | undefined },
    signal: AbortSignal,
  ): AsyncIterable<{ time: string; line: string }>;
  /** When the runtime, or the whole host, started, in milliseconds since the epoch: what ended before ended with it. Null where it is unknown. */
  startedAt(): Promise<number | null>;
  /** Returns a reader of what a workload uses. The reader remembers its last reading, so use one for each run. */
  statsReader(workloadId: string): () => Promise<WorkloadStats>;
  /** What this executor made here for nodes other than `desired`, in the order of node ids. */
  orphans(desired: ReadonlySet<string>): Promise<Orphan[]>;
}
