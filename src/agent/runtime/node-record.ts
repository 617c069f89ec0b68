import type { NodePhase, OperationResultInput, RehearsalResultInput } from '../../contract/types.generated.ts';
import type { NodeProblem } from './node-problem.ts';
import type { Reverted, WorkedConfig } from './worked-config.ts';
import type { ZmqPorts } from './workload.ts';
import type { WorkloadSpec } from './workload-spec.ts';

export interface UnexpectedExit {
  /** Null if the runtime restarted the daemon before its code could be read. */
  code: number | null;
  outOfMemory: boolean;
  /** The daemon's last words; null if it wrote nothing or exited cleanly. */
  lastWords: string | null;
  /** Number of identical exits in a row. */
  times: number;
  /** Whether its disk had free space; null if unknown. */
  hadRoom: boolean | null;
}

/** Why a node that should run does not run for now. */
export interface Suspension {
  code: 'disk_full_stopped';
  reason: string;
  /** An ISO time, which identifies it. */
  since: string;
}

export interface ChainTip {
  height: number;
  bestBlockHash: string;
  /** Bytes of block and undo files. */
  sizeOnDiskBytes: number;
}

export interface RecentExit extends Omit<UnexpectedExit, 'times'> {
  at: string;
  workloadId: string;
}

/** A file that the agent moved aside or restored, and the time of the exit that it caused; an ISO time. */
export interface Repair {
  file: string;
  at: string;
}

export interface NodeFailure {
  message: string;
  count: number;
  quiet: boolean;
  /** The runtime refused to create or start the desired workload. */
  isRefusedStart?: boolean;
  /** The engine was away, or broke off one of its calls: that is no fault of the node. */
  isEngineAway?: boolean;
}

export interface AgentRpc {
  password: string;
  salt: string;
}

/** What the runtime does not record of a node. JSON, read by every version: add fields, never rename them. */
export interface NodeRecord {
  ports: { rpc: number; p2p: number } | null;
  /** The host ports of its ZeroMQ topics, each assigned once; undefined before the first. */
  zmqPorts?: ZmqPorts;
  /** Why a requested topic has no host port; null if all have. */
  zmqFault: string | null;
  agentRpc: AgentRpc | null;
  /** The previous installation that chose these credentials; undefined if this one did. */
  sharesRpcWith?: string;
  applied: WorkloadSpec | null;
  /** The hash of the settings of the daemon's last start; undefined in records of older agents. */
  configHash?: string;
  /** The gateways' user of the daemon's last start; undefined in records of older agents. */
  gatewayRpcAuth?: string;
  appliedRevision: number | null;
  /** A restart is due if the desired counter is ahead of `settled`. `was`: the run to end; null if none was up. */
  restart: { settled: number | null; pending: { counter: number; was: string | null } | null };
  /** Whether the daemon ever came up here with these ports. */
  everStarted: boolean;
  /** Whether storage for the chain data was created here. */
  volumeMade: boolean;
  /** The hash of the spec whose container the engine is known to create, while another one still runs. */
  provenHash?: string | undefined;
  /** The workload that ran without its ports and is replaced, with the engine's network then; undefined before. */
  unpublished?: { workloadId: string; networkMadeAt: number };
  /** The restart counter when the chain data was lost: only a later restart request may start without it. */
  volumeLostAt: number | null;
  /** Where the engine kept the chain data when it was last seen; undefined before, or in a directory of the operator's. */
  dataPath?: string;
  /** Why the workload is being replaced or restarted, until it has started. */
  cause: string | null;
  /** The runtime's time of the last recorded exit. */
  lastExit: string | null;
  /** The unexpected exit from which the daemon has not recovered. */
  exit: UnexpectedExit | null;
  recentExits: RecentExit[];
  /** The last repairs of files, oldest first; undefined before the first. */
  repairs?: Repair[];
  worked: WorkedConfig | null;
  /** The previous working one. */
  formerlyWorked: WorkedConfig | null;
  reverted: Reverted | null;
  problems: NodeProblem[];
  /** The last failure, until a success; `quiet` without an event: reported before, or about all nodes. */
  failure: NodeFailure | null;
  status: { phase: NodePhase; since: string; reason: string | null };
  tip?: ChainTip;
  /** Its wallets as last reported by the daemon; undefined before. */
  wallets?: string[];
  /** Those that its daemon had loaded when it last reported them; undefined before. */
  loadedWallets?: string[];
  /** The run that reported them; undefined before. */
  walletsOfRun?: string;
  /** Those that the current bitcoin.conf loads; undefined before the first. */
  configuredWallets?: string[];
  /** Those of the legacy (Berkeley DB) format; undefined if unknown. */
  legacyWallets?: string[] | undefined;
  /** The data root in use; undefined before its first move. */
  dataRoot?: string;
  /** The last operation of each kind carried out here. A change only contains the kinds that it changes. */
  operations: OperationRecords;
  /** Null while it may run. */
  suspension: Suspension | null;
}

/** Common fields of operations started here. */
export interface OperationRecord {
  id: string;
  /** Its stage, in the terms of its kind. `succeeded`, `failed` and `cancelled` are final. */
  stage: string;
  /** Why it failed, rolls back or must be retried, for people. */
  reason: string | null;
  /** An ISO time; null before, or if only the control plane knows it. */
  startedAt: string | null;
  /** Amount done, while it is counted. */
  done?: number;
  total?: number;
  /** What it found, once it has ended; undefined for kinds that find nothing. */
  result?: OperationResultInput;
}

type Ended = 'succeeded' | 'failed' | 'cancelled';

export const hasEnded = <R extends OperationRecord>(operation: R): operation is R & { stage: Ended } =>
  ['succeeded', 'failed', 'cancelled'].includes(operation.stage);

/**
 * A node starts as a copy of the node `from`. `copying`: the daemon of that node must be down. `copied`: a daemon
 * without peers verifies it. `verified`: that daemon is restarted with peers. `waiting`: the copy failed, and is
 * retried when a restart is requested beyond `restartCounter`.
 */
export interface SeedRecord extends OperationRecord {
  from: string;
  stage: 'copying' | 'copied' | 'verified' | 'waiting' | 'succeeded';
  restartCounter?: number;
}

/**
 * `copying`: the daemon must be down. `copied`: the copy is to be verified. `switched`: the copy is in use, and the old
 * one is kept. `answered`: the daemon has answered from the copy, and the old one can be removed. `returning`: the old
 * one is in use again, and the copy can be removed.
 */
export interface MoveRecord extends OperationRecord {
  from: string;
  to: string;
  stage: 'copying' | 'copied' | 'switched' | 'answered' | 'returning' | Ended;
  /** The start of the daemon's run whose data was copied; null if it never ran. */
  was?: string | null;
}

/**
 * A reindex is started once, with an option that no other start has. `starting`: the daemon was started with the
 * option, and may not have wiped anything yet. `again`: it exited before it did. `running`: it reindexes, and every
 * start continues it.
 */
export interface ReindexRecord extends OperationRecord {
  stage: 'starting' | 'again' | 'running' | 'succeeded' | 'failed';
  /** Number of starts with the option. */
  attempts: number;
}

/** `running`: its folder is gone, and the daemon builds the index again. */
export interface IndexRecord extends OperationRecord {
  stage: 'running' | 'succeeded' | 'failed';
}

/** What a rehearsal has found so far. */
export type RehearsalReport = Partial<RehearsalResultInput>;

/** What a node was like right before its copy, to compare the copy with. */
export interface RehearsalSource {
  height: number;
  bestBlockHash: string;
  /** Of its UTXO set; null if it was not hashed. */
  utxo: { block: string; algorithm: string; hash: string } | null;
  /** Why it was not hashed; null if it was. */
  whyNoUtxo: string | null;
}

/**
 * Another version is tried on a copy of the data. `copying`: the host can, and nothing was copied yet. `copied`: the
 * version has not run on the copy yet. `judged`: the verdict is known, and the copy can be removed.
 */
export interface RehearsalRecord extends OperationRecord {
  stage: 'copying' | 'copied' | 'judged' | Ended;
  report: RehearsalReport;
  /** Undefined before the copy. */
  source?: RehearsalSource | undefined;
}

/** Operations of other kinds are the control plane's alone. */
export interface OperationRecords {
  seed?: SeedRecord | undefined;
  move?: MoveRecord | undefined;
  reindex?: ReindexRecord | undefined;
  rebuild_index?: IndexRecord | undefined;
  rehearse?: RehearsalRecord | undefined;
}

/** Returns a record after a change, which only contains the operations that it changes. */
export const applyChange = (record: Readonly<NodeRecord>, change: Partial<NodeRecord>): NodeRecord => ({
  ...record,
  ...change,
  operations: { ...record.operations, ...change.operations },
});

export function newNodeRecord(now: number): NodeRecord {
  return {
    ports: null,
    zmqFault: null,
    agentRpc: null,
    applied: null,
    appliedRevision: null,
    restart: { settled: null, pending: null },
    everStarted: false,
    volumeMade: false,
    volumeLostAt: null,
    cause: null,
    lastExit: null,
    exit: null,
    recentExits: [],
    worked: null,
    formerlyWorked: null,
    reverted: null,
    problems: [],
    failure: null,
    status: { phase: 'pending', since: new Date(now).toISOString(), reason: null },
    suspension: null,
    operations: {},
  };
}
